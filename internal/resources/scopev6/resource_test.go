package scopev6_test

import (
	"fmt"
	"net/netip"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

const name = "dhcp_scope_v6.lab"

func block(prefix, attributes string) string {
	return fmt.Sprintf("resource \"dhcp_scope_v6\" \"lab\" {\n  prefix = %q\n%s\n}\n", prefix, attributes)
}

func expect(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}}
}

func known(attributes map[string]string) []statecheck.StateCheck {
	var checks []statecheck.StateCheck
	for attribute, want := range attributes {
		checks = append(checks, statecheck.ExpectKnownValue(name, tfjsonpath.New(attribute), knownvalue.StringExact(want)))
	}
	return checks
}

const everything = `
  name = "Lab"
  description = "first floor"
  preference = 7
  state = "InActive"
  preferred_lifetime = "96h"
  valid_lifetime = "6d"
  t1 = "1d"
  t2 = "3d"`

const list = "data \"dhcp_scopes_v6\" \"all\" {\n  within = \"2001:db8::/32\"\n  state = \"active\"\n  depends_on = [dhcp_scope_v6.lab]\n}\n"

func TestAccScopeV6(t *testing.T) {
	t.Parallel()
	l := acctest.Target(t)
	prefix := netip.MustParseAddr("2001:db8:0:1::")
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{
				Config: l.Config(block("2001:0DB8:0:1:0::/64", everything)), ConfigPlanChecks: expect(plancheck.ResourceActionCreate),
				ConfigStateChecks: known(map[string]string{"id": "2001:db8:0:1::", "prefix": "2001:0DB8:0:1:0::/64", "state": "InActive", "preferred_lifetime": "96h", "t1": "1d"}),
			},
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"prefix", "state", "preferred_lifetime"}},
			{ // other spellings, everything else back to its default
				Config: l.Config(block("2001:db8:0:1::", "name = \"Office\"\n") + list), ConfigPlanChecks: expect(plancheck.ResourceActionUpdate),
				ConfigStateChecks: append(known(map[string]string{"description": "", "state": "Active", "preferred_lifetime": "8d", "valid_lifetime": "12d", "t1": "4d", "t2": "6d9h36m"}),
					statecheck.ExpectKnownValue("data.dhcp_scopes_v6.all", tfjsonpath.New("scopes").AtSliceIndex(0).AtMapKey("name"), knownvalue.StringExact("Office"))),
			},
			{ // gone behind Terraform's back
				PreConfig: func() { l.By("Remove-DhcpServerv6Scope", model.Params{"Prefix": []netip.Addr{prefix}}) },
				Config:    l.Config(block("2001:db8:0:1::", "name = \"Office\"\n")), ConfigPlanChecks: expect(plancheck.ResourceActionCreate),
			},
			{
				Config: l.Config(block("2001:db8:0:2::", "name = \"Office\"\n")), ConfigPlanChecks: expect(plancheck.ResourceActionReplace),
			},
		},
	})
	for _, row := range l.By("Get-DhcpServerv6Scope", nil) {
		if row.Properties["Prefix"] == prefix {
			t.Error("the scope is left on the server")
		}
	}
}

// A scope that exists is not taken over, and one with clients not destroyed.
func TestAccScopeV6_refusals(t *testing.T) {
	t.Parallel()
	l := acctest.Target(t)
	l.By("Add-DhcpServerv6Scope", model.Params{"Prefix": netip.MustParseAddr("2001:db8:0:1::"), "Name": "Theirs"})
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: l.Config(block("2001:db8:0:1::", "name = \"Lab\"\n")), ExpectError: regexp.MustCompile(`(?s)never taken\s+over.*Import it`)},
			{Config: l.Config(block("2001:db8:0:3::", "name = \"Lab\"\n"))},
			{
				PreConfig: func() {
					l.By("Add-DhcpServerv6Lease", model.Params{"IPAddress": netip.MustParseAddr("2001:db8:0:3::50"), "ClientDuid": "00-03-00-01-aa-bb-cc-dd-ee-ff", "Iaid": int64(1)})
				},
				Config: l.Config(block("2001:db8:0:3::", "name = \"Lab\"\n")), Destroy: true, ExpectError: regexp.MustCompile(`clients hold\s+addresses of it:\s+2001:db8:0:3::50`),
			},
			{Config: l.Config(block("2001:db8:0:3::", "name = \"Lab\"\nforce_destroy = true\n"))},
		},
	})
}
