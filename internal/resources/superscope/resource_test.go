package superscope_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

const scopes = `
resource "dhcp_scope" "floor" {
  count       = 3
  name        = "Floor ${count.index}"
  network     = "10.1.${count.index}.0"
  subnet_mask = "255.255.255.0"
  start_range = "10.1.${count.index}.50"
  end_range   = "10.1.${count.index}.200"
}
`

func planned(name string, action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}}
}

func TestAccSuperscope(t *testing.T) {
	t.Parallel()
	l := acctest.Target(t)
	block := func(name, members string) string {
		return l.Config(scopes + "resource \"dhcp_superscope\" \"campus\" {\n name = \"" + name + "\"\n scope_ids = " + members + "\n}\n")
	}
	const name = "dhcp_superscope.campus"
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: block("Campus", "slice(dhcp_scope.floor[*].scope_id, 0, 2)"), ConfigPlanChecks: planned(name, plancheck.ResourceActionCreate)},
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateId: "Campus"},
			{
				PreConfig: func() {
					l.By("Add-DhcpServerv4Superscope", model.Params{"SuperscopeName": "Campus", "ScopeId": []netip.Addr{netip.MustParseAddr("10.1.2.0")}})
				},
				Config: block("Site", "slice(dhcp_scope.floor[*].scope_id, 1, 2)"), ConfigPlanChecks: planned(name, plancheck.ResourceActionUpdate),
				Check: resource.TestCheckResourceAttr(name, "id", "Site"),
			},
			{
				PreConfig: func() {
					l.By("Remove-DhcpServerv4Superscope", model.Params{"SuperscopeName": "Site", "ScopeId": []string{"10.1.1.0"}})
				},
				Config: block("Site", "dhcp_scope.floor[*].scope_id"), ConfigPlanChecks: planned(name, plancheck.ResourceActionCreate),
			},
		},
	})
}

// A scope that sets its own superscope is refused as a member, whichever is planned first.
func TestSuperscopeIsManagedOnce(t *testing.T) {
	l := acctest.Windows(t, lab.Options{})
	scope := map[string]any{
		"name": "A", "network": "10.1.0.0", "subnet_mask": "255.255.255.0", "start_range": "10.1.0.50", "end_range": "10.1.0.200",
		"superscope_name": "Campus", "lease_duration": "8d", "state": "Active", "type": "Dhcp", "description": "",
	}
	superscope := map[string]any{"name": "Campus", "scope_ids": []any{"10.1.0.0"}}
	for _, first := range []string{"dhcp_scope", "dhcp_superscope"} {
		p := l.Protocol()
		second := "dhcp_superscope"
		if first == second {
			second = "dhcp_scope"
		}
		config := map[string]map[string]any{"dhcp_scope": scope, "dhcp_superscope": superscope}
		if got := acctest.Messages(p.Plan(t, first, config[first]).Diagnostics); got != "" {
			t.Errorf("%s alone: %s", first, got)
		}
		if got := acctest.Messages(p.Plan(t, second, config[second]).Diagnostics); !strings.Contains(got, "each apply would undo") {
			t.Errorf("%s after %s: %q", second, first, got)
		}
	}
}
