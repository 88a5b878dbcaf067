package model

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
)

func init() {
	handle("Get-DhcpServerv4Policy", getPolicy)
	handle("Add-DhcpServerv4Policy", addPolicy)
	handle("Set-DhcpServerv4Policy", setPolicy)
	handle("Remove-DhcpServerv4Policy", removePolicy)
}

// policyLevel returns the policies of the level that the call names: the server's, or
// those of a scope. It is nil when the scope does not exist; the call has failed then.
func (c *call) policyLevel() *[]*policy {
	if !c.has("ScopeId") {
		return &c.srv.v4.policies
	}
	sc := c.srv.v4.scopes.get(c.addr("ScopeId"))
	if sc == nil {
		c.dhcp(20005, "Failed to get policies of scope %s", c.addr("ScopeId"))
		return nil
	}
	return &sc.policies
}

func (c *call) noPolicy(name string) { c.dhcp(20111, "Failed to get policy %s", name) }

func (c *call) policyRow(p *policy) {
	scope := p.scope
	if !scope.IsValid() {
		scope = netip.IPv4Unspecified()
	}
	row := map[string]any{
		"Name": p.name, "Description": text(p.description), "ScopeId": scope, "Enabled": p.enabled, "Condition": p.condition,
		"ProcessingOrder": p.order, "LeaseDuration": p.lease(),
	}
	for _, kind := range conditionKinds {
		row[kind] = any(nil)
		if operands := p.conditions[kind]; operands != nil {
			row[kind] = slices.Clone(operands)
		}
	}
	c.row("DhcpServerv4Policy", row)
}

// lease is the lease duration of the policy, zero when it has none of its own. It is kept
// as option 51.
func (p *policy) lease() time.Duration {
	v, ok := p.options[optionKey{id: optionLease}]
	if !ok {
		return 0
	}
	seconds, err := strconv.ParseUint(v.values[0], 0, 32)
	if err != nil {
		return 0
	}
	return time.Duration(seconds) * time.Second
}

func (p *policy) setLease(d time.Duration) {
	p.options[optionKey{id: optionLease}] = optionValue{kind: kindDWord, values: []string{strconv.FormatInt(int64(d/time.Second), 10)}}
}

func getPolicy(c *call) {
	level := c.policyLevel()
	if level == nil {
		return
	}
	if !c.has("Name") {
		for _, p := range slices.SortedFunc(slices.Values(*level), byOrder) {
			c.policyRow(p)
		}
		return
	}
	for _, name := range c.strs("Name") {
		if p := findPolicy(*level, name); p != nil {
			c.policyRow(p)
		} else {
			c.noPolicy(name)
		}
	}
}

func addPolicy(c *call) {
	level := c.policyLevel()
	if level == nil {
		return
	}
	p := &policy{name: c.str("Name"), description: c.str("Description"), scope: c.addr("ScopeId"), enabled: true,
		condition: strings.ToUpper(c.str("Condition")), order: lastOrder(*level) + 1,
		conditions: map[string][]string{}, options: optionStore{}}
	if findPolicy(*level, p.name) != nil {
		c.dhcp(20105, "Failed to add policy %s", p.name)
		return
	}
	if !c.changeConditions(p, "add") || !c.orderGiven(p.order, "add") {
		return
	}
	if c.has("ProcessingOrder") {
		p.order = c.num("ProcessingOrder")
	}
	if c.has("Enabled") {
		p.enabled = c.flag("Enabled")
	}
	if c.has("LeaseDuration") {
		p.setLease(c.span("LeaseDuration"))
	}
	insertPolicy(level, p)
	if c.passThru() {
		c.policyRow(p)
	}
}

// insertPolicy puts a policy at its order. One that stands there moves back, with all
// behind it (MS-DHCPM 3.2.4.109).
func insertPolicy(level *[]*policy, p *policy) {
	if slices.ContainsFunc(*level, func(o *policy) bool { return o.order == p.order }) {
		for _, o := range *level {
			if o.order >= p.order {
				o.order++
			}
		}
	}
	*level = append(*level, p)
}

// orderGiven answers whether the processing order of the call, if it has one, is not
// above the greatest allowed, and its lease duration is not nothing.
func (c *call) orderGiven(greatest int64, verb string) bool {
	switch n := c.num("ProcessingOrder"); {
	case c.has("ProcessingOrder") && (n < 1 || n > greatest):
		c.dhcp(20110, "Failed to %s policy %s", verb, c.str("Name"))
	case c.has("LeaseDuration") && c.span("LeaseDuration") < time.Second:
		c.win32(win32InvalidParameter, "Failed to %s policy %s", verb, c.str("Name"))
	default:
		return true
	}
	return false
}

func setPolicy(c *call) {
	level := c.policyLevel()
	if level == nil {
		return
	}
	p := findPolicy(*level, c.str("Name"))
	switch {
	case p == nil:
		c.noPolicy(c.str("Name"))
		return
	case !c.changes("NewName", "Description", "Enabled", "ProcessingOrder", "LeaseDuration", "Condition") && !c.changes(conditionKinds...):
		c.win32(win32InvalidParameter, "Failed to set policy %s", p.name)
		return
	case c.has("NewName") && c.str("NewName") != p.name && findPolicy(*level, c.str("NewName")) != nil:
		c.dhcp(20105, "Failed to set policy %s", p.name)
		return
	case !c.orderGiven(lastOrder(*level), "set") || !c.changeConditions(p, "set"):
		return
	}
	if c.has("NewName") {
		p.name = c.str("NewName")
	}
	if c.given("Description") {
		p.description = c.str("Description")
	}
	if c.has("Enabled") {
		p.enabled = c.flag("Enabled")
	}
	if c.has("Condition") {
		p.condition = strings.ToUpper(c.str("Condition"))
	}
	if c.has("LeaseDuration") {
		p.setLease(c.span("LeaseDuration"))
	}
	if c.has("ProcessingOrder") {
		movePolicy(*level, p, c.num("ProcessingOrder"))
	}
	if c.passThru() {
		c.policyRow(p)
	}
}

// movePolicy gives a policy another order; those between the old and the new one close up.
func movePolicy(level []*policy, p *policy, order int64) {
	old := p.order
	for _, o := range level {
		switch {
		case o == p:
		case order <= o.order && o.order < old:
			o.order++
		case old < o.order && o.order <= order:
			o.order--
		}
	}
	p.order = order
}

// removePolicy takes a policy away with its options and ranges. Those behind it keep
// their order (MS-DHCPM 3.2.4.112 names no renumbering).
func removePolicy(c *call) {
	level := c.policyLevel()
	if level == nil {
		return
	}
	for _, name := range c.strs("Name") {
		p := findPolicy(*level, name)
		if p == nil {
			c.noPolicy(name)
			return
		}
		*level = slices.DeleteFunc(*level, func(o *policy) bool { return o == p })
		if c.passThru() {
			c.policyRow(p)
		}
	}
}
