package reservation_test

import (
	"fmt"
	"net/netip"
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
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

const (
	name   = "dhcp_reservation.printer"
	update = plancheck.ResourceActionUpdate
)

var (
	at      = netip.MustParseAddr
	scopeID = at("10.1.0.0")
)

func start(t *testing.T) *acctest.WindowsLab {
	l := acctest.Target(t)
	l.By("Add-DhcpServerv4Scope", model.Params{"Name": "Office", "StartRange": at("10.1.0.10"), "EndRange": at("10.1.0.200"), "SubnetMask": at("255.255.255.0")})
	return l
}

func block(attributes string) string {
	return "resource \"dhcp_reservation\" \"printer\" {\n  scope_id = \"10.1.0.0\"\n" + attributes + "\n}\n"
}

func expect(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}}
}

func is(attribute, value string) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(name, tfjsonpath.New(attribute), knownvalue.StringExact(value))
}

func reserved(l *acctest.WindowsLab) []string {
	var out []string
	for _, row := range l.By("Get-DhcpServerv4Reservation", model.Params{"ScopeId": scopeID}) {
		out = append(out, fmt.Sprintf("%v %v %v", row.Properties["IPAddress"], row.Properties["ClientId"], row.Properties["Name"]))
	}
	return out
}

func TestAccReservation_everyField(t *testing.T) {
	t.Parallel()
	l := start(t)
	step := func(attributes string, action plancheck.ResourceActionType, checks ...statecheck.StateCheck) resource.TestStep {
		return resource.TestStep{Config: l.Config(block(attributes)), ConfigPlanChecks: expect(action), ConfigStateChecks: checks}
	}
	full := "address = \"10.1.0.50\"\nclient_id = \"AABB.CC00.0001\"\nname = \"printer\"\ndescription = \"Second floor\"\ntype = \"dhcp\""
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			step(full, plancheck.ResourceActionCreate, is("id", "10.1.0.50"), is("client_id", "AABB.CC00.0001"), is("type", "dhcp")),
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"client_id", "type"}},
			step(strings.NewReplacer("AABB.CC00.0001", "aa-bb-cc-00-00-01", "dhcp", "Dhcp").Replace(full), plancheck.ResourceActionNoop),
			step(strings.Replace(full, `"printer"`, `"plotter 'ö'"`, 1), update, is("name", "plotter 'ö'")),
			step(strings.Replace(full, `0001"`, `0002"`, 1), update, is("client_id", "AABB.CC00.0002")),
			// Everything unset: the description is cleared, the name is no longer managed.
			step("address = \"10.1.0.50\"\nclient_id = \"AABB.CC00.0002\"", update, is("description", ""), is("type", "Both")),
			{
				// A client that renames its record shows as no difference then.
				PreConfig: func() {
					l.By("Set-DhcpServerv4Reservation", model.Params{"IPAddress": at("10.1.0.50"), "Name": "pc.corp.example"})
				},
				Config: l.Config(block("address = \"10.1.0.50\"\nclient_id = \"AABB.CC00.0002\"")), ConfigPlanChecks: expect(plancheck.ResourceActionNoop),
			},
			{
				PreConfig: func() {
					l.By("Remove-DhcpServerv4Reservation", model.Params{"IPAddress": []netip.Addr{at("10.1.0.50")}})
				},
				Config: l.Config(block("address = \"10.1.0.50\"\nclient_id = \"AABB.CC00.0002\"")), ConfigPlanChecks: expect(plancheck.ResourceActionCreate),
			},
			step("address = \"10.1.0.51\"\nclient_id = \"AABB.CC00.0002\"", plancheck.ResourceActionReplace, is("id", "10.1.0.51")),
		},
	})
	if left := reserved(l); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

// Reservations without an address get one each, keep it, and leave a stranger's alone.
func TestAccReservation_nextFree(t *testing.T) {
	t.Parallel()
	l := start(t)
	l.By("Add-DhcpServerv4Reservation", model.Params{"ScopeId": scopeID, "IPAddress": at("10.1.0.10"), "ClientId": "aa-aa-aa-aa-aa-aa"})
	config := l.Config(`
resource "dhcp_reservation" "pool" {
  count     = 6
  scope_id  = "10.1.0.0"
  client_id = format("aa-bb-cc-00-01-%02x", count.index)
}`)
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: config},
			{
				PreConfig: func() {
					var addresses []string
					for _, row := range reserved(l) {
						addresses = append(addresses, strings.Fields(row)[0])
					}
					if want := []string{"10.1.0.10", "10.1.0.11", "10.1.0.12", "10.1.0.13", "10.1.0.14", "10.1.0.15", "10.1.0.16"}; !slices.Equal(addresses, want) {
						t.Errorf("reserved %v", addresses)
					}
				},
				Config: config, ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
			},
		},
	})
	if left := reserved(l); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
}

