package keareservation_test

import (
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

// TestIdentity imports by id and by identity; all lead to the id that the resource spells.
func TestIdentity(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "2.6"})
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	const id = "dhcp4/1/hw-address=02:00:00:00:00:0a"
	made := p.Life(t, "kea_reservation")
	config := map[string]any{"subnet": "10.1.0.0/24", "hw_address": "02-00-00-00-00-0A", "ip_address": "10.1.0.10"}
	if _, got := made.Apply(t, config); got != "" || made.Identity(t) != id {
		t.Errorf("created: %q, identity %q", got, made.Identity(t))
	}
	config["hostname"] = "a"
	if _, got := made.Apply(t, config); got != "" || made.Identity(t) != id || made.State(t)["id"] != id {
		t.Errorf("updated: %q, identity %q", got, made.Identity(t))
	}
	for name, byIdentity := range map[string]bool{"10.1.0.10": false, "10.1.0.0/24/02:00:00:00:00:0a": false, id: true} {
		l := p.Life(t, "kea_reservation")
		if got := l.Import(t, name, byIdentity); got != "" || l.Identity(t) != id || l.State(t)["id"] != id || l.State(t)["subnet"] != "10.1.0.0/24" {
			t.Errorf("%s: %q, identity %q, state %v", name, got, l.Identity(t), l.State(t))
		}
	}
}
