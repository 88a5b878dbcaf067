package dhcp

import (
	"fmt"
	"math/bits"
	"net/netip"

	"go4.org/netipx"
)

// ParseMask reads an IPv4 subnet mask (255.255.255.0) and returns its prefix length.
// Its ones must stand together.
func ParseMask(text string) (int, error) {
	a, err := ParseIPv4(text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a subnet mask: write it as in 255.255.255.0", text)
	}
	b := a.As4()
	m := uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
	ones := bits.LeadingZeros32(^m)
	if m<<ones != 0 {
		return 0, fmt.Errorf("%s is not a subnet mask: its ones must stand together at the left", text)
	}
	if ones == 0 || ones == 32 {
		return 0, fmt.Errorf("%s cannot be the mask of a scope: it leaves no network or no hosts", text)
	}
	return ones, nil
}

// MaskOf is the mask of a prefix length from 0 to 32 as an address.
func MaskOf(length int) netip.Addr {
	m := ^uint32(0) << (32 - length)
	return netip.AddrFrom4([4]byte{byte(m >> 24), byte(m >> 16), byte(m >> 8), byte(m)})
}

// NewSubnet makes an IPv4 subnet from its network address, which may have no host bits,
// and a prefix length.
func NewSubnet(network netip.Addr, length int) (netip.Prefix, error) {
	p := netip.PrefixFrom(network, length)
	if masked := p.Masked(); masked.Addr() != network {
		return netip.Prefix{}, fmt.Errorf("%s is not the network address of %s: with the mask %s it would be %s", network, masked, MaskOf(length), masked.Addr())
	}
	return p, nil
}

// ParseSubnet reads a network address and a mask.
func ParseSubnet(network, mask string) (netip.Prefix, error) {
	a, err := ParseIPv4(network)
	if err != nil {
		return netip.Prefix{}, err
	}
	length, err := ParseMask(mask)
	if err != nil {
		return netip.Prefix{}, err
	}
	return NewSubnet(a, length)
}

// Broadcast is the last address of a subnet.
func Broadcast(subnet netip.Prefix) netip.Addr { return netipx.PrefixLastIP(subnet) }

// CheckPool checks that a pool lies in its subnet and holds neither the network nor the
// broadcast address. In a /31 both addresses are hosts (RFC 3021).
func CheckPool(subnet netip.Prefix, pool Range) error {
	for _, a := range []netip.Addr{pool.Start, pool.End} {
		if err := CheckHost(subnet, a); err != nil {
			return err
		}
	}
	return nil
}

// CheckHost checks that an address is one of a subnet's hosts.
func CheckHost(subnet netip.Prefix, a netip.Addr) error {
	switch {
	case !subnet.Contains(a):
		return fmt.Errorf("%s lies outside the subnet %s", a, subnet)
	case subnet.Bits() >= 31:
	case a == subnet.Masked().Addr():
		return fmt.Errorf("%s is the network address of %s and cannot be given to a client", a, subnet)
	case a == Broadcast(subnet):
		return fmt.Errorf("%s is the broadcast address of %s and cannot be given to a client", a, subnet)
	}
	return nil
}

// CheckExclusion checks that an exclusion lies in its subnet. It may lie outside the
// pool, and may hold the network or the broadcast address.
func CheckExclusion(subnet netip.Prefix, exclusion Range) error {
	for _, a := range []netip.Addr{exclusion.Start, exclusion.End} {
		if !subnet.Contains(a) {
			return fmt.Errorf("%s of the exclusion %s lies outside the subnet %s", a, exclusion, subnet)
		}
	}
	return nil
}

// CheckGateway checks that a gateway lies in the subnet and that no client can be given
// its address: it is outside the pool or in an exclusion.
func CheckGateway(subnet netip.Prefix, pool Range, exclusions []Range, gateway netip.Addr) error {
	if err := CheckHost(subnet, gateway); err != nil {
		return err
	}
	if !pool.Contains(gateway) {
		return nil
	}
	for _, x := range exclusions {
		if x.Contains(gateway) {
			return nil
		}
	}
	return fmt.Errorf("%s lies in the pool %s and in no exclusion, so a client could be given the gateway's address: exclude it or move the pool", gateway, pool)
}
