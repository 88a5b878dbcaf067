package model

import "slices"

func init() {
	handle("Get-DhcpServerv4PolicyIPRange", getPolicyRange)
	handle("Add-DhcpServerv4PolicyIPRange", addPolicyRange)
	handle("Remove-DhcpServerv4PolicyIPRange", removePolicyRange)
}

func (c *call) policyRangeRow(p *policy, r addrRange) {
	c.row("DhcpServerv4PolicyIPRange", map[string]any{"Name": p.name, "ScopeId": p.scope, "StartRange": r.start, "EndRange": r.end})
}

func getPolicyRange(c *call) {
	level := c.policyLevel()
	if level == nil {
		return
	}
	picked := slices.SortedFunc(slices.Values(*level), byOrder)
	if c.has("Name") {
		picked = nil
		for _, name := range c.strs("Name") {
			if p := findPolicy(*level, name); p != nil {
				picked = append(picked, p)
			} else {
				c.noPolicy(name)
			}
		}
	}
	for _, p := range picked {
		for _, r := range p.ranges {
			c.policyRangeRow(p, r)
		}
	}
}

// addPolicyRange compares with the ranges of every policy of the scope, as creating a
// policy with ranges does (MS-DHCPM 3.2.4.109).
func addPolicyRange(c *call) {
	level := c.policyLevel()
	if level == nil {
		return
	}
	p, r := findPolicy(*level, c.str("Name")), addrRange{c.addr("StartRange"), c.addr("EndRange")}
	if p == nil {
		c.noPolicy(c.str("Name"))
		return
	}
	taken := slices.ContainsFunc(*level, func(o *policy) bool { return slices.ContainsFunc(o.ranges, r.overlaps) })
	refusal := 0
	switch {
	case p.conditions[byFQDN] != nil:
		refusal = 20135
	case r.end.Less(r.start) || !c.srv.v4.scopes.get(p.scope).pool.covers(r):
		refusal = 20107
	case taken:
		refusal = 20106
	}
	if refusal != 0 {
		c.dhcp(refusal, "Failed to add range %s-%s to policy %s", r.start, r.end, p.name)
		return
	}
	p.ranges = append(p.ranges, r)
	slices.SortFunc(p.ranges, func(a, b addrRange) int { return a.start.Compare(b.start) })
	if c.passThru() {
		c.policyRangeRow(p, r)
	}
}

func removePolicyRange(c *call) {
	level := c.policyLevel()
	if level == nil {
		return
	}
	p := findPolicy(*level, c.str("Name"))
	if p == nil {
		c.noPolicy(c.str("Name"))
		return
	}
	picked := func(r addrRange) bool {
		return (!c.has("StartRange") || r.start == c.addr("StartRange")) && (!c.has("EndRange") || r.end == c.addr("EndRange"))
	}
	if (c.has("StartRange") || c.has("EndRange")) && !slices.ContainsFunc(p.ranges, picked) {
		c.dhcp(20107, "Failed to remove the range from policy %s", p.name)
		return
	}
	for _, r := range p.ranges {
		if picked(r) && c.passThru() {
			c.policyRangeRow(p, r)
		}
	}
	p.ranges = slices.DeleteFunc(p.ranges, picked)
}
