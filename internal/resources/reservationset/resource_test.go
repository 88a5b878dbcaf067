package reservationset_test

import (
	"fmt"
	"maps"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

const name = "dhcp_reservation_set.office"

var (
	at      = netip.MustParseAddr
	scopeID = at("10.1.0.0")
	update  = plancheck.ResourceActionUpdate
)

func start(t *testing.T) *acctest.WindowsLab { return office(acctest.Windows(t, lab.Options{})) }

// office adds the scope of the tests.
func office(l *acctest.WindowsLab) *acctest.WindowsLab {
	l.By("Add-DhcpServerv4Scope", model.Params{"Name": "Office", "StartRange": at("10.1.0.10"), "EndRange": at("10.1.0.200"), "SubnetMask": at("255.255.255.0")})
	return l
}

// block is a set with entries "key address client" and attributes.
func block(attributes string, entries ...string) string {
	var b strings.Builder
	for _, e := range entries {
		f := strings.Fields(e)
		fmt.Fprintf(&b, "    %q = { address = \"10.1.0.%s\", client_id = \"aa-bb-cc-00-00-%s\", name = %q }\n", f[0], f[1], f[2], f[0])
	}
	return "resource \"dhcp_reservation_set\" \"office\" {\n  scope_id = \"10.1.0.0\"\n  " + attributes + "\n  reservations = {\n" + b.String() + "  }\n}\n"
}

func expect(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}}
}

func reserved(l *acctest.WindowsLab) string {
	out := map[string]bool{}
	for _, row := range l.By("Get-DhcpServerv4Reservation", model.Params{"ScopeId": scopeID}) {
		p := row.Properties
		out[fmt.Sprintf("%v %s %s", p["Name"], strings.TrimPrefix(fmt.Sprint(p["IPAddress"]), "10.1.0."), strings.TrimPrefix(fmt.Sprint(p["ClientId"]), "aa-bb-cc-00-00-"))] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(out)), ", ")
}

func stranger(l *acctest.WindowsLab) {
	l.By("Add-DhcpServerv4Reservation", model.Params{"ScopeId": scopeID, "IPAddress": at("10.1.0.99"), "ClientId": "aa-bb-cc-00-00-99", "Name": "stranger"})
}

func TestAccReservationSet(t *testing.T) {
	t.Parallel()
	l := office(acctest.Target(t))
	stranger(l)
	on := func(want string) func() {
		return func() {
			if got := reserved(l); got != want {
				t.Errorf("on the server: %s, want %s", got, want)
			}
		}
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: l.Config(block("", "a 50 01", "b 51 02", "c 52 03")), ConfigPlanChecks: expect(plancheck.ResourceActionCreate)},
			// A swapped pair, one gone, one new; the stranger stays.
			{PreConfig: on("a 50 01, b 51 02, c 52 03, stranger 99 99"), Config: l.Config(block("", "a 51 01", "b 50 02", "d 53 04")), ConfigPlanChecks: expect(update)},
			// A key renamed: nothing happens on the server but the name.
			{PreConfig: on("a 51 01, b 50 02, d 53 04, stranger 99 99"), Config: l.Config(block("", "z 51 01", "b 50 02", "d 53 04")), ConfigPlanChecks: expect(update)},
			{
				PreConfig: func() {
					l.By("Remove-DhcpServerv4Reservation", model.Params{"IPAddress": []netip.Addr{at("10.1.0.50")}})
				},
				Config: l.Config(block("", "z 51 01", "b 50 02", "d 53 04")), ConfigPlanChecks: expect(update),
			},
			{Config: l.Config(block("exclusive = true\nmax_removals = 0", "z 51 01", "b 50 02", "d 53 04")), ExpectError: regexp.MustCompile(`(?s)1\s+reservations\s+that\s+others\s+made\s+would\s+be\s+removed`)},
			{Config: l.Config(block("exclusive = true", "z 51 01", "b 50 02", "d 53 04")), ConfigPlanChecks: expect(update)},
			// Exclusive: what somebody else adds shows in the plan and goes with the apply.
			{
				PreConfig: func() { on("b 50 02, d 53 04, z 51 01")(); stranger(l) },
				Config:    l.Config(block("exclusive = true\nmax_removals = 0", "z 51 01", "b 50 02", "d 53 04")), ExpectError: regexp.MustCompile("Too many reservations would be removed"),
			},
			{Config: l.Config(block("exclusive = true", "z 51 01", "b 50 02", "d 53 04")), ConfigPlanChecks: expect(update)},
			{PreConfig: on("b 50 02, d 53 04, z 51 01"), Config: l.Config(block("exclusive = true", "z 51 01", "b 50 02", "d 53 04")), ConfigPlanChecks: expect(plancheck.ResourceActionNoop)},
		},
	})
	on("")()
}

