package macfilter_test

import (
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

func TestAccMACFilter(t *testing.T) {
	t.Parallel()
	l := acctest.Windows(t, lab.Options{})
	block := func(address, list, description, lists string) string {
		return l.Config(`
resource "dhcp_mac_filter" "printers" {
  mac_address = "` + address + `"
  list        = "` + list + `"
  ` + description + `
}
resource "dhcp_mac_filter_list" "this" {
  ` + lists + `
  depends_on = [dhcp_mac_filter.printers]
}`)
	}
	const name, lists = "dhcp_mac_filter.printers", "dhcp_mac_filter_list.this"
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: block("AA-BB-CC-*", "Allow", `description = "Printers"`, "allow_enabled = true"), ConfigPlanChecks: planned(name, plancheck.ResourceActionCreate), Check: resource.TestCheckResourceAttr(name, "id", "AA-BB-CC-*")},
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateId: "aabbcc*"},
			{ResourceName: lists, ImportState: true, ImportStateVerify: true, ImportStateId: "server"},
			{Config: block("aa:bb:cc:*", "allow", `description = "Printers"`, "allow_enabled = true"), ConfigPlanChecks: planned(name, plancheck.ResourceActionNoop)},
			{
				PreConfig: func() { l.By("Set-DhcpServerv4FilterList", model.Params{"Deny": true}) },
				Config:    block("AA-BB-CC-*", "Deny", "", ""), ConfigPlanChecks: planned(lists, plancheck.ResourceActionUpdate),
				Check: resource.ComposeAggregateTestCheckFunc(resource.TestCheckResourceAttr(name, "list", "Deny"), resource.TestCheckResourceAttr(lists, "allow_enabled", "false"), resource.TestCheckResourceAttr(lists, "deny_enabled", "false")),
			},
		},
	})
	if rows := l.By("Get-DhcpServerv4Filter", nil); len(rows) != 0 {
		t.Errorf("%v is left", rows)
	}
}

func TestEmptyAllowListIsWarnedOf(t *testing.T) {
	l := acctest.Windows(t, lab.Options{})
	plan := func() string {
		return acctest.Messages(l.Protocol().Plan(t, "dhcp_mac_filter_list", map[string]any{"allow_enabled": true, "deny_enabled": false}).Diagnostics)
	}
	if got := plan(); !strings.Contains(got, "serves no client at all") {
		t.Errorf("%q", got)
	}
	l.By("Add-DhcpServerv4Filter", model.Params{"List": "Allow", "MacAddress": []string{"AA-BB-CC-DD-EE-FF"}})
	if got := plan(); got != "" {
		t.Errorf("%q", got)
	}
}

func TestRefusedMACFilters(t *testing.T) {
	for name, c := range map[string]struct {
		a    map[string]any
		want string
	}{
		"sound":         {map[string]any{"mac_address": "aabb.ccdd.eeff", "list": "deny"}, ""},
		"short":         {map[string]any{"mac_address": "aa-bb", "list": "Deny"}, "neither a MAC address"},
		"star in front": {map[string]any{"mac_address": "*-bb", "list": "Deny"}, "neither a MAC address"},
		"list":          {map[string]any{"mac_address": "aa*", "list": "Maybe"}, "is not one of"},
	} {
		got := acctest.Messages(acctest.NewProtocol(t).Validate(t, "dhcp_mac_filter", c.a))
		if !strings.Contains(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("%s: %q", name, got)
		}
	}
}
