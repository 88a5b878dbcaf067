package model

import (
	"cmp"
	"net/netip"
)

// policy is a policy of the server or of one scope.
type policy struct {
	name, description string
	scope             netip.Addr // invalid at the server
	madeFor           string     // the user class whose option values made it, else empty
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

// byOrder compares policies by their processing order.
func byOrder(a, b *policy) int { return cmp.Compare(a.order, b.order) }

// lastOrder is the greatest processing order of a level's policies.
func lastOrder(policies []*policy) (last int64) {
	for _, p := range policies {
		last = max(last, p.order)
	}
	return last
}
