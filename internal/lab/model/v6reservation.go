package model

import "net/netip"

func init() {
	handle("Get-DhcpServerv6Reservation", getV6Reservation)
	handle("Add-DhcpServerv6Reservation", addV6Reservation)
	handle("Set-DhcpServerv6Reservation", setV6Reservation)
	handle("Remove-DhcpServerv6Reservation", removeV6Reservation)
}

func (c *call) v6ReservationRow(sc *v6Scope, cl *v6Client) {
	state := "InactiveReservation"
	if cl.state == "Active" {
		state = "ActiveReservation"
	}
	c.row("DhcpServerv6Reservation", map[string]any{
		"Prefix": sc.prefix, "IPAddress": cl.address, "ClientDuid": cl.duid, "Iaid": cl.iaid,
		"Name": cl.name, "Description": text(cl.description), "AddressState": state,
	})
}

// reservedV6 returns the reservation of an address.
func (c *call) reservedV6(a netip.Addr) (*v6Scope, *v6Client) {
	sc, cl := c.srv.v6.client(a)
	if cl == nil || !cl.reserved {
		return nil, nil
	}
	return sc, cl
}

func getV6Reservation(c *call) {
	for _, a := range c.addrs("IPAddress") {
		if sc, cl := c.reservedV6(a); cl != nil {
			c.v6ReservationRow(sc, cl)
		} else {
			c.dhcp(20013, "Failed to get reservation %s", a)
		}
	}
	if !c.has("Prefix") {
		return
	}
	sc := c.srv.v6.scope(c.addr("Prefix"))
	if sc == nil {
		c.missingV6("Failed to enumerate reservations for prefix %s", c.addr("Prefix"))
		return
	}
	for _, cl := range sc.clients {
		if cl.reserved {
			c.v6ReservationRow(sc, cl)
		}
	}
}

// addV6Reservation makes a client record. It wins over leases: another client's record
// at the address goes, and so does the address that its own client holds (MS-DHCPM
// 3.2.4.60). The address need not lie in the prefix.
func addV6Reservation(c *call) {
	p, a := c.addr("Prefix"), c.addr("IPAddress")
	sc := c.srv.v6.scope(p)
	if sc == nil {
		c.missingV6("Failed to add reservation %s to prefix %s", a, p)
		return
	}
	duid, ok := dashedHex(c.str("ClientDuid"))
	if !ok || !a.Is6() {
		c.win32(win32InvalidParameter, "Failed to add reservation %s to prefix %s", a, p)
		return
	}
	_, taken := c.reservedV6(a)
	own := sc.holding(duid, c.num("Iaid"))
	if taken != nil || own != nil && own.reserved {
		c.dhcp(20022, "Failed to add reservation %s to prefix %s", a, p)
		return
	}
	cl := &v6Client{address: a, duid: duid, iaid: c.num("Iaid"), addressType: "IANA", options: optionStore{},
		name: c.str("Name"), description: c.str("Description"), reserved: true}
	if cl.name == "" {
		cl.name = a.String()
	}
	if own != nil && own.address == a {
		cl.state, cl.expires = own.state, own.expires
	}
	for _, displaced := range []*v6Client{own, sc.client(a)} {
		if displaced != nil {
			sc.drop(displaced)
		}
	}
	sc.put(cl)
	if c.passThru() {
		c.v6ReservationRow(sc, cl)
	}
}

func setV6Reservation(c *call) {
	a := c.addr("IPAddress")
	sc, cl := c.reservedV6(a)
	switch {
	case cl == nil:
		c.missingV6("Failed to set the properties of reservation %s", a)
		return
	case !c.changes("Name", "Description", "ClientDuid", "Iaid"):
		c.win32(win32InvalidParameter, "Failed to set the properties of reservation %s", a)
		return
	}
	duid, iaid, ok := cl.duid, cl.iaid, true
	if c.has("ClientDuid") {
		duid, ok = dashedHex(c.str("ClientDuid"))
	}
	if c.has("Iaid") {
		iaid = c.num("Iaid")
	}
	if !ok {
		c.win32(win32InvalidParameter, "Failed to set the properties of reservation %s", a)
		return
	}
	if other := sc.holding(duid, iaid); other != nil && other != cl {
		if other.reserved {
			c.dhcp(20022, "Failed to set the properties of reservation %s", a)
			return
		}
		sc.drop(other)
	}
	if duid != cl.duid || iaid != cl.iaid {
		cl.duid, cl.iaid, cl.state = duid, iaid, ""
	}
	if c.given("Name") {
		cl.name = c.str("Name")
	}
	if c.given("Description") {
		cl.description = c.str("Description")
	}
	if c.passThru() {
		c.v6ReservationRow(sc, cl)
	}
}

// removeV6Reservation takes reservations away; one in use stays as an ordinary lease.
func removeV6Reservation(c *call) {
	var gone []*v6Client
	var from *v6Scope
	release := func(sc *v6Scope, cl *v6Client) {
		if c.passThru() {
			c.v6ReservationRow(sc, cl)
		}
		cl.reserved, cl.options, cl.dns = false, nil, nil
		if cl.state == "" {
			sc.drop(cl)
		}
	}
	for _, a := range c.addrs("IPAddress") {
		if sc, cl := c.reservedV6(a); cl != nil {
			release(sc, cl)
		} else {
			c.missingV6("Failed to remove reservation %s", a)
			return
		}
	}
	if !c.has("Prefix") {
		return
	}
	if from = c.srv.v6.scope(c.addr("Prefix")); from == nil {
		c.missingV6("Failed to remove reservations from prefix %s", c.addr("Prefix"))
		return
	}
	for _, cl := range from.clients {
		if cl.reserved {
			gone = append(gone, cl)
		}
	}
	for _, cl := range gone {
		release(from, cl)
	}
}
