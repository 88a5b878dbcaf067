// Package model is a model of Windows DHCP servers at cmdlet level: state, rules and
// error numbers as they were captured from, or are documented for, real servers.
// It knows cmdlets only: both engines of the lab bind a call's parameters and hand
// it here, so no behaviour exists twice.
package model

import (
	"sync"
	"time"
)

// World is one or two DHCP servers, the network between them and the clock they share.
type World struct {
	mu      sync.Mutex
	now     time.Time
	cut     bool // the network between the servers is interrupted
	servers []*Server

	directory []authorised // the servers that Active Directory lists

	callTakes time.Duration // on the servers' clock

	inContact    bool      // the two servers hear each other
	contactSince time.Time // when they found or lost each other
	leasedAt     time.Time // when a client last took an address of a failover scope
}

// NewWorld makes n (1 or 2) empty servers, DHCP1 (192.0.2.11) and DHCP2 (192.0.2.12),
// whose clock stands at now until Pass moves it.
func NewWorld(n int, now time.Time) *World {
	w := &World{now: now}
	for i := range n {
		s := newServer(w, i)
		w.servers = append(w.servers, s)
		w.directory = append(w.directory, authorised{s.FQDN(), s.address})
	}
	w.inContact, w.contactSince = w.connected(), now
	return w
}

// Server returns a server by its host name (DHCP1), full name (dhcp1.lab.example) or
// address, without regard to case; nil when there is none.
func (w *World) Server(name string) *Server {
	for _, s := range w.servers {
		if s.answersTo(name) {
			return s
		}
	}
	return nil
}
