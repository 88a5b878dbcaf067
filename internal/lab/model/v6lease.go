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
	onLease("v6", leaseV6)
}

func (c *call) v6LeaseRow(sc *v6Scope, cl *v6Client) {
	var expires any
	if !cl.expires.IsZero() {
		expires = cl.expires
	}
	c.row("DhcpServerv6Lease", map[string]any{
		"Prefix": sc.prefix, "IPAddress": cl.address, "ClientDuid": cl.duid, "Iaid": cl.iaid, "HostName": text(cl.name),
		"Description": text(cl.description), "AddressType": cl.addressType, "LeaseExpiryTime": expires,
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
			return
		case cl.reserved:
			c.dhcp(20022, "Failed to remove lease %s", a)
			return
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

// leaseV6 lets a client take an address: args are address, duid, iaid, hostname, state and
// the seconds left. The address of a reservation is taken by its client only.
func leaseV6(s *Server, args EventArgs) error {
	a, err := netip.ParseAddr(args.text("address"))
	if err != nil {
		return fmt.Errorf("lease: %w", err)
	}
	duid, ok := dashedHex(args.text("duid"))
	if !ok {
		return fmt.Errorf("lease: %q is no DUID", args.text("duid"))
	}
	sc := s.v6.scope(prefix64(a))
	if sc == nil {
		return fmt.Errorf("lease: no scope of %s holds %s", s.name, a)
	}
	iaid, _ := args["iaid"].(int64)
	cl := sc.client(a)
	if cl != nil && cl.reserved && (cl.duid != duid || cl.iaid != iaid) {
		return fmt.Errorf("lease: %s is reserved for %s", a, cl.duid)
	}
	if cl == nil {
		cl = &v6Client{address: a, addressType: "IANA"}
		sc.put(cl)
	}
	cl.duid, cl.iaid, cl.state = duid, iaid, args.text("state")
	cl.expires = s.world.now.Add(args.seconds("seconds"))
	if name := args.text("hostname"); name != "" {
		cl.name = name
	}
	return nil
}

// taken tells whether the record keeps its address from other clients. The address of
// an expired lease can be given away.
func (cl *v6Client) taken(now time.Time) bool {
	return cl.reserved || cl.state != "Expired" && now.Before(cl.expires)
}
