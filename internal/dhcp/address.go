package dhcp

import (
	"fmt"
	"net/netip"
	"strings"
)

// ParseIPv4 reads an IPv4 address in its full dotted form. Short forms ("10.1.5",
// "24") are refused: Windows would read them as other addresses than meant.
func ParseIPv4(text string) (netip.Addr, error) {
	a, err := netip.ParseAddr(text)
	if err != nil || !a.Is4() {
		return netip.Addr{}, fmt.Errorf("%q is not an IPv4 address: write four numbers from 0 to 255 with dots between them, such as 10.1.0.10", text)
	}
	return a, nil
}

// ParseIPv6 reads an IPv6 address without a zone. Its String is the canonical form.
func ParseIPv6(text string) (netip.Addr, error) {
	a, err := netip.ParseAddr(text)
	if err != nil || !a.Is6() || a.Is4In6() || a.Zone() != "" {
		return netip.Addr{}, fmt.Errorf("%q is not an IPv6 address: write it as in 2001:db8::10, without a zone", text)
	}
	return a, nil
}

// FirstDuplicate returns the index of the first address that stands earlier in the
// list already, -1 when there is none.
func FirstDuplicate(addrs []netip.Addr) int {
	seen := make(map[netip.Addr]bool, len(addrs))
	for i, a := range addrs {
		if seen[a] {
			return i
		}
		seen[a] = true
	}
	return -1
}

// joinAddrs lists addresses for a message.
func joinAddrs(addrs []netip.Addr) string {
	texts := make([]string, len(addrs))
	for i, a := range addrs {
		texts[i] = a.String()
	}
	return strings.Join(texts, ", ")
}

// FirstFew lists at most n addresses for a message and says how many it left out.
func FirstFew(addrs []netip.Addr, n int) string {
	if len(addrs) <= n {
		return joinAddrs(addrs)
	}
	return fmt.Sprintf("%s and %d more", joinAddrs(addrs[:n]), len(addrs)-n)
}
