package functions_test

import (
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keadaemon"
)

const netboxExample = "../../examples/scenarios/netbox/"

// secondMachine asks for an address of the example's range.
const secondMachine = `
apiVersion: dcops.microscaler.io/v1alpha1
kind: NetBoxIPAddress
metadata: {name: vm-2, namespace: dcops}
spec: {macAddress: "52:54:00:ab:cd:f0", status: dhcp, ipRange: {name: vm-pool}}
`

// TestAccKeaFromNetbox serves the example's manifests with the lab's API and with a real
// daemon: the machine without an address gets one of its range and keeps it.
func TestAccKeaFromNetbox(t *testing.T) {
	t.Run("lab", func(t *testing.T) {
		serveNetbox(t, acctest.StartKea(t, keaapi.Options{Version: "2.2", LeaseCommands: true}).URL())
	})
	t.Run("daemon", func(t *testing.T) {
		serveNetbox(t, keadaemon.Start(t, keadaemon.Options{Version: keadaemon.V22, Hooks: []string{"lease_cmds"}}).URL)
	})
}

func serveNetbox(t *testing.T, url string) {
	module, err := os.ReadFile(netboxExample + "kea/main.tf")
	if err != nil {
		t.Fatal(err)
	}
	provider := acctest.KeaProvider(url, "")
	resources := strings.ReplaceAll(string(module), "var.plan", "local.plan")
	config := func(more string) string {
		return provider + resources + `
locals {
  plan = provider::dhcp::kea_from_netbox([` + quoted(t, "network.yaml") + `, ` + quoted(t, "machines.yaml") + `, <<-YAML
` + more + `
YAML
  ], { require_ready = false })
}
`
	}
	reservation := func(name string) string { return `kea_reservation.this["dcops/` + name + `"]` }
	hasAddress := func(name, address string) statecheck.StateCheck {
		return statecheck.ExpectKnownValue(reservation(name), tfjsonpath.New("ip_address"), knownvalue.StringExact(address))
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{
				Config:            config(""),
				ConfigStateChecks: []statecheck.StateCheck{hasAddress("printer", "192.0.2.20"), hasAddress("vm-1", "192.0.2.100")},
			},
			{
				Config: config(secondMachine),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(`kea_subnet.this["dcops/vms"]`, plancheck.ResourceActionNoop),
					plancheck.ExpectResourceAction(`kea_pool.this["dcops/vm-pool"]`, plancheck.ResourceActionNoop),
					plancheck.ExpectResourceAction(reservation("vm-1"), plancheck.ResourceActionNoop),
					plancheck.ExpectResourceAction(reservation("vm-2"), plancheck.ResourceActionCreate),
				}},
				ConfigStateChecks: []statecheck.StateCheck{hasAddress("vm-1", "192.0.2.100"), hasAddress("vm-2", "192.0.2.101")},
			},
			// The framework's own destroy at the end cannot read a state with for_each.
			{Config: provider},
		},
	})
}

// quoted is an expression for the text of one of the example's manifests.
func quoted(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(netboxExample + "from-git/plan/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return "<<-YAML\n" + string(data) + "YAML\n"
}
