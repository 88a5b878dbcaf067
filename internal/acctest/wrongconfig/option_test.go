package wrongconfig

import (
	"fmt"
	"slices"
)

func routes(destination, router string) []any {
	return []any{changes{"destination": destination, "router": router}}
}

// badOptions are keys of the attribute options that number no option, and an option without
// values.
func badOptions(keys ...string) []mistake {
	out := with(`options["24"]`, changes{"options": changes{"24": []any{}}})
	for _, k := range keys {
		out = append(out, with(fmt.Sprintf("options[%q]", k), changes{"options": changes{k: []any{"1"}}})...)
	}
	return out
}

var options = []family{
	{
		resource: "dhcp_option_value",
		sound:    changes{"option_id": 42, "scope_id": "10.1.0.0", "values": []any{"10.0.0.1"}},
		mistakes: slices.Concat(
			in("option_id", 0, -1, 256, 51, 81), in("scope_id", notIPv4...),
			in("policy_name", ""), in("vendor_class", ""), in("user_class", ""), in("values", []any{}),
			with("reserved_address", changes{"reserved_address": "10.1.0.50"}),
			with("reserved_address", changes{"scope_id": nil, "reserved_address": "10.1.0"}),
			with("policy_name", changes{"policy_name": "p", "user_class": "c"}),
			with("policy_name", changes{"scope_id": nil, "reserved_address": "10.1.0.50", "policy_name": "p"}),
			with("values", changes{"values": nil}), with("values", changes{"option_id": 121, "routes": routes("0.0.0.0/0", "10.1.0.1")}),
			with("routes", changes{"values": nil, "routes": routes("0.0.0.0/0", "10.1.0.1")}),
			with("routes", changes{"option_id": 121, "values": nil, "routes": []any{}}),
			with("routes", changes{"option_id": 121, "values": nil, "routes": routes("10.8.0.0/33", "10.1.0.1")}),
			with("routes", changes{"option_id": 249, "values": nil, "routes": routes("10.8.0.1/16", "10.1.0.1")}),
			with("routes", changes{"option_id": 121, "vendor_class": "v", "values": nil, "routes": routes("10.8.0.0/16", "10.1.0.1")}),
			with("routes[0].router", changes{"option_id": 121, "values": nil, "routes": routes("10.8.0.0/16", "router")}),
		),
	},
	{
		resource: "dhcp_option_definition",
		sound:    changes{"option_id": 150, "name": "TFTP", "type": "IPv4Address"},
		mistakes: slices.Concat(
			in("option_id", 0, 256), in("name", badName...), in("description", badText...), in("vendor_class", ""),
			in("type", "", "ipv4", "Integer", "IPv6Address"), in("default_value", []any{}),
		),
	},
	{
		resource: "dhcp_option_value_v6",
		sound:    changes{"option_id": 65535, "prefix": "2001:db8:0:1::/64", "values": []any{"2001:db8::1"}},
		mistakes: slices.Concat(
			in("option_id", 0, -1, 65536), in("prefix", "", "10.1.0.0", "2001:db8:0:1::/48", "2001:db8:0:1::1", "lab"), in("vendor_class", ""), in("user_class", ""), in("values", []any{}, nil),
			with("reserved_address", changes{"reserved_address": "2001:db8:0:1::20"}),
			with("reserved_address", changes{"prefix": nil, "reserved_address": "10.1.0.50"}),
			with("prefix", changes{"reserved_address": "2001:db8:0:1::20"}),
		),
	},
	{
		resource: "dhcp_option_definition_v6",
		sound:    changes{"option_id": 65535, "name": "Controllers", "type": "IPv6Address"},
		mistakes: slices.Concat(
			in("option_id", 0, 65536), in("name", badName...), in("description", badText...), in("vendor_class", ""), in("type", "", "ipv6", "Integer"),
			in("default_value", []any{}, []any{"10.1.0.1"}, []any{"2001:db8::1", "2001:db8::2"}),
		),
	},
	{
		resource: "dhcp_class",
		sound:    changes{"name": "Phones", "type": "Vendor", "data": "phone"},
		mistakes: slices.Concat(in("name", badName...), in("description", badText...), in("type", "", "Client"), in("data", "")),
	},
}
