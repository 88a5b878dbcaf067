package provider_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
)

// scenarioTests are the arguments of terraform test in the scenarios that have tests.
var scenarioTests = map[string][]string{
	"campus":          {"-var=partner=DHCP2"},
	"kea-kubernetes":  nil,
	"service-catalog": nil,
}

// TestAccScenarios runs the tests of the scenarios with terraform test, against the lab:
// what they make is applied and taken down again.
func TestAccScenarios(t *testing.T) {
	t.Parallel()
	dirs, err := filepath.Glob(examples + "/scenarios/*/tests")
	if err != nil || len(dirs) != len(scenarioTests) {
		t.Fatalf("%d scenarios have tests, the table of this test has %d: %v", len(dirs), len(scenarioTests), err)
	}
	for name, arguments := range scenarioTests {
		t.Run(name, func(t *testing.T) {
			w := acctest.NewWorkspace(t, "")
			if err := os.CopyFS(w.Path("scenario"), os.DirFS(filepath.Join(examples, "scenarios", name))); err != nil {
				t.Fatal(err)
			}
			switch name {
			case "campus":
				l := acctest.Windows(t, lab.Options{Servers: 2, WinRM: acctest.Delegated})
				for variable, value := range l.Servers[0].Environment() {
					w.Setenv(variable, value)
				}
			case "kea-kubernetes":
				w.Setenv("DHCP_KEA_ENDPOINTS", keaBlock(t, false))
			}
			out, err := w.Terraform(context.Background(), slices.Concat([]string{"-chdir=scenario", "test", "-no-color"}, arguments)...)
			if err != nil {
				t.Errorf("terraform test: %v\n%s", err, out)
			}
		})
	}
}
