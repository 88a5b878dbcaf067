package dhcp_test

import (
	"math"
	"net/netip"
	"slices"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

func rng(t *testing.T, start, end string) dhcp.Range {
	t.Helper()
	r, err := dhcp.NewRange(netip.MustParseAddr(start), netip.MustParseAddr(end))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRangeRefusals(t *testing.T) {
	for _, c := range [][2]string{{"10.1.0.20", "10.1.0.10"}, {"10.1.0.999", "10.1.1.0"}, {"10.1.5", "10.1.0.9"}, {"10.1.0.1", ""}, {"::1", "::2"}} {
		if r, err := dhcp.ParseIPv4Range(c[0], c[1]); err == nil {
			t.Errorf("%v was read as %s", c, r)
		}
	}
	if _, err := dhcp.NewRange(netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("::1")); err == nil {
		t.Error("a range of two families was accepted")
	}
}

func TestRangeSize(t *testing.T) {
	if n := rng(t, "10.1.0.10", "10.1.0.10").Size(); n != 1 {
		t.Errorf("one address counts %d", n)
	}
	if n := rng(t, "10.0.255.255", "10.1.0.0").Size(); n != 2 {
		t.Errorf("two addresses count %d", n)
	}
	if n := rng(t, "::", "ffff::").Size(); n != math.MaxUint64 {
		t.Errorf("a huge range counts %d", n)
	}
	if n := (dhcp.Range{}).Size(); n != 0 {
		t.Errorf("no range counts %d", n)
	}
}

func TestRangeRelations(t *testing.T) {
	a := rng(t, "10.1.0.10", "10.1.0.20")
	for _, c := range []struct {
		start, end       string
		overlaps, covers bool
		span, common     string
	}{
		{"10.1.0.10", "10.1.0.20", true, true, "10.1.0.10-10.1.0.20", "10.1.0.10-10.1.0.20"},
		{"10.1.0.12", "10.1.0.13", true, true, "10.1.0.10-10.1.0.20", "10.1.0.12-10.1.0.13"},
		{"10.1.0.1", "10.1.0.30", true, false, "10.1.0.1-10.1.0.30", "10.1.0.10-10.1.0.20"},
		{"10.1.0.1", "10.1.0.10", true, false, "10.1.0.1-10.1.0.20", "10.1.0.10"},
		{"10.1.0.21", "10.1.0.30", false, false, "10.1.0.10-10.1.0.30", "no addresses"},
	} {
		b := rng(t, c.start, c.end)
		if a.Overlaps(b) != c.overlaps || b.Overlaps(a) != c.overlaps {
			t.Errorf("%s overlaps %s: want %t", a, b, c.overlaps)
		}
		if a.Covers(b) != c.covers {
			t.Errorf("%s covers %s: want %t", a, b, c.covers)
		}
		if got := a.Intersect(b); got.String() != c.common || got != b.Intersect(a) {
			t.Errorf("common to %s and %s is %s, want %s", a, b, got, c.common)
		}
		if got := a.Span(b).String(); got != c.span {
			t.Errorf("span of %s and %s is %s, want %s", a, b, got, c.span)
		}
	}
}

func TestSubtract(t *testing.T) {
	a := rng(t, "10.1.0.10", "10.1.0.20")
	got := a.Subtract(rng(t, "10.1.0.1", "10.1.0.10"), rng(t, "10.1.0.15", "10.1.0.15"))
	want := []dhcp.Range{rng(t, "10.1.0.11", "10.1.0.14"), rng(t, "10.1.0.16", "10.1.0.20")}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if left := a.Subtract(a); left != nil {
		t.Errorf("nothing should be left, got %v", left)
	}
}

func TestInside(t *testing.T) {
	addrs := []netip.Addr{netip.MustParseAddr("10.1.0.30"), netip.MustParseAddr("10.1.0.15"), netip.MustParseAddr("10.1.0.10"), netip.MustParseAddr("10.1.0.9")}
	got := dhcp.Inside(addrs, rng(t, "10.1.0.10", "10.1.0.20"), dhcp.Range{})
	if len(got) != 2 || got[0].String() != "10.1.0.10" || got[1].String() != "10.1.0.15" {
		t.Errorf("got %v", got)
	}
}

func TestOverlaps(t *testing.T) {
	list := []dhcp.Range{
		rng(t, "10.1.0.50", "10.1.0.60"),
		rng(t, "10.1.0.1", "10.1.0.100"), // holds all others
		{},
		rng(t, "10.1.0.70", "10.1.0.71"),
		rng(t, "10.1.1.1", "10.1.1.2"),
	}
	got := dhcp.Overlaps(list)
	if want := []dhcp.Overlap{{First: 0, Second: 1}, {First: 1, Second: 3}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := dhcp.Overlaps(list[3:]); got != nil {
		t.Errorf("disjoint ranges overlap: %v", got)
	}
}

func TestFirstFew(t *testing.T) {
	addrs := []netip.Addr{netip.MustParseAddr("10.1.0.1"), netip.MustParseAddr("10.1.0.2"), netip.MustParseAddr("10.1.0.3")}
	if got := dhcp.FirstFew(addrs, 3); got != "10.1.0.1, 10.1.0.2, 10.1.0.3" {
		t.Error(got)
	}
	if got := dhcp.FirstFew(addrs, 1); got != "10.1.0.1 and 2 more" {
		t.Error(got)
	}
	if i := dhcp.FirstDuplicate(addrs); i != -1 {
		t.Errorf("duplicate at %d", i)
	}
	if i := dhcp.FirstDuplicate(append(addrs, addrs[1])); i != 3 {
		t.Errorf("duplicate at %d", i)
	}
}
