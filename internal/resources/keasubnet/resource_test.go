package keasubnet_test

import (
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

const address = "kea_subnet.test"

func subnet(body string) string {
	return "resource \"kea_subnet\" \"test\" {\n  provider = dhcp\n" + body + "\n}\n"
}

func action(a plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, a)}}
}

func state(name string, value knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, tfjsonpath.New(name), value)
}

const full = `
  subnet                      = "172.16.0.0/24"
  shared_network              = "floor1"
  valid_lifetime              = 3600
  min_valid_lifetime          = 1800
  max_valid_lifetime          = 7200
  renew_timer                 = 900
  rebind_timer                = 1800
  relay                       = ["192.0.2.7", "192.0.2.8"]
  client_classes              = ["c1"]
  evaluate_additional_classes = ["c2"]
  reservations_global         = true
  reservations_in_subnet      = true
  reservations_out_of_pool    = false
  next_server                 = "192.0.2.9"
  server_hostname             = "boot"
  boot_file_name              = "/pxe"
  interface                   = "eth7"
  user_context                = jsonencode({ site = "x" })
  pools = [
    { pool = "172.16.0.200-172.16.0.210", option_data = [{ name = "domain-name", data = "a.example" }] },
    { pool = "172.16.0.128 - 172.16.0.191", client_classes = ["c3"] },
  ]
  option_data = [{ name = "routers", data = "172.16.0.1" }]`

// TestLife creates a subnet with everything, reorders and respells, changes, unsets and
// imports it. The test kit checks after each step that a further plan is empty.
func TestLife(t *testing.T) {
	for name, options := range map[string]keaapi.Options{"config": {Version: "2.2"}, "hooks": {Version: "3.0", HostCommands: true, SubnetCommands: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.StartKea(t, options)
			provider := acctest.KeaProvider(server.URL(), "")
			respelled := regexp.MustCompile(`172.16.0.128 - 172.16.0.191`).ReplaceAllString(full, "172.16.0.128/26")
			respelled = regexp.MustCompile(`"192.0.2.7", "192.0.2.8"`).ReplaceAllString(respelled, `"192.0.2.8", "192.0.2.7"`)
			respelled = regexp.MustCompile(`172.16.0.0/24`).ReplaceAllString(respelled, "172.16.0.5/24")
			resource.UnitTest(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				Steps: []resource.TestStep{
					{Config: provider + subnet(full), ConfigPlanChecks: action(plancheck.ResourceActionCreate), ConfigStateChecks: []statecheck.StateCheck{
						state("subnet_id", knownvalue.Int64Exact(3)), state("id", knownvalue.StringExact("dhcp4/3")), state("interface", knownvalue.StringExact("eth7")),
					}},
					{Config: provider + subnet(respelled), ConfigPlanChecks: action(plancheck.ResourceActionNoop)},
					{Config: provider + subnet(full), ResourceName: address, ImportState: true, ImportStateId: "172.16.0.0/24", ImportStateVerify: true, ImportStateVerifyIgnore: []string{"pools"}},
					{
						Config: provider + subnet("  subnet = \"172.16.0.0/24\"\n  valid_lifetime = 600\n  renew_timer = 100\n  pools = [{ pool = \"172.16.0.10-172.16.0.20\" }]\n  option_data = [{ code = 6, data = \"192.0.2.53\" }]"),

						ConfigPlanChecks: action(plancheck.ResourceActionUpdate),
						ConfigStateChecks: []statecheck.StateCheck{
							state("shared_network", knownvalue.Null()), state("min_valid_lifetime", knownvalue.Null()), state("client_classes", knownvalue.Null()), state("relay", knownvalue.Null()), state("valid_lifetime", knownvalue.Int64Exact(600)),
						},
					},
					{Config: provider + subnet(`  subnet = "172.16.0.0/24"`), ConfigPlanChecks: action(plancheck.ResourceActionUpdate), ConfigStateChecks: []statecheck.StateCheck{state("pools", knownvalue.Null()), state("valid_lifetime", knownvalue.Null())}},
					{Config: provider + subnet("  subnet = \"172.17.0.0/24\"\n  subnet_id = 77"), ConfigPlanChecks: action(plancheck.ResourceActionDestroyBeforeCreate), ConfigStateChecks: []statecheck.StateCheck{state("id", knownvalue.StringExact("dhcp4/77"))}},
				},
			})
		})
	}
}

