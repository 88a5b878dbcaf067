package kealease_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

func TestLeases(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{LeaseCommands: true, Config: map[string]any{"subnet4": []any{map[string]any{"id": 1, "subnet": "10.0.0.0/16"}, map[string]any{"id": 2, "subnet": "10.2.0.0/24"}}}})
	// More than one page of 1,000.
	for n := range 1005 {
		lease := map[string]any{"ip-address": fmt.Sprintf("10.0.%d.%d", n/250, n%250+1), "hw-address": fmt.Sprintf("02:00:00:00:%02x:%02x", n/256, n%256), "client-id": "01:02", "state": n % 2, "hostname": fmt.Sprintf("h%d", n)}
		if answer, err := server.Do("dhcp4", "lease4-add", lease); err != nil || answer.Result != 0 {
			t.Fatal(answer, err)
		}
	}
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	for name, c := range map[string]struct {
		filter map[string]any
		want   int
	}{
		"all": {map[string]any{}, 1005}, "by subnet": {map[string]any{"subnet_id": 2}, 0}, "by state": {map[string]any{"state": "declined"}, 502},
		"by hardware": {map[string]any{"hw_address": "02-00-00-00-03-E8"}, 1}, "by name": {map[string]any{"hostname": "H1004."}, 1}, "by client": {map[string]any{"client_id": "0102xx"}, -1}, "by client id": {map[string]any{"client_id": "010203"}, 0},
	} {
		state, diags := p.ReadDataSource(t, "kea_leases", c.filter)
		if c.want < 0 {
			if len(diags) == 0 {
				t.Errorf("%s: accepted", name)
			}
			continue
		}
		if list, _ := state["leases"].([]any); len(list) != c.want || len(diags) > 0 {
			t.Errorf("%s: %d leases, want %d; %s", name, len(list), c.want, acctest.Messages(diags))
		}
	}
}

func TestHookMissing(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{})
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	_, diags := p.ReadDataSource(t, "kea_leases", map[string]any{})
	if got := acctest.Messages(diags); !strings.Contains(got, "libdhcp_lease_cmds.so") {
		t.Errorf("got %q", got)
	}
}
