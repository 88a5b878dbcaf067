package provider_test

import (
	"context"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

// examples is the directory of all examples.
const examples = "../../examples"

// leftOut are examples that the plan of all examples leaves out, with the reason.
var leftOut = map[string]string{
	"functions/kea_from_netbox":     "needs the provider netbox; the scenario netbox/from-git calls the function",
	"data-sources/dhcp_site_values": "needs a tree of files; the scenario values-tree reads one",
}

// scenarios are the roots of examples/scenarios that need no other provider. They take
// their connections from the environment.
var scenarios = []string{"adoption", "campus", "kea-kubernetes", "netbox/from-git", "service-catalog", "values-tree", "values-tree-hosted-clusters"}

// madeByExample are the types whose example makes the scopes that other examples find on
// their server.
var madeByExample = map[string]bool{"dhcp_scope": true, "dhcp_failover": true, "dhcp_scope_v6": true, "dhcp_superscope": true, "kea_subnet": true}

// TestExamples plans every example at once: each is a module with a provider of its own,
// so that no two of them disagree about one server. Examples of resources find the scopes
// and subnets that they speak of, and make the rest.
func TestExamples(t *testing.T) {
	w := acctest.NewWorkspace(t, "")
	var root strings.Builder
	full := windowsBlock(t, true, relationship)
	keaFull := keaBlock(t, true)
	var planned []string
	for _, dir := range exampleDirectories(t) {
		if reason := leftOut[dir]; reason != "" {
			t.Logf("%s is left out: %s", dir, reason)
			continue
		}
		name := strings.NewReplacer("/", "_", "-", "_").Replace(dir)
		windows, kea := full, keaFull
		if typ, isResource := strings.CutPrefix(dir, "resources/"); isResource {
			windows, kea = windowsBlock(t, !madeByExample[typ]), keaBlock(t, !madeByExample[typ])
		}
		fmt.Fprintf(&root, "provider \"dhcp\" {\n  alias = %q\n  windows = {\n%s  }\n  kea = { endpoints = [%q] }\n}\n", name, windows, kea)
		fmt.Fprintf(&root, "module %q {\n  source = \"./%s\"\n  providers = { dhcp = dhcp.%s }\n}\n", name, dir, name)
		w.Write(dir+"/versions.tf", "terraform {\n  required_providers {\n    dhcp = {\n      source = \"dhcp-as-code/dhcp\"\n    }\n  }\n}\n")
		w.Write(dir+"/main.tf", exampleText(t, dir))
		planned = append(planned, name)
	}
	for _, dir := range scenarios {
		name := "scenario_" + strings.NewReplacer("/", "_", "-", "_").Replace(dir)
		fmt.Fprintf(&root, "module %q {\n  source = \"./scenarios/%s\"\n}\n", name, dir)
		planned = append(planned, name)
	}
	copyScenarios(t, w)
	setEnvironment(t)
	w.Write("examples.tf", root.String())
	if out, err := w.Terraform(context.Background(), "get", "-no-color"); err != nil {
		t.Fatal(out)
	}
	out, err := w.Terraform(context.Background(), "plan", "-no-color", "-input=false", "-lock=false")
	if err != nil {
		t.Fatal(out)
	}
	for _, name := range planned {
		isReading := strings.HasPrefix(name, "data_sources_") || strings.HasPrefix(name, "functions_")
		if !isReading && name != "scenario_adoption" && !strings.Contains(out, "# module."+name+".") {
			t.Errorf("nothing of %s is in the plan", name)
		}
	}
}

// copyScenarios copies all scenarios into a workspace.
func copyScenarios(t *testing.T, w *acctest.Workspace) {
	t.Helper()
	files := os.DirFS(examples)
	err := fs.WalkDir(files, "scenarios", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, path)
		if err == nil {
			w.Write(path, string(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// setEnvironment makes the environment name empty servers, for the scenarios.
func setEnvironment(t *testing.T) {
	t.Helper()
	l := acctest.Windows(t, lab.Options{Servers: 2, WinRM: acctest.Delegated})
	for name, value := range l.Servers[0].Environment() {
		t.Setenv(name, value)
	}
	t.Setenv("DHCP_KEA_ENDPOINTS", keaBlock(t, false))
}

// exampleDirectories are the directories of examples, relative to the root of examples.
func exampleDirectories(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"resources/*", "data-sources/*", "functions/*"} {
		dirs, err := filepath.Glob(filepath.Join(examples, pattern))
		if err != nil || len(dirs) == 0 {
			t.Fatalf("no examples at %s: %v", pattern, err)
		}
		for _, dir := range dirs {
			relative, err := filepath.Rel(examples, dir)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, filepath.ToSlash(relative))
		}
	}
	return out
}

// exampleText is the configuration of an example. Import blocks stand in files of their
// own: a module cannot have them.
func exampleText(t *testing.T, dir string) string {
	t.Helper()
	name := map[string]string{"resources": "resource.tf", "data-sources": "data-source.tf", "functions": "function.tf"}[filepath.Dir(dir)]
	text, err := os.ReadFile(filepath.Join(examples, dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Base(dir) == "merge_values" {
		// The example reads a file of its user.
		return strings.Replace(string(text), `file("${path.module}/defaults.yaml")`, `"dhcp_values: {leaseDurationDays: 8}"`, 1)
	}
	return string(text)
}

// windowsBlock starts a lab and gives the attributes that reach it. A full server has the
// scopes that the examples speak of.
func windowsBlock(t *testing.T, full bool, more ...func(*acctest.WindowsLab)) string {
	t.Helper()
	l := acctest.Windows(t, lab.Options{Servers: 2, WinRM: acctest.Delegated})
	if full {
		for i, prefix := range []string{"10.1.0.", "10.2.0."} {
			l.By("Add-DhcpServerv4Scope", model.Params{
				"Name": fmt.Sprintf("Office %d", i), "StartRange": netip.MustParseAddr(prefix + "10"), "EndRange": netip.MustParseAddr(prefix + "200"),
				"SubnetMask": netip.MustParseAddr("255.255.255.0"),
			})
		}
		l.By("Add-DhcpServerv6Scope", model.Params{"Name": "Lab", "Prefix": netip.MustParseAddr("2001:db8:0:1::")})
	}
	for _, make := range more {
		make(l)
	}
	return l.Servers[0].Block()
}

// relationship puts the first scope into a failover relationship, for the data sources.
func relationship(l *acctest.WindowsLab) {
	l.By("Add-DhcpServerv4Failover", model.Params{
		"Name": "dhcp1-dhcp2", "PartnerServer": "DHCP2", "ScopeId": []netip.Addr{netip.MustParseAddr("10.1.0.0")},
	})
}

// keaBlock starts the lab's Kea API and gives its endpoint. A full server has the subnet
// that the examples speak of.
func keaBlock(t *testing.T, full bool) string {
	t.Helper()
	options := keaapi.Options{Version: "3.0", HostCommands: true, SubnetCommands: true, LeaseCommands: true}
	if full {
		options.Config = map[string]any{"subnet4": []any{map[string]any{
			"id": 1, "subnet": "192.0.2.0/24", "pools": []any{map[string]any{"pool": "192.0.2.100-192.0.2.199"}},
		}}}
	}
	server, err := keaapi.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server.URL()
}

var (
	importTo   = regexp.MustCompile(`(?m)^\s*to\s*=\s*(\S+)$`)
	importFrom = regexp.MustCompile(`(?m)^terraform import '?(\S+?)'? '?"?([^'"\n]+)`)
)

// TestExampleImports checks that every resource's example shows how to import it, by
// command and by block, and that both name the resource of the example.
func TestExampleImports(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(examples, "resources", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		typ := filepath.Base(dir)
		command, err := os.ReadFile(filepath.Join(dir, "import.sh"))
		if err != nil {
			t.Errorf("%s cannot be imported by its example: %v", typ, err)
			continue
		}
		for _, m := range importFrom.FindAllStringSubmatch(string(command), -1) {
			if !strings.HasPrefix(m[1], typ+".") {
				t.Errorf("%s/import.sh imports %s", typ, m[1])
			}
		}
		blocks, err := filepath.Glob(filepath.Join(dir, "import-by-*.tf"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range blocks {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range importTo.FindAllStringSubmatch(string(text), -1) {
				if !strings.HasPrefix(m[1], typ+".") {
					t.Errorf("%s imports %s", file, m[1])
				}
			}
		}
	}
}
