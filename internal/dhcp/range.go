package dhcp

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"net/netip"
	"slices"

	"go4.org/netipx"
)

// Range is a run of addresses from Start to End, both included. The zero Range holds
// nothing; it is what a scope made without a pool has.
type Range struct {
	Start, End netip.Addr
}

// NewRange makes a range of one address family whose end is not before its start.
func NewRange(start, end netip.Addr) (Range, error) {
	r := Range{start, end}
	switch {
	case !start.IsValid() || !end.IsValid():
		return Range{}, fmt.Errorf("a range needs a first and a last address")
	case start.Is4() != end.Is4():
		return Range{}, fmt.Errorf("%s and %s are of two address families", start, end)
	case end.Less(start):
		return Range{}, fmt.Errorf("%s lies before %s: the last address of a range cannot be lower than its first", end, start)
	}
	return r, nil
}

// ParseIPv4Range reads both ends of an IPv4 range.
func ParseIPv4Range(start, end string) (Range, error) {
	s, err := ParseIPv4(start)
	if err != nil {
		return Range{}, err
	}
	e, err := ParseIPv4(end)
	if err != nil {
		return Range{}, err
	}
	return NewRange(s, e)
}

// IsZero tells whether the range holds no address.
func (r Range) IsZero() bool { return !r.Start.IsValid() || !r.End.IsValid() }

// String writes the range as "10.1.0.10-10.1.0.20"; a single address stands alone.
func (r Range) String() string {
	switch {
	case r.IsZero():
		return "no addresses"
	case r.Start == r.End:
		return r.Start.String()
	}
	return r.Start.String() + "-" + r.End.String()
}

// Size is the number of addresses, at most math.MaxUint64.
func (r Range) Size() uint64 {
	if r.IsZero() {
		return 0
	}
	lo, hi := r.Start.As16(), r.End.As16()
	n := new(big.Int).Sub(new(big.Int).SetBytes(hi[:]), new(big.Int).SetBytes(lo[:]))
	if n.Add(n, big.NewInt(1)); !n.IsUint64() {
		return math.MaxUint64
	}
	return n.Uint64()
}

// Contains tells whether an address lies in the range.
func (r Range) Contains(a netip.Addr) bool {
	return !r.IsZero() && a.IsValid() && a.Is4() == r.Start.Is4() && !a.Less(r.Start) && !r.End.Less(a)
}

// Covers tells whether the whole of o lies in r.
func (r Range) Covers(o Range) bool { return r.Contains(o.Start) && r.Contains(o.End) }

// Overlaps tells whether the two share an address.
func (r Range) Overlaps(o Range) bool {
	return r.Contains(o.Start) || r.Contains(o.End) || o.Covers(r)
}

// Intersect returns the addresses that both hold; zero when there are none.
func (r Range) Intersect(o Range) Range {
	if !r.Overlaps(o) {
		return Range{}
	}
	if r.Start.Less(o.Start) {
		r.Start = o.Start
	}
	if o.End.Less(r.End) {
		r.End = o.End
	}
	return r
}

// Span is the smallest range that covers both; addresses between them are part of it.
func (r Range) Span(o Range) Range {
	switch {
	case r.IsZero():
		return o
	case o.IsZero():
		return r
	}
	if o.Start.Less(r.Start) {
		r.Start = o.Start
	}
	if r.End.Less(o.End) {
		r.End = o.End
	}
	return r
}

// Compare orders ranges by their first address, then by their last.
func (r Range) Compare(o Range) int {
	return cmp.Or(r.Start.Compare(o.Start), r.End.Compare(o.End))
}

// SortRanges orders ranges by their first address.
func SortRanges(ranges []Range) { slices.SortFunc(ranges, Range.Compare) }

// Subtract returns what is left of r without the addresses of the others, in order and
// with neighbours joined.
func (r Range) Subtract(others ...Range) []Range {
	if r.IsZero() {
		return nil
	}
	var b netipx.IPSetBuilder
	b.AddRange(netipx.IPRangeFrom(r.Start, r.End))
	for _, o := range others {
		if !o.IsZero() {
			b.RemoveRange(netipx.IPRangeFrom(o.Start, o.End))
		}
	}
	set, err := b.IPSet()
	if err != nil { // only invalid ranges make it fail, and none went in
		return nil
	}
	var left []Range
	for _, p := range set.Ranges() {
		left = append(left, Range{p.From(), p.To()})
	}
	return left
}

// Inside returns those of the addresses that lie in one of the ranges, sorted.
func Inside(addrs []netip.Addr, ranges ...Range) []netip.Addr {
	var b netipx.IPSetBuilder
	for _, r := range ranges {
		if !r.IsZero() {
			b.AddRange(netipx.IPRangeFrom(r.Start, r.End))
		}
	}
	set, err := b.IPSet()
	if err != nil { // only invalid ranges make it fail, and none went in
		return nil
	}
	var in []netip.Addr
	for _, a := range addrs {
		if set.Contains(a) {
			in = append(in, a)
		}
	}
	slices.SortFunc(in, netip.Addr.Compare)
	return in
}

// Overlap names two entries of a list that share an address, by their places in it.
type Overlap struct{ First, Second int }

// Overlaps finds for each range of the list an earlier-starting one that it overlaps.
// The ranges come in any order; zero ranges are passed over.
func Overlaps(ranges []Range) []Overlap {
	order := make([]int, 0, len(ranges))
	for i, r := range ranges {
		if !r.IsZero() {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return ranges[a].Compare(ranges[b]) })
	var found []Overlap
	reach := -1 // the range that reaches furthest so far
	for _, i := range order {
		if reach >= 0 && ranges[reach].Overlaps(ranges[i]) {
			found = append(found, Overlap{min(reach, i), max(reach, i)})
		}
		if reach < 0 || ranges[reach].End.Less(ranges[i].End) {
			reach = i
		}
	}
	return found
}
