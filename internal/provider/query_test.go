package provider_test

import (
	"os"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
)

// TestAccQuery takes over everything on a server as the guide on adoption says for
// Terraform 1.14: found by terraform query, with the configuration that it generates.
func TestAccQuery(t *testing.T) {
	t.Parallel()
	l := fullServer(t)
	w := acctest.NewWorkspaceOf(t, acctest.TerraformFrom(t, "1.14.0"), l.Provider())
	queries, err := os.ReadFile(examples + "/scenarios/adoption-query/all.tfquery.hcl")
	if err != nil {
		t.Fatal(err)
	}
	w.Write("all.tfquery.hcl", string(queries))
	w.Expect("Floor 1 (10.1.0.0)", "query", "-generate-config-out=generated.tf")
	if out := w.Expect("", "apply", "-auto-approve", "-input=false"); !strings.Contains(out, " imported, 0 added, 0 changed, 0 destroyed.") {
		t.Errorf("the generated configuration is not as the server is:\n%s", out)
	}
	w.Expect("No changes.", "plan", "-input=false")

	w.Write("all.tfquery.hcl", "list \"dhcp_scope\" \"few\" {\n  provider = dhcp\n  limit    = 1\n}\n")
	w.Expect("Only 1 of 2 DHCP scopes are listed", "query")
}
