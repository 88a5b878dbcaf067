package model

import "time"

// maxClockSkew is how far the clocks of two partners may differ.
const maxClockSkew = time.Minute

// The partner's own refusals of the cmdlets that change both servers.
const (
	partnerDenied      = 20121
	partnerUnreachable = 20122
	partnerStopped     = 20123
	partnerUnknown     = 20124
	clocksDiffer       = 20119
)

// reachPartner answers whether the call may change things on the partner, where it runs
// under the caller's identity. A logon that is good for one machine only is refused
// there, with a message that names the partner and looks like a fault of the network.
func (c *call) reachPartner(p *Server, what string) bool {
	switch hop := p != c.host; {
	case hop && c.host.world.cut:
		c.partnerFault(partnerUnreachable, p, what)
	case hop && !c.logon.Delegated:
		c.partnerFault(partnerDenied, p, what)
	case p.stopped:
		c.partnerFault(partnerStopped, p, what)
	case p.rights != RightsAdmin:
		c.partnerFault(partnerDenied, p, what)
	default:
		return true
	}
	return false
}

// partnerFault adds an error whose message names the partner.
func (c *call) partnerFault(number int, p *Server, what string) {
	asked := c.srv
	c.srv = p
	c.dhcp(number, "Failed to %s", what)
	c.srv = asked
}

// partnerOf returns the partner of a relationship once the call may act there.
func (c *call) partnerOf(what string) (*Server, bool) {
	p := c.srv.partner()
	if p == nil {
		c.dhcp(partnerUnreachable, "Failed to %s", what)
		return nil, false
	}
	return p, c.reachPartner(p, what)
}

// clocksAgree refuses partners whose clocks are too far apart.
func (c *call) clocksAgree(p *Server, what string) bool {
	if (c.srv.skew - p.skew).Abs() > maxClockSkew {
		c.dhcp(clocksDiffer, "Failed to %s", what)
		return false
	}
	return true
}

// canTake answers whether the partner can take a copy of the scope: its options and
// policies need definitions and classes, which nothing copies.
func (c *call) canTake(p *Server, sc *scope) bool {
	for _, store := range sc.stores() {
		for key := range store {
			if key.vendor == "" && (key.id == optionLease || key.id == optionDNS) {
				continue
			}
			if key.vendor != "" && p.v4.findClass("Vendor", key.vendor) == nil || key.user != "" && p.v4.findClass("User", key.user) == nil {
				c.partnerFault(20044, p, "set an option value of scope "+sc.id().String())
				return false
			}
			if p.v4.definitions[optionKey{vendor: key.vendor, id: key.id}] == nil {
				c.partnerFault(20010, p, "set an option value of scope "+sc.id().String())
				return false
			}
		}
	}
	there := &call{srv: p}
	for _, policy := range sc.policies {
		for kind, operands := range policy.conditions {
			if _, refusal := there.operands(kind, operands); refusal != 0 {
				c.partnerFault(refusal, p, "add policy "+policy.name)
				return false
			}
		}
	}
	return true
}

// stores are the option values of a scope at all its levels.
func (sc *scope) stores() []optionStore {
	out := []optionStore{sc.options}
	for _, p := range sc.policies {
		out = append(out, p.options)
	}
	for _, cl := range sc.clients.byAddress {
		if cl.reservation != nil {
			out = append(out, cl.reservation.options)
		}
	}
	return out
}
