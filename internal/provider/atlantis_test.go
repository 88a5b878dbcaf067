package provider_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
)

// policies is the directory of the policy that the guide on Atlantis shows.
const policies = examples + "/atlantis/policies"

// TestAtlantisGuide checks that the guide shows the files of the example.
func TestAtlantisGuide(t *testing.T) {
	guide, err := os.ReadFile("../../templates/guides/atlantis.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"atlantis.yaml", "repos.yaml", "policies/dhcp.rego"} {
		text, err := os.ReadFile(examples + "/atlantis/" + file)
		if err != nil || !strings.Contains(string(guide), string(text)) {
			t.Errorf("the guide does not show %s: %v", file, err)
		}
	}
}

// TestPolicy runs the tests of the policy. It needs Open Policy Agent.
func TestPolicy(t *testing.T) {
	if out, err := exec.CommandContext(context.Background(), policyAgent(t), "test", policies).CombinedOutput(); err != nil {
		t.Errorf("opa test: %v\n%s", err, out)
	}
}

func policyAgent(t *testing.T) string {
	t.Helper()
	opa, err := exec.LookPath("opa")
	if err != nil {
		t.Skip("no opa on PATH: the policy is not evaluated; go install github.com/open-policy-agent/opa@v1.22.4 gives one")
	}
	return opa
}

// TestAccAtlantis runs what Atlantis runs, for two projects of one server at once, with the
// provider from a directory of plugins: init, plan into a file, the plan as JSON for the
// policy, and the apply of exactly that plan.
func TestAccAtlantis(t *testing.T) {
	t.Parallel()
	l := acctest.Windows(t, lab.Options{})
	var wait sync.WaitGroup
	for i := 1; i <= 2; i++ {
		network := fmt.Sprintf("10.%d.0", i)
		w := acctest.NewWorkspace(t, l.Provider()+fmt.Sprintf(`
resource "dhcp_scope" "office" {
  name        = "Office"
  network     = "%[1]s.0"
  subnet_mask = "255.255.255.0"
  start_range = "%[1]s.10"
  end_range   = "%[1]s.200"
}
resource "dhcp_reservation" "printer" {
  scope_id  = dhcp_scope.office.scope_id
  address   = "%[1]s.50"
  client_id = "00-11-22-33-44-55"
}
`, network))
		wait.Go(func() { atlantis(t, w) })
	}
	wait.Wait()
	if rows := l.By("Get-DhcpServerv4Scope", nil); len(rows) != 2 {
		t.Errorf("the projects made %d scopes", len(rows))
	}
}

// atlantis runs the sequence in one project.
func atlantis(t *testing.T, w *acctest.Workspace) {
	plan := ""
	for _, arguments := range [][]string{
		{"init", "-input=false", "-no-color", "-plugin-dir=" + w.Mirror("0.0.1")},
		{"version"},
		{"plan", "-input=false", "-no-color", "-out=default.tfplan"},
		{"show", "-json", "default.tfplan"},
		{"apply", "-input=false", "-no-color", "default.tfplan"},
	} {
		out, err := w.Terraform(context.Background(), arguments...)
		if err != nil {
			t.Errorf("terraform %s: %v\n%s", arguments[0], err, out)
			return
		}
		switch arguments[0] {
		case "show":
			plan = out
		case "version":
			if !strings.Contains(out, "dhcp-as-code/dhcp v0.0.1") {
				t.Errorf("terraform version does not tell the provider's:\n%s", out)
			}
		}
	}
	var shown struct {
		Changes []struct {
			Change struct{ Actions []string }
		} `json:"resource_changes"`
	}
	if err := json.Unmarshal([]byte(plan), &shown); err != nil || len(shown.Changes) != 2 {
		t.Errorf("the plan shows %d changes: %v", len(shown.Changes), err)
	}
	if opa, err := exec.LookPath("opa"); err != nil {
		t.Log("no opa on PATH: the policy is not evaluated on this plan")
	} else {
		decide := exec.CommandContext(context.Background(), opa, "eval", "--fail-defined", "--stdin-input", "--data", policies, "data.main.deny[_]")
		decide.Stdin = strings.NewReader(plan)
		if out, err := decide.CombinedOutput(); err != nil {
			t.Errorf("the policy denies the plan: %v\n%s", err, out)
		}
	}
}