func TestAccReservationSet_import(t *testing.T) {
	t.Parallel()
	l := office(acctest.Target(t))
	config := block("", "10.1.0.50 50 01", "10.1.0.51 51 02")
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: l.Config(config)},
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateId: "10.1.0.0"},
			{ResourceName: name, ImportState: true, ImportStateId: "10.9.0.0", ExpectError: regexp.MustCompile("There is no DHCP scope 10.9.0.0")},
		},
	})
}

// A partial failure keeps what exists, names the keys that failed, and goes on with the
// next apply.
func TestAccReservationSet_partialFailure(t *testing.T) {
	t.Parallel()
	l := start(t)
	lease := map[string]any{"address": "10.1.0.52", "client_id": "aa-bb-cc-00-00-77", "hostname": "pc", "state": "Active", "seconds": int64(3600)}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: l.Config(block("", "a 50 01"))},
			{
				PreConfig: func() {
					if err := l.World.Event(l.Servers[0].Server, "lease", lease); err != nil {
						t.Fatal(err)
					}
				},
				Config: l.Config(block("", "b 51 02", "c 52 03")), ExpectError: regexp.MustCompile(`Unable to apply the DHCP reservation "c"`),
			},
			{
				PreConfig: func() {
					if got := reserved(l); got != "b 51 02" {
						t.Errorf("after the failure: %s", got)
					}
					l.By("Remove-DhcpServerv4Lease", model.Params{"IPAddress": []netip.Addr{at("10.1.0.52")}})
				},
				Config: l.Config(block("", "b 51 02", "c 52 03")), ConfigPlanChecks: expect(update),
			},
			// Gone with its scope.
			{
				PreConfig: func() {
					l.By("Remove-DhcpServerv4Scope", model.Params{"ScopeId": []netip.Addr{scopeID}, "Force": true})
				},
				Config: l.Config(block("", "b 51 02", "c 52 03")), ExpectError: regexp.MustCompile("DHCP 20005"),
			},
		},
	})
}

func TestAccReservationSet_besideSingleOnes(t *testing.T) {
	t.Parallel()
	l := office(acctest.Target(t))
	single := "resource \"dhcp_reservation\" \"one\" {\n  scope_id = \"10.1.0.0\"\n  address = \"10.1.0.60\"\n  client_id = \"aa-bb-cc-00-00-60\"\n}\n"
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: l.Config(block("", "a 50 01") + single)},
			{Config: l.Config(block("exclusive = true", "a 50 01") + single), ExpectError: regexp.MustCompile("Managed twice")},
		},
	})
}

func TestRefusedConfigurations(t *testing.T) {
	p := acctest.NewProtocol(t)
	entry := func(address, client any) map[string]any {
		return map[string]any{"address": address, "client_id": client}
	}
	for want, reservations := range map[string]map[string]any{
		"same address":   {"a": entry("10.1.0.5", "01-02"), "b": entry("10.1.0.5", "01-03")},
		"same client_id": {"a": entry("10.1.0.5", "01-02"), "b": entry("10.1.0.6", "0102")},
		`"address"`:      {"a": entry("10.1.0", "01-02")},
		`"client_id"`:    {"a": entry("10.1.0.5", "x")},
		"127":            {"a": map[string]any{"address": "10.1.0.5", "client_id": "01", "description": strings.Repeat("x", 128)}},
	} {
		if got := acctest.Messages(p.Validate(t, "dhcp_reservation_set", map[string]any{"scope_id": "10.1.0.0", "reservations": reservations})); !strings.Contains(got, want) {
			t.Errorf("%s: %s", want, got)
		}
	}
	for _, reservations := range []any{acctest.Unknown, map[string]any{"a": entry(acctest.Unknown, acctest.Unknown), "b": entry(acctest.Unknown, acctest.Unknown)}} {
		if got := acctest.Messages(p.Validate(t, "dhcp_reservation_set", map[string]any{"scope_id": "10.1.0.0", "reservations": reservations})); got != "" {
			t.Errorf("%v: %s", reservations, got)
		}
	}
}
