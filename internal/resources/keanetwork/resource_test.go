package keanetwork_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

type object = map[string]any

var hooks = keaapi.Options{Version: "3.0", HostCommands: true, SubnetCommands: true, ClassCommands: true}

func TestLife(t *testing.T) {
	for name, options := range map[string]keaapi.Options{"config": {Version: "2.6"}, "hooks": hooks} {
		t.Run(name, func(t *testing.T) {
			server := acctest.StartKea(t, options)
			p := acctest.KeaProtocol(t, server)
			l := p.Life(t, "kea_shared_network")
			full := object{
				"service": "dhcp4", "name": "floor 2", "valid_lifetime": 600, "renew_timer": 100, "rebind_timer": 200, "relay": []any{"192.0.2.2", "192.0.2.1"}, "client_classes": []any{"c1"},
				"next_server": "192.0.2.9", "boot_file_name": "x", "reservations_global": true, "user_context": `{ "a": 1 }`, "option_data": []any{object{"name": "routers", "data": "10.9.0.1"}},
			}
			if _, got := l.Apply(t, full); got != "" || l.Identity(t) != "dhcp4/floor 2" {
				t.Fatalf("created: %q, identity %q", got, l.Identity(t))
			}
			if got := l.Read(t); got != "" {
				t.Fatal(got)
			}
			if changed, got := l.Apply(t, full); len(changed) > 0 || got != "" {
				t.Errorf("again: %v %q", changed, got)
			}
			imported := p.Life(t, "kea_shared_network")
			if got := imported.Import(t, "dhcp4/floor 2", true); got != "" || imported.State(t)["valid_lifetime"] != 600.0 {
				t.Errorf("imported: %q %v", got, imported.State(t))
			}
			if changed, _ := imported.Apply(t, full); len(changed) > 0 {
				t.Errorf("the import differs in %v", changed)
			}
			bare := object{"service": "dhcp4", "name": "floor 2", "valid_lifetime": 4000} // what the global level has
			changed, got := l.Apply(t, bare)
			if got != "" || slices.Contains(changed, "replace") || l.State(t)["relay"] != nil || l.State(t)["option_data"] != nil {
				t.Errorf("changed %v: %q, state %v", changed, got, l.State(t))
			}
			if got := l.Read(t); got != "" || l.State(t)["valid_lifetime"] != 4000.0 {
				t.Errorf("a time that equals the inherited one: %q %v", got, l.State(t)["valid_lifetime"])
			}
			if changed, _ := l.Apply(t, object{"service": "dhcp4", "name": "other"}); !slices.Contains(changed, "replace") {
				t.Errorf("another name changes %v", changed)
			}
			subnet := p.Life(t, "kea_subnet")
			if _, got := subnet.Apply(t, object{"subnet": "10.9.0.0/24", "shared_network": "floor 2"}); got != "" {
				t.Fatal(got)
			}
			if _, got := l.Apply(t, nil); !strings.Contains(got, "still has 1 subnets: 10.9.0.0/24") {
				t.Errorf("with a subnet: %q", got)
			}
			if _, got := subnet.Apply(t, nil); got != "" {
				t.Fatal(got)
			}
			if _, got := l.Apply(t, nil); got != "" || l.State(t) != nil {
				t.Errorf("destroyed: %q", got)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "2.2"})
	p := acctest.KeaProtocol(t, server)
	for want, attributes := range map[string]object{
		"Import it to manage it here (id: dhcp4/floor1)": {"service": "dhcp4", "name": "floor1", "valid_lifetime": 5},
		"one client class per shared network":            {"service": "dhcp4", "name": "x", "client_classes": []any{"a", "b"}},
		"string to address 'nowhere'":                    {"service": "dhcp4", "name": "x", "option_data": []any{object{"name": "routers", "data": "nowhere"}}},
	} {
		l := p.Life(t, "kea_shared_network")
		if _, got := l.Apply(t, attributes); !strings.Contains(got, want) || l.State(t) != nil {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := p.Life(t, "kea_shared_network").Import(t, "floor1", false); !strings.Contains(got, "as in dhcp4/name") {
		t.Errorf("import: %q", got)
	}
	gone := p.Life(t, "kea_shared_network")
	if got := gone.Import(t, "dhcp4/nobody", false); got != "" || gone.State(t) != nil {
		t.Errorf("import of what is not there: %q %v", got, gone.State(t))
	}
}

// TestObjects applies objects of every kind that refer to each other, with Terraform.
func TestObjects(t *testing.T) {
	server := acctest.StartKea(t, hooks)
	provider := acctest.KeaProvider(server.URL(), "")
	config := func(test string) string {
		return provider + `
resource "kea_option_definition" "server" {
  provider = dhcp
  service  = "dhcp4"
  code     = 234
  name     = "call-server"
  type     = "ipv4-address"
}
resource "kea_client_class" "phones" {
  provider    = dhcp
  service     = "dhcp4"
  name        = "phones"
  test        = "` + test + `"
  option_data = [{ name = kea_option_definition.server.name, data = "192.0.2.5" }]
}
resource "kea_client_class" "old" {
  provider = dhcp
  service  = "dhcp4"
  name     = "old"
  test     = "member('${kea_client_class.phones.name}')"
}
resource "kea_global_options" "all" {
  provider       = dhcp
  service        = "dhcp4"
  valid_lifetime = 5000
  option_data    = [{ name = "domain-name", data = "a.example" }]
}
resource "kea_shared_network" "floor" {
  provider       = dhcp
  service        = "dhcp4"
  name           = "floor"
  client_classes = [kea_client_class.phones.name]
}
resource "kea_subnet" "floor" {
  provider       = dhcp
  subnet         = "10.8.0.0/24"
  shared_network = kea_shared_network.floor.name
}
`
	}
	action := func(address string, a plancheck.ResourceActionType) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, a)}}
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: config("option[60].hex == 'phone'"), ConfigPlanChecks: action("kea_subnet.floor", plancheck.ResourceActionCreate), ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("kea_client_class.phones", tfjsonpath.New("option_data").AtSliceIndex(0).AtMapKey("code"), knownvalue.Int64Exact(234)),
			}},
			{Config: config("option[60].hex == 'handset'"), ConfigPlanChecks: action("kea_client_class.phones", plancheck.ResourceActionUpdate)},
			{Config: config("option[60].hex == 'handset'"), ResourceName: "kea_client_class.phones", ImportState: true, ImportStateVerify: true},
		},
	})
	answer, err := server.Do("dhcp4", "config-get", nil)
	for _, rest := range []string{"phones", "call-server", "a.example", "10.8.0.0", "5000"} {
		if err != nil || strings.Contains(keaapi.Text(answer), rest) {
			t.Errorf("after the destroy %s is left: %v", rest, err)
		}
	}
}
