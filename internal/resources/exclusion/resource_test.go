package exclusion_test

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
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

const name = "dhcp_exclusion_range.phones"

var scopeID = netip.MustParseAddr("10.1.0.0")

// office adds a scope that another team owns.
func office(l *acctest.WindowsLab) *acctest.WindowsLab {
	at := netip.MustParseAddr
	l.By("Add-DhcpServerv4Scope", model.Params{"Name": "Office", "StartRange": at("10.1.0.10"), "EndRange": at("10.1.0.200"), "SubnetMask": at("255.255.255.0")})
	return l
}

func block(from, to string) string {
	return fmt.Sprintf("resource \"dhcp_exclusion_range\" \"phones\" {\n  scope_id = \"10.1.0.0\"\n  start_address = %q\n  end_address = %q\n}\n", from, to)
}

func scope(attributes string) string {
	return "resource \"dhcp_scope\" \"office\" {\n  name = \"Office\"\n  network = \"10.1.0.0\"\n  subnet_mask = \"255.255.255.0\"\n  start_range = \"10.1.0.10\"\n  end_range = \"10.1.0.200\"\n" + attributes + "\n}\n"
}

func expect(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}}
}

func ranges(l *acctest.WindowsLab) string {
	var out []string
	for _, row := range l.By("Get-DhcpServerv4ExclusionRange", model.Params{"ScopeId": []netip.Addr{scopeID}}) {
		out = append(out, fmt.Sprintf("%v-%v", row.Properties["StartRange"], row.Properties["EndRange"]))
	}
	return strings.Join(out, " ")
}

func TestAccExclusionRange(t *testing.T) {
	t.Parallel()
	l := office(acctest.Target(t))
	at := netip.MustParseAddr
	l.By("Add-DhcpServerv4ExclusionRange", model.Params{"ScopeId": scopeID, "StartRange": at("10.1.0.90"), "EndRange": at("10.1.0.99")})
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{
				Config: l.Config(block("10.1.0.20", "10.1.0.29")), ConfigPlanChecks: expect(plancheck.ResourceActionCreate),
				ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownValue(name, tfjsonpath.New("id"), knownvalue.StringExact("10.1.0.0/10.1.0.20-10.1.0.29"))},
			},
			{ResourceName: name, ImportState: true, ImportStateVerify: true},
			{Config: l.Config(block("10.1.0.20", "10.1.0.39")), ConfigPlanChecks: expect(plancheck.ResourceActionReplace)},
			{
				PreConfig: func() {
					l.By("Remove-DhcpServerv4ExclusionRange", model.Params{"ScopeId": scopeID, "StartRange": at("10.1.0.20"), "EndRange": at("10.1.0.39")})
				},
				Config: l.Config(block("10.1.0.20", "10.1.0.39")), ConfigPlanChecks: expect(plancheck.ResourceActionCreate),
			},
		},
	})
	if got := ranges(l); got != "10.1.0.90-10.1.0.99" {
		t.Errorf("left: %s", got)
	}
}

func TestAccExclusionRange_refusals(t *testing.T) {
	t.Parallel()
	l := office(acctest.Target(t))
	at := netip.MustParseAddr
	l.By("Add-DhcpServerv4ExclusionRange", model.Params{"ScopeId": scopeID, "StartRange": at("10.1.0.90"), "EndRange": at("10.1.0.99")})
	step := func(config, want string) resource.TestStep {
		return resource.TestStep{Config: l.Config(config), ExpectError: regexp.MustCompile("(?s)" + strings.ReplaceAll(want, " ", `\s+`))}
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			step(block("10.1.0.30", "10.1.0.20"), "Invalid DHCP exclusion"),
			step(block("10.1.0.250", "10.1.1.4"), "lies outside the subnet"),
			step(block("10.1.0.95", "10.1.0.110"), "overlaps the exclusion 10.1.0.90-10.1.0.99"),
			{ResourceName: name, ImportState: true, Config: l.Config(block("10.1.0.20", "10.1.0.29")), ImportStateId: "10.1.0.0/10.1.0.20-10.1.0.29", ExpectError: regexp.MustCompile("There is no DHCP exclusion")},
			{ResourceName: name, ImportState: true, Config: l.Config(block("10.1.0.20", "10.1.0.29")), ImportStateId: "10.1.0.20", ExpectError: regexp.MustCompile("Invalid exclusion id")},
		},
	})
}

// A scope that manages its exclusions refuses single ones, whichever is planned first; one
// that leaves them out does not. An exclusion that moves into its scope's attribute stays.
func TestAccExclusionRange_besideScope(t *testing.T) {
	t.Parallel()
	l := acctest.Target(t)
	single := strings.Replace(block("10.1.0.20", "10.1.0.29"), `"10.1.0.0"`, "dhcp_scope.office.scope_id", 1)
	moved := scope(`exclusions = [{ start_address = "10.1.0.20", end_address = "10.1.0.29" }]`)
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: l.Config(scope("") + single)},
			{Config: l.Config(scope("exclusions = []") + single), ExpectError: regexp.MustCompile("The scope manages its exclusions itself")},
			{Config: l.Config(scope("exclusions = []") + block("10.1.0.20", "10.1.0.29")), ExpectError: regexp.MustCompile("The scope manages its exclusions itself|Managed twice")},
			{Config: l.Config(moved)},
			{
				PreConfig: func() {
					if got := ranges(l); got != "10.1.0.20-10.1.0.29" {
						t.Errorf("on the server: %s", got)
					}
				},
				Config: l.Config(moved), ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
			},
		},
	})
}

// What could not be copied to the failover partner is made all the same, and copied by
// the next apply.
func TestAccExclusionRange_replication(t *testing.T) {
	t.Parallel()
	l := office(acctest.Windows(t, lab.Options{Servers: 2, WinRM: acctest.Delegated}))
	partner := l.Servers[1]
	if r := l.Servers[0].Invoke(model.Logon{Delegated: true}, "Add-DhcpServerv4Failover", model.Params{"Name": "pair", "ScopeId": []netip.Addr{scopeID}, "PartnerServer": "DHCP2"}); len(r.Errors) > 0 {
		t.Fatal(r.Errors[0])
	}
	config := l.Config(block("10.1.0.20", "10.1.0.29"))
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{PreConfig: partner.StopService, Config: config, ExpectNonEmptyPlan: true, ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownValue(name, tfjsonpath.New("replicated"), knownvalue.Bool(false))}},
			{PreConfig: partner.StartService, Config: config, ConfigPlanChecks: expect(plancheck.ResourceActionUpdate)},
			{
				PreConfig: func() {
					r := partner.Invoke(model.Logon{}, "Get-DhcpServerv4ExclusionRange", model.Params{"ScopeId": []netip.Addr{scopeID}})
					if len(r.Rows) != 1 {
						t.Errorf("%d exclusions on the partner", len(r.Rows))
					}
				},
				Config: config, ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
			},
		},
	})
}
