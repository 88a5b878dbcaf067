package framework

import (
	"net/netip"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

// IPv6Address is an IPv6 address in any spelling.
type IPv6Address = Spelled[IPv6AddressRule]

// IPv6AddressRule holds 2001:DB8::1 and 2001:db8:0:0::1 for the same address.
type IPv6AddressRule struct{}

// Kind names the value.
func (IPv6AddressRule) Kind() string { return "IPv6 address" }

// Canonical writes the address in its short form.
func (IPv6AddressRule) Canonical(text string) (string, error) {
	a, err := dhcp.ParseIPv6(text)
	return a.String(), err
}

// PrefixV6 is the prefix of an IPv6 scope, with or without its length of 64.
type PrefixV6 = Spelled[PrefixV6Rule]

// PrefixV6Rule holds 2001:db8:0:1:: and 2001:DB8:0:1::/64 for the same prefix.
type PrefixV6Rule struct{}

// Kind names the value.
func (PrefixV6Rule) Kind() string { return "prefix of an IPv6 scope" }

// Canonical writes the prefix without its length, which is its id on a Windows server.
func (PrefixV6Rule) Canonical(text string) (string, error) {
	a, err := dhcp.ParsePrefixV6(text)
	return a.String(), err
}

// ClientDUID is the DUID of a client of a Windows server in any spelling.
type ClientDUID = Spelled[ClientDUIDRule]

// ClientDUIDRule holds spellings with and without separators for the same DUID.
type ClientDUIDRule struct{}

// Kind names the value.
func (ClientDUIDRule) Kind() string { return "DUID" }

// Canonical writes the DUID as Windows answers it: small letters with dashes.
func (ClientDUIDRule) Canonical(text string) (string, error) {
	id, err := dhcp.ParseDUID(text)
	return id.String(), err
}

// AddressV6 reads an address or a prefix; ok is false when it is null, unknown or wrong,
// which the attribute's own type reports.
func AddressV6[R Rule](v Spelled[R]) (a netip.Addr, ok bool) {
	text, ok := v.Canonical()
	if !ok {
		return netip.Addr{}, false
	}
	a, err := netip.ParseAddr(text)
	return a, err == nil
}
