package model

import (
	"maps"
	"net/netip"
	"slices"
	"time"
)

// Modes of a relationship.
const (
	loadBalance = "LoadBalance"
	hotStandby  = "HotStandby"
)

// relationship is one server's half of a failover relationship. What both servers agree
// on stands in terms; role and share are seen from the server that created it.
type relationship struct {
	name          string
	partnerServer string // as this server names its partner
	primary       bool   // this server created it
	scopes        map[netip.Addr]bool
	terms         failoverTerms

	state  string
	since  time.Time    // of the state
	before string       // the state before the service was started
	unsent []netip.Addr // leases given here that the partner does not know yet
}

// failoverTerms is what the two servers agreed on.
type failoverTerms struct {
	mode           string
	percent        int64         // of the primary in load balance, of the standby's reserve in hot standby
	primaryStandby bool          // in hot standby the primary is the standby server
	leadTime       time.Duration // maximum client lead time
	interval       time.Duration // until PartnerDown by itself; 0: never
	secret         string        // empty: no authentication
}

func (r *relationship) clone() *relationship {
	out := *r
	out.scopes = maps.Clone(r.scopes)
	out.unsent = slices.Clone(r.unsent)
	return &out
}

// failoverOf returns the relationship that a scope is in, nil when in none.
func (s *Server) failoverOf(id netip.Addr) *relationship {
	for _, r := range s.v4.relationships {
		if r.scopes[id] {
			return r
		}
	}
	return nil
}

// relationshipsByName returns the relationships in the order of their names.
func (s *Server) relationshipsByName() []*relationship {
	var out []*relationship
	for _, name := range slices.Sorted(maps.Keys(s.v4.relationships)) {
		out = append(out, s.v4.relationships[name])
	}
	return out
}

// members returns the scopes of a relationship by address.
func (r *relationship) members() []netip.Addr {
	return slices.SortedFunc(maps.Keys(r.scopes), netip.Addr.Compare)
}

// otherHalf returns the partner and its half of a relationship; the half is nil when the
// partner has none, and both are in a world of one server.
func (s *Server) otherHalf(r *relationship) (*Server, *relationship) {
	p := s.partner()
	if p == nil {
		return nil, nil
	}
	return p, p.v4.relationships[r.name]
}

// SetFailoverState puts this server's half of a relationship into a state, as if the two
// servers had got there: Init, Startup, Normal, CommunicationInterrupted, PartnerDown,
// PotentialConflict, ConflictDone, ResolutionInterrupted, Recover, RecoverWait,
// RecoverDone. From there it goes on by itself as the clock does. It reports whether the
// server has the relationship.
func (s *Server) SetFailoverState(name, state string) bool {
	s.world.mu.Lock()
	defer s.world.mu.Unlock()
	r := s.v4.relationships[name]
	if r == nil {
		return false
	}
	r.enter(state, s.world.now)
	return true
}

// SetClockSkew makes the server's clock differ from its partner's.
func (s *Server) SetClockSkew(d time.Duration) {
	s.world.mu.Lock()
	defer s.world.mu.Unlock()
	s.skew = d
}

// KeepLocalHalf makes a failed Add-DhcpServerv4Failover leave the local half of the
// relationship behind, as servers have been seen to do without delegated credentials.
func (s *Server) KeepLocalHalf(keep bool) {
	s.world.mu.Lock()
	defer s.world.mu.Unlock()
	s.keepsHalf = keep
}
