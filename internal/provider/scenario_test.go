package provider_test

import (
	"context"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

// TestValuesTreeScenario applies the scenario values-tree to a pair of servers: the scopes
// of the tree and their failover relationship are there on both, the next plan is empty,
// and nothing is left after the destroy.
func TestValuesTreeScenario(t *testing.T) {
	l := acctest.Windows(t, lab.Options{Servers: 2, WinRM: acctest.Delegated})
	for name, value := range l.Servers[0].Environment() {
		t.Setenv(name, value)
	}
	w := acctest.NewWorkspace(t, "module \"fleet\" {\n  source = \"./scenarios/values-tree\"\n}\n")
	copyScenarios(t, w)
	failover := filepath.Join("scenarios", "values-tree", "sites", "dc-1", "mce-1", "values.yaml")
	text, err := os.ReadFile(filepath.Join(examples, failover))
	if err != nil {
		t.Fatal(err)
	}
	// The partner of the lab has another name than that of the example.
	w.Write(failover, strings.Replace(string(text), "dhcp-b.example.com", "DHCP2", 1))
	ctx := context.Background()
	run := func(arguments ...string) {
		t.Helper()
		if out, err := w.Terraform(ctx, append(arguments, "-no-color")...); err != nil {
			t.Fatalf("terraform %s: %v\n%s", strings.Join(arguments, " "), err, out)
		}
	}
	run("get")
	run("apply", "-auto-approve", "-input=false")
	onBoth(t, l, 3, map[string]int{"DHCP1": 3, "DHCP2": 2})
	run("plan", "-detailed-exitcode", "-input=false")
	run("destroy", "-auto-approve", "-input=false")
	onBoth(t, l, 0, map[string]int{"DHCP1": 0, "DHCP2": 0})
}

// onBoth checks the scopes of both servers, of which two are in the relationship mce-1.
func onBoth(t *testing.T, l *acctest.WindowsLab, active int, scopes map[string]int) {
	t.Helper()
	for _, s := range l.Servers {
		got := s.Invoke(model.Logon{Delegated: true}, "Get-DhcpServerv4Scope", model.Params{})
		if want := scopes[s.Name()]; len(got.Errors) > 0 || len(got.Rows) != want {
			t.Errorf("%s has %d scopes, want %d, %v", s.Name(), len(got.Rows), want, got.Errors)
		}
	}
	var members []netip.Addr
	for _, row := range l.By("Get-DhcpServerv4Failover", model.Params{}) {
		if ids, ok := row.Properties["ScopeId"].([]netip.Addr); ok && row.Properties["Name"] == "mce-1" {
			members = append(members, ids...)
		}
	}
	if want := min(active, 2); len(members) != want {
		t.Errorf("the relationship mce-1 has %s, want %d scopes", fmt.Sprint(members), want)
	}
}
