package sitevalues

import (
	"net/netip"
	"unicode/utf8"
)

// maxDomain is the length in characters that a domain name may have.
const maxDomain = 256

// checkExclusions has to run before the gateway is looked at.
func (c *Cluster) checkExclusions(m map[string]any, at fieldPath) {
	value, there := m["exclusions"]
	if !there {
		return
	}
	list, ok := value.([]any)
	if !ok {
		c.add(InvalidType, at, "has to be a list, not %s", describe(value))
		return
	}
	disordered := false
	for i, item := range list {
		e, ok := c.checkExclusion(item, at.with(i))
		if !ok {
			continue
		}
		e.index = i
		earlier := c.scope.wholeExclusions
		for _, other := range earlier {
			if e.overlaps(other) {
				c.add(ExclusionOverlap, at.with(i), "%s to %s shares addresses with exclusion %d, %s to %s", e.start, e.end, other.index, other.start, other.end)
				break
			}
		}
		if len(earlier) > 0 && e.start.Less(earlier[len(earlier)-1].start) {
			disordered = true
		}
		c.scope.wholeExclusions = append(earlier, e)
	}
	if disordered {
		c.add(ExclusionOrder, at, "the exclusions are not in ascending order; the payload sorts them")
	}
}

func (c *Cluster) checkExclusion(item any, at fieldPath) (exclusion, bool) {
	m, ok := item.(map[string]any)
	if !ok {
		c.add(InvalidType, at, "has to be a map with startAddress and endAddress, not %s", describe(item))
		return exclusion{}, false
	}
	c.checkKeys(m, at, "startAddress", "endAddress")
	atStart, atEnd := at.with("startAddress"), at.with("endAddress")
	e := exclusion{start: c.requireAddress(m, atStart), end: c.requireAddress(m, atEnd)}
	c.checkExclusionEnd(e.start, atStart)
	c.checkExclusionEnd(e.end, atEnd)
	if !e.start.IsValid() || !e.end.IsValid() {
		return exclusion{}, false
	}
	if e.end.Less(e.start) {
		c.add(ExclusionReversed, at, "the exclusion ends at %s, before its start %s", e.end, e.start)
		return exclusion{}, false
	}
	return e, true
}

func (c *Cluster) checkExclusionEnd(addr netip.Addr, at fieldPath) {
	if c.scope.outside(addr) {
		c.add(ExclusionOutsideSubnet, at, "%s is outside the subnet %s", addr, c.scope.subnet)
	}
}

func (c *Cluster) checkGateway(m map[string]any, at fieldPath) {
	value, there := m["gateway"]
	if !there {
		c.add(MissingGateway, at, `is missing: write "" for none`)
		return
	}
	if value == "" {
		return
	}
	gateway := c.checkAddress(value, at)
	if c.scope.outside(gateway) {
		c.add(GatewayOutsideSubnet, at, "%s is outside the subnet %s", gateway, c.scope.subnet)
	}
	if c.scope.atEdge(gateway) {
		c.add(GatewayNotHostAddress, at, "%s is the network or the broadcast address of %s", gateway, c.scope.subnet)
	}
	if c.leasable(gateway) {
		c.add(GatewayInRange, at, "%s would be leased to a client: exclude it, or move the range off it", gateway)
	}
}

// leasable tells whether the scope would lease an address.
func (c *Cluster) leasable(addr netip.Addr) bool {
	s := &c.scope
	if !addr.IsValid() || !s.start.IsValid() || !s.end.IsValid() || addr.Less(s.start) || s.end.Less(addr) {
		return false
	}
	for _, e := range s.wholeExclusions {
		if e.holds(addr) {
			return false
		}
	}
	return true
}

func (c *Cluster) checkDNS(m map[string]any, at fieldPath) {
	dns, ok := c.section(m, at, "servers", "domain")
	if !ok {
		return
	}
	c.checkDNSServers(dns, at.with("servers"))
	value, there := dns["domain"]
	if !there {
		return
	}
	if text, ok := value.(string); !ok || utf8.RuneCountInString(text) > maxDomain || hasSpace(text) {
		c.add(DNSDomainInvalid, at.with("domain"), "has to be a string of at most %d characters without blanks, not %s", maxDomain, describe(value))
	}
}

func (c *Cluster) checkDNSServers(dns map[string]any, at fieldPath) {
	value, there := dns["servers"]
	if !there {
		c.add(RequiredField, at, "is required and missing")
		return
	}
	servers, ok := value.([]any)
	if !ok {
		c.add(InvalidType, at, "has to be a list, not %s", describe(value))
		return
	}
	if len(servers) == 0 {
		c.add(DNSServersEmpty, at, "needs at least one address")
	}
	seen := map[netip.Addr]bool{}
	for i, server := range servers {
		addr := c.checkAddress(server, at.with(i))
		if addr.IsValid() && seen[addr] {
			c.add(DNSDuplicate, at.with(i), "%s stands earlier in the list", addr)
		}
		seen[addr] = true
	}
}
