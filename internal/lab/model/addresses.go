package model

import (
	"encoding/binary"
	"net/netip"
)

// addrRange is a range of IPv4 addresses with both its ends.
type addrRange struct{ start, end netip.Addr }

func (r addrRange) contains(a netip.Addr) bool { return !a.Less(r.start) && !r.end.Less(a) }
func (r addrRange) covers(o addrRange) bool    { return r.contains(o.start) && r.contains(o.end) }
func (r addrRange) overlaps(o addrRange) bool {
	return !r.end.Less(o.start) && !o.end.Less(r.start)
}

// size counts the addresses of the range.
func (r addrRange) size() int64 { return int64(number(r.end)) - int64(number(r.start)) + 1 }

// common returns what two ranges share; ok is false when they share nothing.
func (r addrRange) common(o addrRange) (shared addrRange, ok bool) {
	if !r.overlaps(o) {
		return addrRange{}, false
	}
	shared = r
	if r.start.Less(o.start) {
		shared.start = o.start
	}
	if o.end.Less(r.end) {
		shared.end = o.end
	}
	return shared, true
}

// number returns an IPv4 address as a number.
func number(a netip.Addr) uint32 {
	b := a.As4()
	return binary.BigEndian.Uint32(b[:])
}

// address is the inverse of number.
func address(n uint32) netip.Addr {
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], n)
	return netip.AddrFrom4(b)
}

// network returns the network of an address under a mask; ok is false when the mask is
// no prefix.
func network(a, mask netip.Addr) (net netip.Prefix, ok bool) {
	if !a.Is4() || !mask.Is4() {
		return netip.Prefix{}, false
	}
	holes := ^number(mask)
	if holes&(holes+1) != 0 {
		return netip.Prefix{}, false
	}
	bits := 32
	for ; holes != 0; holes >>= 1 {
		bits--
	}
	net, err := a.Prefix(bits)
	return net, err == nil
}

// broadcast returns the last address of a network.
func broadcast(net netip.Prefix) netip.Addr {
	return address(number(net.Addr()) | uint32(1<<(32-net.Bits())-1))
}
