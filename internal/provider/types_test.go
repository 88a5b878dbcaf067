package provider_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	framework "github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/provider"
)

// typesOffered are the names of everything that the provider has, by the directory of
// their pages.
func typesOffered() map[string][]string {
	ctx, p := context.Background(), provider.New("test")()
	out := map[string][]string{}
	for _, make := range p.Resources(ctx) {
		var m resource.MetadataResponse
		make().Metadata(ctx, resource.MetadataRequest{ProviderTypeName: "dhcp"}, &m)
		out["resources"] = append(out["resources"], m.TypeName)
	}
	for _, make := range p.DataSources(ctx) {
		var m datasource.MetadataResponse
		make().Metadata(ctx, datasource.MetadataRequest{ProviderTypeName: "dhcp"}, &m)
		out["data-sources"] = append(out["data-sources"], m.TypeName)
	}
	if f, ok := p.(framework.ProviderWithFunctions); ok {
		for _, make := range f.Functions(ctx) {
			var m function.MetadataResponse
			make().Metadata(ctx, function.MetadataRequest{}, &m)
			out["functions"] = append(out["functions"], m.Name)
		}
	}
	if a, ok := p.(framework.ProviderWithActions); ok {
		for _, make := range a.Actions(ctx) {
			var m action.MetadataResponse
			make().Metadata(ctx, action.MetadataRequest{ProviderTypeName: "dhcp"}, &m)
			out["actions"] = append(out["actions"], m.TypeName)
		}
	}
	if l, ok := p.(framework.ProviderWithListResources); ok {
		for _, make := range l.ListResources(ctx) {
			var m resource.MetadataResponse
			make().Metadata(ctx, resource.MetadataRequest{ProviderTypeName: "dhcp"}, &m)
			out["list-resources"] = append(out["list-resources"], m.TypeName)
		}
	}
	for _, names := range out {
		slices.Sort(names)
	}
	return out
}

// sections are the directories of pages in the order of lists, with the words for them.
var sections = []struct{ dir, changelog, readme string }{
	{"resources", "New Resource", "resources"},
	{"data-sources", "New Data Source", "data sources"},
	{"functions", "New Function", "functions"},
	{"actions", "New Action", "actions (Terraform 1.14)"},
	{"list-resources", "New List Resource", "list resources (Terraform 1.14)"},
}

// families are the groups of the table in README.md, by what the names begin with.
var families = map[string][]string{
	"Kea":                 {"kea_"},
	"Files and manifests": {"dhcp_service_catalog", "dhcp_site_values", "merge_values", "render_service", "service_waves"},
}

// TestFeatureLists compares the features in CHANGELOG.md and the table in README.md with
// what the provider has.
func TestFeatureLists(t *testing.T) {
	offered := typesOffered()
	var features strings.Builder
	rows := map[string]string{}
	for _, s := range sections {
		for _, name := range offered[s.dir] {
			fmt.Fprintf(&features, "* **%s:** `%s`\n", s.changelog, name)
			key := familyOf(name) + " | " + s.readme
			page := strings.TrimPrefix(name, "dhcp_")
			rows[key] += fmt.Sprintf(" [`%s`](docs/%s/%s.md)", name, s.dir, page)
		}
	}
	table := "| | | |\n| --- | --- | --- |\n"
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		table += fmt.Sprintf("| %s |%s |\n", key, rows[key])
	}
	compareSection(t, "../../CHANGELOG.md", "FEATURES:\n\n", "\n", features.String())
	compareSection(t, "../../README.md", "## What works\n\n", "\n", table)
}

func familyOf(name string) string {
	for title, prefixes := range families {
		if slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) }) {
			return title
		}
	}
	return "Windows DHCP"
}

// compareSection compares the lines of a file that follow a heading, up to an empty line,
// and writes them when the tests run with -update.
func compareSection(t *testing.T, file, heading, end, want string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), heading)
	if !found {
		t.Fatalf("%s has no %q", file, heading)
	}
	old, tail, _ := strings.Cut(rest, "\n"+end)
	if old+"\n" == want {
		return
	}
	if !*update {
		t.Fatalf("%s is stale: run make generate", file)
	}
	if err := os.WriteFile(file, []byte(head+heading+want+end+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}
