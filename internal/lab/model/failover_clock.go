package model

import (
	"slices"
	"time"
)

// States of a failover relationship (WMI class DhcpServerv4Failover).
const (
	stateInit          = "Init"
	stateStartup       = "Startup"
	stateNormal        = "Normal"
	stateInterrupted   = "CommunicationInterrupted"
	statePartnerDown   = "PartnerDown"
	statePotential     = "PotentialConflict"
	stateConflictDone  = "ConflictDone"
	stateResolutionCut = "ResolutionInterrupted"
	stateRecover       = "Recover"
	stateRecoverWait   = "RecoverWait"
	stateRecoverDone   = "RecoverDone"
)

// How long the servers take for a step. The order of the states is that of the failover
// protocol; these times are the lab's own.
const (
	handshake = 5 * time.Second  // two servers that talk to each other
	reconnect = 30 * time.Second // to find a partner again that was away
	silence   = time.Minute      // to give a partner up
	syncDelay = time.Second      // for a lease to reach the partner
)

func (r *relationship) enter(state string, at time.Time) {
	r.state, r.since = state, at
}

// reintegrating tells whether two servers that were apart exchange what they missed.
func (r *relationship) reintegrating() bool {
	return r != nil && slices.Contains([]string{stateRecover, stateRecoverWait, stateRecoverDone, statePotential, stateConflictDone}, r.state)
}

// connected tells whether the two servers talk to each other.
func (w *World) connected() bool {
	return len(w.servers) == 2 && !w.cut && !w.servers[0].stopped && !w.servers[1].stopped
}

// contact notes that the servers found or lost each other, if they did.
func (w *World) contact() {
	if now := w.connected(); now != w.inContact {
		w.inContact, w.contactSince = now, w.now
	}
}

// advance moves the clock and lets the relationships go through their states on the way,
// each at its own moment.
func (w *World) advance(d time.Duration) {
	end := w.now.Add(d)
	for {
		step, at := w.nextStep()
		if step == nil || at.After(end) {
			break
		}
		w.now = at
		step()
	}
	w.now = end
	w.syncLeases()
}

// nextStep returns the transition that is due first, nil when none is to come.
func (w *World) nextStep() (step func(), at time.Time) {
	for _, s := range w.servers {
		if s.stopped {
			continue
		}
		for _, r := range s.relationshipsByName() {
			state, due := s.nextState(r)
			if due.Before(w.now) {
				due = w.now
			}
			if state != "" && (step == nil || due.Before(at)) {
				at = due
				step = func() { r.enter(state, due) }
			}
		}
	}
	return step, at
}

// later returns a moment that comes some time after two others.
func later(a, b time.Time, d time.Duration) time.Time {
	if a.Before(b) {
		a = b
	}
	return a.Add(d)
}

// nextState says which state a server's half of a relationship goes to by itself and
// when; an empty state says that it stays.
func (s *Server) nextState(r *relationship) (state string, due time.Time) {
	w := s.world
	_, peer := s.otherHalf(r)
	if !w.connected() || peer == nil {
		return r.alone(w.contactSince)
	}
	return r.together(peer, w.contactSince)
}

// alone is the way of a server that does not hear its partner.
func (r *relationship) alone(lost time.Time) (state string, due time.Time) {
	switch r.state {
	case stateInit, stateNormal:
		return stateInterrupted, later(r.since, lost, silence)
	case stateStartup:
		if r.before == statePartnerDown {
			return statePartnerDown, r.since.Add(handshake)
		}
		return stateInterrupted, r.since.Add(handshake)
	case stateInterrupted:
		if r.terms.interval > 0 {
			return statePartnerDown, r.since.Add(r.terms.interval)
		}
	case statePotential, stateConflictDone:
		return stateResolutionCut, later(r.since, lost, silence)
	case stateRecoverWait:
		return stateRecoverDone, r.since.Add(r.terms.leadTime)
	}
	return "", time.Time{}
}

// together is the way of a server that hears its partner.
func (r *relationship) together(peer *relationship, found time.Time) (state string, due time.Time) {
	back := later(r.since, found, reconnect)
	peerServes := slices.Contains([]string{stateInit, stateNormal, stateInterrupted, stateStartup}, peer.state)
	switch r.state {
	case stateInit:
		return stateNormal, r.since.Add(handshake)
	case stateStartup:
		if peer.state == statePartnerDown {
			return stateRecover, r.since.Add(handshake)
		}
		return stateNormal, r.since.Add(handshake)
	case stateInterrupted:
		if peer.state == statePartnerDown || peer.state == statePotential {
			return statePotential, back
		}
		if peerServes {
			return stateNormal, back
		}
	case statePartnerDown:
		switch peer.state {
		case statePartnerDown, stateInterrupted, statePotential, stateResolutionCut:
			return statePotential, back
		case stateRecoverDone:
			return stateNormal, peer.since.Add(handshake)
		}
	case stateResolutionCut:
		return statePotential, back
	case statePotential:
		if r.primary {
			return stateConflictDone, r.since.Add(reconnect)
		}
		if peer.state == stateConflictDone || peer.state == stateNormal {
			return stateNormal, later(r.since, peer.since, handshake)
		}
	case stateConflictDone:
		if peer.state == stateNormal {
			return stateNormal, later(r.since, peer.since, handshake)
		}
	case stateRecover:
		return stateRecoverWait, r.since.Add(handshake)
	case stateRecoverWait:
		return stateRecoverDone, r.since.Add(r.terms.leadTime)
	case stateRecoverDone:
		if peer.state == statePartnerDown || peer.state == stateNormal {
			return stateNormal, later(r.since, peer.since, handshake)
		}
	}
	return "", time.Time{}
}

// restarted puts the relationships of a server whose service was started into Startup.
func (s *Server) restarted() {
	for _, r := range s.v4.relationships {
		r.before = r.state
		r.enter(stateStartup, s.world.now)
	}
}
