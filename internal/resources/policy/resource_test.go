package policy_test

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

func planned(name string, action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}}
}

const name = "dhcp_policy.phones"

// block is a scope with a policy of the attributes given.
func block(attributes string) string {
	return fmt.Sprintf(`
resource "dhcp_scope" "office" {
  name        = "Office"
  network     = "10.1.0.0"
  subnet_mask = "255.255.255.0"
  start_range = "10.1.0.50"
  end_range   = "10.1.0.200"
}
resource "dhcp_policy" "phones" {
  scope_id = dhcp_scope.office.scope_id
  %s
}
data "dhcp_policies" "office" {
  scope_id   = dhcp_policy.phones.scope_id
  depends_on = [dhcp_policy.phones]
}`, attributes)
}

func TestAccPolicy(t *testing.T) {
	t.Parallel()
	l := acctest.Target(t)
	full := `
  name             = "Phones"
  description      = "Desk phones"
  condition        = "And"
  processing_order = 1
  conditions = [
    { type = "mac_address", operator = "EQ", values = ["00-15-5D-*", "02-1F-3B-7C-B7-89"] },
    { type = "vendor_class", operator = "NE", values = ["Microsoft Windows 98 Options*"] },
  ]
  ranges         = [{ start_address = "10.1.0.150", end_address = "10.1.0.159" }]
  lease_duration = "1h30m"
  dns_suffix     = "phones.example"`
	respelled := strings.NewReplacer("00-15-5D-*", "00155d*", "02-1F-3B-7C-B7-89", "02:1f:3b:7c:b7:89", `"And"`, `"and"`, `"1h30m"`, `"90m"`).Replace(full)
	least := `
  name       = "Guests"
  enabled    = false
  conditions = [{ type = "fqdn", operator = "ISL" }]`
	config := func(attributes string) string {
		return l.Config(block(attributes))
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{
				Config: config(full), ConfigPlanChecks: planned(name, plancheck.ResourceActionCreate),
				Check: resource.ComposeAggregateTestCheckFunc(
					resource.TestCheckResourceAttr(name, "id", "10.1.0.0/Phones"),
					resource.TestCheckResourceAttr("data.dhcp_policies.office", "policies.0.name", "Phones"),
					resource.TestCheckResourceAttr("data.dhcp_policies.office", "policies.0.dns_suffix", "phones.example"),
				),
			},
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateId: "10.1.0.0/Phones"},
			{Config: config(respelled), ConfigPlanChecks: planned(name, plancheck.ResourceActionNoop)},
			{
				Config: config(least), ConfigPlanChecks: planned(name, plancheck.ResourceActionUpdate),
				Check: resource.ComposeAggregateTestCheckFunc(
					resource.TestCheckResourceAttr(name, "id", "10.1.0.0/Guests"), resource.TestCheckResourceAttr(name, "processing_order", "1"),
					resource.TestCheckNoResourceAttr(name, "lease_duration"), resource.TestCheckNoResourceAttr(name, "dns_suffix"),
				),
			},
			{
				PreConfig: func() {
					l.By("Remove-DhcpServerv4Policy", model.Params{"Name": []string{"Guests"}, "ScopeId": netip.MustParseAddr("10.1.0.0")})
				},
				Config: config(least), ConfigPlanChecks: planned(name, plancheck.ResourceActionCreate),
			},
		},
	})
}

func TestRefusedPolicies(t *testing.T) {
	mac := func(values ...any) any {
		return []any{map[string]any{"type": "mac_address", "operator": "EQ", "values": values}}
	}
	one := func(kind, operator string, values ...any) any {
		c := map[string]any{"type": kind, "operator": operator}
		if len(values) > 0 {
			c["values"] = values
		}
		return []any{c}
	}
	ranges := func(pairs ...string) any {
		var list []any
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, map[string]any{"start_address": pairs[i], "end_address": pairs[i+1]})
		}
		return list
	}
	type attributes = map[string]any
	for name, c := range map[string]struct {
		a    attributes
		want string
	}{
		"sound":                {attributes{"conditions": mac("aa*"), "scope_id": "10.1.0.0", "ranges": ranges("10.1.0.5", "10.1.0.9")}, ""},
		"unknown scope":        {attributes{"conditions": mac("aa*"), "scope_id": acctest.Unknown, "ranges": ranges("10.1.0.5", "10.1.0.9")}, ""},
		"no conditions":        {attributes{"conditions": []any{}}, "conditions"},
		"unknown type":         {attributes{"conditions": one("colour", "EQ", "red")}, "value must be one of"},
		"short MAC":            {attributes{"conditions": mac("aa-bb")}, "is no MAC address"},
		"no bytes":             {attributes{"conditions": one("relay_agent", "EQ", "xyz")}, "not bytes in hexadecimal"},
		"no values":            {attributes{"conditions": one("client_id", "NE")}, "needs at least one value"},
		"values of a label":    {attributes{"conditions": one("fqdn", "ISL", "x")}, "takes no values"},
		"label of a MAC":       {attributes{"conditions": one("mac_address", "INSL")}, "goes with fqdn only"},
		"twice the same":       {attributes{"conditions": []any{mac("aa*").([]any)[0], mac("bb*").([]any)[0]}}, "put their values into one"},
		"ranges of the server": {attributes{"conditions": mac("aa*"), "ranges": ranges("10.1.0.5", "10.1.0.9")}, "Only a policy of a scope"},
		"ranges with fqdn":     {attributes{"conditions": one("fqdn", "INSL"), "scope_id": "10.1.0.0", "ranges": ranges("10.1.0.5", "10.1.0.9")}, "cannot have ranges"},
		"overlapping ranges":   {attributes{"conditions": mac("aa*"), "scope_id": "10.1.0.0", "ranges": ranges("10.1.0.5", "10.1.0.9", "10.1.0.9", "10.1.0.12")}, "overlaps the range"},
		"reversed range":       {attributes{"conditions": mac("aa*"), "scope_id": "10.1.0.0", "ranges": ranges("10.1.0.9", "10.1.0.5")}, "ranges"},
		"empty name":           {attributes{"name": "", "conditions": mac("aa*")}, "name is empty"},
		"order":                {attributes{"processing_order": 0, "conditions": mac("aa*")}, "processing_order"},
	} {
		if _, named := c.a["name"]; !named {
			c.a["name"] = "Phones"
		}
		got := acctest.Messages(acctest.NewProtocol(t).Validate(t, "dhcp_policy", c.a))
		if !strings.Contains(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("%s: %q", name, got)
		}
	}
}
