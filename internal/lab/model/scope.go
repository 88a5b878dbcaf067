package model

import (
	"net/netip"
	"strconv"
	"time"
)

func init() {
	handle("Get-DhcpServerv4Scope", getScope)
	handle("Add-DhcpServerv4Scope", addScope)
	handle("Set-DhcpServerv4Scope", setScope)
	handle("Remove-DhcpServerv4Scope", removeScope)
}

const (
	classScope   = "DhcpServerv4Scope"
	defaultLease = 8 * 24 * time.Hour
	maxDelay     = 1000 // ms, MS-DHCPM R_DhcpSetSubnetDelayOffer
	maxLease     = 0xFFFFFFFF * time.Second
)

// scope returns the scope of an id; it reports a missing one itself (captured words).
func (c *call) scope(id netip.Addr) *scope {
	sc := c.srv.v4.scopes.get(id)
	if sc == nil {
		c.dhcp(20005, "Failed to get scope information for scope %s", id)
	}
	return sc
}

// listed returns the scopes that a list of ids means, all when it is empty. It stops at
// the first that is missing and reports it; ok is false then.
func (c *call) listed(ids []netip.Addr) (found []*scope, ok bool) {
	if len(ids) == 0 {
		return c.srv.v4.scopes.order, true
	}
	for _, id := range ids {
		sc := c.scope(id)
		if sc == nil {
			return found, false
		}
		found = append(found, sc)
	}
	return found, true
}

func (c *call) scopeRow(sc *scope) {
	state := "Inactive"
	if sc.active {
		state = "Active"
	}
	c.row(classScope, map[string]any{
		"ScopeId": sc.id(), "SubnetMask": sc.mask, "StartRange": sc.pool.start, "EndRange": sc.pool.end,
		"Name": sc.name, "Description": text(sc.description), "SuperscopeName": text(sc.superscope),
		"State": state, "Type": sc.kind, "LeaseDuration": c.srv.v4.leaseOf(sc), "Delay": sc.delay,
		"MaxBootpClients": sc.maxBootp, "ActivatePolicies": sc.activatePolicies,
		"NapEnable": sc.napEnable, "NapProfile": text(sc.napProfile),
	})
}

// leaseOf returns how long a scope leases: its option 51, else the server's.
func (v *v4State) leaseOf(sc *scope) time.Duration {
	for _, store := range []optionStore{sc.options, v.options} {
		if value, ok := store[optionKey{id: optionLease}]; ok {
			seconds, _ := strconv.ParseUint(value.values[0], 10, 32)
			return time.Duration(seconds) * time.Second
		}
	}
	return defaultLease
}

// setLease writes a lease duration as option 51.
func (o optionStore) setLease(d time.Duration) {
	o[optionKey{id: optionLease}] = optionValue{kind: kindDWord, values: []string{strconv.FormatInt(int64(d/time.Second), 10)}}
}

func getScope(c *call) {
	found, _ := c.listed(c.addrs("ScopeId"))
	for _, sc := range found {
		c.scopeRow(sc)
	}
}

func addScope(c *call) {
	pool := addrRange{c.addr("StartRange"), c.addr("EndRange")}
	net, ok := network(pool.start, c.addr("SubnetMask"))
	if !ok || net.Bits() == 0 {
		c.win32(win32InvalidParameter, "Failed to add scope with subnet mask %s", c.addr("SubnetMask"))
		return
	}
	if c.srv.v4.scopes.colliding(net) != nil {
		c.dhcp(20052, "Failed to add scope %s", net.Addr())
		return
	}
	if !c.checkScopeValues(net) || !c.checkPool(net, pool) {
		return
	}
	sc := &scope{
		network: net, mask: c.addr("SubnetMask"), pool: pool, active: true, kind: "Dhcp",
		maxBootp: unlimitedBootp, activatePolicies: true, clients: newClients(), options: optionStore{},
	}
	sc.options.setLease(defaultLease)
	c.applyScope(sc)
	c.srv.v4.scopes.add(sc)
	if c.passThru() {
		c.scopeRow(sc)
	}
}

// checkScopeValues refuses values that no scope takes.
func (c *call) checkScopeValues(net netip.Prefix) bool {
	lease, leased := c.span("LeaseDuration"), c.has("LeaseDuration")
	switch {
	case c.num("Delay") > maxDelay:
		c.dhcp(20092, "Failed to set the delay of scope %s", net.Addr())
	case leased && (lease < time.Second || lease > maxLease):
		c.win32(win32InvalidParameter, "Failed to set the lease duration of scope %s", net.Addr())
	case c.flag("NapEnable"):
		c.dhcp(20138, "Failed to enable network access protection for scope %s", net.Addr())
	default:
		return true
	}
	return false
}

