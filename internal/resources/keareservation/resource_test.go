package keareservation_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

const address = "kea_reservation.test"

// servers are the kinds of server that every test of the life of a reservation runs on.
var servers = map[string]keaapi.Options{
	"config 2.2":     {Version: "2.2", LeaseCommands: true},
	"hooks memory":   {Version: "3.0", LeaseCommands: true, HostCommands: true, SubnetCommands: true},
	"hooks database": {Version: "3.0", LeaseCommands: true, HostCommands: true, SubnetCommands: true, Database: true},
}

func onServers(t *testing.T, run func(t *testing.T, server *keaapi.Server, provider string)) {
	t.Helper()
	for name, options := range servers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.StartKea(t, options)
			settings := ""
			if options.Database {
				settings = `reservation_target = "database"`
			}
			run(t, server, acctest.KeaProvider(server.URL(), settings))
		})
	}
}

func reservation(body string) string {
	return "resource \"kea_reservation\" \"test\" {\n  provider = dhcp\n" + body + "\n}\n"
}

func action(a plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, a)}}
}

func state(name string, value knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, tfjsonpath.New(name), value)
}

// TestLife creates a reservation, changes each field, unsets it, and imports it. The test
// kit checks after each step that a further plan is empty.
func TestLife(t *testing.T) {
	onServers(t, func(t *testing.T, _ *keaapi.Server, provider string) {
		const key = "  subnet = \"10.1.0.0/24\"\n  hw_address = \"02-AA-00-00-00-01\"\n"
		full := key + `
  ip_address      = "10.1.0.10"
  hostname        = "Alpha"
  client_classes  = ["b", "a"]
  next_server     = "192.0.2.9"
  server_hostname = "boot"
  boot_file_name  = "/pxe"
  user_context    = jsonencode({ owner = "x" })
  option_data = [
    { name = "domain-name-servers", data = "192.0.2.53" },
    { code = 224, data = "0a:0b", always_send = true },
  ]`
		step := func(body string, a plancheck.ResourceActionType, checks ...statecheck.StateCheck) resource.TestStep {
			return resource.TestStep{Config: provider + reservation(body), ConfigPlanChecks: action(a), ConfigStateChecks: checks}
		}
		resource.UnitTest(t, resource.TestCase{
			ProtoV6ProviderFactories: acctest.Factories(),
			Steps: []resource.TestStep{
				step(full, plancheck.ResourceActionCreate,
					state("id", knownvalue.StringExact("dhcp4/1/hw-address=02:aa:00:00:00:01")), state("subnet_id", knownvalue.Int64Exact(1)), state("service", knownvalue.StringExact("dhcp4")),
					state("hw_address", knownvalue.StringExact("02-AA-00-00-00-01")),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("option_data").AtSliceIndex(0).AtMapKey("code"), knownvalue.Int64Exact(6)),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("option_data").AtSliceIndex(1).AtMapKey("data"), knownvalue.StringExact("0a:0b"))),
				{Config: provider + reservation(full), ResourceName: address, ImportState: true, ImportStateId: "10.1.0.0/24/02:aa:00:00:00:01", ImportStateVerify: true, ImportStateVerifyIgnore: []string{"hw_address", "option_data.1.data"}},
				{Config: provider + reservation(full), ResourceName: address, ImportState: true, ImportStateId: "10.1.0.10", ImportStateVerify: true, ImportStateVerifyIgnore: []string{"hw_address", "option_data.1.data"}},
				step(key+`  ip_address = "10.1.0.11"`+"\n  hostname = \"beta\"\n  client_classes = [\"c\"]\n  next_server = \"192.0.2.10\"\n  server_hostname = \"other\"\n  boot_file_name = \"/efi\"\n  user_context = jsonencode({ owner = \"y\" })\n  option_data = [{ code = 224, data = \"0C\" }, { code = 6, data = \"192.0.2.54\" }]",
					plancheck.ResourceActionUpdate, state("ip_address", knownvalue.StringExact("10.1.0.11")), state("hostname", knownvalue.StringExact("beta")), state("boot_file_name", knownvalue.StringExact("/efi")),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("option_data").AtSliceIndex(1).AtMapKey("name"), knownvalue.StringExact("domain-name-servers"))),
				step(key+`  ip_address = "10.1.0.11"`, plancheck.ResourceActionUpdate,
					state("hostname", knownvalue.Null()), state("client_classes", knownvalue.Null()), state("option_data", knownvalue.Null()), state("next_server", knownvalue.Null()), state("user_context", knownvalue.Null())),
				step(`  subnet_id = 1`+"\n  hw_address = \"02:AA:00:00:00:02\"\n  ip_address = \"10.1.0.11\"", plancheck.ResourceActionDestroyBeforeCreate, state("subnet", knownvalue.StringExact("10.1.0.0/24"))),
				step(`  subnet_id = 2`+"\n  hw_address = \"02:AA:00:00:00:02\"\n  ip_address = \"10.2.0.11\"", plancheck.ResourceActionDestroyBeforeCreate, state("subnet", knownvalue.StringExact("10.2.0.0/24"))),
			},
		})
	})
}