func TestAccReservation_refusals(t *testing.T) {
	t.Parallel()
	l := start(t)
	l.By("Add-DhcpServerv4Reservation", model.Params{"ScopeId": scopeID, "IPAddress": at("10.1.0.50"), "ClientId": "aa-bb-cc-00-00-01", "Name": "old"})
	step := func(address, client, want string) resource.TestStep {
		return resource.TestStep{
			Config:      l.Config(block(fmt.Sprintf("address = %q\nclient_id = %q", address, client))),
			ExpectError: regexp.MustCompile("(?s)" + strings.ReplaceAll(want, " ", `\s+`)),
		}
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			step("10.1.0.50", "aa-bb-cc-00-00-01", `exists already \("old"\).*Import it \(id 10.1.0.50\)`),
			step("10.1.0.50", "aa-bb-cc-00-00-02", `reserved for the client aa-bb-cc-00-00-01 \("old"\)`),
			step("10.1.0.60", "aa-bb-cc-00-00-01", "has the reservation of 10.1.0.50"),
			step("10.2.0.60", "aa-bb-cc-00-00-09", "lies outside the subnet"),
			{ResourceName: name, ImportState: true, Config: l.Config(block("client_id = \"01\"")), ImportStateId: "10.1.0.77", ExpectError: regexp.MustCompile("There is no DHCP reservation")},
		},
	})
	if left := reserved(l); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
}

func TestRefusedConfigurations(t *testing.T) {
	p := acctest.NewProtocol(t)
	for _, c := range []struct{ attribute, value string }{
		{"scope_id", "10.1.0"}, {"address", "printer"}, {"client_id", "aabbc"}, {"client_id", ""}, {"client_id", strings.Repeat("ab", 256)},
		{"name", "a\x07"}, {"description", strings.Repeat("x", 128)}, {"type", "Static"},
	} {
		config := map[string]any{"scope_id": "10.1.0.0", "address": "10.1.0.50", "client_id": "aa-bb-cc-00-00-01"}
		config[c.attribute] = c.value
		if got := acctest.Messages(p.Validate(t, "dhcp_reservation", config)); !strings.Contains(got, `("`+c.attribute+`")`) {
			t.Errorf("%s = %q: %s", c.attribute, c.value, got)
		}
	}
	if got := acctest.Messages(p.Validate(t, "dhcp_reservation", map[string]any{"scope_id": acctest.Unknown, "client_id": acctest.Unknown, "name": acctest.Unknown})); got != "" {
		t.Errorf("unknown values: %s", got)
	}
}

func TestReservationsDataSource(t *testing.T) {
	l := start(t)
	l.By("Add-DhcpServerv4Scope", model.Params{"Name": "Branch", "StartRange": at("10.2.0.10"), "EndRange": at("10.2.0.20"), "SubnetMask": at("255.255.255.0")})
	add := func(scope, address, client, name string) {
		l.By("Add-DhcpServerv4Reservation", model.Params{"ScopeId": at(scope), "IPAddress": at(address), "ClientId": client, "Name": name})
	}
	add("10.2.0.0", "10.2.0.10", "aa-bb-cc-00-00-01", "laptop")
	add("10.1.0.0", "10.1.0.60", "aa-bb-cc-00-00-02", "printer 2")
	add("10.1.0.0", "10.1.0.50", "aa-bb-cc-00-00-01", "printer 1")
	p := l.Protocol()
	for name, c := range map[string]struct {
		config map[string]any
		want   string
	}{
		"all":      {nil, "10.1.0.50 10.1.0.60 10.2.0.10"},
		"scope":    {map[string]any{"scope_id": "10.1.0.0"}, "10.1.0.50 10.1.0.60"},
		"client":   {map[string]any{"client_id": "AABBCC000001"}, "10.1.0.50 10.2.0.10"},
		"name":     {map[string]any{"name_prefix": "printer"}, "10.1.0.50 10.1.0.60"},
		"in use":   {map[string]any{"in_use": true}, ""},
		"all four": {map[string]any{"scope_id": "10.1.0.0", "client_id": "aa:bb:cc:00:00:01", "name_prefix": "p", "in_use": false}, "10.1.0.50"},
	} {
		state, diags := p.ReadDataSource(t, "dhcp_reservations", c.config)
		if len(diags) > 0 {
			t.Errorf("%s: %s", name, acctest.Messages(diags))
			continue
		}
		var got []string
		for _, r := range state["reservations"].([]any) {
			got = append(got, r.(map[string]any)["address"].(string))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
	if _, diags := p.ReadDataSource(t, "dhcp_reservations", map[string]any{"scope_id": "10.9.0.0"}); !strings.Contains(acctest.Messages(diags), "DHCP 20005") {
		t.Errorf("an unknown scope: %s", acctest.Messages(diags))
	}
}
