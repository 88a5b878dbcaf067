package exclusionv6_test

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
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

const name = "dhcp_exclusion_range_v6.routers"

func block(prefix, from, to string) string {
	return fmt.Sprintf("resource \"dhcp_exclusion_range_v6\" \"routers\" {\n  prefix = %q\n  start_address = %q\n  end_address = %q\n}\n", prefix, from, to)
}

func expect(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}}
}

func TestAccExclusionRangeV6(t *testing.T) {
	t.Parallel()
	l := acctest.Target(t)
	at := netip.MustParseAddr
	prefix := at("2001:db8:0:1::")
	exclude := func(verb, from, to string) {
		l.By(verb+"-DhcpServerv6ExclusionRange", model.Params{"Prefix": prefix, "StartRange": at(from), "EndRange": at(to)})
	}
	l.By("Add-DhcpServerv6Scope", model.Params{"Prefix": prefix, "Name": "Lab"})
	exclude("Add", "2001:db8:0:1::a0", "2001:db8:0:1::af")
	first := block("2001:db8:0:1::/64", "2001:DB8:0:1:0::10", "2001:db8:0:1::1f")
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: l.Config(block("2001:db8:0:1::", "2001:db8:0:1::a8", "2001:db8:0:1::b0")), ExpectError: regexp.MustCompile(`overlaps the\s+exclusion`)},
			{
				Config: l.Config(first), ConfigPlanChecks: expect(plancheck.ResourceActionCreate),
				ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownValue(name, tfjsonpath.New("id"), knownvalue.StringExact("2001:db8:0:1::/2001:db8:0:1::10-2001:db8:0:1::1f"))},
			},
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"prefix", "start_address"}},
			{ // other spellings change nothing, and what is gone is made again
				PreConfig: func() { exclude("Remove", "2001:db8:0:1::10", "2001:db8:0:1::1f") },
				Config:    l.Config(block("2001:db8:0:1::", "2001:db8:0:1::10", "2001:db8:0:1::001f")), ConfigPlanChecks: expect(plancheck.ResourceActionCreate),
			},
			{
				Config:           l.Config(first),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
			},
		},
	})
	if rows := l.By("Get-DhcpServerv6ExclusionRange", model.Params{"Prefix": []netip.Addr{prefix}}); len(rows) != 1 {
		t.Errorf("left on the server: %v", rows)
	}
}

func TestConfigurations(t *testing.T) {
	p := acctest.NewProtocol(t)
	for _, c := range []struct{ name, prefix, from, to, want string }{
		{"plain", "2001:db8:0:1::", "2001:db8:0:1::1", "2001:db8:0:1::1", ""},
		{"reversed", "2001:db8:0:1::", "2001:db8:0:1::2f", "2001:db8:0:1::20", `("end_address"): Invalid IPv6 DHCP exclusion`},
		{"start outside", "2001:db8:0:2::", "2001:db8:0:1::1", "2001:db8:0:2::1", `("start_address"): Invalid IPv6 DHCP exclusion: 2001:db8:0:1::1 lies outside the prefix 2001:db8:0:2::/64`},
		{"end outside", "2001:db8:0:1::", "2001:db8:0:1::1", "2001:db8:0:2::1", `("end_address"): Invalid IPv6 DHCP exclusion: 2001:db8:0:2::1 lies outside`},
		{"IPv4", "2001:db8:0:1::", "10.1.0.1", "2001:db8:0:1::1", `("start_address"): Invalid IPv6 address`},
		{"zone", "2001:db8:0:1::", "2001:db8:0:1::1%eth0", "2001:db8:0:1::1", `("start_address"): Invalid IPv6 address`},
		{"prefix", "2001:db8:0:1::1", "2001:db8:0:1::1", "2001:db8:0:1::1", `("prefix")`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := acctest.Messages(p.Validate(t, "dhcp_exclusion_range_v6", map[string]any{"prefix": c.prefix, "start_address": c.from, "end_address": c.to}))
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
