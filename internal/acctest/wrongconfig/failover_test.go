package wrongconfig

import (
	"slices"
	"strings"
)

var failovers = []family{
	{
		resource: "dhcp_failover",
		sound:    changes{"name": "a", "partner_server": "dhcp2", "scope_ids": []any{"10.1.0.0"}},
		mistakes: slices.Concat(
			in("name", "", "a\x07b", strings.Repeat("n", 127)), in("partner_server", "", "a\x07b", longText),
			in("scope_ids", []any{}), at("scope_ids[*]", "scope_ids", []any{"10.1"}, []any{"10.1.0.0", "2001:db8::"}, []any{""}),
			in("mode", "", "Mirror", "Active"), in("server_role", "Active", "Primary"),
			with("server_role", changes{"mode": "HotStandby", "server_role": "Both"}),
			with("server_role", changes{"mode": "LoadBalance", "server_role": "Standby"}),
			in("reserve_percent", 5, -1, 101), with("reserve_percent", changes{"mode": "HotStandby", "reserve_percent": 101}),
			in("load_balance_percent", -1, 101), with("load_balance_percent", changes{"mode": "HotStandby", "load_balance_percent": 50}),
			in("max_client_lead_time", badLease...), in("max_client_lead_time", "unlimited"), in("state_switch_interval", badLease...),
			with("auto_state_transition", changes{"state_switch_interval": "1h", "auto_state_transition": false}),
			in("shared_secret_wo", "", "secret"), at("shared_secret_wo", "shared_secret_wo_version", 1),
			with("shared_secret_wo_version", changes{"shared_secret_wo": "s", "shared_secret_wo_version": 0}),
		),
	},
	{
		resource: "dhcp_failover_scope",
		sound:    changes{"failover_name": "a", "scope_id": "10.1.0.0"},
		mistakes: slices.Concat(in("scope_id", notIPv4...)),
	},
}
