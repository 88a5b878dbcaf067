package model

import (
	"fmt"
	"net/netip"
	"time"
)

func init() { onLease("v4", leaseV4) }

// leaseV4 lets a client hold an address: args are address, client_id, hostname, state
// and the seconds left. The client of a reservation makes it active and, when it sends a
// host name, renames it, since both are one field of the record.
func leaseV4(s *Server, args EventArgs) error {
	a, err := netip.ParseAddr(args.text("address"))
	if err != nil {
		return fmt.Errorf("lease: %w", err)
	}
	id, ok := clientID(args.text("client_id"))
	if !ok {
		return fmt.Errorf("lease: %q is no client id", args.text("client_id"))
	}
	sc := s.v4.scopes.of(a)
	if sc == nil {
		return fmt.Errorf("lease: no scope of %s holds %s", s.name, a)
	}
	expires := s.world.now.Add(args.seconds("seconds"))
	if cl := sc.clients.byAddress[a]; cl != nil {
		if cl.reservation != nil {
			return cl.takeReservation(id, args, expires)
		}
		sc.clients.remove(cl)
	}
	sc.clients.add(&client{
		address: a, id: id, hostName: args.text("hostname"), state: args.text("state"), expires: expires, kind: clientDHCP,
	})
	return nil
}

func (cl *client) takeReservation(id string, args EventArgs, expires time.Time) error {
	if cl.id != id {
		return fmt.Errorf("lease: %s is reserved for %s", cl.address, cl.id)
	}
	cl.reservation.inUse = args.text("state") == stateActive
	cl.expires = expires
	if name := args.text("hostname"); name != "" {
		cl.hostName = name
	}
	return nil
}
