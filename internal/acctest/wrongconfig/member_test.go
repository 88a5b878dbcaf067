package wrongconfig

import (
	"slices"
	"strings"
)

var badClientID = []any{"", "zz", "aa:bb:cc:dd:ee:fg", strings.Repeat("aa", 256)}

// reserved is a set of one reservation with one attribute of it changed.
func reserved(attribute string, value any) map[string]any {
	one := changes{"address": "10.1.0.50", "client_id": "aa-bb-cc-dd-ee-ff"}
	one[attribute] = value
	return changes{"pc": one}
}

// members are the parts of a scope that have a resource of their own.
var members = []family{
	{
		resource: "dhcp_reservation",
		sound:    changes{"scope_id": "10.1.0.0", "address": "10.1.0.50", "client_id": "aa-bb-cc-dd-ee-ff"},
		mistakes: slices.Concat(
			in("scope_id", notIPv4...), in("address", notIPv4...), in("client_id", badClientID...),
			in("name", "a\x07b", longText), in("description", "a\x07b", strings.Repeat("x", 128)), in("type", "", "Dynamic"),
			badOptions("0", "256", "012", "ntp", "51", "81"),
		),
	},
	{
		resource: "dhcp_reservation_set",
		sound:    changes{"scope_id": "10.1.0.0", "reservations": reserved("address", "10.1.0.50")},
		mistakes: slices.Concat(
			in("scope_id", notIPv4...), in("max_removals", -1),
			at(`reservations["pc"].address`, "reservations", reserved("address", ""), reserved("address", "10.1.0"), reserved("address", "2001:db8::9")),
			at(`reservations["pc"].client_id`, "reservations", reserved("client_id", ""), reserved("client_id", "zz")),
			at(`reservations["pc"].name`, "reservations", reserved("name", "a\x07b"), reserved("name", longText)),
			at(`reservations["pc"].description`, "reservations", reserved("description", strings.Repeat("x", 128))),
			at(`reservations["pc"].type`, "reservations", reserved("type", "Dynamic")),
		),
	},
	{
		resource: "dhcp_exclusion_range",
		sound:    changes{"scope_id": "10.1.0.0", "start_address": "10.1.0.20", "end_address": "10.1.0.29"},
		mistakes: slices.Concat(
			in("scope_id", notIPv4...), in("start_address", notIPv4...), in("end_address", notIPv4...), in("end_address", "10.1.0.19", "9.255.255.255"),
		),
	},
}

var notIPv6 = []any{"", "2001:db8", "10.1.0.1", "fe80::1%eth0", "2001:db8:0:1::g", "host"}

// membersV6 are the parts of an IPv6 scope that have a resource of their own.
var membersV6 = []family{
	{
		resource: "dhcp_exclusion_range_v6",
		sound:    changes{"prefix": "2001:db8:0:1::", "start_address": "2001:db8:0:1::10", "end_address": "2001:db8:0:1::1f"},
		mistakes: slices.Concat(
			in("prefix", "", "2001:db8::/48", "10.1.0.0"), in("start_address", notIPv6...), in("end_address", notIPv6...),
			in("start_address", "2001:db8:0:2::1"), in("end_address", "2001:db8:0:2::1", "2001:db8:0:1::9"),
		),
	},
	{
		resource: "dhcp_reservation_v6",
		sound:    changes{"prefix": "2001:db8:0:1::", "address": "2001:db8:0:1::10", "client_duid": "00-01-00-01-2a-2b-2c-2d-aa-bb-cc-dd-ee-ff", "iaid": 1},
		mistakes: slices.Concat(
			in("prefix", "", "2001:db8::/48", "10.1.0.0"), in("address", notIPv6...), in("address", "2001:db8:0:2::10"),
			in("client_duid", "", "zz", "00-01-0x"), in("iaid", -1, 4294967296), in("name", badName...), in("description", badText...),
			badOptions("0", "65536", "dns"),
		),
	},
}
