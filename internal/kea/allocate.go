package kea

import (
	"context"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync"
)

// claims are the addresses that this process chose. They are kept because the
// configuration that was read before does not show them.
type claims struct {
	sync.Mutex
	addresses []string
}

// pick gives the lowest free address: not reserved, not leased, no router, not excluded,
// neither network nor broadcast address, in no prefix that is delegated, and, where no
// ranges are given, in no pool. However large a range is, the walk ends after the addresses
// that are in use.
func (p *reservationChange) pick(d *document, taken map[string]bool) (netip.Addr, error) {
	node, found := d.subnets[p.wanted.SubnetID]
	if !found {
		return netip.Addr{}, &Error{Kind: KindNotFound, Text: fmt.Sprintf("the server has no subnet with the id %d", p.wanted.SubnetID)}
	}
	whole := subnetRange(node.prefix())
	avoid := slices.Concat(p.allocation.Exclude, p.delegated, d.delegated(node), []AddressRange{{whole.First, whole.First}, {whole.Last, whole.Last}})
	ranges := p.allocation.Ranges
	if len(ranges) == 0 {
		ranges = []AddressRange{whole}
		avoid = append(avoid, poolsOf(node)...)
	}
	routers := routersOf(d, node)
	for _, r := range ranges {
		r = r.clip(whole)
		for a := r.First; a.IsValid() && a.Compare(r.Last) <= 0; a = a.Next() {
			if end, inside := within(avoid, a); inside {
				a = end
				continue
			}
			text := a.String()
			_, reserved := d.addresses[addressKey{node.id, text}]
			if reserved || taken[text] || p.used[text] || routers[text] {
				continue
			}
			return a, nil
		}
	}
	return netip.Addr{}, &Error{Kind: KindConflict,
		Text:   fmt.Sprintf("no free address is left in subnet %s for a new reservation", node.prefix()),
		Advice: "Set allocate_from to ranges that have room, or give the address."}
}

// clip gives the part of a range that is in another one; it may be empty.
func (r AddressRange) clip(whole AddressRange) AddressRange {
	if r.First.Less(whole.First) {
		r.First = whole.First
	}
	if whole.Last.Less(r.Last) {
		r.Last = whole.Last
	}
	return r
}

// delegated gives the ranges of prefixes that routers are or may be given in a subnet.
func (d *document) delegated(node *subnetNode) []AddressRange {
	if d.family == V4 {
		return nil
	}
	var ranges []AddressRange
	for _, raw := range mapsOf(node.raw["pd-pools"]) {
		if pool := pdPoolFrom(raw); pool.Prefix.IsValid() {
			ranges = append(ranges, subnetRange(pool.Prefix))
		}
	}
	for held := range d.addresses {
		if held.subnetID == node.id {
			ranges = append(ranges, rangesOf([]string{held.value})...)
		}
	}
	return ranges
}

// rangesOf gives the ranges of those texts that are prefixes.
func rangesOf(texts []string) []AddressRange {
	var ranges []AddressRange
	for _, text := range texts {
		if prefix, err := netip.ParsePrefix(text); err == nil {
			ranges = append(ranges, subnetRange(prefix))
		}
	}
	return ranges
}

// avoid finds out which addresses are in use, at whatever peer.
func (p *reservationChange) avoid(ctx context.Context) error {
	p.used = map[string]bool{}
	for _, s := range p.client.services(p.family) {
		leased, err := s.leases.addresses(ctx, s, p.wanted.SubnetID)
		if err != nil {
			return err
		}
		maps.Copy(p.used, leased)
		if !p.client.pair() {
			continue // a single server is looked at when the address is chosen
		}
		d, err := s.outline(ctx)
		if err != nil {
			return err
		}
		for held := range d.addresses {
			if held.subnetID == p.wanted.SubnetID {
				p.used[held.value] = true
			}
		}
	}
	return nil
}

// within gives the end of the range that an address lies in.
func within(ranges []AddressRange, a netip.Addr) (netip.Addr, bool) {
	for _, r := range ranges {
		if r.Contains(a) {
			return r.Last, true
		}
	}
	return netip.Addr{}, false
}

func subnetRange(prefix netip.Prefix) AddressRange {
	first := prefix.Masked().Addr()
	last := first.AsSlice()
	for bit := prefix.Bits(); bit < len(last)*8; bit++ {
		last[bit/8] |= 1 << (7 - bit%8)
	}
	end, _ := netip.AddrFromSlice(last)
	return AddressRange{First: first, Last: end}
}

// routersOf gives the routers that clients of a subnet are told, at whatever level.
func routersOf(d *document, node *subnetNode) map[string]bool {
	found := map[string]bool{}
	for _, holder := range []map[string]any{node.raw, node.network, d.tree} {
		for _, option := range optionsFrom(holder["option-data"]) {
			if SameOption(V4, option, Option{Code: 3, Name: "routers"}) {
				for _, text := range strings.Split(option.Data, ",") {
					found[strings.TrimSpace(text)] = true
				}
			}
		}
	}
	return found
}

// ParseRange reads "first - last", a prefix, or a single address.
func ParseRange(text string) (AddressRange, error) {
	wrong := fmt.Errorf("%q is neither a range such as 192.0.2.10-192.0.2.20 nor a prefix", text)
	if first, last, isRange := strings.Cut(text, "-"); isRange {
		a, errA := netip.ParseAddr(strings.TrimSpace(first))
		b, errB := netip.ParseAddr(strings.TrimSpace(last))
		if errA != nil || errB != nil || a.Is4() != b.Is4() {
			return AddressRange{}, wrong
		}
		if b.Less(a) {
			return AddressRange{}, fmt.Errorf("%q ends before it begins", text)
		}
		return AddressRange{First: a, Last: b}, nil
	}
	if prefix, err := netip.ParsePrefix(strings.TrimSpace(text)); err == nil {
		return subnetRange(prefix), nil
	}
	address, err := netip.ParseAddr(strings.TrimSpace(text))
	if err != nil {
		return AddressRange{}, wrong
	}
	return AddressRange{First: address, Last: address}, nil
}

// String gives the range in the spelling in which Kea returns it: an aligned range is a prefix.
// The zero range is an empty text.
func (r AddressRange) String() string {
	if !r.First.IsValid() {
		return ""
	}
	for bits := r.First.BitLen(); bits >= 0; bits-- {
		prefix := netip.PrefixFrom(r.First, bits)
		if prefix.Masked().Addr() != r.First {
			break
		}
		if subnetRange(prefix).Last == r.Last {
			return prefix.String()
		}
	}
	return r.First.String() + "-" + r.Last.String()
}
