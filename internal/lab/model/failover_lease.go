package model

import "net/netip"

// leased notes a lease of a member scope for the partner: binding updates need no
// replication.
func (s *Server) leased(a netip.Addr) {
	sc := s.v4.scopes.of(a)
	if sc == nil {
		return
	}
	if r := s.failoverOf(sc.id()); r != nil {
		r.unsent = append(r.unsent, a)
		s.world.leasedAt = s.world.now
	}
}

// syncLeases sends the partners the leases that they do not know, once both servers of
// a relationship are in normal operation and some time went by.
func (w *World) syncLeases() {
	if !w.connected() || w.now.Before(w.leasedAt.Add(syncDelay)) {
		return
	}
	for _, s := range w.servers {
		for _, r := range s.v4.relationships {
			p, peer := s.otherHalf(r)
			if peer == nil || r.state != stateNormal || peer.state != stateNormal {
				continue
			}
			for _, a := range r.unsent {
				s.sendLease(p, a)
			}
			r.unsent = nil
		}
	}
}

// sendLease copies the record of an address to the partner. A reservation there stays
// one: reservations come by replication only.
func (s *Server) sendLease(p *Server, a netip.Addr) {
	sc, cl := s.v4.client(a)
	to := p.v4.scopes.of(a)
	if cl == nil || to == nil || sc.id() != to.id() {
		return
	}
	copied := *cl
	copied.reservation = nil
	if old := to.clients.byAddress[a]; old != nil {
		if old.reservation != nil {
			if cl.reservation != nil && old.id == cl.id {
				old.reservation.inUse, old.expires = cl.reservation.inUse, cl.expires
			}
			return
		}
		to.clients.remove(old)
	}
	if cl.reservation == nil || cl.reservation.inUse {
		to.clients.add(&copied)
	}
}
