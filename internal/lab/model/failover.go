package model

import (
	"net/netip"
	"strings"
	"time"
	"unicode/utf16"
)

func init() {
	handle("Get-DhcpServerv4Failover", getFailover)
	handle("Add-DhcpServerv4Failover", addFailover)
	handle("Remove-DhcpServerv4Failover", removeFailover)
}

const (
	maxRelationships    = 31  // of one server
	maxRelationshipName = 126 // UTF-16 characters (MS-DHCPM 3.2.4.90)
	maxScopesInOneAdd   = 400
)

func (c *call) noRelationship(name string) {
	c.dhcp(20115, "Failed to get failover relationship %s", name)
}

// failoverRow shows a relationship as the server that is asked sees it: its own role and
// its own share. The fields of the other mode and an unset interval are empty.
func (c *call) failoverRow(r *relationship) {
	primary, secondary := c.srv, c.srv.partner()
	kind := "PrimaryServer"
	if !r.primary {
		primary, secondary, kind = secondary, primary, "SecondaryServer"
	}
	row := map[string]any{
		"Name": r.name, "PartnerServer": r.partnerServer, "Mode": r.terms.mode, "ScopeId": r.members(),
		"MaxClientLeadTime": r.terms.leadTime, "AutoStateTransition": r.terms.interval > 0, "State": r.state,
		"EnableAuth": r.terms.secret != "", "ServerType": kind,
		"StateSwitchInterval": nil, "LoadBalancePercent": nil, "ReservePercent": nil, "ServerRole": nil,
		"PrimaryServerIP": nil, "PrimaryServerName": nil, "SecondaryServerIP": nil, "SecondaryServerName": nil,
	}
	if primary != nil {
		row["PrimaryServerIP"], row["PrimaryServerName"] = primary.address, primary.FQDN()
	}
	if secondary != nil {
		row["SecondaryServerIP"], row["SecondaryServerName"] = secondary.address, secondary.FQDN()
	}
	if r.terms.interval > 0 {
		row["StateSwitchInterval"] = r.terms.interval
	}
	if r.terms.mode == loadBalance {
		row["LoadBalancePercent"] = r.share()
	} else {
		row["ReservePercent"], row["ServerRole"] = r.terms.percent, r.role()
	}
	c.row("DhcpServerv4Failover", row)
}

// share is the percentage of clients that this server answers in load balance.
func (r *relationship) share() int64 {
	if r.primary {
		return r.terms.percent
	}
	return 100 - r.terms.percent
}

// role is this server's role in hot standby.
func (r *relationship) role() string {
	if r.primary == r.terms.primaryStandby {
		return "Standby"
	}
	return "Active"
}

func getFailover(c *call) {
	switch {
	case c.has("ScopeId"):
		for _, id := range c.addrs("ScopeId") {
			if r := c.srv.failoverOf(id); r != nil {
				c.failoverRow(r)
			} else {
				c.dhcp(20116, "Failed to get failover relationship for scope %s", id)
			}
		}
	case c.has("Name"):
		for _, name := range c.strs("Name") {
			if r := c.srv.v4.relationships[name]; r != nil {
				c.failoverRow(r)
			} else {
				c.noRelationship(name)
			}
		}
	default:
		for _, r := range c.srv.relationshipsByName() {
			c.failoverRow(r)
		}
	}
}

// addFailover makes the relationship on both servers and copies the scopes to the
// partner. The mode follows from the parameters that are used.
func addFailover(c *call) {
	r := &relationship{name: c.str("Name"), partnerServer: c.str("PartnerServer"), primary: true, scopes: map[netip.Addr]bool{}}
	what := "add failover relationship " + r.name
	for _, id := range c.addrs("ScopeId") {
		r.scopes[id] = true
	}
	p := c.srv.world.Server(r.partnerServer)
	_, notAnAddress := netip.ParseAddr(r.partnerServer)
	switch {
	case p == nil && notAnAddress == nil:
		c.dhcp(partnerUnreachable, "Failed to %s: the partner server %s could not be reached", what, r.partnerServer)
		return
	case p == nil:
		c.dhcp(partnerUnknown, "Failed to %s: the partner server %s could not be resolved", what, r.partnerServer)
		return
	case p == c.srv:
		c.win32(win32InvalidParameter, "Failed to %s", what)
		return
	case !c.changeTerms(r, what) || !c.mayAdd(r, what):
		return
	}
	r.enter(stateInit, c.srv.world.now)
	if !c.partnerMayAdd(p, r, what) {
		if c.srv.keepsHalf {
			c.srv.v4.relationships[r.name] = r
		}
		return
	}
	half := r.clone()
	half.primary, half.partnerServer = false, c.srv.name
	c.srv.v4.relationships[r.name], p.v4.relationships[r.name] = r, half
	for _, id := range r.members() {
		p.v4.scopes.add(c.srv.v4.scopes.get(id).clone())
	}
	if c.passThru() {
		c.failoverRow(r)
	}
}

