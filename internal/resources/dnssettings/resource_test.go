package dnssettings_test

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

func planned(name string, action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}}
}

func TestAccDNSSettings(t *testing.T) {
	t.Parallel()
	l := acctest.Windows(t, lab.Options{})
	scope := netip.MustParseAddr("10.1.0.0")
	l.By("Add-DhcpServerv4Scope", model.Params{"Name": "Office", "StartRange": netip.MustParseAddr("10.1.0.10"), "EndRange": netip.MustParseAddr("10.1.0.200"), "SubnetMask": netip.MustParseAddr("255.255.255.0")})
	l.By("Add-DhcpServerv4Reservation", model.Params{"ScopeId": scope, "IPAddress": netip.MustParseAddr("10.1.0.50"), "ClientId": "aa-bb-cc-00-00-01"})
	l.By("Add-DhcpServerv4Policy", model.Params{"Name": "Phones", "ScopeId": scope, "Condition": "Or", "MacAddress": []string{"EQ", "AA*"}})
	block := func(settings string) string {
		return l.Config(`
resource "dhcp_dns_settings" "server" {
  ` + settings + `
}
resource "dhcp_dns_settings" "scope" {
  scope_id = "10.1.0.0"
  ` + settings + `
}
resource "dhcp_dns_settings" "reservation" {
  reservation_address = "10.1.0.50"
  ` + settings + `
}
resource "dhcp_dns_settings" "policy" {
  scope_id    = "10.1.0.0"
  policy_name = "Phones"
  ` + settings + `
}`)
	}
	levels := map[string]string{"server": "server", "scope": "scope/10.1.0.0", "reservation": "reservation/10.1.0.50", "policy": "scope/10.1.0.0/policy/Phones"}
	all := func(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
		var checks resource.ConfigPlanChecks
		for name := range levels {
			checks.PreApply = append(checks.PreApply, plancheck.ExpectResourceAction("dhcp_dns_settings."+name, action))
		}
		return checks
	}
	steps := []resource.TestStep{{Config: block("dynamic_updates = \"Always\"\nupdate_for_older_clients = true\nname_protection = true\ndisable_ptr_updates = true"), ConfigPlanChecks: all(plancheck.ResourceActionCreate)}}
	for name, id := range levels {
		steps = append(steps, resource.TestStep{ResourceName: "dhcp_dns_settings." + name, ImportState: true, ImportStateVerify: true, ImportStateId: id})
	}
	steps = append(steps,
		resource.TestStep{
			Config: block("dynamic_updates = \"Never\""), ConfigPlanChecks: all(plancheck.ResourceActionUpdate),
			Check: resource.TestCheckResourceAttr("dhcp_dns_settings.scope", "delete_records_on_expiry", "false"),
		},
		resource.TestStep{
			PreConfig: func() {
				l.By("Remove-DhcpServerv4OptionValue", model.Params{"ScopeId": scope, "OptionId": []int64{81}})
			},
			Config: block(""), ConfigPlanChecks: planned("dhcp_dns_settings.scope", plancheck.ResourceActionCreate),
			Check: resource.TestCheckResourceAttr("dhcp_dns_settings.policy", "delete_records_on_expiry", "true"),
		},
	)
	resource.UnitTest(t, resource.TestCase{ProtoV6ProviderFactories: acctest.Factories(), Steps: steps})
	if rows := l.By("Get-DhcpServerv4OptionValue", model.Params{"ScopeId": scope, "All": true}); len(rows) != 1 {
		t.Errorf("option 81 is left behind: %v", rows)
	}
}

func TestRefusedDNSSettings(t *testing.T) {
	for name, c := range map[string]struct {
		a    map[string]any
		want string
	}{
		"sound":              {map[string]any{"scope_id": "10.1.0.0", "dynamic_updates": "always"}, ""},
		"two levels":         {map[string]any{"scope_id": "10.1.0.0", "reservation_address": "10.1.0.5"}, "a level of its own"},
		"never and the rest": {map[string]any{"dynamic_updates": "never", "name_protection": true}, "switches every other setting off"},
		"unknown word":       {map[string]any{"dynamic_updates": "Sometimes"}, "is not one of"},
		"empty policy":       {map[string]any{"policy_name": ""}, "is empty"},
	} {
		got := acctest.Messages(acctest.NewProtocol(t).Validate(t, "dhcp_dns_settings", c.a))
		if !strings.Contains(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("%s: %q", name, got)
		}
	}
}
