package model

func init() { handle("Set-DhcpServerv4Failover", setFailover) }

// setFailover changes the terms on both servers. PartnerDown changes this server alone
// and needs no partner: that is what it is for.
func setFailover(c *call) {
	r := c.srv.v4.relationships[c.str("Name")]
	if r == nil {
		c.noRelationship(c.str("Name"))
		return
	}
	what := "set failover relationship " + r.name
	changed := r.clone()
	terms := c.changes("AutoStateTransition", "MaxClientLeadTime", "SharedSecret", "StateSwitchInterval", "LoadBalancePercent", "ReservePercent", "Mode")
	down := c.flag("PartnerDown")
	cutOff := r.state == stateInterrupted || r.state == stateResolutionCut || r.state == statePartnerDown
	if !terms && !down || down && !cutOff {
		c.win32(win32InvalidParameter, "Failed to %s", what)
		return
	}
	if terms {
		if !c.changeTerms(changed, what) {
			return
		}
		p, ok := c.partnerOf(what)
		if !ok {
			return
		}
		if half := p.v4.relationships[r.name]; half != nil {
			half.terms = changed.terms
		}
		r.terms = changed.terms
	}
	if down && r.state != statePartnerDown {
		r.enter(statePartnerDown, c.srv.world.now)
	}
	if c.passThru() {
		c.failoverRow(r)
	}
}
