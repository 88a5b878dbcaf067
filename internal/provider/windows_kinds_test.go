package provider_test

import (
	"net/netip"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

// windowsKinds are all resources of a Windows server.
var windowsKinds = []kind{
	{
		resource: "dhcp_class", open: windowsWith(nil),
		made:    attributes{"name": "Phones", "type": "Vendor", "data": "phone", "description": "Desk"},
		changed: attributes{"name": "Phones", "type": "Vendor", "data": "phone2"},
	},
	{
		resource: "dhcp_dns_settings", open: windowsWith(oneScope),
		made:    attributes{"scope_id": "10.1.0.0", "dynamic_updates": "Always", "name_protection": false},
		changed: attributes{"scope_id": "10.1.0.0", "dynamic_updates": "Never", "name_protection": false},
	},
	{
		resource: "dhcp_exclusion_range", open: windowsWith(oneScope),
		made:    attributes{"scope_id": "10.1.0.0", "start_address": "10.1.0.20", "end_address": "10.1.0.29"},
		changed: attributes{"scope_id": "10.1.0.0", "start_address": "10.1.0.20", "end_address": "10.1.0.39"},
	},
	{
		resource: "dhcp_exclusion_range_v6", open: windowsWith(oneScopeV6),
		made:    attributes{"prefix": "2001:db8:0:1::", "start_address": "2001:db8:0:1::1", "end_address": "2001:db8:0:1::f"},
		changed: attributes{"prefix": "2001:db8:0:1::", "start_address": "2001:db8:0:1::1", "end_address": "2001:db8:0:1::1f"},
	},
	{
		resource: "dhcp_failover", open: windowsWith(twoScopes),
		made:    attributes{"name": "pair", "partner_server": "DHCP2", "scope_ids": []any{"10.1.0.0"}, "mode": "HotStandby", "reserve_percent": 10},
		changed: attributes{"name": "pair", "partner_server": "DHCP2", "scope_ids": []any{"10.2.0.0"}, "mode": "HotStandby", "reserve_percent": 20},
	},
	{
		resource: "dhcp_failover_scope", open: windowsWith(relationshipOfOne),
		made: attributes{"failover_name": "pair", "scope_id": "10.2.0.0"},
	},
	{
		resource: "dhcp_mac_filter", open: windowsWith(nil),
		made:    attributes{"mac_address": "02-1F-3B-*", "list": "Allow", "description": "Printers"},
		changed: attributes{"mac_address": "02-1F-3B-*", "list": "Deny"},
	},
	{
		resource: "dhcp_mac_filter_list",
		open: windowsWith(func(l *acctest.WindowsLab) {
			l.By("Add-DhcpServerv4Filter", model.Params{"List": "Allow", "MacAddress": []string{"02-1F-3B-*"}})
		}),
		made:    attributes{"allow_enabled": true, "deny_enabled": true},
		changed: attributes{"allow_enabled": false, "deny_enabled": true},
	},
	{
		resource: "dhcp_multicast_scope", open: windowsWith(nil),
		made:    attributes{"name": "Video", "start_range": "239.1.0.0", "end_range": "239.1.3.255", "ttl": 16, "exclusions": []any{attributes{"start_address": "239.1.0.0", "end_address": "239.1.0.15"}}},
		changed: attributes{"name": "Film", "start_range": "239.1.0.0", "end_range": "239.1.4.255", "ttl": 32, "lease_duration": "12h", "exclusions": []any{}},
	},
	{
		resource: "dhcp_option_definition", open: windowsWith(nil),
		made:    attributes{"option_id": 150, "name": "TFTP", "type": "IPv4Address", "multi_valued": true},
		changed: attributes{"option_id": 150, "name": "TFTP servers", "type": "IPv4Address", "multi_valued": true, "description": "Phones"},
	},
	{
		resource: "dhcp_option_definition_v6", open: windowsWith(nil),
		made:    attributes{"option_id": 1234, "name": "Servers", "type": "IPv6Address", "multi_valued": true},
		changed: attributes{"option_id": 1234, "name": "Hosts", "type": "IPv6Address", "multi_valued": true, "description": "Phones"},
	},
	{
		resource: "dhcp_option_value_v6", open: windowsWith(oneScopeV6),
		made:    attributes{"prefix": "2001:db8:0:1::", "option_id": 23, "values": []any{"2001:db8::53"}},
		changed: attributes{"prefix": "2001:db8:0:1::", "option_id": 23, "values": []any{"2001:db8::54", "2001:db8::55"}},
	},
	{
		resource: "dhcp_option_value", open: windowsWith(oneScope),
		made:    attributes{"scope_id": "10.1.0.0", "option_id": 42, "values": []any{"10.0.0.10", "10.0.0.11"}},
		changed: attributes{"scope_id": "10.1.0.0", "option_id": 42, "values": []any{"10.0.0.12"}},
	},
	{
		resource: "dhcp_policy", open: windowsWith(oneScope),
		made: attributes{
			"name": "Phones", "scope_id": "10.1.0.0", "conditions": []any{attributes{"type": "mac_address", "operator": "EQ", "values": []any{"00-15-5D-*"}}},
			"ranges": []any{attributes{"start_address": "10.1.0.150", "end_address": "10.1.0.179"}}, "lease_duration": "30d",
		},
		changed: attributes{
			"name": "Telephones", "scope_id": "10.1.0.0", "conditions": []any{attributes{"type": "mac_address", "operator": "EQ", "values": []any{"00-15-5E-*"}}},
			"ranges": []any{attributes{"start_address": "10.1.0.160", "end_address": "10.1.0.189"}}, "dns_suffix": "phones.lab.example",
		},
	},
	{
		resource: "dhcp_reservation", open: windowsWith(oneScope),
		made:    attributes{"scope_id": "10.1.0.0", "address": "10.1.0.50", "client_id": "00-11-22-33-44-55", "name": "printer", "description": "17"},
		changed: attributes{"scope_id": "10.1.0.0", "address": "10.1.0.50", "client_id": "00-11-22-33-44-66", "name": "printer-2"},
	},
	{
		resource: "dhcp_reservation", open: windowsWith(oneScope),
		made:    attributes{"scope_id": "10.1.0.0", "client_id": "00-11-22-33-44-55", "name": "next-free"},
		changed: attributes{"scope_id": "10.1.0.0", "client_id": "00-11-22-33-44-55", "name": "renamed"},
	},
	{
		resource: "dhcp_reservation_set", open: windowsWith(oneScope),
		made: attributes{"scope_id": "10.1.0.0", "reservations": attributes{
			"a": attributes{"address": "10.1.0.50", "client_id": "00-11-22-33-44-55"}, "b": attributes{"address": "10.1.0.51", "client_id": "00-11-22-33-44-66", "description": "b"},
		}},
		changed: attributes{"scope_id": "10.1.0.0", "reservations": attributes{
			"b": attributes{"address": "10.1.0.51", "client_id": "00-11-22-33-44-77"}, "c": attributes{"address": "10.1.0.52", "client_id": "00-11-22-33-44-88"},
		}},
	},
	{
		resource: "dhcp_reservation_v6", open: windowsWith(oneScopeV6),
		made:    attributes{"prefix": "2001:db8:0:1::", "address": "2001:db8:0:1::20", "client_duid": "00-01-00-01-2b-3c-4d-5e-00-15-5d-01-02-01", "iaid": 7, "name": "printer"},
		changed: attributes{"prefix": "2001:db8:0:1::", "address": "2001:db8:0:1::20", "client_duid": "00-01-00-01-2b-3c-4d-5e-00-15-5d-01-02-01", "iaid": 7, "name": "printer-2", "description": "3"},
	},
	{
		resource: "dhcp_scope", open: windowsWith(nil),
		made:    attributes{"name": "Office", "network": "10.1.0.0", "subnet_mask": "255.255.255.0", "start_range": "10.1.0.10", "end_range": "10.1.0.200", "gateway": "10.1.0.1", "exclusions": []any{attributes{"start_address": "10.1.0.20", "end_address": "10.1.0.29"}}},
		changed: attributes{"name": "Moved", "network": "10.1.0.0", "subnet_mask": "255.255.255.0", "start_range": "10.1.0.30", "end_range": "10.1.0.220", "dns_domain": "lab.example", "exclusions": []any{}},
	},
	{
		resource: "dhcp_scope_v6", open: windowsWith(nil),
		made:    attributes{"prefix": "2001:db8:0:1::", "name": "Lab", "preferred_lifetime": "4d", "valid_lifetime": "6d"},
		changed: attributes{"prefix": "2001:db8:0:1::", "name": "Laboratory", "description": "1", "preferred_lifetime": "5d", "valid_lifetime": "7d"},
	},
	{
		resource: "dhcp_server_authorization", open: windowsWith(nil),
		made:    attributes{"dns_name": "dhcp9.lab.example", "ip_address": "192.0.2.99"},
		changed: attributes{"dns_name": "dhcp9.lab.example", "ip_address": "192.0.2.98"},
	},
	{
		resource: "dhcp_server_binding", open: windowsWith(nil),
		made:    attributes{"interface_alias": "Ethernet", "bound": false},
		changed: attributes{"interface_alias": "Ethernet", "bound": true},
	},
	{
		resource: "dhcp_server_settings", open: windowsWith(nil),
		made:    attributes{"conflict_detection_attempts": 3, "audit_log_max_size": 100, "database_backup_interval": 15},
		changed: attributes{"conflict_detection_attempts": 0, "audit_log_enabled": false},
	},
	{
		resource: "dhcp_superscope", open: windowsWith(twoScopes),
		made:    attributes{"name": "Campus", "scope_ids": []any{"10.1.0.0", "10.2.0.0"}},
		changed: attributes{"name": "Site", "scope_ids": []any{"10.2.0.0"}},
	},
}

// windowsWith opens a Windows server on which something was made before.
func windowsWith(before func(*acctest.WindowsLab)) func(*testing.T) site {
	return func(t *testing.T) site { return newWindowsSite(t, before) }
}

func oneScope(l *acctest.WindowsLab) { addScope(l, "10.1.0.") }

func twoScopes(l *acctest.WindowsLab) {
	addScope(l, "10.1.0.")
	addScope(l, "10.2.0.")
}

func relationshipOfOne(l *acctest.WindowsLab) {
	twoScopes(l)
	l.By("Add-DhcpServerv4Failover", model.Params{"Name": "pair", "PartnerServer": "DHCP2", "ScopeId": []netip.Addr{netip.MustParseAddr("10.1.0.0")}})
}

func oneScopeV6(l *acctest.WindowsLab) {
	l.By("Add-DhcpServerv6Scope", model.Params{"Name": "Lab", "Prefix": netip.MustParseAddr("2001:db8:0:1::")})
}

func addScope(l *acctest.WindowsLab, prefix string) {
	l.By("Add-DhcpServerv4Scope", model.Params{
		"Name": "Scope " + prefix, "StartRange": netip.MustParseAddr(prefix + "10"), "EndRange": netip.MustParseAddr(prefix + "200"), "SubnetMask": netip.MustParseAddr("255.255.255.0"),
	})
}
