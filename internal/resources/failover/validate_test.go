package failover_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
)

func TestConfigurations(t *testing.T) {
	type changes = map[string]any
	for _, c := range []struct {
		name    string
		changes changes
		want    string // part of the messages; "" for none
	}{
		{"least", nil, ""},
		{"hot standby", changes{"mode": "HotStandby", "server_role": "Standby", "reserve_percent": 10}, ""},
		{"interval", changes{"state_switch_interval": "1h", "auto_state_transition": true}, ""},
		{"unknown mode", changes{"mode": acctest.Unknown, "server_role": "Active"}, ""},
		{"unknown scopes", changes{"scope_ids": acctest.Unknown}, ""},
		{"no scope", changes{"scope_ids": []any{}}, `("scope_ids")`},
		{"bad scope", changes{"scope_ids": []any{"10.1"}}, `("scope_ids")`},
		{"empty name", changes{"name": ""}, `("name")`},
		{"long name", changes{"name": strings.Repeat("n", 127)}, `("name")`},
		{"doubtful name", changes{"name": strings.Repeat("n", 65)}, `warning at`},
		{"mode", changes{"mode": "Mirror"}, `("mode")`},
		{"role without standby", changes{"server_role": "Active"}, `("server_role")`},
		{"reserve without standby", changes{"mode": "loadbalance", "reserve_percent": 5}, `("reserve_percent")`},
		{"share with standby", changes{"mode": "HotStandby", "load_balance_percent": 50}, `("load_balance_percent")`},
		{"share over 100", changes{"load_balance_percent": 101}, `("load_balance_percent")`},
		{"reserve below 0", changes{"mode": "HotStandby", "reserve_percent": -1}, `("reserve_percent")`},
		{"lead time of nothing", changes{"max_client_lead_time": "0s"}, `("max_client_lead_time")`},
		{"endless lead time", changes{"max_client_lead_time": "unlimited"}, `("max_client_lead_time")`},
		{"interval without transition", changes{"state_switch_interval": "1h", "auto_state_transition": false}, `("auto_state_transition")`},
		{"version without secret", changes{"shared_secret_wo_version": 1}, `("shared_secret_wo")`},
		{"secret without version", changes{"shared_secret_wo": "s"}, "shared_secret_wo_version"},
		{"version 0", changes{"shared_secret_wo": "s", "shared_secret_wo_version": 0}, `("shared_secret_wo_version")`},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := map[string]any{"name": "a", "partner_server": "dhcp2", "scope_ids": []any{"10.1.0.0"}}
			maps.Copy(config, c.changes)
			got := acctest.Messages(acctest.NewProtocol(t).Validate(t, "dhcp_failover", config))
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