// TestSpellings rewrites everything that has several spellings: nothing is to be done.
func TestSpellings(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{LeaseCommands: true})
	provider := acctest.KeaProvider(server.URL(), "")
	var steps []resource.TestStep
	for i, spelling := range []string{"02:aa:00:00:00:01", "02-AA-00-00-00-01", "02AA.0000.0001", "02aa00000001"} {
		a := plancheck.ResourceActionNoop
		if i == 0 {
			a = plancheck.ResourceActionCreate
		}
		subnet := []string{"10.1.0.0/24", "10.1.0.7/24"}[i%2]
		steps = append(steps, resource.TestStep{
			Config:           provider + reservation(fmt.Sprintf("  subnet = %q\n  hw_address = %q\n  ip_address = \"10.1.0.10\"\n  user_context = \"%s\"", subnet, spelling, []string{`{\"a\": 1}`, `{\"a\":1}`}[i%2])),
			ConfigPlanChecks: action(a),
		})
	}
	resource.UnitTest(t, resource.TestCase{ProtoV6ProviderFactories: acctest.Factories(), Steps: steps})
	if n := server.Count("config-set"); n != 2 { // create and destroy
		t.Errorf("%d config-sets, want 2", n)
	}
}

func TestAllocatedAddress(t *testing.T) {
	onServers(t, func(t *testing.T, server *keaapi.Server, provider string) {
		if _, err := server.Do("dhcp4", "lease4-add", map[string]any{"ip-address": "10.1.0.2", "hw-address": "02:00:00:00:00:99", "subnet-id": 1}); err != nil {
			t.Fatal(err)
		}
		many := func(extra string) string {
			return provider + `
resource "kea_reservation" "many" {
  provider   = dhcp
  count      = 4
  subnet     = "10.1.0.0/24"
  hw_address = format("02:aa:00:00:01:%02x", count.index)
  exclude    = ["10.1.0.3"]
` + extra + "}\n"
		}
		unique := func(name string, rule *regexp.Regexp) statecheck.StateCheck {
			return statecheck.ExpectKnownValue(name, tfjsonpath.New("ip_address"), knownvalue.StringRegexp(rule))
		}
		free := regexp.MustCompile(`^10\.1\.0\.[4567]$`)
		resource.UnitTest(t, resource.TestCase{
			ProtoV6ProviderFactories: acctest.Factories(),
			Steps: []resource.TestStep{
				{Config: many(""), ConfigStateChecks: []statecheck.StateCheck{unique("kea_reservation.many[0]", free), unique("kea_reservation.many[1]", free), unique("kea_reservation.many[2]", free), unique("kea_reservation.many[3]", free)}},
				// The address stays when something else changes.
				{Config: many("  hostname = \"h${count.index}\"\n"), ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction("kea_reservation.many[0]", plancheck.ResourceActionUpdate),
					plancheck.ExpectKnownValue("kea_reservation.many[0]", tfjsonpath.New("ip_address"), knownvalue.StringRegexp(free)),
				}}},
			},
		})
	})
}

