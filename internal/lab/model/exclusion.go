package model

import (
	"net/netip"
	"slices"
)

func init() {
	handle("Get-DhcpServerv4ExclusionRange", getExclusions)
	handle("Add-DhcpServerv4ExclusionRange", addExclusion)
	handle("Remove-DhcpServerv4ExclusionRange", removeExclusions)
}

const classExclusion = "DhcpServerv4ExclusionRange"

func (c *call) exclusionRow(sc *scope, r addrRange) {
	c.row(classExclusion, map[string]any{"ScopeId": sc.id(), "StartRange": r.start, "EndRange": r.end})
}

func getExclusions(c *call) {
	found, _ := c.listed(c.addrs("ScopeId"))
	for _, sc := range found {
		for _, r := range sc.exclusions {
			c.exclusionRow(sc, r)
		}
	}
}

// addExclusion refuses a range that is reversed, outside the network (not the pool), or
// that touches one that is there with one and the same number (captured).
func addExclusion(c *call) {
	sc := c.scope(c.addr("ScopeId"))
	if sc == nil {
		return
	}
	r := addrRange{c.addr("StartRange"), c.addr("EndRange")}
	at, taken := sc.excluded(r.start)
	if taken || r.end.Less(r.start) || !sc.network.Contains(r.start) || !sc.network.Contains(r.end) ||
		at < len(sc.exclusions) && sc.exclusions[at].overlaps(r) {
		c.dhcp(20023, "Failed to add exclusion range with start range %s and end range %s to scope %s", r.start, r.end, sc.id())
		return
	}
	sc.exclusions = slices.Insert(sc.exclusions, at, r)
	if c.passThru() {
		c.exclusionRow(sc, r)
	}
}

// excluded tells whether an address lies in an exclusion range, and the position of that
// range or, when there is none, of the first behind the address.
func (sc *scope) excluded(a netip.Addr) (int, bool) {
	at, _ := slices.BinarySearchFunc(sc.exclusions, a, func(r addrRange, a netip.Addr) int {
		if r.end.Less(a) {
			return -1
		}
		return 1
	})
	return at, at < len(sc.exclusions) && sc.exclusions[at].contains(a)
}

// removeExclusions removes one range by its exact ends or by one of them, and every
// range of the scope when neither is named.
func removeExclusions(c *call) {
	sc := c.scope(c.addr("ScopeId"))
	if sc == nil {
		return
	}
	start, end := c.addr("StartRange"), c.addr("EndRange")
	if !start.IsValid() && !end.IsValid() {
		for _, r := range sc.exclusions {
			if c.passThru() {
				c.exclusionRow(sc, r)
			}
		}
		sc.exclusions = nil
		return
	}
	at := slices.IndexFunc(sc.exclusions, func(r addrRange) bool {
		return (!start.IsValid() || r.start == start) && (!end.IsValid() || r.end == end)
	})
	if at < 0 {
		c.refuseInexact(sc, start, end)
		return
	}
	if c.passThru() {
		c.exclusionRow(sc, sc.exclusions[at])
	}
	sc.exclusions = slices.Delete(sc.exclusions, at, at+1)
}

// refuseInexact gives the number of a removal that names no stored range: another one
// when its first address lies in a range (MS-DHCPM R_DhcpRemoveSubnetElementV5).
func (c *call) refuseInexact(sc *scope, start, end netip.Addr) {
	first := start
	if !first.IsValid() {
		first = end
	}
	const words = "Failed to delete exclusion range with start range %s and end range %s from scope %s"
	if _, inside := sc.excluded(first); inside {
		c.win32(win32InvalidParameter, words, start, end, sc.id())
		return
	}
	c.dhcp(20007, words, start, end, sc.id())
}
