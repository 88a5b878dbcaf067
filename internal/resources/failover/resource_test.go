package failover_test

import (
	"fmt"
	"net/netip"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

const name = "dhcp_failover.pair"

// pair is a lab of two servers whose first may log on to the second.
func pair(t *testing.T) *acctest.WindowsLab {
	return acctest.Windows(t, lab.Options{Servers: 2, WinRM: acctest.Delegated})
}

// scopes are n scopes, 10.1.0.0/24 and following, with the same option.
func scopes(n int, dns string) string {
	return fmt.Sprintf(`
resource "dhcp_scope" "site" {
  count       = %d
  name        = "Site ${count.index}"
  network     = "10.1.${count.index}.0"
  subnet_mask = "255.255.255.0"
  start_range = "10.1.${count.index}.50"
  end_range   = "10.1.${count.index}.200"
  dns_servers = [%q]
}
`, n, dns)
}

func relationship(label, attributes string) string {
	return fmt.Sprintf("resource \"dhcp_failover\" %q {\n  name = %q\n%s\n}\n", label, "dhcp1-"+label, attributes)
}

func members(from, to int) string {
	return fmt.Sprintf("scope_ids = slice(dhcp_scope.site[*].scope_id, %d, %d)\n", from, to)
}

func is(attribute string, v knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(name, tfjsonpath.New(attribute), v)
}

func expect(address string, action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}}
}

// partnerScopes lists what the partner has, with its DNS server.
func partnerScopes(l *acctest.WindowsLab) string {
	var list []string
	for _, row := range l.Servers[1].Invoke(model.Logon{}, "Get-DhcpServerv4Scope", nil).Rows {
		id := row.Properties["ScopeId"].(netip.Addr)
		option := l.Servers[1].Invoke(model.Logon{}, "Get-DhcpServerv4OptionValue", model.Params{"ScopeId": id, "OptionId": []int64{6}})
		list = append(list, fmt.Sprintf("%v %v", id, option.Rows[0].Properties["Value"]))
	}
	return strings.Join(list, ", ")
}

// Two relationships of both modes over five scopes: made, changed in every field, a scope
// moved between them, a scope removed from both resources, all destroyed.
func TestAccFailover_life(t *testing.T) {
	t.Parallel()
	l := pair(t)
	standby := "partner_server = \"dhcp2.lab.example\"\nmode = \"HotStandby\"\n"
	balance := relationship("balance", "partner_server = \"DHCP2\"\nload_balance_percent = 70\n"+members(3, 5))
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{
				Config:           l.Config(scopes(5, "10.0.0.53") + relationship("pair", standby+members(0, 3)) + balance),
				ConfigPlanChecks: expect(name, plancheck.ResourceActionCreate),
				ConfigStateChecks: []statecheck.StateCheck{
					is("server_role", knownvalue.StringExact("Active")), is("reserve_percent", knownvalue.Int64Exact(5)), is("load_balance_percent", knownvalue.Null()),
					is("max_client_lead_time", knownvalue.StringExact("1h")), is("auto_state_transition", knownvalue.Bool(false)),
				},
			},
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateId: "dhcp1-pair", ImportStateVerifyIgnore: []string{"partner_server"}},
			{
				// Every field in place, another spelling of the partner, a scope moved.
				Config: l.Config(scopes(5, "10.0.0.53") +
					relationship("pair", "partner_server = \"192.0.2.12\"\nmode = \"hotstandby\"\nreserve_percent = 10\nmax_client_lead_time = \"2h\"\nstate_switch_interval = \"45m\"\n"+members(0, 2)) +
					relationship("balance", "partner_server = \"dhcp2\"\nload_balance_percent = 60\n"+members(2, 5)+"depends_on = [dhcp_failover.pair]")),
				ConfigPlanChecks:  expect(name, plancheck.ResourceActionUpdate),
				ConfigStateChecks: []statecheck.StateCheck{is("auto_state_transition", knownvalue.Bool(true)), is("partner_server", knownvalue.StringExact("dhcp2.lab.example"))},
			},
			{
				// The option of all scopes reaches the partner; a scope leaves everything at once.
				Config: l.Config(scopes(4, "10.0.0.54") +
					relationship("pair", "partner_server = \"192.0.2.12\"\nmode = \"HotStandby\"\n"+members(0, 2)) +
					relationship("balance", "partner_server = \"dhcp2\"\nload_balance_percent = 60\n"+members(2, 4)+"depends_on = [dhcp_failover.pair]")),
				Check: func(*terraform.State) error {
					want := "10.1.0.0 [10.0.0.54], 10.1.1.0 [10.0.0.54], 10.1.2.0 [10.0.0.54], 10.1.3.0 [10.0.0.54]"
					if got := partnerScopes(l); got != want {
						return fmt.Errorf("the partner has %s, not %s", got, want)
					}
					return nil
				},
			},
		},
	})
	if got := partnerScopes(l); got != "" {
		t.Errorf("the partner kept %s", got)
	}
	if n := len(l.By("Get-DhcpServerv4Failover", nil)); n != 0 {
		t.Errorf("%d relationships are left", n)
	}
}

// Without delegation the logon does not reach the partner, and the error says so; with
// CredSSP it does.
func TestAccFailover_doubleHop(t *testing.T) {
	t.Parallel()
	l := acctest.Windows(t, lab.Options{Servers: 2, HTTPS: true})
	config := scopes(1, "10.0.0.53") + relationship("pair", "partner_server = \"DHCP2\"\n"+members(0, 1))
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: l.Config(config), ExpectError: regexp.MustCompile(`(?s)Unable to create DHCP failover relationship dhcp1-pair.*delegation`)},
			{Config: l.Provider(`delegation = "credssp"`) + config, ConfigPlanChecks: expect(name, plancheck.ResourceActionCreate)},
		},
	})
}