func TestSwapInOneApply(t *testing.T) {
	onServers(t, func(t *testing.T, _ *keaapi.Server, provider string) {
		pair := func(a, b string) string {
			return provider + fmt.Sprintf(`
resource "kea_reservation" "a" {
  provider   = dhcp
  subnet_id  = 1
  hw_address = "02:aa:00:00:00:0a"
  ip_address = %q
}
resource "kea_reservation" "b" {
  provider   = dhcp
  subnet_id  = 1
  hw_address = "02:aa:00:00:00:0b"
  ip_address = %q
}
`, a, b)
		}
		resource.UnitTest(t, resource.TestCase{
			ProtoV6ProviderFactories: acctest.Factories(),
			Steps:                    []resource.TestStep{{Config: pair("10.1.0.10", "10.1.0.11")}, {Config: pair("10.1.0.11", "10.1.0.10")}},
		})
	})
}

// TestDisappear removes the reservation behind Terraform's back: it is made again.
func TestDisappear(t *testing.T) {
	server := acctest.StartKea(t, servers["hooks memory"])
	config := acctest.KeaProvider(server.URL(), "") + reservation("  subnet_id = 1\n  hw_address = \"02:aa:00:00:00:01\"\n  ip_address = \"10.1.0.10\"")
	remove := func() {
		answer, err := server.Do("dhcp4", "reservation-del", map[string]any{"subnet-id": 1, "identifier-type": "hw-address", "identifier": "02:aa:00:00:00:01", "operation-target": "memory"})
		if err != nil || answer.Result != 0 {
			t.Errorf("%+v %v", answer, err)
		}
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps:                    []resource.TestStep{{Config: config}, {PreConfig: remove, Config: config, ConfigPlanChecks: action(plancheck.ResourceActionCreate)}},
	})
}

func TestDHCPv6(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "2.6"})
	config := func(addresses string) string {
		return acctest.KeaProvider(server.URL(), "") + reservation(`
  subnet       = "2001:DB8:1::/64"
  duid         = "00030001AABBCCDDEEFF"
  ip_addresses = `+addresses+`
  prefixes     = ["2001:db8:8000::/60"]
  hostname     = "six"`)
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: config(`["2001:db8:1::10", "2001:db8:1::11"]`), ConfigStateChecks: []statecheck.StateCheck{state("service", knownvalue.StringExact("dhcp6")), state("ip_address", knownvalue.Null())}},
			{Config: config(`["2001:DB8:1:0::11", "2001:db8:1::10"]`), ConfigPlanChecks: action(plancheck.ResourceActionNoop)},
			{Config: config(`["2001:db8:1::12"]`), ConfigPlanChecks: action(plancheck.ResourceActionUpdate)},
			{Config: config(`["2001:db8:1::12"]`), ResourceName: address, ImportState: true, ImportStateId: "2001:db8:1::12", ImportStateVerify: true, ImportStateVerifyIgnore: []string{"duid", "subnet"}},
		},
	})
}

func TestGlobal(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{})
	config := acctest.KeaProvider(server.URL(), "") + reservation("  global = true\n  client_id = \"'abc'\"\n  hostname = \"g\"")
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: config, ConfigStateChecks: []statecheck.StateCheck{state("subnet_id", knownvalue.Int64Exact(0)), state("subnet", knownvalue.Null()), state("ip_address", knownvalue.Null())}},
			{Config: config, ResourceName: address, ImportState: true, ImportStateId: "dhcp4/0/client-id=616263", ImportStateVerify: true, ImportStateVerifyIgnore: []string{"client_id"}},
		},
	})
}
