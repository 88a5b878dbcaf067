package wrongconfig

import (
	"slices"
	"strings"
)

var badClientID = []any{"", "zz", "aa:bb:cc:dd:ee:fg", strings.Repeat("aa", 256)}

// members are the parts of a scope that have a resource of their own.
var members = []family{
	{
		resource: "dhcp_reservation",
		sound:    changes{"scope_id": "10.1.0.0", "address": "10.1.0.50", "client_id": "aa-bb-cc-dd-ee-ff"},
		mistakes: slices.Concat(
			in("scope_id", notIPv4...), in("address", notIPv4...), in("client_id", badClientID...),
			in("name", "a\x07b", longText), in("description", "a\x07b", strings.Repeat("x", 128)), in("type", "", "Dynamic"),
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
