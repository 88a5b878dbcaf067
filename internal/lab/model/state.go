package model

import (
	"cmp"
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

// policy is a policy of the server or of one scope.
type policy struct {
	name, description string
	scope             netip.Addr // invalid at the server
	enabled           bool
	condition         string // OR, AND
	order             int64
	conditions        map[string][]string // comparator and operands, by parameter name
	ranges            []addrRange
	dnsSuffix         string
	options           optionStore // with the lease duration as option 51
}

// clone copies a policy with all that it holds.
func (p *policy) clone() *policy {
	c := *p
	c.conditions = make(map[string][]string, len(p.conditions))
	for kind, operands := range p.conditions {
		c.conditions[kind] = append([]string(nil), operands...)
	}
	c.ranges = append([]addrRange(nil), p.ranges...)
	c.options = p.options.clone()
	return &c
}

// findPolicy returns the policy of a name among those of one level, nil when absent.
func findPolicy(policies []*policy, name string) *policy {
	for _, p := range policies {
		if p.name == name {
			return p
		}
	}
	return nil
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

// byOrder compares policies by their processing order.
func byOrder(a, b *policy) int { return cmp.Compare(a.order, b.order) }

// lastOrder is the greatest processing order of a level's policies.
func lastOrder(policies []*policy) (last int64) {
	for _, p := range policies {
		last = max(last, p.order)
	}
	return last
}

func (r *relationship) clone() *relationship {
	out := *r
	out.scopes = maps.Clone(r.scopes)
	return &out
}
