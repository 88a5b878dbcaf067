package framework

import (
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

// Address reads an address attribute; ok is false when it is null, unknown or wrong,
// which the attribute's own type reports.
func Address(v iptypes.IPv4Address) (a netip.Addr, ok bool) {
	if v.IsNull() || v.IsUnknown() {
		return netip.Addr{}, false
	}
	a, err := dhcp.ParseIPv4(v.ValueString())
	return a, err == nil
}

// AddressValue is an address as an attribute, null for the zero address.
func AddressValue(a netip.Addr) iptypes.IPv4Address {
	if !a.IsValid() {
		return iptypes.NewIPv4AddressNull()
	}
	return iptypes.NewIPv4AddressValue(a.String())
}
