package keareservation_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

const setName = "kea_reservation_set.office"

// set is a set of 10.1.0.0/24 with entries "key client address" and attributes.
func set(attributes string, entries ...string) string {
	var b strings.Builder
	for _, e := range entries {
		f := strings.Fields(e)
		fmt.Fprintf(&b, "    %q = { hw_address = \"02:AA:00:00:00:%s\", ip_address = \"10.1.0.%s\", hostname = %q }\n", f[0], f[1], f[2], f[0])
	}
	return "resource \"kea_reservation_set\" \"office\" {\n  provider = dhcp\n  subnet = \"10.1.0.0/24\"\n  " + attributes + "\n  reservations = {\n" + b.String() + "  }\n}\n"
}

func onSet(a plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(setName, a)}}
}

// reserved lists what the server has in 10.1.0.0/24: "name client address", sorted.
func reserved(t *testing.T, server *keaapi.Server, target kea.Target) string {
	t.Helper()
	client, err := kea.New(kea.Config{Endpoints: []string{server.URL()}, Target: target})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	list, err := client.SubnetReservations(t.Context(), kea.V4, 1)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, r := range list {
		found[fmt.Sprintf("%s %s %s", r.Hostname, strings.TrimPrefix(r.Identifier, "02:aa:00:00:00:"), strings.TrimPrefix(strings.Join(r.Addresses, ","), "10.1.0."))] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(found)), ", ")
}

func stranger(t *testing.T, server *keaapi.Server, target kea.Target) {
	t.Helper()
	answer, err := server.Do("dhcp4", "reservation-add", map[string]any{"operation-target": target, "reservation": map[string]any{
		"subnet-id": 1, "hw-address": "02:aa:00:00:00:99", "ip-address": "10.1.0.99", "hostname": "stranger",
	}})
	if err != nil || answer.Result != 0 {
		t.Fatal(answer, err)
	}
}

func TestAccReservationSet(t *testing.T) {
	t.Parallel()
	server := acctest.StartKea(t, servers["hooks database"])
	provider := acctest.KeaProvider(server.URL(), `reservation_target = "database"`)
	on := func(want string) func() {
		return func() {
			if got := reserved(t, server, kea.TargetDatabase); got != want {
				t.Errorf("on the server: %s, want %s", got, want)
			}
		}
	}
	add := func() { stranger(t, server, kea.TargetDatabase) }
	add()
	update := onSet(plancheck.ResourceActionUpdate)
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: provider + set("", "a 01 50", "b 02 51", "c 03 52"), ConfigPlanChecks: onSet(plancheck.ResourceActionCreate)},
			// A swapped pair, one gone, one new under another key; the stranger stays.
			{PreConfig: on("a 01 50, b 02 51, c 03 52, stranger 99 99"), Config: provider + set("", "a 01 51", "b 02 50", "d 04 52"), ConfigPlanChecks: update},
			{PreConfig: on("a 01 51, b 02 50, d 04 52, stranger 99 99"), Config: provider + set("exclusive = true\nmax_removals = 0", "a 01 51", "b 02 50"), ExpectError: regexp.MustCompile("Too many reservations would be removed")},
			{Config: provider + set("exclusive = true", "a 01 51", "b 02 50", "d 04 52"), ConfigPlanChecks: update},
			// Exclusive: what somebody else adds shows in the plan and goes with the apply.
			{PreConfig: func() { on("a 01 51, b 02 50, d 04 52")(); add() }, Config: provider + set("exclusive = true", "a 01 51", "b 02 50", "d 04 52"), ConfigPlanChecks: update},
			{PreConfig: on("a 01 51, b 02 50, d 04 52"), Config: provider + set("exclusive = true", "a 01 51", "b 02 50", "d 04 52"), ConfigPlanChecks: onSet(plancheck.ResourceActionNoop)},
		},
	})
	on("")()
}

