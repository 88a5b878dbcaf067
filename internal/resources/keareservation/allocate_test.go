package keareservation_test

import (
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

// TestAllocate6 lets the provider choose an IPv6 address, which stays when other things
// change, and tells what is wrong with a range before anything is asked.
func TestAllocate6(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "2.6", LeaseCommands: true})
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	chosen := func(l *acctest.Life) string {
		list, _ := l.State(t)["ip_addresses"].([]any)
		if len(list) != 1 {
			return ""
		}
		text, _ := list[0].(string)
		return text
	}
	config := map[string]any{"subnet": "2001:db8:1::/64", "hw_address": "02:00:00:00:00:01", "allocate_from": []any{"2001:db8:1::100-2001:db8:1:0:ffff::"}, "exclude": []any{"2001:db8:1::100/124"}}
	one, other := p.Life(t, "kea_reservation"), p.Life(t, "kea_reservation")
	if _, got := one.Apply(t, config); got != "" || chosen(one) != "2001:db8:1::110" {
		t.Errorf("%s, chose %q", got, chosen(one))
	}
	config["hostname"] = "six"
	if changed, got := one.Apply(t, config); got != "" || chosen(one) != "2001:db8:1::110" || len(changed) != 1 {
		t.Errorf("a change of the host name: %v %s, has %q", changed, got, chosen(one))
	}
	if changed, got := one.Apply(t, config); got != "" || changed != nil {
		t.Errorf("no change: %v %s", changed, got)
	}
	config["hw_address"] = "02:00:00:00:00:02"
	if _, got := other.Apply(t, config); got != "" || chosen(other) != "2001:db8:1::111" {
		t.Errorf("%s, the other got %q", got, chosen(other))
	}
	config["ip_addresses"] = []any{"2001:db8:1::5"}
	if _, got := other.Apply(t, config); got != "" || chosen(other) != "2001:db8:1::5" {
		t.Errorf("%s, given, has %q", got, chosen(other))
	}
	// Without ranges none is chosen: a reservation of prefixes is no reservation of an address.
	prefixes := p.Life(t, "kea_reservation")
	if _, got := prefixes.Apply(t, map[string]any{"subnet": "2001:db8:1::/64", "duid": "00030001000000000001", "prefixes": []any{"2001:db8:8000::/56"}}); got != "" || prefixes.State(t)["ip_addresses"] != nil {
		t.Errorf("%s %v", got, prefixes.State(t))
	}
	if changed, _ := prefixes.Apply(t, map[string]any{"subnet": "2001:db8:1::/64", "duid": "00030001000000000001", "prefixes": []any{"2001:db8:8000::/56"}, "allocate_from": []any{"2001:db8:1::/64"}}); len(changed) == 0 || changed[len(changed)-1] != "replace" {
		t.Errorf("ranges for a reservation without an address: %v", changed)
	}
	config["allocate_from"] = []any{"2001:db8:1::/80", "2001:db8:2::/64"}
	if got := acctest.Messages(p.Validate(t, "kea_reservation", config)); !strings.Contains(got, "Range outside of the subnet") || !strings.Contains(got, "ElementKeyInt(1)") {
		t.Errorf("%s", got)
	}
}
