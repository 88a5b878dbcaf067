package failover_test

import (
	"maps"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
)

// Each resource that belongs to a scope can choose for itself whether its changes are
// copied, whatever the provider's configuration says.
func TestReplicateOfAResource(t *testing.T) {
	l := replicable(t, acctest.Delegated)
	on, off := l.Protocol(), l.Protocol(map[string]any{"replicate": false})
	for _, c := range []struct {
		typeName string
		config   map[string]any
	}{
		{"dhcp_dns_settings", map[string]any{"scope_id": "10.1.0.0", "dynamic_updates": "Never"}},
		{"dhcp_exclusion_range", map[string]any{"scope_id": "10.1.0.0", "start_address": "10.1.0.20", "end_address": "10.1.0.29"}},
		{"dhcp_option_value", map[string]any{"scope_id": "10.1.0.0", "option_id": 42, "values": []any{"10.0.0.10"}}},
		{"dhcp_policy", map[string]any{
			"name": "Phones", "scope_id": "10.1.0.0", "lease_duration": "1d",
			"conditions": []any{map[string]any{"type": "mac_address", "operator": "EQ", "values": []any{"00-15-5D-*"}}},
		}},
		{"dhcp_reservation", map[string]any{"scope_id": "10.1.0.0", "address": "10.1.0.50", "client_id": "00-11-22-33-44-55"}},
		{"dhcp_reservation_set", map[string]any{"scope_id": "10.1.0.0", "reservations": map[string]any{"a": map[string]any{"address": "10.1.0.51", "client_id": "00-11-22-33-44-66"}}}},
		{"dhcp_superscope", map[string]any{"name": "Campus", "scope_ids": []any{"10.1.0.0", "10.2.0.0"}}},
	} {
		// Each is made and destroyed: with the default, and with the choice of the resource.
		for _, run := range []struct {
			provider *acctest.Protocol
			choice   any
			copies   bool
		}{{on, nil, true}, {on, false, false}, {off, nil, false}, {off, true, true}} {
			config := maps.Clone(c.config)
			if run.choice != nil {
				config["replicate"] = run.choice
			}
			l.Engine.Reset()
			i, diags := run.provider.Apply(t, run.provider.Absent(c.typeName), config)
			made := replications(l)
			_, more := run.provider.Apply(t, i, nil)
			if got := acctest.Messages(append(diags, more...)); got != "" {
				t.Errorf("%s: %s", c.typeName, got)
			}
			if removed := replications(l) - made; (made > 0) != run.copies || (removed > 0) != run.copies {
				t.Errorf("%s, choice %v: %d replications when made, %d when removed", c.typeName, run.choice, made, removed)
			}
		}
	}
}

// A scope chooses for its updates.
func TestReplicateOfAScope(t *testing.T) {
	l := replicable(t, acctest.Delegated)
	p := l.Protocol()
	i, diags := p.Import(t, "dhcp_scope", "10.1.0.0")
	if len(diags) > 0 {
		t.Fatal(acctest.Messages(diags))
	}
	config := map[string]any{"name": "New", "network": "10.1.0.0", "subnet_mask": "255.255.255.0", "start_range": "10.1.0.10", "end_range": "10.1.0.99", "replicate": false}
	i, diags = p.Apply(t, i, config)
	if got := replications(l); got != 0 || len(diags) > 0 {
		t.Errorf("%d replications: %s", got, acctest.Messages(diags))
	}
	config["name"], config["replicate"] = "Newer", true
	if _, diags = p.Apply(t, i, config); replications(l) != 1 || len(diags) > 0 {
		t.Errorf("%d replications: %s", replications(l), acctest.Messages(diags))
	}
}
