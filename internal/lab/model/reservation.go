package model

import "net/netip"

func init() {
	handle("Get-DhcpServerv4Reservation", getReservations)
	handle("Add-DhcpServerv4Reservation", addReservation)
	handle("Set-DhcpServerv4Reservation", setReservation)
	handle("Remove-DhcpServerv4Reservation", removeReservations)
}

const classReservation = "DhcpServerv4Reservation"

func (c *call) reservationRow(sc *scope, cl *client) {
	kind := "Both" // a plain lease, which the look-up by client shows as well, reads so
	if cl.reservation != nil {
		kind = cl.reservation.kind
	}
	c.row(classReservation, map[string]any{
		"IPAddress": cl.address, "ScopeId": sc.id(), "ClientId": cl.id, "Name": text(cl.hostName),
		"Description": text(cl.description), "Type": kind, "AddressState": cl.stateAt(c.srv.world.now),
	})
}

// reservation returns the record of a reserved address; it reports a missing one itself.
func (c *call) reservation(a netip.Addr) (*scope, *client) {
	sc, cl := c.srv.v4.client(a)
	if cl == nil || cl.reservation == nil {
		c.dhcp(20018, "Failed to get reservation %s", a)
		return nil, nil
	}
	return sc, cl
}

func getReservations(c *call) {
	if c.has("IPAddress") {
		for _, a := range c.addrs("IPAddress") {
			sc, cl := c.reservation(a)
			if cl == nil {
				return
			}
			c.reservationRow(sc, cl)
		}
		return
	}
	sc := c.scope(c.addr("ScopeId"))
	if sc == nil {
		return
	}
	if c.has("ClientId") {
		c.eachClient(sc, func(cl *client) bool { c.reservationRow(sc, cl); return true })
		return
	}
	for _, cl := range sc.clients.sorted() {
		if cl.reservation != nil {
			c.reservationRow(sc, cl)
		}
	}
}

// eachClient visits the records of the clients that ClientId names: the reservation when
// there is one, else the plain lease (captured). It stops at an unknown client, which it
// reports, or when visit says so.
func (c *call) eachClient(sc *scope, visit func(*client) bool) {
	for _, text := range c.strs("ClientId") {
		id, ok := c.clientID(text)
		if !ok {
			return
		}
		cl := sc.clients.reserved(id)
		if cl == nil && len(sc.clients.byID[id]) > 0 {
			cl = sc.clients.byID[id][0]
		}
		if cl == nil {
			c.noClient("Failed to get client %s of scope %s", id, sc.id())
			return
		}
		if !visit(cl) {
			return
		}
	}
}

func addReservation(c *call) {
	sc, a := c.scope(c.addr("ScopeId")), c.addr("IPAddress")
	if sc == nil {
		return
	}
	id, ok := c.clientID(c.str("ClientId"))
	if !ok {
		return
	}
	if !sc.network.Contains(a) {
		c.dhcp(20018, "Failed to add reservation %s to scope %s", a, sc.id())
		return
	}
	holder := sc.clients.byAddress[a]
	if sc.clients.reserved(id) != nil || holder != nil && !c.yields(holder, id) {
		c.dhcp(20022, "Failed to add reservation %s to scope %s", a, sc.id())
		return
	}
	cl := c.reserve(sc, holder, a, id)
	if c.passThru() {
		c.reservationRow(sc, cl)
	}
}

// yields tells whether the record at an address makes room for a reservation for this
// client: its own lease does, and a stranger's that has run out.
func (c *call) yields(holder *client, id string) bool {
	if holder.reservation != nil {
		return false
	}
	return holder.id == id || holder.stateAt(c.srv.world.now) == stateExpired
}

// reserve makes the reservation, in the client's own record when it has one: an active
// lease turns into an inactive reservation without expiry.
func (c *call) reserve(sc *scope, holder *client, a netip.Addr, id string) *client {
	cl := &client{address: a, id: id, state: stateActive, kind: clientDHCP}
	if holder != nil {
		sc.clients.remove(holder)
		if holder.id == id {
			cl.hostName, cl.description = holder.hostName, holder.description
		}
	}
	kind := c.word("Type", "Dhcp", "Bootp", "Both")
	if kind == "" {
		kind = "Both"
	}
	cl.reservation = &reservation{kind: kind, options: optionStore{}}
	c.applyReservation(cl)
	sc.clients.add(cl)
	return cl
}

// applyReservation writes the texts that the call names.
func (c *call) applyReservation(cl *client) {
	if c.has("Name") {
		cl.hostName = c.str("Name")
	}
	if c.has("Description") {
		cl.description = c.str("Description")
	}
}

func setReservation(c *call) {
	sc, cl := c.reservation(c.addr("IPAddress"))
	if cl == nil {
		return
	}
	if !c.given("ClientId") && !c.given("Name") && !c.given("Description") && !c.given("Type") {
		c.win32(win32InvalidParameter, "Failed to set reservation %s", cl.address)
		return
	}
	if c.has("ClientId") && !c.changeClient(sc, cl) {
		return
	}
	if kind := c.word("Type", "Dhcp", "Bootp", "Both"); kind != "" {
		cl.reservation.kind = kind
	}
	if c.given("Name") {
		cl.hostName = c.str("Name")
	}
	if c.given("Description") {
		cl.description = c.str("Description")
	}
	if c.passThru() {
		c.reservationRow(sc, cl)
	}
}

// changeClient gives a reservation another client. The cmdlet removes and adds: when the
// new id is taken, the old reservation is lost.
func (c *call) changeClient(sc *scope, cl *client) bool {
	id, ok := c.clientID(c.str("ClientId"))
	if !ok || id == cl.id {
		return ok
	}
	sc.clients.remove(cl)
	if sc.clients.reserved(id) != nil {
		c.dhcp(20022, "Failed to set reservation %s", cl.address)
		return false
	}
	cl.id, cl.expires, cl.reservation.inUse = id, zeroTime, false
	sc.clients.add(cl)
	return true
}

func removeReservations(c *call) {
	if c.has("IPAddress") {
		for _, a := range c.addrs("IPAddress") {
			sc, cl := c.srv.v4.client(a)
			if cl == nil {
				c.dhcp(20018, "Failed to delete reservation %s", a)
				return
			}
			c.unreserve(sc, cl)
		}
		return
	}
	sc := c.scope(c.addr("ScopeId"))
	if sc == nil {
		return
	}
	if c.has("ClientId") {
		c.eachClient(sc, func(cl *client) bool { c.unreserve(sc, cl); return true })
		return
	}
	for _, cl := range sc.clients.sorted() {
		if cl.reservation != nil {
			c.unreserve(sc, cl)
		}
	}
}

// unreserve removes a reservation: its record goes too unless a client uses it, which
// then holds an ordinary lease. Where there is no reservation the plain lease is deleted
// (MS-DHCPM R_DhcpRemoveSubnetElementV5).
func (c *call) unreserve(sc *scope, cl *client) {
	if c.passThru() {
		c.reservationRow(sc, cl)
	}
	if cl.reservation == nil || !cl.reservation.inUse {
		sc.clients.remove(cl)
		return
	}
	cl.reservation, cl.state = nil, stateActive
	cl.expires = c.expiry(sc)
}
