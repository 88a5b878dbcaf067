package model

import "net/netip"

func init() {
	handle("Add-DhcpServerv4FailoverScope", addFailoverScope)
	handle("Remove-DhcpServerv4FailoverScope", removeFailoverScope)
	handle("Invoke-DhcpServerv4FailoverReplication", replicate)
}

// relationshipForScopes returns the relationship whose members the call changes. On a
// server without any relationship the answer is the general error 2 (MS-DHCPM 3.2.4.95).
func (c *call) relationshipForScopes() *relationship {
	name := c.str("Name")
	if len(c.srv.v4.relationships) == 0 {
		c.win32(win32FileNotFound, "Failed to update failover relationship %s", name)
		return nil
	}
	r := c.srv.v4.relationships[name]
	if r == nil {
		c.noRelationship(name)
	}
	return r
}

// addFailoverScope makes scopes members and copies them to the partner. Scopes that
// cannot join are reported, the others join.
func addFailoverScope(c *call) {
	r := c.relationshipForScopes()
	if r == nil {
		return
	}
	what := "update failover relationship " + r.name
	if len(c.addrs("ScopeId")) > maxScopesInOneAdd {
		c.dhcp(20130, "Failed to %s", what)
		return
	}
	var joining []netip.Addr
	for _, id := range c.addrs("ScopeId") {
		if c.mayJoin(id, what) {
			joining = append(joining, id)
		}
	}
	if len(joining) == 0 {
		return
	}
	if r.state != stateNormal {
		c.dhcp(20120, "Failed to %s: its state is %s", what, r.state)
		return
	}
	p, ok := c.partnerOf(what)
	if !ok || !c.clocksAgree(p, what) {
		return
	}
	half := p.v4.relationships[r.name]
	if half == nil {
		c.partnerFault(20115, p, what)
		return
	}
	for _, id := range joining {
		if !c.partnerMayTake(p, id) {
			continue
		}
		p.v4.scopes.add(c.srv.v4.scopes.get(id).clone())
		r.scopes[id], half.scopes[id] = true, true
	}
	if c.passThru() {
		c.failoverRow(r)
	}
}

// removeFailoverScope takes scopes out of a relationship and deletes them on the
// partner: the server that is asked keeps them.
func removeFailoverScope(c *call) {
	r := c.relationshipForScopes()
	if r == nil {
		return
	}
	what := "update failover relationship " + r.name
	var leaving []netip.Addr
	for _, id := range c.addrs("ScopeId") {
		switch {
		case c.srv.v4.scopes.get(id) == nil:
			c.dhcp(20005, "Failed to get scope information for scope %s", id)
		case !r.scopes[id]:
			c.dhcp(20116, "Failed to %s: scope %s is not part of it", what, id)
		default:
			leaving = append(leaving, id)
		}
	}
	if len(leaving) == 0 {
		return
	}
	p, half := c.srv.otherHalf(r)
	if r.reintegrating() || half.reintegrating() {
		c.dhcp(20133, "Failed to %s", what)
		return
	}
	if _, ok := c.partnerOf(what); !ok {
		return
	}
	for _, id := range leaving {
		delete(r.scopes, id)
		if half != nil && half.scopes[id] {
			delete(half.scopes, id)
			p.v4.scopes.remove(id)
		}
	}
	if c.passThru() {
		c.failoverRow(r)
	}
}

// replicate copies the configuration of member scopes from the server that is asked over
// that of the partner, and says which scopes it copied.
func replicate(c *call) {
	var ids []netip.Addr
	switch {
	case c.has("ScopeId"):
		for _, id := range c.addrs("ScopeId") {
			if c.srv.failoverOf(id) == nil {
				c.dhcp(20116, "Failed to get failover relationship for scope %s", id)
				continue
			}
			ids = append(ids, id)
		}
	case c.has("Name"):
		for _, name := range c.strs("Name") {
			r := c.srv.v4.relationships[name]
			if r == nil {
				c.noRelationship(name)
				continue
			}
			ids = append(ids, r.members()...)
		}
	default:
		for _, r := range c.srv.relationshipsByName() {
			ids = append(ids, r.members()...)
		}
	}
	if len(ids) == 0 {
		return
	}
	// The first thing that replication was seen to fail at, on the partner.
	p, ok := c.partnerOf("get superscope information")
	if !ok {
		return
	}
	for _, id := range ids {
		if c.replicateScope(p, id) {
			c.Text = append(c.Text, id.String())
		}
	}
}

func (c *call) replicateScope(p *Server, id netip.Addr) bool {
	from, to := c.srv.v4.scopes.get(id), p.v4.scopes.get(id)
	if to == nil {
		c.partnerFault(20005, p, "get scope information for scope "+id.String())
		return false
	}
	if !c.canTake(p, from) {
		return false
	}
	copied := from.clone()
	copied.clients = mergedClients(from.clients.clone(), to.clients)
	p.v4.scopes.remove(id)
	p.v4.scopes.add(copied)
	return true
}

// mergedClients are the partner's records after a replication: its own leases, and the
// reservations of the server that replicates. A reservation of the partner's own goes;
// if it was in use, its client keeps the lease.
func mergedClients(from, own clients) clients {
	out := newClients()
	for _, cl := range from.sorted() {
		if cl.reservation != nil {
			out.add(cl)
		}
	}
	for _, cl := range own.sorted() {
		lease := *cl
		if cl.reservation != nil {
			lease.reservation = nil
			if !cl.reservation.inUse {
				continue
			}
		}
		if out.byAddress[cl.address] == nil {
			out.add(&lease)
		}
	}
	return out
}
