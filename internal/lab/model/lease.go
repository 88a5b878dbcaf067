package model

import (
	"cmp"
	"net/netip"
	"time"
)

func init() {
	handle("Get-DhcpServerv4Lease", getLeases)
	handle("Add-DhcpServerv4Lease", addLease)
	handle("Remove-DhcpServerv4Lease", removeLeases)
	handle("Repair-DhcpServerv4IPRecord", repairRecords)
	handle("Reconcile-DhcpServerv4IPRecord", repairRecords)
}

const classLease = "DhcpServerv4Lease"

// zeroTime stands for a record without expiry.
var zeroTime time.Time

// expiry returns when a lease that starts now ends; an unlimited one has no end.
func (c *call) expiry(sc *scope) time.Time {
	d := c.srv.v4.leaseOf(sc)
	if d == maxLease {
		return zeroTime
	}
	return c.srv.world.now.Add(d)
}

func (c *call) leaseRow(sc *scope, cl *client) {
	var expires, probation any
	if !cl.expires.IsZero() && cl.reservation == nil {
		expires = cl.expires
	}
	if !cl.probationEnds.IsZero() {
		probation = cl.probationEnds
	}
	c.row(classLease, map[string]any{
		"IPAddress": cl.address, "ScopeId": sc.id(), "ClientId": cl.id, "HostName": text(cl.hostName),
		"Description": text(cl.description), "AddressState": cl.stateAt(c.srv.world.now), "LeaseExpiryTime": expires,
		"ClientType": cl.kind, "DnsRR": cmp.Or(cl.dnsRR, "NoRegistration"), "DnsRegistration": cmp.Or(cl.dnsRegistration, "NotApplicable"),
		"NapCapable": cl.napCapable, "NapStatus": cmp.Or(cl.napStatus, "FullAccess"), "ProbationEnds": probation,
		"PolicyName": text(cl.policy), "ServerIP": c.srv.address,
	})
}

func getLeases(c *call) {
	c.eachLease(func(sc *scope, cl *client) bool { c.leaseRow(sc, cl); return true })
}

// eachLease visits the records that a call of Get or Remove means. Unless all or the bad
// ones are asked for, a scope lists the active ones, reservations among them.
func (c *call) eachLease(visit func(*scope, *client) bool) {
	switch {
	case c.has("IPAddress"):
		for _, a := range c.addrs("IPAddress") {
			sc, cl := c.srv.v4.client(a)
			if cl == nil {
				c.noClient("Failed to get lease %s", a)
				return
			}
			if !visit(sc, cl) {
				return
			}
		}
		return
	case c.flag("BadLeases") && !c.has("ScopeId"):
		for _, sc := range c.srv.v4.scopes.order {
			c.eachOfScope(sc, visit)
		}
		return
	}
	sc := c.scope(c.addr("ScopeId"))
	switch {
	case sc == nil:
	case c.has("ClientId"):
		c.eachClient(sc, func(cl *client) bool { return visit(sc, cl) })
	default:
		c.eachOfScope(sc, visit)
	}
}

func (c *call) eachOfScope(sc *scope, visit func(*scope, *client) bool) {
	for _, cl := range sc.clients.sorted() {
		if c.wants(cl) && !visit(sc, cl) {
			return
		}
	}
}

func (c *call) wants(cl *client) bool {
	state := cl.stateAt(c.srv.world.now)
	if c.flag("BadLeases") {
		return state == stateDeclined
	}
	if c.flag("AllLeases") || !c.reads() {
		return true
	}
	return cl.reservation != nil || state == stateActive
}

func addLease(c *call) {
	sc, a := c.scope(c.addr("ScopeId")), c.addr("IPAddress")
	if sc == nil {
		return
	}
	id, ok := c.clientID(c.str("ClientId"))
	if !ok {
		return
	}
	switch c.srv.v4.scopes.of(a) {
	case sc:
	case nil: // the call behind goes by the address (MS-DHCPM R_DhcpV4CreateClientInfo)
		c.dhcp(20005, "Failed to add lease %s", a)
		return
	default:
		c.win32(win32InvalidParameter, "Failed to add lease %s to scope %s", a, sc.id())
		return
	}
	if state := c.word("AddressState", reservationInUse, reservationUnused); state != "" {
		c.useReservation(a, id, state == reservationInUse)
		return
	}
	if sc.clients.byAddress[a] != nil || len(sc.clients.byID[id]) > 0 {
		c.dhcp(20014, "Failed to add lease %s to scope %s", a, sc.id())
		return
	}
	cl := c.newLease(sc)
	cl.address, cl.id = a, id
	sc.clients.add(cl)
	if c.passThru() {
		c.leaseRow(sc, cl)
	}
}

// newLease makes a record by the call's parameters.
func (c *call) newLease(sc *scope) *client {
	cl := &client{
		hostName: c.str("HostName"), description: c.str("Description"), expires: c.expiry(sc),
		state: cmp.Or(c.word("AddressState", stateActive, stateDeclined, stateExpired), stateActive),
		kind:  cmp.Or(c.str("ClientType"), clientDHCP), dnsRR: c.str("DnsRR"), dnsRegistration: c.str("DnsRegistration"),
		napCapable: c.flag("NapCapable"), napStatus: c.str("NapStatus"), probationEnds: c.when("ProbationEnds"),
		policy: c.str("PolicyName"),
	}
	if c.has("LeaseExpiryTime") {
		cl.expires = c.when("LeaseExpiryTime")
	}
	return cl
}

// useReservation writes by hand whether the client of a reservation uses its address.
func (c *call) useReservation(a netip.Addr, id string, inUse bool) {
	sc, cl := c.reservation(a)
	if cl == nil {
		return
	}
	if cl.id != id {
		c.dhcp(20014, "Failed to add lease %s to scope %s", a, sc.id())
		return
	}
	cl.reservation.inUse = inUse
	if c.passThru() {
		c.leaseRow(sc, cl)
	}
}

// noClient reports that there is no such client: by one number where it is looked up, by
// another where it is to be deleted (MS-DHCPM R_DhcpV4GetClientInfo, R_DhcpDeleteClientInfo).
func (c *call) noClient(format string, a ...any) {
	if c.cmdlet == "Remove-DhcpServerv4Lease" {
		c.dhcp(20013, format, a...)
		return
	}
	c.dhcp(20016, format, a...)
}

// removeLeases deletes leases. A reserved address keeps its record: named, it is
// refused; among all those of a scope it is passed over.
func removeLeases(c *call) {
	named := c.has("IPAddress") || c.has("ClientId")
	c.eachLease(func(sc *scope, cl *client) bool {
		if cl.reservation != nil {
			if named {
				c.dhcp(20019, "Failed to delete lease %s", cl.address)
			}
			return !named
		}
		if c.passThru() {
			c.leaseRow(sc, cl)
		}
		sc.clients.remove(cl)
		return true
	})
}

// repairRecords finds no difference between the records and the bit maps, since the
// model keeps records only.
func repairRecords(c *call) { c.listed(c.addrs("ScopeId")) }
