package dhcp_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

func TestParseSubnet(t *testing.T) {
	for _, c := range []struct{ network, mask, want, refusal string }{
		{"10.1.0.0", "255.255.255.0", "10.1.0.0/24", ""},
		{"10.1.2.0", "255.255.254.0", "10.1.2.0/23", ""},
		{"10.1.0.64", "255.255.255.192", "10.1.0.64/26", ""},
		{"10.1.0.5", "255.255.255.0", "", "it would be 10.1.0.0"},
		{"10.1.0.0", "255.0.255.0", "", "ones must stand together"},
		{"10.1.0.0", "0.0.0.24", "", "ones must stand together"},
		{"10.1.0.0", "24", "", "write it as in 255.255.255.0"},
		{"10.1.0.0", "255.255.255.255", "", "no hosts"},
		{"10.1.0.0", "0.0.0.0", "", "no network"},
		{"10.1", "255.255.255.0", "", "not an IPv4 address"},
	} {
		p, err := dhcp.ParseSubnet(c.network, c.mask)
		switch {
		case c.refusal != "" && (err == nil || !strings.Contains(err.Error(), c.refusal)):
			t.Errorf("%s %s: got %v, %v; want an error with %q", c.network, c.mask, p, err, c.refusal)
		case c.refusal == "" && (err != nil || p.String() != c.want):
			t.Errorf("%s %s: got %v, %v; want %s", c.network, c.mask, p, err, c.want)
		}
	}
}

func TestMaskRoundTrip(t *testing.T) {
	for n := 1; n < 32; n++ {
		if got, err := dhcp.ParseMask(dhcp.MaskOf(n).String()); err != nil || got != n {
			t.Errorf("/%d: %d, %v", n, got, err)
		}
	}
}

func TestCheckPool(t *testing.T) {
	subnet := netip.MustParsePrefix("10.1.0.0/24")
	for _, c := range []struct{ start, end, refusal string }{
		{"10.1.0.1", "10.1.0.254", ""},
		{"10.1.0.0", "10.1.0.10", "network address"},
		{"10.1.0.10", "10.1.0.255", "broadcast address"},
		{"10.1.0.10", "10.1.1.10", "outside the subnet"},
	} {
		refused(t, dhcp.CheckPool(subnet, rng(t, c.start, c.end)), c.refusal)
	}
	refused(t, dhcp.CheckPool(netip.MustParsePrefix("10.1.0.0/31"), rng(t, "10.1.0.0", "10.1.0.1")), "")
}

func TestCheckGateway(t *testing.T) {
	subnet, pool := netip.MustParsePrefix("10.1.0.0/24"), rng(t, "10.1.0.10", "10.1.0.200")
	gw := netip.MustParseAddr
	refused(t, dhcp.CheckGateway(subnet, pool, nil, gw("10.1.0.1")), "")
	refused(t, dhcp.CheckGateway(subnet, pool, nil, gw("10.1.0.10")), "in no exclusion")
	refused(t, dhcp.CheckGateway(subnet, pool, []dhcp.Range{rng(t, "10.1.0.10", "10.1.0.12")}, gw("10.1.0.10")), "")
	refused(t, dhcp.CheckGateway(subnet, pool, nil, gw("10.2.0.1")), "outside the subnet")
	refused(t, dhcp.CheckGateway(subnet, pool, nil, gw("10.1.0.255")), "broadcast address")
}

func TestCheckExclusion(t *testing.T) {
	subnet := netip.MustParsePrefix("10.1.0.0/24")
	refused(t, dhcp.CheckExclusion(subnet, rng(t, "10.1.0.0", "10.1.0.255")), "")
	refused(t, dhcp.CheckExclusion(subnet, rng(t, "10.1.0.250", "10.1.1.5")), "10.1.1.5 of the exclusion 10.1.0.250-10.1.1.5 lies outside")
}

// refused checks that an error has the words, or that there is none when they are empty.
func refused(t *testing.T, err error, words string) {
	t.Helper()
	switch {
	case words == "" && err != nil:
		t.Errorf("refused: %v", err)
	case words != "" && (err == nil || !strings.Contains(err.Error(), words)):
		t.Errorf("got %v, want an error with %q", err, words)
	}
}
