package reservationv6_test

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

const (
	name = "dhcp_reservation_v6.printer"
	duid = "00-01-00-01-2b-3c-4d-5e-00-15-5d-01-02-01"
)

func block(address, duid string, iaid int, attributes string) string {
	return fmt.Sprintf("resource \"dhcp_reservation_v6\" \"printer\" {\n  prefix = \"2001:db8:0:1::\"\n  address = %q\n  client_duid = %q\n  iaid = %d\n%s\n}\n", address, duid, iaid, attributes)
}

func expect(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}}
}

func TestAccReservationV6(t *testing.T) {
	t.Parallel()
	l := acctest.Target(t)
	at := netip.MustParseAddr
	l.By("Add-DhcpServerv6Scope", model.Params{"Prefix": at("2001:db8:0:1::"), "Name": "Lab"})
	l.By("Add-DhcpServerv6Reservation", model.Params{"Prefix": at("2001:db8:0:1::"), "IPAddress": at("2001:db8:0:1::99"), "ClientDuid": duid, "Iaid": int64(99)})
	changed := l.Config(block("2001:db8:0:1::20", "00-02-00-00-00-09-01", 4294967295, "name = \"two\"\n"))
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: l.Config(block("2001:db8:0:1::20", duid, 99, "")), ExpectError: regexp.MustCompile(`2001:db8:0:1::99\s+reserved\s+already`)},
			{
				Config:           l.Config(block("2001:DB8:0:1:0::20", strings.ToUpper(strings.ReplaceAll(duid, "-", "")), 1, "name = \"one\"\ndescription = \"third floor\"\n")),
				ConfigPlanChecks: expect(plancheck.ResourceActionCreate),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(name, tfjsonpath.New("id"), knownvalue.StringExact("2001:db8:0:1::20")),
					statecheck.ExpectKnownValue(name, tfjsonpath.New("address"), knownvalue.StringExact("2001:DB8:0:1:0::20")),
				},
			},
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"address", "client_duid"}},
			{Config: changed, ConfigPlanChecks: expect(plancheck.ResourceActionUpdate)},
			{
				PreConfig: func() {
					l.By("Remove-DhcpServerv6Reservation", model.Params{"IPAddress": []netip.Addr{at("2001:db8:0:1::20")}})
				},
				Config: l.Config(block("2001:db8:0:1::20", "00-02-00-00-00-09-01", 5, "")), ConfigPlanChecks: expect(plancheck.ResourceActionCreate),
			},
		},
	})
	if rows := l.By("Get-DhcpServerv6Reservation", model.Params{"Prefix": at("2001:db8:0:1::")}); len(rows) != 1 {
		t.Errorf("left on the server: %v", rows)
	}
}

func TestConfigurations(t *testing.T) {
	p := acctest.NewProtocol(t)
	for _, c := range []struct {
		name, prefix, address, duid string
		iaid                        any
		want                        string
	}{
		{"plain", "2001:db8:0:1::", "2001:db8:0:1::20", duid, 4294967295.0, ""},
		{"unknown", "2001:db8:0:1::", "2001:db8:0:1::20", duid, acctest.Unknown, ""},
		{"outside", "2001:db8:0:2::", "2001:db8:0:1::20", duid, 1, `("address"): Invalid IPv6 DHCP reservation: 2001:db8:0:1::20 lies outside the prefix 2001:db8:0:2::/64`},
		{"IAID above 32 bits", "2001:db8:0:1::", "2001:db8:0:1::20", duid, 4294967296.0, `("iaid")`},
		{"negative IAID", "2001:db8:0:1::", "2001:db8:0:1::20", duid, -1, `("iaid")`},
		{"short DUID", "2001:db8:0:1::", "2001:db8:0:1::20", "00-01", 1, `("client_duid"): Invalid DUID: The DUID 00-01 has 2 bytes`},
		{"long DUID", "2001:db8:0:1::", "2001:db8:0:1::20", strings.Repeat("11", 131), 1, `has 131 bytes`},
		{"UUID too short", "2001:db8:0:1::", "2001:db8:0:1::20", "00-04-11", 1, `("client_duid"): Invalid DUID: The DUID 00-04-11 is of type 4`},
		{"no DUID", "2001:db8:0:1::", "2001:db8:0:1::20", "printer", 1, `("client_duid"): Invalid DUID: "printer" is not a DUID`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := acctest.Messages(p.Validate(t, "dhcp_reservation_v6", map[string]any{"prefix": c.prefix, "address": c.address, "client_duid": c.duid, "iaid": c.iaid}))
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