// checkPool refuses a range that cannot be the pool of a network.
func (c *call) checkPool(net netip.Prefix, pool addrRange) bool {
	switch {
	case !net.Contains(pool.start) || !net.Contains(pool.end):
		c.win32(win32InvalidParameter, "Failed to set IP address range to a scope %s", net.Addr())
	case pool.end.Less(pool.start):
		c.dhcp(20023, "Failed to set IP address range to a scope %s", net.Addr())
	case pool.start == net.Addr() || pool.end == broadcast(net):
		c.win32(win32InvalidParameter, "Failed to set IP address range to a scope %s", net.Addr())
	default:
		return true
	}
	return false
}

// applyScope writes all properties that the call names, but the range.
func (c *call) applyScope(sc *scope) {
	if c.has("Name") {
		sc.name = c.str("Name")
	}
	if c.given("Description") {
		sc.description = c.str("Description")
	}
	if c.given("SuperscopeName") {
		sc.superscope = c.str("SuperscopeName")
	}
	if c.given("NapProfile") {
		sc.napProfile = c.str("NapProfile")
	}
	if c.has("State") {
		sc.active = c.word("State", "Active", "InActive") == "Active"
	}
	if c.has("Delay") {
		sc.delay = c.num("Delay")
	}
	if c.has("LeaseDuration") {
		sc.options.setLease(c.span("LeaseDuration"))
	}
	if c.has("ActivatePolicies") {
		sc.activatePolicies = c.flag("ActivatePolicies")
	}
	if c.has("Type") {
		sc.kind = c.word("Type", "Dhcp", "Bootp", "Both")
	}
	if c.has("MaxBootpClients") {
		sc.maxBootp = c.num("MaxBootpClients")
	}
	// Only a range for both kinds of clients carries a number (MS-DHCPM 3.2.4.38).
	if sc.kind != "Both" {
		sc.maxBootp = unlimitedBootp
	}
}

func setScope(c *call) {
	sc := c.scope(c.addr("ScopeId"))
	if sc == nil || !c.checkScopeValues(sc.network) || !c.checkConversion(sc) {
		return
	}
	// The range goes last: when it is refused, the rest of the call stands (captured).
	c.applyScope(sc)
	if c.has("StartRange") && !c.setPool(sc, addrRange{c.addr("StartRange"), c.addr("EndRange")}) {
		return
	}
	if c.passThru() {
		c.scopeRow(sc)
	}
}

// checkConversion refuses a type that the scope's clients or its relationship forbid.
func (c *call) checkConversion(sc *scope) bool {
	kind := c.word("Type", "Dhcp", "Bootp", "Both")
	if kind == "" || kind == sc.kind {
		return true
	}
	if kind != "Dhcp" && c.srv.failoverOf(sc.id()) != nil {
		c.dhcp(20129, "Failed to set the type of scope %s", sc.id())
		return false
	}
	for _, cl := range sc.clients.byAddress {
		bootp := cl.kind == clientBootp
		if cl.used() && (kind == "Bootp" && !bootp || kind == "Dhcp" && bootp) {
			c.dhcp(20049, "Failed to set the type of scope %s", sc.id())
			return false
		}
	}
	return true
}

// setPool changes the range of a scope by the rules of R_DhcpAddSubnetElementV5.
func (c *call) setPool(sc *scope, pool addrRange) bool {
	if !sc.active {
		// Captured to fail while the scope is inactive; the number was not captured.
		c.dhcp(20023, "Failed to set IP address range to a scope %s", sc.id())
		return false
	}
	for _, p := range sc.policies {
		for _, r := range p.ranges {
			if sc.network.Contains(pool.start) && sc.network.Contains(pool.end) && !pool.covers(r) {
				c.dhcp(20112, "Failed to set IP address range to a scope %s", sc.id())
				return false
			}
		}
	}
	if !c.checkPool(sc.network, pool) {
		return false
	}
	if !pool.covers(sc.pool) && !sc.pool.covers(pool) {
		c.dhcp(20023, "Failed to set IP address range to a scope %s", sc.id())
		return false
	}
	sc.pool = pool
	return true
}

func removeScope(c *call) {
	for _, id := range c.addrs("ScopeId") {
		sc := c.scope(id)
		if sc == nil || !c.checkRemoval(sc) {
			return
		}
		c.srv.v4.scopes.remove(id)
		if c.passThru() {
			c.scopeRow(sc)
		}
	}
}

func (c *call) checkRemoval(sc *scope) bool {
	if c.srv.failoverOf(sc.id()) != nil {
		c.dhcp(20113, "Failed to delete scope %s", sc.id())
		return false
	}
	if c.flag("Force") {
		return true
	}
	for _, cl := range sc.clients.byAddress {
		if cl.used() {
			c.dhcp(20007, "Failed to delete scope %s", sc.id())
			return false
		}
	}
	return true
}
