package functions_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"
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
// daemon: the machine without an address gets one of its range and keeps it. Behind the
// daemon, a DHCP client with the machine's MAC address gets that address.
func TestAccKeaFromNetbox(t *testing.T) {
	t.Run("lab", func(t *testing.T) {
		serveNetbox(t, acctest.StartKea(t, keaapi.Options{Version: "2.2", LeaseCommands: true}).URL(), func(string, string) error { return nil })
	})
	t.Run("daemon", func(t *testing.T) {
		keadaemon.Need(t, keadaemon.V22)
		network := keadaemon.NewNetwork(t, "192.0.2.1/24")
		settings := map[string]any{"interfaces-config": map[string]any{"interfaces": []any{network.ServerInterface}}}
		daemon := keadaemon.Start(t, keadaemon.Options{Version: keadaemon.V22, Hooks: []string{"lease_cmds"}, Settings: settings, Network: network})
		serveNetbox(t, daemon.URL, func(mac, address string) error {
			if got := network.Client(t.Context(), t, mac); !strings.Contains(got, "ip_address="+address+" ") {
				return fmt.Errorf("the client %s got %q, want %s", mac, got, address)
			}
			return nil
		})
	})
}

// serveNetbox applies the example. The function tells whether a client gets its address.
func serveNetbox(t *testing.T, url string, gets func(mac, address string) error) {
	module, err := os.ReadFile(netboxExample + "kea/main.tf")
	if err != nil {
		t.Fatal(err)
	}
	provider := acctest.KeaProvider(url, "")
	resources := strings.ReplaceAll(string(module), "var.plan", "local.plan")
	// The clients' leases go with the subnet at the end.
	resources = strings.Replace(resources, "for_each = local.plan.subnets\n", "for_each = local.plan.subnets\n  force_destroy = true\n", 1)
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
				ConfigStateChecks: []statecheck.StateCheck{hasAddress("printer", "192.0.2.20"), hasAddress("vm-1", "192.0.2.100"), client{"52:54:00:ab:cd:ef", "192.0.2.100", gets}},
			},
			{
				Config: config(secondMachine),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(`kea_subnet.this["dcops/vms"]`, plancheck.ResourceActionNoop),
					plancheck.ExpectResourceAction(`kea_pool.this["dcops/vm-pool"]`, plancheck.ResourceActionNoop),
					plancheck.ExpectResourceAction(reservation("vm-1"), plancheck.ResourceActionNoop),
					plancheck.ExpectResourceAction(reservation("vm-2"), plancheck.ResourceActionCreate),
				}},
				ConfigStateChecks: []statecheck.StateCheck{hasAddress("vm-1", "192.0.2.100"), hasAddress("vm-2", "192.0.2.101"), client{"52:54:00:ab:cd:f0", "192.0.2.101", gets}},
			},
			// The framework's own destroy at the end cannot read a state with for_each.
			{Config: provider},
		},
	})
}

// client is a check that a DHCP client gets its address, made after an apply.
type client struct {
	mac, address string
	gets         func(mac, address string) error
}

func (c client) CheckState(_ context.Context, _ statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse) {
	resp.Error = c.gets(c.mac, c.address)
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

const sixRange = `
apiVersion: dcops.microscaler.io/v1alpha1
kind: NetBoxPrefix
metadata: {name: six}
spec: {prefix: "2001:db8:1::/64"}
---
apiVersion: dcops.microscaler.io/v1alpha1
kind: NetBoxIPRange
metadata: {name: machines}
spec: {startAddress: "2001:db8:1::1:0/64", endAddress: "2001:db8:1:0:ffff::/64", status: reserved}
---
apiVersion: dcops.microscaler.io/v1alpha1
kind: NetBoxIPAddress
metadata: {name: vm}
spec: {macAddress: "52:54:00:ab:cd:ef", status: dhcp, ipRange: {name: machines}}
`

// TestKeaFromNetboxSix gives what the function says of a machine in an IPv6 range to
// kea_reservation, which chooses its address.
func TestKeaFromNetboxSix(t *testing.T) {
	result, message := netbox(sixRange, requireReady(types.BoolValue(false)))
	if message != "" {
		t.Fatal(message)
	}
	vm := result.(types.Object).Attributes()["reservations"].(types.Map).Elements()["default/vm"].(types.Object).Attributes()
	config := map[string]any{"allocate_from": []any{vm["allocate_from"].(types.List).Elements()[0].(types.String).ValueString()}}
	for _, name := range []string{"subnet", "hw_address"} {
		config[name] = vm[name].(types.String).ValueString()
	}
	if !vm["ip_address"].IsNull() || !vm["ip_addresses"].IsNull() {
		t.Errorf("%v", vm)
	}
	p := acctest.NewProtocol(t)
	server := acctest.StartKea(t, keaapi.Options{Version: "2.6", LeaseCommands: true})
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	life := p.Life(t, "kea_reservation")
	if _, got := life.Apply(t, config); got != "" || fmt.Sprint(life.State(t)["ip_addresses"]) != "[2001:db8:1::1:0]" {
		t.Errorf("%s %v", got, life.State(t)["ip_addresses"])
	}
}
