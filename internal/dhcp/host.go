package dhcp

import (
	"net/netip"
	"strings"
)

// SameHost tells whether two spellings name one host as far as text can show: without
// regard to case and to a final dot; a short name equals a full name that begins with it;
// addresses are compared as addresses. A name and an address are never the same here:
// compare with every name that is known of the host (SameHostAsAny).
func SameHost(a, b string) bool {
	a, b = strings.ToLower(strings.TrimSuffix(a, ".")), strings.ToLower(strings.TrimSuffix(b, "."))
	if a == "" || b == "" {
		return false
	}
	addrA, errA := netip.ParseAddr(a)
	addrB, errB := netip.ParseAddr(b)
	if errA == nil || errB == nil {
		return errA == nil && errB == nil && addrA.Unmap() == addrB.Unmap()
	}
	if a == b {
		return true
	}
	shortA, domainA, fullA := strings.Cut(a, ".")
	shortB, domainB, fullB := strings.Cut(b, ".")
	return shortA == shortB && (!fullA || !fullB || domainA == domainB)
}

// SameHostAsAny tells whether a host is the one that has all the names given.
func SameHostAsAny(host string, names ...string) bool {
	for _, n := range names {
		if SameHost(host, n) {
			return true
		}
	}
	return false
}
