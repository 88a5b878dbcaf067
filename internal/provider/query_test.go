package provider_test

import (
	"context"
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
	run := func(want string, arguments ...string) string {
		t.Helper()
		out, err := w.Terraform(context.Background(), append(arguments, "-no-color")...)
		if err != nil || !strings.Contains(out, want) {
			t.Fatalf("terraform %s: %v, want %q\n%s", arguments[0], err, want, out)
		}
		return out
	}
	queries, err := os.ReadFile(examples + "/scenarios/adoption-query/all.tfquery.hcl")
	if err != nil {
		t.Fatal(err)
	}
	w.Write("all.tfquery.hcl", string(queries))
	run("Floor 1 (10.1.0.0)", "query", "-generate-config-out=generated.tf")
	if out := run("", "apply", "-auto-approve", "-input=false"); !strings.Contains(out, " imported, 0 added, 0 changed, 0 destroyed.") {
		t.Errorf("the generated configuration is not as the server is:\n%s", out)
	}
	run("No changes.", "plan", "-input=false")

	w.Write("all.tfquery.hcl", "list \"dhcp_scope\" \"few\" {\n  provider = dhcp\n  limit    = 1\n}\n")
	run("Only 1 of 2 DHCP scopes are listed", "query")
}
