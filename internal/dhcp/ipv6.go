package dhcp

import (
	"fmt"
	"net/netip"
	"strings"
)

// PrefixLengthV6 is the length of every IPv6 scope: a Windows DHCP server has no other.
const PrefixLengthV6 = 64

// ParsePrefixV6 reads the prefix of an IPv6 scope, with or without its length: 2001:db8::
// and 2001:db8::/64 are the same.
func ParsePrefixV6(text string) (netip.Addr, error) {
	bare, length, cut := strings.Cut(text, "/")
	if cut && length != "64" {
		return netip.Addr{}, fmt.Errorf("%q is not the prefix of an IPv6 scope: every scope of the server is a /64, as in 2001:db8:0:1::/64", text)
	}
	a, err := ParseIPv6(bare)
	if err != nil {
		return netip.Addr{}, fmt.Errorf("%q is not the prefix of an IPv6 scope: write it as 2001:db8:0:1:: is written", text)
	}
	return a, CheckPrefixV6(a)
}

// CheckPrefixV6 tells why an address cannot be the prefix of an IPv6 scope: the server
// takes unicast prefixes of 64 bits (MS-DHCPM 3.2.4.58, error 20091).
func CheckPrefixV6(a netip.Addr) error {
	switch masked := netip.PrefixFrom(a, PrefixLengthV6).Masked(); {
	case a.IsMulticast(), a.IsLinkLocalUnicast(), a.IsUnspecified(), a.IsLoopback():
		return fmt.Errorf("%s is not a prefix that hosts of a network can have: take a global or a unique local one", a)
	case masked.Addr() != a:
		return fmt.Errorf("%s has bits set beyond the first 64: the prefix is %s", a, masked.Addr())
	}
	return nil
}

// ParseIPv6Range reads both ends of an IPv6 range.
func ParseIPv6Range(start, end string) (Range, error) {
	s, err := ParseIPv6(start)
	if err != nil {
		return Range{}, err
	}
	e, err := ParseIPv6(end)
	if err != nil {
		return Range{}, err
	}
	return NewRange(s, e)
}

// CheckInPrefixV6 tells that an address lies outside the /64 of a scope. The server itself
// stores such an address, and never gives it to a client.
func CheckInPrefixV6(prefix, a netip.Addr) error {
	if !netip.PrefixFrom(prefix, PrefixLengthV6).Contains(a) {
		return fmt.Errorf("%s lies outside the prefix %s/%d", a, prefix, PrefixLengthV6)
	}
	return nil
}

// Lengths of a DUID in bytes: a type of two, and 1 to 128 after it (RFC 8415 11.1).
const (
	minDUID  = 3
	maxDUID  = 130
	uuidDUID = 18 // type 4 has exactly a UUID (RFC 6355)
)

// ParseDUID reads the DUID of a DHCPv6 client: hexadecimal bytes in any usual spelling,
// the two of its type first.
func ParseDUID(text string) (ClientID, error) {
	id, err := ParseClientID(text)
	if err != nil {
		return nil, fmt.Errorf("%q is not a DUID: write its bytes in hexadecimal, such as 00-01-00-01-2b-3c-4d-5e-00-15-5d-01-02-01", text)
	}
	kind := 0
	if len(id) >= minDUID {
		kind = int(id[0])<<8 | int(id[1])
	}
	switch {
	case len(id) < minDUID || len(id) > maxDUID:
		return nil, fmt.Errorf("the DUID %s has %d bytes, possible are %d to %d", id, len(id), minDUID, maxDUID)
	case kind == 4 && len(id) != uuidDUID:
		return nil, fmt.Errorf("the DUID %s is of type 4, a UUID, and has %d bytes instead of %d", id, len(id), uuidDUID)
	case kind == 1 && len(id) < 9 || kind == 2 && len(id) < 7 || kind == 3 && len(id) < 5:
		return nil, fmt.Errorf("the DUID %s is too short for its type %d", id, kind)
	}
	return id, nil
}

// LifetimesV6 are the four times that an IPv6 scope gives with its addresses.
type LifetimesV6 struct {
	Preferred LeaseDuration // an address is used for new connections this long
	Valid     LeaseDuration // and may be used at all this long
	T1, T2    LeaseDuration // when the client asks its own server, and any server, to renew
}

// RenewalsV6 gives the T1 and T2 that go with a preferred lifetime unless others are set:
// one half and four fifths of it (MS-DHCPM 3.2.4.66).
func RenewalsV6(preferred LeaseDuration) (t1, t2 LeaseDuration) {
	return preferred / 2, LeaseDuration(uint64(preferred) * 4 / 5)
}

// CheckPreferred tells that addresses would be preferred longer than they are valid.
func (l LifetimesV6) CheckPreferred() error {
	if l.Preferred > l.Valid {
		return fmt.Errorf("the preferred lifetime %s is longer than the valid one, %s", l.Preferred, l.Valid)
	}
	return nil
}

// CheckT1 tells that clients would ask any server before their own: T1 must be shorter
// than T2 (MS-DHCPM 3.2.4.66).
func (l LifetimesV6) CheckT1() error {
	if l.T1 >= l.T2 {
		return fmt.Errorf("T1, %s, must be shorter than T2, %s", l.T1, l.T2)
	}
	return nil
}

// CheckT2 tells that addresses would lose their preference before they are renewed: T2
// must be shorter than the preferred lifetime (MS-DHCPM 3.2.4.66).
func (l LifetimesV6) CheckT2() error {
	if l.T2 >= l.Preferred {
		return fmt.Errorf("T2, %s, must be shorter than the preferred lifetime, %s", l.T2, l.Preferred)
	}
	return nil
}
