package replay

import (
	"math/big"
	"net/netip"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/conformance"
)

// caseV4 and caseV6 are where the objects of the cases stand. Other addresses in them are
// values, and stay.
var (
	caseV4 = netip.MustParsePrefix("10.0.0.0/8")
	caseV6 = netip.MustParsePrefix("2001:db8::/32")
)

// move is a network of a case and where it goes.
type move struct{ from, to netip.Prefix }

// networks lays the networks of a case into the blocks, in the same order and each at a
// multiple of its size. reason says why that cannot be done, empty when it can.
func networks(c conformance.Case, b Blocks) (moves []move, reason string) {
	found := map[netip.Prefix]bool{}
	for _, step := range c.Steps {
		if p, ok := scopeNetwork(step.Args); ok {
			found[p] = true
		}
		eachText(step.Args, func(t string) { found[around(t)] = true })
		for _, row := range step.Expect.Rows {
			eachText(row, func(t string) { found[around(t)] = true })
		}
		for _, t := range step.Expect.Text {
			found[around(t)] = true
		}
	}
	delete(found, netip.Prefix{})
	next := map[bool]netip.Addr{true: b.V4.Addr(), false: b.V6.Addr()}
	for _, from := range outermost(found) {
		block := b.V4
		if !from.Addr().Is4() {
			block = b.V6
		}
		if !block.IsValid() {
			return nil, "it is about DHCPv6, and the block has no IPv6 network"
		}
		to, ok := place(next[from.Addr().Is4()], from.Bits(), block)
		if !ok {
			return nil, "its networks do not fit into the block"
		}
		moves = append(moves, move{from, to})
		next[from.Addr().Is4()] = after(to)
	}
	return moves, ""
}

// scopeNetwork returns the network of a scope that a call adds.
func scopeNetwork(args map[string]any) (netip.Prefix, bool) {
	first, _ := args["StartRange"].(string)
	mask, _ := args["SubnetMask"].(string)
	a, err := netip.ParseAddr(first)
	if err != nil || !caseV4.Contains(a) {
		return netip.Prefix{}, false
	}
	p, ok := masked(a, mask)
	return p, ok && p.Bits() < 24 && p.Bits() > caseV4.Bits()
}

// masked is the network of an address under a mask in dotted form.
func masked(a netip.Addr, mask string) (netip.Prefix, bool) {
	m, err := netip.ParseAddr(mask)
	if err != nil || !m.Is4() || !a.Is4() {
		return netip.Prefix{}, false
	}
	bits := 0
	for _, octet := range m.As4() {
		for bit := 7; bit >= 0 && octet>>bit&1 == 1; bit-- {
			bits++
		}
	}
	p, err := a.Prefix(bits)
	return p, err == nil
}

// around is the network of usual size around an address of a case, the zero prefix around
// anything else.
func around(text string) netip.Prefix {
	a, err := netip.ParseAddr(text)
	bits := 24
	switch {
	case err != nil || !caseV4.Contains(a) && !caseV6.Contains(a):
		return netip.Prefix{}
	case a.Is6():
		bits = 64
	}
	return netip.PrefixFrom(a, bits).Masked()
}

// outermost returns the networks that lie in no other one, in order.
func outermost(found map[netip.Prefix]bool) []netip.Prefix {
	var out []netip.Prefix
	for p := range found {
		inside := false
		for q := range found {
			inside = inside || q.Bits() < p.Bits() && q.Contains(p.Addr())
		}
		if !inside {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(p, q netip.Prefix) int { return p.Addr().Compare(q.Addr()) })
	return out
}

// place finds the first network of a length at or after an address of a block.
func place(at netip.Addr, bits int, block netip.Prefix) (netip.Prefix, bool) {
	if !at.IsValid() || bits < block.Bits() {
		return netip.Prefix{}, false
	}
	p := netip.PrefixFrom(at, bits).Masked()
	if p.Addr() != at {
		p = netip.PrefixFrom(after(p), bits)
	}
	return p, p.IsValid() && block.Contains(p.Addr())
}

// after is the first address behind a network, not valid behind the last one.
func after(p netip.Prefix) netip.Addr {
	size := new(big.Int).Lsh(big.NewInt(1), uint(p.Addr().BitLen()-p.Bits()))
	return shift(p.Addr(), size)
}

// shift adds a number to an address.
func shift(a netip.Addr, n *big.Int) netip.Addr {
	sum := new(big.Int).Add(new(big.Int).SetBytes(a.AsSlice()), n)
	if sum.BitLen() > a.BitLen() {
		return netip.Addr{}
	}
	out, _ := netip.AddrFromSlice(sum.FillBytes(make([]byte, a.BitLen()/8)))
	return out
}

// eachText visits every text among values and in lists of them.
func eachText(values map[string]any, visit func(string)) {
	for _, v := range values {
		switch t := v.(type) {
		case string:
			visit(t)
		case []any:
			for _, item := range t {
				if text, ok := item.(string); ok {
					visit(text)
				}
			}
		}
	}
}
