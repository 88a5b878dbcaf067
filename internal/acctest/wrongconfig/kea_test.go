package wrongconfig

import (
	"slices"
	"strings"
)

var (
	notIPv4InKea = []any{"", "192.0.2", "192.0.2.256", "2001:db8::1"}
	notPrefix    = []any{"", "192.0.2.0", "192.0.2.0/33", "192.0.2/24", "2001:db8::/129", "net"}
	notRange     = []any{"", "192.0.2.10-", "192.0.2.20-192.0.2.10", "192.0.2.10-2001:db8::1", "pool", "192.0.2.256-192.0.3.1"}
	notObject    = []any{"", "{", "[1]", `"text"`, "1", `{"a":1}{}`}
)

// wrongOptions are the mistakes that an attribute option_data takes.
var wrongOptions = slices.Concat(
	at("option_data[0].code", "option_data", []any{changes{"code": 0, "data": "1"}}, []any{changes{"code": 65536, "data": "1"}}, []any{changes{"data": "1"}}),
	at("option_data[0].name", "option_data", []any{changes{"name": "", "data": "1"}}),
	at("option_data[0].data", "option_data", []any{changes{"name": "routers", "data": "gateway"}}, []any{changes{"code": 26, "data": "70000"}}, []any{changes{"name": "ip-forwarding", "data": "on"}},
		[]any{changes{"code": 43, "data": "xyz", "csv_format": false}}),
	at("option_data[1].code", "option_data", []any{changes{"name": "routers", "data": "192.0.2.1"}, changes{"code": -1}}),
)

var keaSubnets = []family{
	{
		resource: "kea_subnet",
		sound:    changes{"subnet": "192.0.2.0/24", "pools": []any{changes{"pool": "192.0.2.10-192.0.2.20"}}},
		mistakes: slices.Concat(
			in("subnet", notPrefix...), in("subnet_id", 0, -1, 4294967295), in("next_server", notIPv4InKea...), in("user_context", notObject...), wrongOptions,
			in("preferred_lifetime", 100), in("min_preferred_lifetime", 100), in("max_preferred_lifetime", 100),
			in("pd_pools", []any{changes{"prefix": "2001:db8::/48", "delegated_length": 60}}),
			in("valid_lifetime", -1, 4294967296), in("renew_timer", -1), in("rebind_timer", 4294967296), in("min_valid_lifetime", -1), in("max_valid_lifetime", -1),
			with("min_valid_lifetime", changes{"min_valid_lifetime": 20, "valid_lifetime": 10}),
			with("max_valid_lifetime", changes{"max_valid_lifetime": 5, "valid_lifetime": 10}),
			with("renew_timer", changes{"renew_timer": 20, "rebind_timer": 10}),
			at("relay[0]", "relay", []any{"192.0.2.256"}, []any{""}, []any{"relay"}), at("relay[1]", "relay", []any{"192.0.2.1", "192.0.2.0/24"}),
			at("pools[0].pool", "pools", []any{changes{"pool": "192.0.3.10-192.0.3.20"}}, []any{changes{"pool": "192.0.2.250-192.0.3.5"}}, []any{changes{"pool": "2001:db8::1-2001:db8::9"}}),
			at("pools[1].pool", "pools", []any{changes{"pool": "192.0.2.10-192.0.2.20"}, changes{"pool": "192.0.2.20-192.0.2.30"}},
				[]any{changes{"pool": "192.0.2.0/25"}, changes{"pool": "192.0.2.16/28"}}),
			at("pools[0].user_context", "pools", []any{changes{"pool": "192.0.2.10-192.0.2.20", "user_context": "{"}}),
			at("pools[0].option_data[0].code", "pools", []any{changes{"pool": "192.0.2.10-192.0.2.20", "option_data": []any{changes{"code": 0}}}}),
			badPools("pools", "pool"),
		),
	},
	{
		resource: "kea_subnet",
		sound:    changes{"subnet": "2001:db8:1::/64"},
		mistakes: slices.Concat(
			in("next_server", "192.0.2.1"), in("server_hostname", "boot"), in("boot_file_name", "x"),
			with("min_preferred_lifetime", changes{"min_preferred_lifetime": 20, "preferred_lifetime": 10}),
			with("max_preferred_lifetime", changes{"max_preferred_lifetime": 5, "preferred_lifetime": 10}),
			at("pools[0].pool", "pools", []any{changes{"pool": "192.0.2.10-192.0.2.20"}}),
			at("pd_pools[0].prefix", "pd_pools", []any{changes{"prefix": "2001:db8::", "delegated_length": 60}}),
			at("pd_pools[0].delegated_length", "pd_pools", []any{changes{"prefix": "2001:db8::/48", "delegated_length": 0}}, []any{changes{"prefix": "2001:db8::/48", "delegated_length": 129}}),
			at("pd_pools[0].excluded_prefix", "pd_pools", []any{changes{"prefix": "2001:db8::/48", "delegated_length": 60, "excluded_prefix": "x"}}),
		),
	},
}

// badPools are nested ranges that are none.
func badPools(list, member string) []mistake {
	var out []mistake
	for _, v := range notRange {
		out = append(out, at(list+"[0]."+member, list, []any{changes{member: v}})...)
	}
	return out
}

