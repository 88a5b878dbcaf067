// Package sitevalues is data.dhcp_site_values: layered values files as scopes and
// failover relationships.
package sitevalues

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	values "github.com/dhcp-as-code/terraform-provider-dhcp/internal/sitevalues"
)

var _ datasource.DataSource = (*dataSource)(nil)

// The values of fail_on.
const (
	failOnError   = "error"
	failOnWarning = "warning"
	failNever     = "never"
)

type dataSource struct{}

// NewDataSource returns data.dhcp_site_values.
func NewDataSource() datasource.DataSource { return &dataSource{} }

func (d *dataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_site_values"
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schemaOf()
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m dataSourceModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if resp.Diagnostics.HasError() {
		return
	}
	result := m.read(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	groups, conflicts := result.Relationships()
	m.fromResult(result, groups)
	report(&resp.Diagnostics, result.AllFindings(), conflicts, m.FailOn.ValueString())
	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}

// read reads the tree and keeps the clusters that are wanted.
func (m *dataSourceModel) read(diags *diag.Diagnostics) *values.Result {
	patterns := m.Layers
	if patterns == nil {
		patterns = values.DefaultLayers
	}
	layout, err := values.ParseLayout(patterns)
	if err != nil {
		framework.AddAttributeError(diags, path.Root("layers"), "Invalid layers", err)
	}
	selection, err := values.NewSelection(m.Include, m.Exclude)
	if err != nil {
		framework.AddAttributeError(diags, path.Root("include"), "Invalid selection of clusters", err)
	}
	if diags.HasError() {
		return nil
	}
	root := m.Root.ValueString()
	if info, err := os.Stat(root); err != nil || !info.IsDir() {
		framework.AddAttributeError(diags, path.Root("root"), "No tree of values files", fmt.Errorf("there is no folder %q", root))
		return nil
	}
	result, err := values.Read(os.DirFS(root), filepath.ToSlash(root), layout)
	if err != nil {
		framework.AddAttributeError(diags, path.Root("root"), "Unable to read the values files", err)
		return nil
	}
	selected, err := result.Select(selection)
	if err != nil {
		framework.AddAttributeError(diags, path.Root("include"), "Invalid selection of clusters", err)
	}
	return selected
}

// report puts all findings of a severity into one diagnostic: Terraform folds warnings
// with the same summary, and would show the first one only.
func report(diags *diag.Diagnostics, findings, conflicts []values.Finding, failOn string) {
	bySeverity := map[values.Severity][]values.Finding{}
	for _, f := range findings {
		bySeverity[f.Severity] = append(bySeverity[f.Severity], f)
	}
	if errors := bySeverity[values.Error]; len(errors) > 0 {
		add := diags.AddAttributeError
		if failOn == failNever {
			add = diags.AddAttributeWarning
		}
		add(path.Root("root"), summary(len(errors), "error"), lines(errors))
	}
	if warnings := bySeverity[values.Warning]; len(warnings) > 0 {
		add := diags.AddAttributeWarning
		if failOn == failOnWarning {
			add = diags.AddAttributeError
		}
		add(path.Root("root"), summary(len(warnings), "warning"), lines(warnings))
	}
	if len(conflicts) > 0 {
		diags.AddAttributeWarning(path.Root("root"), "Clusters describe one failover relationship differently", lines(conflicts))
	}
}

func summary(count int, severity string) string {
	if count != 1 {
		severity += "s"
	}
	return fmt.Sprintf("%d %s in the values files", count, severity)
}

// lines writes a line for each finding. What a layer says for many clusters stands once,
// with the clusters that it means. Terraform wraps a line unless it starts with a blank.
func lines(findings []values.Finding) string {
	clusters := map[string][]string{}
	var order []string
	for _, f := range findings {
		line := f.String()
		if _, seen := clusters[line]; !seen {
			order = append(order, line)
		}
		if f.Cluster != "" {
			clusters[line] = append(clusters[line], f.Cluster)
		} else {
			clusters[line] = nil
		}
	}
	var b strings.Builder
	for _, line := range order {
		fmt.Fprintf(&b, "  %s%s\n", line, meant(clusters[line]))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func meant(clusters []string) string {
	switch len(clusters) {
	case 0:
		return ""
	case 1:
		return " [" + clusters[0] + "]"
	default:
		return fmt.Sprintf(" [%s and %d more]", clusters[0], len(clusters)-1)
	}
}
