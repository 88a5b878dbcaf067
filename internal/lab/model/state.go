package model

import (
	"maps"
	"net/netip"
)

// v4State is the IPv4 half of a server's database.
type v4State struct {
	scopes      scopes
	options     optionStore // set at the server
	policies    []*policy   // of the server, in no order
	definitions map[optionKey]*optionDefinition
	classes     []*class

	filters map[string]*filter // by address, capitals with hyphens
	allow   bool               // the list of allowed addresses is enforced
	deny    bool

	relationships map[string]*relationship // by name

	dnsUser, dnsDomain string // the account for dynamic updates, empty when unset
}

// newV4State is what a fresh server has.
func newV4State() v4State {
	return v4State{
		scopes:        scopes{byID: map[netip.Addr]*scope{}},
		options:       optionStore{},
		definitions:   standardDefinitions(),
		classes:       standardClasses(),
		filters:       map[string]*filter{},
		relationships: map[string]*relationship{},
	}
}

// relationship is one server's half of a failover relationship.
type relationship struct {
	name   string
	scopes map[netip.Addr]bool
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

func (r *relationship) clone() *relationship {
	out := *r
	out.scopes = maps.Clone(r.scopes)
	return &out
}