// mayAdd checks what the server itself checks (MS-DHCPM 3.2.4.90).
func (c *call) mayAdd(r *relationship, what string) bool {
	switch {
	case len(utf16.Encode([]rune(r.name))) > maxRelationshipName:
		c.dhcp(20125, "Failed to %s", what)
	case c.srv.v4.relationships[r.name] != nil:
		c.dhcp(20114, "Failed to %s", what)
	case len(c.srv.v4.relationships) >= maxRelationships:
		c.dhcp(20128, "Failed to %s", what)
	case len(r.scopes) > maxScopesInOneAdd:
		c.dhcp(20130, "Failed to %s", what)
	default:
		for _, id := range r.members() {
			if !c.mayJoin(id, what) {
				return false
			}
		}
		return true
	}
	return false
}

// mayJoin checks a scope that is to become a member: it exists, is in no relationship
// and serves no BOOTP clients.
func (c *call) mayJoin(id netip.Addr, what string) bool {
	switch sc := c.srv.v4.scopes.get(id); {
	case sc == nil:
		c.dhcp(20005, "Failed to get scope information for scope %s", id)
	case c.srv.failoverOf(id) != nil:
		c.dhcp(20113, "Failed to %s: scope %s is part of a failover relationship", what, id)
	case sc.kind == "Bootp":
		c.win32(win32InvalidParameter, "Failed to %s with scope %s", what, id)
	case sc.kind != "Dhcp":
		c.dhcp(20131, "Failed to %s with scope %s", what, id)
	default:
		return true
	}
	return false
}

// partnerMayAdd checks what the partner refuses.
func (c *call) partnerMayAdd(p *Server, r *relationship, what string) bool {
	switch {
	case !c.reachPartner(p, what) || !c.clocksAgree(p, what):
		return false
	case p.v4.relationships[r.name] != nil:
		c.partnerFault(20114, p, what)
		return false
	case len(p.v4.relationships) >= maxRelationships:
		c.partnerFault(20128, p, what)
		return false
	}
	for _, id := range r.members() {
		if !c.partnerMayTake(p, id) {
			return false
		}
	}
	return true
}

// partnerMayTake refuses a scope whose network the partner has already.
func (c *call) partnerMayTake(p *Server, id netip.Addr) bool {
	sc := c.srv.v4.scopes.get(id)
	if p.v4.scopes.colliding(sc.network) != nil {
		c.partnerFault(20052, p, "add scope "+id.String())
		return false
	}
	return c.canTake(p, sc)
}

// removeFailover removes the relationship on both servers and its scopes on the one that
// was not asked. With Force a partner that does not answer keeps its half.
func removeFailover(c *call) {
	for _, name := range c.strs("Name") {
		r := c.srv.v4.relationships[name]
		if r == nil {
			c.noRelationship(name)
			return
		}
		p := c.srv.partner()
		away := p == nil || c.host != p && c.host.world.cut || p.stopped
		if !away || !c.flag("Force") {
			if _, ok := c.partnerOf("remove failover relationship " + name); !ok {
				return
			}
			if half := p.v4.relationships[name]; half != nil {
				delete(p.v4.relationships, name)
				for _, id := range half.members() {
					p.v4.scopes.remove(id)
				}
			}
		}
		delete(c.srv.v4.relationships, name)
		if c.passThru() {
			c.failoverRow(r)
		}
	}
}

// changeTerms sets what the call names of the terms of a new or an existing relationship.
// Interval and automatic transition are one: the server stores the interval alone.
func (c *call) changeTerms(r *relationship, what string) bool {
	t, fresh := &r.terms, r.terms.mode == ""
	mode := t.mode
	switch {
	case c.has("Mode"):
		mode = c.word("Mode", loadBalance, hotStandby)
	case fresh && (c.has("ServerRole") || c.has("ReservePercent")):
		mode = hotStandby
	case fresh:
		mode = loadBalance
	}
	if c.has("LoadBalancePercent") && mode != loadBalance || c.has("ReservePercent") && mode != hotStandby ||
		c.has("MaxClientLeadTime") && c.span("MaxClientLeadTime") < time.Second {
		c.win32(win32InvalidParameter, "Failed to %s", what)
		return false
	}
	if mode != t.mode {
		t.mode, t.primaryStandby = mode, false
		t.percent = map[string]int64{loadBalance: 50, hotStandby: 5}[mode]
	}
	if fresh {
		t.leadTime = time.Hour
		t.primaryStandby = strings.EqualFold(c.str("ServerRole"), "Standby")
	}
	c.changePercent(r)
	if c.has("MaxClientLeadTime") {
		t.leadTime = c.span("MaxClientLeadTime")
	}
	if c.given("StateSwitchInterval") {
		t.interval = c.span("StateSwitchInterval")
	} else if c.has("AutoStateTransition") {
		switch {
		case !c.flag("AutoStateTransition"):
			t.interval = 0
		case t.interval == 0:
			t.interval = time.Hour
		}
	}
	if c.given("SharedSecret") {
		t.secret = c.str("SharedSecret")
	}
	return true
}

func (c *call) changePercent(r *relationship) {
	switch {
	case c.has("ReservePercent"):
		r.terms.percent = c.num("ReservePercent")
	case c.has("LoadBalancePercent") && r.primary:
		r.terms.percent = c.num("LoadBalancePercent")
	case c.has("LoadBalancePercent"):
		r.terms.percent = 100 - c.num("LoadBalancePercent")
	}
}
