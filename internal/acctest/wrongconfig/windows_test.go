package wrongconfig

import (
	"slices"
	"strings"
)

func condition(kind, operator string, values ...any) []any {
	c := changes{"type": kind, "operator": operator}
	if len(values) > 0 {
		c["values"] = values
	}
	return []any{c}
}

// others are the remaining objects of a Windows server.
var others = []family{
	{
		resource: "dhcp_superscope",
		sound:    changes{"name": "Floor", "scope_ids": []any{"10.1.0.0"}},
		mistakes: slices.Concat(
			in("name", badName...), in("scope_ids", []any{}), at("scope_ids[*]", "scope_ids", []any{"10.1"}, []any{"2001:db8::"}, []any{"10.1.0.0", ""}),
		),
	},
	{
		resource: "dhcp_policy",
		sound:    changes{"name": "Phones", "scope_id": "10.1.0.0", "conditions": condition("mac_address", "EQ", "aa-bb-*")},
		mistakes: slices.Concat(
			in("name", badName...), in("description", badText...), in("scope_id", notIPv4...), in("condition", "", "Xor"), in("processing_order", 0, 65536),
			in("lease_duration", badLease...), in("dns_suffix", badDomain...), in("conditions", []any{}),
			at("conditions[*].type", "conditions", condition("mac", "EQ", "aa-bb-*"), condition("", "EQ", "aa")),
			at("conditions[*].operator", "conditions", condition("mac_address", "LIKE", "aa-bb-*"), condition("mac_address", "eq", "aa-bb-*")),
			at("conditions[*]", "conditions", condition("mac_address", "EQ"), condition("mac_address", "ISL"), condition("fqdn", "ISL", "pc"),
				condition("mac_address", "EQ", "zz"), condition("mac_address", "EQ", "aa-bb"), condition("mac_address", "EQ", "aa-bb-cc-dd-ee-ff-00"),
				condition("client_id", "NE", ""), condition("fqdn", "EQ", "NE"), condition("vendor_class", "EQ", ""), condition("relay_agent", "EQ", "*a*b*"),
				append(condition("mac_address", "EQ", "aa-*"), condition("mac_address", "EQ", "bb-*")...)),
			with("ranges", changes{"scope_id": nil, "ranges": ranges("10.1.0.50", "10.1.0.60")}),
			with("ranges", changes{"conditions": condition("fqdn", "ISL"), "ranges": ranges("10.1.0.50", "10.1.0.60")}),
			badOptions("0", "256", "51"),
			in("ranges", ranges("10.1.0.50", "10.1.0.60", "10.1.0.55", "10.1.0.70")), at("ranges[*]", "ranges", ranges("10.1.0.60", "10.1.0.50")),
		),
	},
	{
		resource: "dhcp_dns_settings",
		sound:    changes{"scope_id": "10.1.0.0"},
		mistakes: slices.Concat(
			in("scope_id", notIPv4...), in("dynamic_updates", "", "Sometimes"), in("policy_name", ""), in("reservation_address", "10.1.0.50"),
			with("reservation_address", changes{"scope_id": nil, "reservation_address": "10.1.0"}),
			with("reservation_address", changes{"scope_id": nil, "reservation_address": "10.1.0.50", "policy_name": "p"}),
			with("name_protection", changes{"dynamic_updates": "Never", "name_protection": true}),
			with("delete_records_on_expiry", changes{"dynamic_updates": "Never", "delete_records_on_expiry": true}),
			with("update_for_older_clients", changes{"dynamic_updates": "Never", "update_for_older_clients": true}),
			with("disable_ptr_updates", changes{"dynamic_updates": "Never", "disable_ptr_updates": true}),
		),
	},
	{
		resource: "dhcp_multicast_scope",
		sound:    changes{"name": "TV", "start_range": "239.0.0.1", "end_range": "239.0.3.254"},
		mistakes: slices.Concat(
			in("name", badName...), in("description", badText...), in("start_range", notIPv4...), in("end_range", notIPv4...), in("start_range", "10.1.0.0", "223.255.255.255", "239.0.4.0"),
			with("end_range", changes{"end_range": "239.0.0.9"}), with("start_range", changes{"end_range": "240.0.0.1"}), in("ttl", 0, 256),
			in("lease_duration", badLease...), in("state", "", "Asleep"),
			at("exclusions[*]", "exclusions", ranges("239.0.0.9", "239.0.0.2"), ranges("239.1.0.1", "239.1.0.2")),
			in("exclusions", ranges("239.0.0.10", "239.0.0.20", "239.0.0.15", "239.0.0.30")),
		),
	},
	{
		resource: "dhcp_mac_filter",
		sound:    changes{"mac_address": "aa-bb-cc-dd-ee-ff", "list": "Allow"},
		mistakes: slices.Concat(in("mac_address", "", "zz", "aa-bb", "*", "aa-bb-cc-dd-ee-ff-00", "aa-*-cc"), in("list", "", "Block"), in("description", badText...)),
	},
	{
		resource: "dhcp_server_settings",
		sound:    changes{"conflict_detection_attempts": 2},
		mistakes: slices.Concat(
			in("conflict_detection_attempts", -1, 6), in("audit_log_path", "", strings.Repeat("x", 261)), in("database_backup_path", "", strings.Repeat("x", 261)),
			in("audit_log_max_size", 0, 4294967296), in("audit_log_disk_check_interval", 0), in("audit_log_min_free_space", -1),
			in("database_backup_interval", 0), in("database_cleanup_interval", 0),
		),
	},
	{
		resource: "dhcp_server_binding",
		sound:    changes{"interface_alias": "Ethernet", "bound": true},
		mistakes: in("interface_alias", "", strings.Repeat("x", 257)),
	},
	{
		resource: "dhcp_server_authorization",
		sound:    changes{"dns_name": "dhcp1.lab.example", "ip_address": "10.0.0.5"},
		mistakes: slices.Concat(in("dns_name", badDomain...), in("dns_name", ""), in("ip_address", notIPv4...)),
	},
}