// TestOthersStay changes the subnet behind Terraform's back: what the configuration does
// not name stays, what it names is repaired, and a lost subnet is made again.
func TestOthersStay(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "3.0", HostCommands: true, SubnetCommands: true})
	provider := acctest.KeaProvider(server.URL(), "")
	do := func(command string, arguments any) {
		t.Helper()
		if answer, err := server.Do("dhcp4", command, arguments); err != nil || answer.Result != 0 {
			t.Errorf("%s: %+v %v", command, answer, err)
		}
	}
	config := provider + subnet("  subnet = \"172.16.0.0/24\"\n  renew_timer = 100\n  force_destroy = true")
	delta := map[string]any{"id": 3, "subnet": "172.16.0.0/24", "renew-timer": 200, "pools": []any{map[string]any{"pool": "172.16.0.10-172.16.0.20"}}}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: config},
			{
				PreConfig: func() {
					do("subnet4-delta-add", map[string]any{"subnet4": []any{delta}})
					do("reservation-add", map[string]any{"operation-target": "memory", "reservation": map[string]any{"subnet-id": 3, "hw-address": "02:00:00:00:00:01", "ip-address": "172.16.0.5"}})
				},
				Config: config, ConfigPlanChecks: action(plancheck.ResourceActionUpdate),
			},
			{
				PreConfig: func() {
					answer, err := server.Do("dhcp4", "reservation-get", map[string]any{"subnet-id": 3, "identifier-type": "hw-address", "identifier": "02:00:00:00:00:01", "operation-target": "memory"})
					if err != nil || answer.Result != 0 {
						t.Errorf("the reservation is gone: %+v %v", answer, err)
					}
					do("subnet4-del", map[string]any{"id": 3})
				},
				Config: config, ConfigPlanChecks: action(plancheck.ResourceActionCreate),
			},
		},
	})
}

func TestDHCPv6(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "2.6"})
	config := func(body string) string {
		return acctest.KeaProvider(server.URL(), "") + subnet("  subnet = \"2001:DB8:2::/64\"\n  preferred_lifetime = 600\n"+body)
	}
	body := `
  pools    = [{ pool = "2001:db8:2::100-2001:db8:2::1ff" }]
  pd_pools = [{ prefix = "2001:db8:8000::/48", delegated_length = 56 }]`
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: config(body), ConfigStateChecks: []statecheck.StateCheck{state("id", knownvalue.StringExact("dhcp6/2"))}},
			{Config: config(body), ResourceName: address, ImportState: true, ImportStateId: "dhcp6/2", ImportStateVerify: true, ImportStateVerifyIgnore: []string{"subnet", "pools"}},
			{Config: config("  pd_pools = []"), ConfigPlanChecks: action(plancheck.ResourceActionUpdate), ConfigStateChecks: []statecheck.StateCheck{state("pools", knownvalue.Null())}},
		},
	})
}

func TestRefusals(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "3.0", HostCommands: true, SubnetCommands: true})
	p := acctest.NewProtocol(t)
	for _, c := range []struct {
		name       string
		attributes map[string]any
		want       string
	}{
		{"no prefix", map[string]any{"subnet": "172.16.0.0"}, "no prefix such as"},
		{"pool outside", map[string]any{"subnet": "172.16.0.0/24", "pools": []any{map[string]any{"pool": "172.16.1.1-172.16.1.2"}}}, "Pool outside of the subnet"},
		{"pools overlap", map[string]any{"subnet": "172.16.0.0/24", "pools": []any{map[string]any{"pool": "172.16.0.1-172.16.0.9"}, map[string]any{"pool": "172.16.0.8/29"}}}, "Pools overlap"},
		{"pool backwards", map[string]any{"subnet": "172.16.0.0/24", "pools": []any{map[string]any{"pool": "172.16.0.9-172.16.0.1"}}}, "ends before it begins"},
		{"timers", map[string]any{"subnet": "172.16.0.0/24", "renew_timer": 20, "rebind_timer": 10}, "renew_timer is above rebind_timer"},
		{"other family", map[string]any{"subnet": "172.16.0.0/24", "preferred_lifetime": 10}, "does not belong to a subnet of dhcp4"},
		{"not an object", map[string]any{"subnet": "172.16.0.0/24", "user_context": "[1]"}, "no JSON object"},
		{"option without key", map[string]any{"subnet": "172.16.0.0/24", "option_data": []any{map[string]any{"data": "x"}}}, "At least one attribute"},
		{"unknown pool", map[string]any{"subnet": "172.16.0.0/24", "pools": []any{map[string]any{"pool": acctest.Unknown}}}, ""},
		{"unknown subnet", map[string]any{"subnet": acctest.Unknown, "pools": []any{map[string]any{"pool": "172.16.1.1-172.16.1.2"}}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := acctest.Messages(p.Validate(t, "kea_subnet", c.attributes))
			if (c.want == "") != (got == "") || !regexp.MustCompile(regexp.QuoteMeta(c.want)).MatchString(got) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	overlap := acctest.Messages(p.Plan(t, "kea_subnet", map[string]any{"subnet": "10.1.0.128/25"}).Diagnostics)
	if !regexp.MustCompile(`Subnets overlap.*10\.1\.0\.0/24 \(id 1\)`).MatchString(overlap) {
		t.Errorf("overlapping subnet: %q", overlap)
	}
	apart := acctest.Messages(p.Plan(t, "kea_subnet", map[string]any{"subnet": "10.3.0.0/24"}).Diagnostics)
	if apart != "" {
		t.Errorf("a subnet apart from others: %q", apart)
	}
}
