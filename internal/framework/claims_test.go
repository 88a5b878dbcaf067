package framework

import (
	"net/netip"
	"testing"
)

func TestClaims(t *testing.T) {
	var c Claims
	one, two := ExclusionsOf(netip.MustParseAddr("10.1.0.0")), ExclusionsOf(netip.MustParseAddr("10.2.0.0"))
	for _, step := range []struct{ part, kind, want string }{
		{one, "dhcp_scope", ""}, {one, "dhcp_scope", ""}, {one, "dhcp_exclusion_range", "dhcp_scope"}, {two, "dhcp_exclusion_range", ""}, {two, "dhcp_scope", "dhcp_exclusion_range"},
	} {
		if got := c.Take(step.part, step.kind); got != step.want {
			t.Errorf("%s for %s: %q, want %q", step.part, step.kind, got, step.want)
		}
	}
	if c.Holder(two) != "dhcp_exclusion_range" || c.Holder("nothing") != "" {
		t.Error("wrong holders")
	}
}
