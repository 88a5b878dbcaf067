package keareservation_test

import (
	"context"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keadaemon"
)

// TestDaemonClient gives an address to a real DHCP client in a network namespace: what
// Terraform reserved is what the client gets, and a new client with the same hardware
// address gets it again.
func TestDaemonClient(t *testing.T) {
	keadaemon.Need(t, keadaemon.V22)
	network := keadaemon.NewNetwork(t, "10.1.0.1/24")
	settings := map[string]any{
		"interfaces-config": map[string]any{"interfaces": []any{network.ServerInterface}},
		"subnet4":           []any{map[string]any{"id": 1, "subnet": "10.1.0.0/24", "pools": []any{map[string]any{"pool": "10.1.0.200-10.1.0.250"}}}},
	}
	daemon := keadaemon.Start(t, keadaemon.Options{Version: keadaemon.V22, Hooks: []string{"lease_cmds"}, Settings: settings, Network: network})
	client, err := kea.New(kea.Config{Endpoints: []string{daemon.URL}})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	const mac = "02:00:5e:10:00:01"
	w := acctest.NewWorkspace(t, acctest.KeaProvider(daemon.URL, "")+`
resource "kea_reservation" "vm" {
  provider   = dhcp
  subnet     = "10.1.0.0/24"
  hw_address = "02-00-5E-10-00-01"
  hostname   = "vm1"
  exclude    = ["10.1.0.1"]
}
output "address" {
  value = kea_reservation.vm.ip_address
}
`)
	ctx, cancel := context.WithTimeout(context.Background(), most)
	defer cancel()
	w.Apply(ctx)
	want := addressIn(ctx, t, w)
	for _, machine := range []string{"first", "rebuilt"} {
		got := network.Client(ctx, t, mac)
		if !strings.Contains(got, "ip_address="+want+" ") || !strings.Contains(got, "host_name=vm1") {
			t.Errorf("the %s client got %q, want %s and the name vm1", machine, got, want)
		}
		if lease := leaseOf(ctx, t, client, mac); lease.Address != want {
			t.Errorf("the lease of the %s client is %s, want %s", machine, lease.Address, want)
		}
	}
	if got := network.Client(ctx, t, "02:00:5e:10:00:02"); strings.Contains(got, "ip_address="+want+" ") || !strings.Contains(got, "ip_address=10.1.0.2") {
		t.Errorf("another client got %q, want an address of the pool", got)
	}
}
