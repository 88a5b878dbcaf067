package model

import (
	"fmt"
	"net/netip"
	"slices"
	"time"
)

func init() {
	handle("Get-DhcpServerv6Lease", getV6Lease)
	handle("Add-DhcpServerv6Lease", addV6Lease)
	handle("Remove-DhcpServerv6Lease", removeV6Lease)
}

func (c *call) v6LeaseRow(sc *v6Scope, cl *v6Client) {
	var expires any
	if !cl.expires.IsZero() {
		expires = cl.expires
	}
	c.row("DhcpServerv6Lease", map[string]any{
		"Prefix": sc.prefix, "IPAddress": cl.address, "ClientDuid": cl.duid, "Iaid": cl.iaid, "HostName": cl.name,
		"Description": cl.description, "AddressType": cl.addressType, "LeaseExpiryTime": expires,
	})
}

// getV6Lease lists every client record, those of reservations among them. A missing
// lease is answered with the number for a database failure (MS-DHCPM 3.2.4.73).
func getV6Lease(c *call) {
	for _, a := range c.addrs("IPAddress") {
		if sc, cl := c.srv.v6.client(a); cl != nil {
			c.v6LeaseRow(sc, cl)
		} else {
			c.dhcp(20013, "Failed to get lease %s", a)
		}
	}
	if !c.has("Prefix") {
		return
	}
	sc := c.srv.v6.scope(c.addr("Prefix"))
	if sc == nil {
		c.missingV6("Failed to enumerate leases for prefix %s", c.addr("Prefix"))
		return
	}
	for _, cl := range sc.clients {
		c.v6LeaseRow(sc, cl)
	}
}

func addV6Lease(c *call) {
	a := c.addr("IPAddress")
	sc := c.srv.v6.scope(prefix64(a))
	duid, ok := dashedHex(c.str("ClientDuid"))
	_, taken := c.srv.v6.client(a)
	switch {
	case sc == nil:
		c.dhcp(20005, "Failed to add lease %s", a)
		return
	case !ok:
		c.win32(win32InvalidParameter, "Failed to add lease %s", a)
		return
	case taken != nil || sc.holding(duid, c.num("Iaid")) != nil:
		c.dhcp(20014, "Failed to add lease %s", a)
		return
	}
	cl := &v6Client{address: a, duid: duid, iaid: c.num("Iaid"), name: c.str("HostName"), description: c.str("Description"),
		addressType: "IANA", state: "Active", expires: c.srv.world.now.Add(sc.times.valid)}
	if c.has("AddressType") {
		cl.addressType = c.str("AddressType")
	}
	if c.has("LeaseExpiryTime") {
		cl.expires = c.when("LeaseExpiryTime")
	}
	sc.put(cl)
	if c.passThru() {
		c.v6LeaseRow(sc, cl)
	}
}

func removeV6Lease(c *call) {
	for _, a := range c.addrs("IPAddress") {
		sc, cl := c.srv.v6.client(a)
		switch {
		case cl == nil:
			c.dhcp(20013, "Failed to remove lease %s", a)
		case cl.reserved:
			c.dhcp(20022, "Failed to remove lease %s", a)
		default:
			c.dropV6Lease(sc, cl)
		}
	}
	if !c.has("Prefix") {
		return
	}
	sc := c.srv.v6.scope(c.addr("Prefix"))
	if sc == nil {
		c.missingV6("Failed to remove leases from prefix %s", c.addr("Prefix"))
		return
	}
	for _, cl := range slices.Clone(sc.clients) {
		if !cl.reserved {
			c.dropV6Lease(sc, cl)
		}
	}
}

func (c *call) dropV6Lease(sc *v6Scope, cl *v6Client) {
	sc.drop(cl)
	if c.passThru() {
		c.v6LeaseRow(sc, cl)
	}
}

// V6Lease is a DHCPv6 client that takes an address on the network.
type V6Lease struct {
	Address  netip.Addr
	DUID     string
	IAID     int64
	HostName string
	State    string // Active, Offered, Declined, Expired
	Lasts    time.Duration
}

// leaseV6 lets a client take an address. The address of a reservation is taken by the
// reservation's client only.
func (s *Server) leaseV6(l V6Lease) error {
	sc := s.v6.scope(prefix64(l.Address))
	if sc == nil {
		return fmt.Errorf("model: %s has no scope for %s", s.name, l.Address)
	}
	duid, ok := dashedHex(l.DUID)
	if !ok {
		return fmt.Errorf("model: %q is no DUID", l.DUID)
	}
	cl := sc.client(l.Address)
	if cl != nil && cl.reserved && (cl.duid != duid || cl.iaid != l.IAID) {
		return fmt.Errorf("model: %s is reserved for another client", l.Address)
	}
	if cl == nil {
		cl = &v6Client{address: l.Address, addressType: "IANA"}
		sc.put(cl)
	}
	cl.duid, cl.iaid, cl.state = duid, l.IAID, l.State
	cl.expires = s.world.now.Add(l.Lasts)
	if l.HostName != "" {
		cl.name = l.HostName
	}
	return nil
}

// taken tells whether the record keeps its address from other clients. The address of
// an expired lease can be given away.
func (cl *v6Client) taken(now time.Time) bool {
	return cl.reserved || cl.state != "Expired" && now.Before(cl.expires)
}
