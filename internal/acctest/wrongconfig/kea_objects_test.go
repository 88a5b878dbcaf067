package wrongconfig

import "slices"

// wrongTimes are the mistakes that lifetimes take.
var wrongTimes = slices.Concat(
	in("valid_lifetime", -1, 4294967296), in("min_valid_lifetime", -1), in("max_valid_lifetime", -1),
	with("min_valid_lifetime", changes{"min_valid_lifetime": 20, "valid_lifetime": 10}), with("max_valid_lifetime", changes{"max_valid_lifetime": 5, "valid_lifetime": 10}),
	in("preferred_lifetime", 100), in("min_preferred_lifetime", 100), in("max_preferred_lifetime", 100),
	with("next_server", changes{"service": "dhcp6", "next_server": "192.0.2.1"}), with("server_hostname", changes{"service": "dhcp6", "server_hostname": "boot"}),
	with("boot_file_name", changes{"service": "dhcp6", "boot_file_name": "x"}), in("next_server", notIPv4InKea...), in("service", nil, "", "dhcp", "dhcpv4"),
)

var wrongTimers = slices.Concat(in("renew_timer", -1), in("rebind_timer", 4294967296), with("renew_timer", changes{"renew_timer": 20, "rebind_timer": 10}))

var keaObjects = []family{
	{
		resource: "kea_shared_network",
		sound:    changes{"service": "dhcp4", "name": "floor1", "valid_lifetime": 600},
		mistakes: slices.Concat(
			wrongTimes, wrongTimers, wrongOptions, in("name", nil, ""), in("user_context", notObject...),
			at("relay[0]", "relay", []any{"192.0.2.256"}, []any{""}), at("relay[1]", "relay", []any{"192.0.2.1", "192.0.2.0/24"}),
		),
	},
	{
		resource: "kea_client_class",
		sound:    changes{"service": "dhcp4", "name": "phones", "test": "substring(option[60].hex,0,5) == 'phone'"},
		mistakes: slices.Concat(
			wrongTimes, wrongOptions, in("name", nil, ""), in("user_context", notObject...),
			in("test", "", "substring(option[60].hex,0,5", "option[60].hex == 'phone", "option[60].hex) == 'phone'"), in("template_test", "relay4[1].hex"),
			with("template_test", changes{"test": nil, "template_test": ""}), with("test", changes{"name": "KNOWN"}), with("test", changes{"name": "ALL"}),
		),
	},
	{
		resource: "kea_option_definition",
		sound:    changes{"service": "dhcp4", "code": 234, "name": "calls", "type": "record", "record_types": "uint8, ipv4-address"},
		mistakes: slices.Concat(
			in("service", nil, "", "dhcp"), in("code", nil, -1, 0, 255, 65536), in("name", nil, "", "a b", "-a", "a.b", "a_"), in("type", nil, "", "text", "banana"),
			in("record_types", nil, "", "uint8,", "uint8 ipv4-address", "uint8; string", "record"), in("space", "a b"), in("encapsulate", "a b"), in("user_context", notObject...),
			with("record_types", changes{"type": "string"}), with("array", changes{"type": "empty", "record_types": nil, "array": true}),
			with("encapsulate", changes{"array": true, "encapsulate": "calls"}), with("code", changes{"service": "dhcp6", "code": 65536}), with("code", changes{"space": "calls", "code": 256}),
		),
	},
	{
		resource: "kea_global_options",
		sound:    changes{"service": "dhcp4", "valid_lifetime": 600},
		mistakes: slices.Concat(
			wrongTimes, wrongTimers, wrongOptions,
			at("option_data[1]", "option_data", []any{changes{"name": "routers", "data": "192.0.2.1"}, changes{"name": "routers", "data": "192.0.2.2"}}, []any{changes{"code": 3, "data": "192.0.2.1"}, changes{"code": 3, "data": "192.0.2.2"}}),
		),
	},
	{
		resource: "kea_lease",
		sound:    changes{"address": "192.0.2.150", "hw_address": "02:00:5e:10:00:50"},
		mistakes: slices.Concat(
			in("address", nil, "", "192.0.2", "192.0.2.256", "192.0.2.0/24"), in("hw_address", nil, "", "02", "zz:00:5e:10:00:01"), in("client_id", "", "xyz"),
			in("duid", "000300010203040506"), in("iaid", 7), in("prefix_length", 56), in("preferred_lifetime", 100), in("subnet_id", 0, 4294967295), in("hostname", ""),
			in("valid_lifetime", 0, -1, 4294967296), in("user_context", notObject...),
		),
	},
	{
		resource: "kea_lease",
		sound:    changes{"address": "2001:db8:8000::", "prefix_length": 56, "subnet_id": 1, "duid": "000300010203040506", "iaid": 7},
		mistakes: slices.Concat(
			in("duid", nil, "", "uuid"), in("iaid", nil, -1, 4294967296), in("client_id", "010203"), in("prefix_length", 0, 129), in("subnet_id", nil), in("address", "2001:db8:8000::1"), in("preferred_lifetime", 0),
		),
	},
}
