package model

import "slices"

func init() {
	handle("Get-DhcpServerv4MulticastExclusionRange", getMulticastExclusion)
	handle("Add-DhcpServerv4MulticastExclusionRange", addMulticastExclusion)
	handle("Remove-DhcpServerv4MulticastExclusionRange", removeMulticastExclusion)
}

func (m *multicastScope) exclude(r addrRange) {
	if slices.ContainsFunc(m.exclusions, r.overlaps) {
		return
	}
	m.exclusions = append(m.exclusions, r)
	slices.SortFunc(m.exclusions, func(a, b addrRange) int { return a.start.Compare(b.start) })
}

func (c *call) multicastExclusionRow(m *multicastScope, r addrRange) {
	c.row("DhcpServerv4MulticastExclusionRange", map[string]any{"Name": m.name, "StartRange": r.start, "EndRange": r.end})
}

func getMulticastExclusion(c *call) {
	c.eachMulticast(func(m *multicastScope) {
		for _, r := range m.exclusions {
			c.multicastExclusionRow(m, r)
		}
	})
}

func addMulticastExclusion(c *call) {
	m, r := c.multicast(c.str("Name")), addrRange{c.addr("StartRange"), c.addr("EndRange")}
	switch {
	case m == nil:
		c.noMulticast(c.str("Name"))
		return
	case r.end.Less(r.start) || !m.pool.covers(r) || slices.ContainsFunc(m.exclusions, r.overlaps):
		c.dhcp(20023, "Failed to add exclusion range %s-%s to multicast scope %s", r.start, r.end, m.name)
		return
	}
	m.exclude(r)
	if c.passThru() {
		c.multicastExclusionRow(m, r)
	}
}

// removeMulticastExclusion removes ranges as they stand: a start in no exclusion is
// 20007, one in an exclusion with other ends 87 (MS-DHCPM 3.2.4.7).
func removeMulticastExclusion(c *call) {
	m := c.multicast(c.str("Name"))
	if m == nil {
		c.win32(win32FileNotFound, "Failed to remove exclusion ranges from multicast scope %s", c.str("Name"))
		return
	}
	byStart, byEnd := c.has("StartRange"), c.has("EndRange")
	start, end := c.addr("StartRange"), c.addr("EndRange")
	left, found := []addrRange(nil), false
	for _, r := range m.exclusions {
		if byStart && r.start != start || byEnd && r.end != end {
			left = append(left, r)
			continue
		}
		found = true
		if c.passThru() {
			c.multicastExclusionRow(m, r)
		}
	}
	inside := slices.ContainsFunc(m.exclusions, func(r addrRange) bool { return byStart && r.contains(start) })
	switch {
	case found || !byStart && !byEnd:
		m.exclusions = left
	case inside:
		c.win32(win32InvalidParameter, "Failed to remove the exclusion range from multicast scope %s", m.name)
	default:
		c.dhcp(20007, "Failed to remove the exclusion range from multicast scope %s", m.name)
	}
}
