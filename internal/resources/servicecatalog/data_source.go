// Package servicecatalog is data.dhcp_service_catalog: ServiceDefinitions rendered to
// Kubernetes manifests.
package servicecatalog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/datasourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

var _ datasource.DataSourceWithConfigValidators = (*dataSource)(nil)

type dataSource struct{}

// NewDataSource returns data.dhcp_service_catalog.
func NewDataSource() datasource.DataSource { return &dataSource{} }

func (d *dataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_service_catalog"
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schemaOf()
}

func (d *dataSource) ConfigValidators(context.Context) []datasource.ConfigValidator {
	return []datasource.ConfigValidator{
		datasourcevalidator.ExactlyOneOf(path.MatchRoot("path"), path.MatchRoot("definitions")),
	}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m dataSourceModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if resp.Diagnostics.HasError() {
		return
	}
	options := m.options(&resp.Diagnostics)
	files, err := m.read()
	if err != nil {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("path"), "Unable to read the service definitions", err)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	all := catalog.New(files)
	tree := all.Tree(options, catalog.Layout{Only: m.Only, Flat: !isTrue(m.WaveLayout), Present: m.PresentFiles})
	m.report(&resp.Diagnostics, tree)
	if resp.Diagnostics.HasError() {
		return
	}
	m.fromTree(tree)
	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}

// read returns the definitions by their file names; of a folder the base names, so that
// nothing in the state depends on where the folder is.
func (m *dataSourceModel) read() ([]catalog.File, error) {
	var files []catalog.File
	for name, text := range m.Definitions {
		files = append(files, catalog.File{Name: name, Text: text})
	}
	if m.Definitions != nil {
		return files, nil
	}
	folder := m.Path.ValueString()
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".yaml") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, catalog.File{Name: e.Name(), Text: string(text)})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("the folder %q holds no file whose name ends in .yaml", folder)
	}
	return files, nil
}

// report gives each broken definition an error of its own, and puts all warnings into
// one: Terraform folds warnings of one summary and would show the first only.
func (m *dataSourceModel) report(diags *diag.Diagnostics, tree *catalog.Tree) {
	for _, err := range tree.Errors {
		m.reportError(diags, err)
	}
	if m.Strict.ValueBool() {
		for _, f := range tree.Findings {
			diags.AddAttributeError(m.at(f.File), "Invalid service definition "+f.File, f.String()+".")
		}
	}
	if warnings := m.warnings(tree); len(warnings) > 0 {
		diags.AddWarning("Odd things in the service catalog", "  "+strings.Join(warnings, "\n  "))
	}
}

func (m *dataSourceModel) reportError(diags *diag.Diagnostics, err error) {
	var broken *catalog.DefinitionError
	var cycle *catalog.CycleError
	switch {
	case errors.As(err, &broken):
		diags.AddAttributeError(m.at(broken.File), "Unable to render service definition "+broken.File, broken.Located())
	case errors.As(err, &cycle):
		diags.AddError("Unable to sort the services into waves", fmt.Sprintf(
			"%s\n\nThe services depend on each other in a circle: %s. Remove one of these dependencies.",
			framework.Sentence(err), strings.Join(cycle.Path, " -> ")))
	default:
		framework.AddError(diags, "Unable to render the service catalog", err)
	}
}

func (m *dataSourceModel) warnings(tree *catalog.Tree) []string {
	warnings := append([]string{}, tree.Warnings...)
	if !m.Strict.ValueBool() {
		for _, f := range tree.Findings {
			warnings = append(warnings, f.String())
		}
	}
	return warnings
}

func (m *dataSourceModel) fromTree(tree *catalog.Tree) {
	m.Services, m.Manifests, m.Files, m.Kustomizations = tree.Services, tree.Manifests, tree.Files, tree.Kustomizations
	m.Waves = map[string]int64{}
	for name, wave := range tree.Waves {
		m.Waves[name] = int64(wave)
	}
	m.Warnings = m.warnings(tree)
}
