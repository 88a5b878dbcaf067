package keasubnet_test

import (
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

func TestDataSource(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Config: map[string]any{
		"valid-lifetime":  4000,
		"subnet4":         []any{map[string]any{"id": 1, "subnet": "10.1.0.0/24", "pools": []any{map[string]any{"pool": "10.1.0.64 - 10.1.0.127"}}, "reservations": []any{map[string]any{"hw-address": "02:00:00:00:00:01", "hostname": "a"}}}},
		"shared-networks": []any{map[string]any{"name": "floor1", "subnet4": []any{map[string]any{"id": 7, "subnet": "10.7.0.0/24", "valid-lifetime": 60}}}},
	}})
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	for name, c := range map[string]struct {
		filter map[string]any
		want   string
	}{
		"all": {map[string]any{}, "dhcp4/1 dhcp4/7"}, "by prefix": {map[string]any{"subnet": "10.7.0.4/24"}, "dhcp4/7"}, "by address": {map[string]any{"contains": "10.1.0.200"}, "dhcp4/1"},
		"by network": {map[string]any{"shared_network": "floor1"}, "dhcp4/7"}, "IPv6 by address": {map[string]any{"contains": "2001:DB8:1::9"}, "dhcp6/1"}, "none": {map[string]any{"contains": "192.0.2.1"}, ""},
	} {
		state, diags := p.ReadDataSource(t, "kea_subnets", c.filter)
		if len(diags) > 0 {
			t.Fatalf("%s: %s", name, acctest.Messages(diags))
		}
		var ids []string
		list, _ := state["subnets"].([]any)
		for _, s := range list {
			m, _ := s.(map[string]any)
			id, _ := m["id"].(string)
			ids = append(ids, id)
			if pools, _ := m["pools"].([]any); id == "dhcp4/1" && (len(pools) != 1 || pools[0] != "10.1.0.64/26" || m["valid_lifetime"] != float64(4000) || m["reservations"] != float64(1)) {
				t.Errorf("%v", m)
			}
		}
		if strings.Join(ids, " ") != c.want {
			t.Errorf("%s: %v, want %s", name, ids, c.want)
		}
	}
}