// TestAccReservationSet_partialFailure keeps what exists, names the key that failed, and
// goes on with the next apply; the subnet's set is imported then.
func TestAccReservationSet_partialFailure(t *testing.T) {
	t.Parallel()
	server := acctest.StartKea(t, keaapi.Options{Version: "2.6", LeaseCommands: true})
	other, err := kea.New(kea.Config{Endpoints: []string{server.URL()}})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	held := kea.Reservation{ReservationKey: kea.ReservationKey{SubnetID: 1, IdentifierType: kea.HWAddress, Identifier: "02:aa:00:00:00:99"}, Addresses: []string{"10.1.0.52"}, Hostname: "stranger"}
	provider := acctest.KeaProvider(server.URL(), "")
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: provider + set("", "02:aa:00:00:00:01 01 50")},
			{
				PreConfig: func() {
					if _, _, err := other.CreateReservation(t.Context(), kea.V4, held, nil); err != nil {
						t.Fatal(err)
					}
				},
				Config: provider + set("", "02:aa:00:00:00:02 02 51", "02:aa:00:00:00:03 03 52"), ExpectError: regexp.MustCompile(`Unable to apply the Kea reservation "02:aa:00:00:00:03"`),
			},
			{
				PreConfig: func() {
					if got := reserved(t, server, kea.TargetMemory); got != "02:aa:00:00:00:02 02 51, stranger 99 52" {
						t.Errorf("after the failure: %s", got)
					}
					if _, err := other.DeleteReservation(t.Context(), kea.V4, held.ReservationKey); err != nil {
						t.Fatal(err)
					}
				},
				Config: provider + set("", "02:aa:00:00:00:02 02 51", "02:aa:00:00:00:03 03 52"), ConfigPlanChecks: onSet(plancheck.ResourceActionUpdate),
				ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownValue(setName, tfjsonpath.New("reservations"), knownvalue.MapSizeExact(2))},
			},
			{ResourceName: setName, ImportState: true, ImportStateVerify: true, ImportStateId: "10.1.0.0/24", ImportStateVerifyIgnore: []string{"reservations.02:aa:00:00:00:02.hw_address", "reservations.02:aa:00:00:00:03.hw_address"}},
		},
	})
}

// TestSetDetails proves in the protocol what needs no Terraform.
func TestSetDetails(t *testing.T) {
	server := acctest.StartKea(t, servers["hooks memory"])
	stranger(t, server, kea.TargetMemory)
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	entry := func(client, address any) map[string]any {
		return map[string]any{"hw_address": client, "ip_address": address}
	}
	plan := func(attributes map[string]any) string {
		attributes["subnet"] = "10.1.0.0/24"
		return strings.ReplaceAll(acctest.Messages(p.Plan(t, "kea_reservation_set", attributes).Diagnostics), "\n", " ")
	}
	for want, attributes := range map[string]map[string]any{
		"warning at .*reservations.*reservations of 02:aa:00:00:00:99": {"reservations": map[string]any{"a": entry("02aa.0000.0099", "10.1.0.98")}},
		"warning at .*exclusive.*1 reservations that are not":          {"exclusive": true, "reservations": map[string]any{"a": entry("02aa.0000.0001", "10.1.0.98")}},
		"error at .*max_removals":                                      {"exclusive": true, "max_removals": 0, "reservations": map[string]any{}},
	} {
		p := acctest.NewProtocol(t) // claims are those of one run
		if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
			t.Fatal(got)
		}
		attributes["subnet"] = "10.1.0.0/24"
		if got := strings.ReplaceAll(acctest.Messages(p.Plan(t, "kea_reservation_set", attributes).Diagnostics), "\n", " "); !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%q, want %s", got, want)
		}
	}
	if got := plan(map[string]any{"reservations": acctest.Unknown}); got != "" {
		t.Errorf("unknown map: %s", got)
	}
	if got := acctest.Messages(p.Plan(t, "kea_reservation", with(map[string]any{"ip_address": "10.1.0.30"})).Diagnostics); got != "" {
		t.Errorf("single beside a set: %s", got)
	}
	if got := plan(map[string]any{"exclusive": true, "reservations": map[string]any{}}); !strings.Contains(got, "Managed twice") {
		t.Errorf("single beside an exclusive set: %q", got)
	}
}
