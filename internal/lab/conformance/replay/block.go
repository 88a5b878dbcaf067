package replay

import (
	"fmt"
	"net/netip"
	"strings"
)

// Blocks are the addresses that a run may use. Nobody else may use them.
type Blocks struct {
	V4 netip.Prefix
	V6 netip.Prefix // not valid: the cases of DHCPv6 are not tried
}

// ParseBlocks reads an IPv4 network of 256 addresses or more, and with a comma between, in
// any order, an IPv6 network of a /64 or more.
func ParseBlocks(text string) (Blocks, error) {
	var b Blocks
	for part := range strings.SplitSeq(text, ",") {
		p, err := netip.ParsePrefix(strings.TrimSpace(part))
		switch {
		case err != nil:
			return b, fmt.Errorf("%q is no network such as 10.250.0.0/16: %w", part, err)
		case p != p.Masked():
			return b, fmt.Errorf("%s has bits set behind its length: did you mean %s?", p, p.Masked())
		case p.Addr().IsMulticast() || p.Addr().IsLoopback():
			return b, fmt.Errorf("%s is no network for DHCP clients", p)
		case p.Addr().Is4() && p.Bits() <= 24 && !b.V4.IsValid():
			b.V4 = p
		case p.Addr().Is6() && p.Bits() <= 64 && !b.V6.IsValid():
			b.V6 = p
		default:
			return b, fmt.Errorf("%s is one too many, or too small: give an IPv4 network of /24 or larger and at most one IPv6 network of /64 or larger", p)
		}
	}
	if !b.V4.IsValid() {
		return b, fmt.Errorf("%q has no IPv4 network", text)
	}
	return b, nil
}

// holds tells whether an address lies in the blocks.
func (b Blocks) holds(a netip.Addr) bool {
	return b.V4.Contains(a) || b.V6.IsValid() && b.V6.Contains(a)
}

// String is the blocks as ParseBlocks reads them.
func (b Blocks) String() string {
	if !b.V6.IsValid() {
		return b.V4.String()
	}
	return b.V4.String() + "," + b.V6.String()
}
