package model

import (
	"net/netip"
	"slices"
)

func init() {
	handle("Get-DhcpServerv6ExclusionRange", getV6Exclusion)
	handle("Add-DhcpServerv6ExclusionRange", addV6Exclusion)
	handle("Remove-DhcpServerv6ExclusionRange", removeV6Exclusion)
}

func getV6Exclusion(c *call) {
	prefixes := c.addrs("Prefix")
	if !c.has("Prefix") {
		for _, sc := range c.srv.v6.scopes {
			prefixes = append(prefixes, sc.prefix)
		}
	}
	for _, p := range prefixes {
		sc := c.srv.v6.scope(p)
		if sc == nil {
			c.missingV6("Failed to enumerate exclusion ranges for prefix %s", p)
			continue
		}
		for _, r := range sc.exclusions {
			c.v6ExclusionRow(p, r)
		}
	}
}

func (c *call) v6ExclusionRow(prefix netip.Addr, r addrRange) {
	c.row("DhcpServerv6ExclusionRange", map[string]any{"Prefix": prefix, "StartRange": r.start, "EndRange": r.end})
}

// addV6Exclusion checks for an overlap and nothing else: neither the order of the ends
// nor whether they lie in the prefix (MS-DHCPM 3.2.4.60).
func addV6Exclusion(c *call) {
	p, r := c.addr("Prefix"), addrRange{c.addr("StartRange"), c.addr("EndRange")}
	sc := c.srv.v6.scope(p)
	switch {
	case sc == nil:
		c.missingV6("Failed to add exclusion range %s-%s to prefix %s", r.start, r.end, p)
		return
	case slices.Contains(sc.exclusions, r) || slices.ContainsFunc(sc.exclusions, r.overlaps):
		c.win32(win32DuplicateTag, "Failed to add exclusion range with start range %s and end range %s to prefix %s", r.start, r.end, p)
		return
	}
	sc.exclusions = append(sc.exclusions, r)
	if c.passThru() {
		c.v6ExclusionRow(p, r)
	}
}

func removeV6Exclusion(c *call) {
	p := c.addr("Prefix")
	sc := c.srv.v6.scope(p)
	if sc == nil {
		c.missingV6("Failed to remove exclusion ranges from prefix %s", p)
		return
	}
	picked := func(r addrRange) bool {
		return (!c.has("StartRange") || r.start == c.addr("StartRange")) && (!c.has("EndRange") || r.end == c.addr("EndRange"))
	}
	var gone []addrRange
	sc.exclusions = slices.DeleteFunc(sc.exclusions, func(r addrRange) bool {
		if picked(r) {
			gone = append(gone, r)
			return true
		}
		return false
	})
	if len(gone) == 0 && (c.has("StartRange") || c.has("EndRange")) {
		c.missingV6("Failed to remove the exclusion range from prefix %s", p)
		return
	}
	for _, r := range gone {
		if c.passThru() {
			c.v6ExclusionRow(p, r)
		}
	}
}
