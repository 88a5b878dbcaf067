package model

// failoverColumns says how a scope's addresses are divided between the two servers. The
// columns are empty without -Failover and for a scope in no relationship.
func (c *call) failoverColumns(sc *scope, u usage) map[string]any {
	columns := map[string]any{
		"AddressesFreeOnThisServer": nil, "AddressesFreeOnPartnerServer": nil,
		"AddressesInUseOnThisServer": nil, "AddressesInUseOnPartnerServer": nil,
	}
	r := c.srv.failoverOf(sc.id())
	if !c.flag("Failover") || r == nil {
		return columns
	}
	// The active server of a hot standby leases everything; the reserve is of what is free.
	free, inUse := r.share(), r.share()
	if r.terms.mode == hotStandby {
		free, inUse = 100-r.terms.percent, 100
		if r.role() == "Standby" {
			free, inUse = r.terms.percent, 0
		}
	}
	columns["AddressesFreeOnThisServer"] = u.free * free / 100
	columns["AddressesFreeOnPartnerServer"] = u.free - u.free*free/100
	columns["AddressesInUseOnThisServer"] = u.inUse * inUse / 100
	columns["AddressesInUseOnPartnerServer"] = u.inUse - u.inUse*inUse/100
	return columns
}
