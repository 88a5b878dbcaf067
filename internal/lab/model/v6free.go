package model

import "net/netip"

// maxFreeAddresses is the most that one call for free addresses returns.
const maxFreeAddresses = 1024

func init() { handle("Get-DhcpServerv6FreeIPAddress", getV6Free) }

// getV6Free counts upwards from the start, without excluded, reserved and leased
// addresses; those of expired leases come after the ones never used (MS-DHCPM 3.2.4.122).
// The prefix itself is the anycast address of the routers and is not offered.
func getV6Free(c *call) {
	p := c.addr("Prefix")
	sc := c.srv.v6.scope(p)
	if sc == nil {
		c.dhcp(20005, "Failed to get free IP addresses from prefix %s", p)
		return
	}
	want := int64(1)
	if c.has("NumAddress") {
		want = min(c.num("NumAddress"), maxFreeAddresses)
	}
	window := addrRange{p.Next(), lastOf64(p)}
	if c.has("StartAddress") {
		window.start = c.addr("StartAddress")
	}
	if c.has("EndAddress") {
		window.end = c.addr("EndAddress")
	}
	bothEnds := c.has("StartAddress") && c.has("EndAddress")
	if want < 1 || prefix64(window.start) != p || prefix64(window.end) != p || bothEnds && !window.fits(want) {
		c.win32(win32InvalidParameter, "Failed to get free IP addresses from prefix %s", p)
		return
	}
	c.Text = texts(sc.free(c, window, want))
	if int64(len(c.Text)) < want {
		c.Warnings = append(c.Warnings, "The requested number of free IP addresses could not be found in scope "+p.String()+".")
	}
}

func (sc *v6Scope) free(c *call, window addrRange, want int64) []netip.Addr {
	var fresh, expired []netip.Addr
	for a := window.start; !window.end.Less(a) && int64(len(fresh)) < want; {
		if end, ok := sc.exclusionOver(a); ok {
			if end == window.end {
				break
			}
			a = end.Next()
			continue
		}
		cl := sc.client(a)
		switch {
		case a == sc.prefix || cl != nil && cl.taken(c.srv.world.now):
		case cl != nil:
			expired = append(expired, a)
		default:
			fresh = append(fresh, a)
		}
		if a == window.end {
			break
		}
		a = a.Next()
	}
	out := append(fresh, expired...)
	return out[:min(int64(len(out)), want)]
}

// exclusionOver returns the end of an exclusion that holds the address. An exclusion may
// cover more addresses than can be counted one by one.
func (sc *v6Scope) exclusionOver(a netip.Addr) (end netip.Addr, ok bool) {
	for _, r := range sc.exclusions {
		if r.contains(a) {
			return r.end, true
		}
	}
	return end, false
}

// fits tells whether a range has the right order and at least n addresses.
func (r addrRange) fits(n int64) bool {
	a := r.start
	for i := int64(1); i < n && !r.end.Less(a); i++ {
		a = a.Next()
	}
	return !r.end.Less(a)
}

// lastOf64 returns the last address of a /64.
func lastOf64(prefix netip.Addr) netip.Addr {
	b := prefix.As16()
	for i := 8; i < 16; i++ {
		b[i] = 0xFF
	}
	return netip.AddrFrom16(b)
}
