package sitevalues

import (
	"net/netip"
	"unicode/utf8"
)

// scope holds what the checks across fields need; what is missing or invalid is the
// zero value.
type scope struct {
	// networkText is the network as written, when it is a valid address.
	networkText     string
	network         netip.Addr
	subnet          netip.Prefix
	start, end      netip.Addr
	wholeExclusions []exclusion
}

// exclusion is a range of two valid addresses, not reversed.
type exclusion struct {
	index      int
	start, end netip.Addr
}

func (e exclusion) holds(a netip.Addr) bool {
	return !a.Less(e.start) && !e.end.Less(a)
}

func (e exclusion) overlaps(other exclusion) bool {
	return !other.end.Less(e.start) && !e.end.Less(other.start)
}

// first and last are the two addresses of the subnet that no host may have.
func (s *scope) first() netip.Addr { return s.subnet.Addr() }

func (s *scope) last() netip.Addr {
	last, mask := s.subnet.Addr().As4(), maskOf(s.subnet.Bits()).As4()
	for i := range last {
		last[i] |= ^mask[i]
	}
	return netip.AddrFrom4(last)
}

// outside tells whether an address is surely outside the subnet.
func (s *scope) outside(a netip.Addr) bool {
	return s.subnet.IsValid() && a.IsValid() && !s.subnet.Contains(a)
}

// atEdge tells whether an address is the subnet's first or last one.
func (s *scope) atEdge(a netip.Addr) bool {
	return s.subnet.IsValid() && a.IsValid() && (a == s.first() || a == s.last())
}

// namePrefix and nameLimit are those of the Kubernetes object that other tools make of
// a scope's network.
const (
	namePrefix = "dhcp-scope-"
	nameLimit  = 63
)

func (c *Cluster) checkScope() {
	at := fieldPath{"dhcp_values"}
	c.checkFailoverEmptyMap()
	m, ok := c.section(c.values, at, "scopeName", "network", "subnetMask", "startRange", "endRange", "leaseDurationDays",
		"description", "gateway", "dns", "exclusions", "failover")
	if !ok {
		return
	}
	c.requireText(m, at.with("scopeName"), RequiredField)
	c.checkSubnet(m, at)
	c.checkRange(m, at)
	c.checkLease(m, at.with("leaseDurationDays"))
	c.checkDescription(m, at.with("description"))
	c.checkExclusions(m, at.with("exclusions"))
	c.checkGateway(m, at.with("gateway"))
	c.checkDNS(m, at.with("dns"))
	c.checkFailover(m, at.with("failover"))
}

// requireAddress returns a required address, or the zero value after a finding.
func (c *Cluster) requireAddress(m map[string]any, at fieldPath) netip.Addr {
	value, ok := c.required(m, at, RequiredField)
	if !ok {
		return netip.Addr{}
	}
	return c.checkAddress(value, at)
}

func (c *Cluster) checkAddress(value any, at fieldPath) netip.Addr {
	addr, ok := address(value)
	if !ok {
		c.add(InvalidIPv4, at, "has to be an IPv4 address such as 10.20.30.1, not %s", describe(value))
		return netip.Addr{}
	}
	return addr
}

func (c *Cluster) checkSubnet(m map[string]any, at fieldPath) {
	atNetwork, atMask := at.with("network"), at.with("subnetMask")
	network, mask := c.requireAddress(m, atNetwork), c.requireAddress(m, atMask)
	text, isText := m["network"].(string)
	if length := utf8.RuneCountInString(namePrefix + text); isText && !blank(text) && length > nameLimit {
		c.add(NameTooLong, atNetwork, "%s and the network make a name of %d characters; Kubernetes allows %d", namePrefix, length, nameLimit)
	}
	if network.IsValid() {
		c.scope.network, c.scope.networkText = network, text
	}
	if !mask.IsValid() {
		return
	}
	bits := maskBits(mask)
	if bits == 0 {
		c.add(InvalidMask, atMask, "%s is no subnet mask: it has to be ones and then zeros, such as 255.255.255.0", mask)
		return
	}
	if !network.IsValid() {
		return
	}
	c.scope.subnet = netip.PrefixFrom(network, bits).Masked()
	if first := c.scope.first(); first != network {
		c.add(NotNetworkAddress, atNetwork, "%s is a host address in %s: write %s", network, c.scope.subnet, first)
	}
}

func (c *Cluster) checkRange(m map[string]any, at fieldPath) {
	s := &c.scope
	s.start = c.requireAddress(m, at.with("startRange"))
	s.end = c.requireAddress(m, at.with("endRange"))
	c.checkRangeEnd(s.start, at.with("startRange"))
	c.checkRangeEnd(s.end, at.with("endRange"))
	if s.start.IsValid() && s.end.IsValid() && s.end.Less(s.start) {
		c.add(RangeReversed, at.with("endRange"), "the range ends at %s, before its start %s", s.end, s.start)
	}
}

func (c *Cluster) checkRangeEnd(addr netip.Addr, at fieldPath) {
	if c.scope.outside(addr) {
		c.add(RangeOutsideSubnet, at, "%s is outside the subnet %s", addr, c.scope.subnet)
	}
	if c.scope.atEdge(addr) {
		c.add(RangeIncludesNetworkOrBroadcast, at, "%s is the network or the broadcast address of %s and cannot be leased", addr, c.scope.subnet)
	}
}

func (c *Cluster) checkLease(m map[string]any, at fieldPath) {
	value, ok := c.required(m, at, RequiredField)
	if !ok {
		return
	}
	if days, ok := whole(value); !ok || days < 1 {
		c.add(LeaseDurationInvalid, at, "has to be a whole number of days from 1, not %s", describe(value))
	}
}

func (c *Cluster) checkDescription(m map[string]any, at fieldPath) {
	value, there := m["description"]
	if !there {
		c.add(MissingDescription, at, `is missing: write "" for none`)
		return
	}
	c.checkText(value, at)
}