var keaPools = []family{{
	resource: "kea_pool",
	sound:    changes{"subnet": "192.0.2.0/24", "pool": "192.0.2.10-192.0.2.20"},
	mistakes: slices.Concat(
		in("subnet", notPrefix...), in("subnet", nil), in("pool", notRange...), in("pool", "192.0.3.10-192.0.3.20", "192.0.2.250-192.0.3.5", "2001:db8::/80"),
		with("subnet_id", changes{"subnet": nil, "subnet_id": 0}), with("subnet_id", changes{"subnet": nil, "subnet_id": 4294967295}),
		in("user_context", notObject...), wrongOptions,
	),
}}

var keaReservations = []family{{
	resource: "kea_reservation",
	sound:    changes{"subnet": "192.0.2.0/24", "hw_address": "02:00:5e:10:00:01", "ip_address": "192.0.2.50"},
	mistakes: slices.Concat(
		in("service", "", "dhcp", "dhcpv4"), in("subnet", notPrefix...), in("global", true), with("global", changes{"subnet": nil, "global": false}), in("subnet_id", 0, -1, 4294967296),
		in("hw_address", "", "02", "zz:00:5e:10:00:01"),
		with("client_id", changes{"hw_address": nil, "client_id": ""}), with("client_id", changes{"hw_address": nil, "client_id": "xyz"}),
		with("circuit_id", changes{"hw_address": nil, "circuit_id": "'open"}), with("flex_id", changes{"hw_address": nil, "flex_id": "0x1"}),
		with("duid", changes{"hw_address": nil, "duid": "00"}), with("duid", changes{"hw_address": nil, "duid": "uuid"}),
		in("ip_address", notIPv4InKea...), in("ip_address", "192.0.3.50", "10.0.0.1"),
		in("ip_addresses", []any{"2001:db8::1"}), in("prefixes", []any{"2001:db8::/60"}), in("next_server", notIPv4InKea...),
		in("server_hostname", strings.Repeat("a", 64)), in("boot_file_name", strings.Repeat("a", 128)), in("client_classes", []any{"a", "a"}),
		at("allocate_from[0]", "allocate_from", []any{"192.0.2.20-192.0.2.10"}, []any{""}, []any{"some"}), at("exclude[1]", "exclude", []any{"192.0.2.1", "192.0.2.300"}),
		in("user_context", notObject...), wrongOptions,
		with("ip_address", changes{"service": "dhcp6"}), with("subnet", changes{"service": "dhcp6"}),
		with("boot_file_name", changes{"subnet": "2001:db8::/64", "ip_address": nil, "boot_file_name": "x"}),
		with("allocate_from[0]", changes{"subnet": "2001:db8::/64", "ip_address": nil, "allocate_from": []any{"2001:db9::/80"}}),
		with("ip_addresses[0]", changes{"subnet": "2001:db8::/64", "ip_address": nil, "ip_addresses": []any{"2001:db9::1"}}),
		with("prefixes[0]", changes{"subnet": "2001:db8::/64", "ip_address": nil, "prefixes": []any{"2001:db8::"}}),
		with("client_id", changes{"subnet": "2001:db8::/64", "hw_address": nil, "ip_address": nil, "client_id": "01020304"}),
	),
}}

// host is a set of one reservation with attributes of it changed.
func host(extra changes) changes {
	one := changes{"hw_address": "02:00:5e:10:00:01", "ip_address": "192.0.2.50"}
	for name, value := range extra {
		one[name] = value
	}
	return changes{"pc": one}
}

var keaReservationSets = []family{{
	resource: "kea_reservation_set",
	sound:    changes{"subnet": "192.0.2.0/24", "reservations": host(nil)},
	mistakes: slices.Concat(
		in("subnet", notPrefix...), in("subnet", nil), in("reservations", nil), in("max_removals", -1),
		at(`reservations["pc"]`, "reservations", host(changes{"hw_address": nil}), host(changes{"client_id": "0102"})),
		at(`reservations["pc"].hw_address`, "reservations", host(changes{"hw_address": ""}), host(changes{"hw_address": "02"})),
		at(`reservations["pc2"].hw_address`, "reservations", changes{"pc": changes{"hw_address": "02:00:5e:10:00:01"}, "pc2": changes{"hw_address": "0200.5e10.0001"}}),
		at(`reservations["pc"].ip_address`, "reservations", host(changes{"ip_address": ""}), host(changes{"ip_address": "192.0.3.50"}), host(changes{"ip_address": "2001:db8::1"})),
		at(`reservations["pc"].ip_addresses`, "reservations", host(changes{"ip_addresses": []any{"2001:db8::1"}})),
		at(`reservations["pc"].user_context`, "reservations", host(changes{"user_context": "[1]"})),
		at(`reservations["pc"].server_hostname`, "reservations", host(changes{"server_hostname": strings.Repeat("a", 64)})),
		at(`reservations["pc"].option_data[0].code`, "reservations", host(changes{"option_data": []any{changes{"code": 0}}})),
		with(`reservations["pc"].client_id`, changes{"subnet": "2001:db8::/64", "reservations": changes{"pc": changes{"client_id": "0102"}}}),
	),
}}
