package wrongconfig

import (
	"slices"
	"strings"
)

func ranges(ends ...string) []any {
	var list []any
	for i := 0; i < len(ends); i += 2 {
		list = append(list, changes{"start_address": ends[i], "end_address": ends[i+1]})
	}
	return list
}

var (
	longText  = strings.Repeat("x", 256)
	badText   = []any{"a\x07b", "two\nlines", longText}
	badName   = append([]any{""}, badText...)
	badLease  = []any{"", "0s", "-1h", "8", "48:00:00", "8 days", "8w", "49711d", "1.5d", "P8D"}
	badDomain = []any{"corp example", "corp\texample", strings.Repeat("a", 257)}
)

var scopes = []family{{
	resource: "dhcp_scope",
	sound: changes{
		"name": "Office", "network": "10.1.0.0", "subnet_mask": "255.255.255.0", "start_range": "10.1.0.50", "end_range": "10.1.0.200",
		"gateway": "10.1.0.1", "dns_servers": []any{"10.0.0.53"},
	},
	mistakes: slices.Concat(
		in("name", badName...), in("description", badText...), in("superscope_name", longText, "a\x00b"),
		in("network", notIPv4...), in("network", "10.1.0.7", "10.1.0.255"),
		in("subnet_mask", "", "24", "/24", "255.255.255", "255.0.255.0", "0.0.0.255", "255.255.255.256", "255.255.255.255", "ffffff00"),
		in("start_range", notIPv4...), in("end_range", notIPv4...), in("gateway", notIPv4...),
		in("start_range", "10.1.0.201", "10.1.0.0", "10.0.255.255"),
		in("end_range", "10.1.0.255", "10.1.1.5", "10.2.0.0"), at("start_range", "end_range", "10.1.0.49"),
		in("gateway", "10.2.0.1", "10.1.0.0", "10.1.0.255", "10.1.0.100"),
		in("lease_duration", badLease...), in("dns_domain", badDomain...),
		at("dns_servers[1]", "dns_servers", []any{"10.0.0.53", "10.0.0.53"}, []any{"10.0.0.53", "10.0.0"}, []any{"10.0.0.53", "dns1"}),
		at("dns_servers[0]", "dns_servers", []any{"2001:db8::53"}, []any{""}),
		in("boot_server", "boot.example"), in("boot_file", `\boot\x64.com`),
		with("boot_server", changes{"boot_server": "", "boot_file": "x"}), with("boot_file", changes{"boot_server": "b", "boot_file": ""}),
		in("state", "", "Asleep", "on"), in("type", "", "Dynamic", "Dhcpv4"), in("delay", -1, 1001),
		in("max_bootp_clients", 5), with("max_bootp_clients", changes{"type": "Both", "max_bootp_clients": 4294967295}),
		with("max_bootp_clients", changes{"type": "Bootp", "max_bootp_clients": 5}),
		at("exclusions[*]", "exclusions", ranges("10.1.0.70", "10.1.0.60"), ranges("10.2.0.1", "10.2.0.9"), ranges("10.1.0.250", "10.1.1.4"),
			ranges("10.1.0.60", "10.1.0.70", "10.1.0.70", "10.1.0.80"), ranges("10.1.0.60", "10.1.0.90", "10.1.0.70", "10.1.0.80")),
		at("exclusions[*].start_address", "exclusions", ranges("10.1.0", "10.1.0.60"), ranges("2001:db8::", "10.1.0.60")),
		at("exclusions[*].end_address", "exclusions", ranges("10.1.0.50", "10.1.0.600"), ranges("10.1.0.50", "")),
	),
}}

var scopesV6 = []family{{
	resource: "dhcp_scope_v6",
	sound:    changes{"name": "Lab", "prefix": "2001:db8:0:1::"},
	mistakes: slices.Concat(
		in("name", badName...), in("description", badText...),
		in("prefix", "", "2001:db8", "2001:db8::/48", "2001:db8:0:1::/96", "2001:db8:0:1::5", "2001:db8:0:1::5/64", "fe80::", "ff02::", "10.1.0.0", "::ffff:10.1.0.0", "::", "::1"),
		in("preference", -1, 256), in("state", "", "Asleep"),
		in("preferred_lifetime", badLease...), in("valid_lifetime", badLease[:4]...), in("t1", badLease[:4]...), in("t2", badLease[:4]...),
		in("preferred_lifetime", "13d"), in("t1", "7d", "9d"), in("t2", "9d"),
		with("preferred_lifetime", changes{"preferred_lifetime": "2d", "valid_lifetime": "1d"}),
		with("t1", changes{"t1": "2h", "t2": "1h"}),
	),
}}
