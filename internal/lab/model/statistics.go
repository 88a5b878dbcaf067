package model

import (
	"maps"
	"time"
)

func init() {
	handle("Get-DhcpServerv4ScopeStatistics", getScopeStatistics)
	handle("Get-DhcpServerv4Statistics", getStatistics)
}

// usage counts the addresses of a scope's range.
type usage struct{ free, inUse, reserved, offered int64 }

func (u *usage) add(o usage) {
	u.free += o.free
	u.inUse += o.inUse
	u.reserved += o.reserved
	u.offered += o.offered
}

// usage counts at a moment. Excluded addresses are not free; a reservation in the range
// counts as reserved and as in use, whether or not its client is there.
func (sc *scope) usage(now time.Time) usage {
	u := usage{free: sc.pool.size()}
	for _, r := range sc.exclusions {
		if out, ok := r.common(sc.pool); ok {
			u.free -= out.size()
		}
	}
	for a, cl := range sc.clients.byAddress {
		if !sc.pool.contains(a) {
			continue
		}
		switch state := cl.stateAt(now); {
		case state == stateExpired:
			continue
		case state == stateOffered:
			u.offered++
		default:
			u.inUse++
			if cl.reservation != nil {
				u.reserved++
			}
		}
		if _, out := sc.excluded(a); !out {
			u.free--
		}
	}
	return u
}

// percent returns what share one number is of another, 0 of nothing.
func percent[N int64 | uint64](part, whole N) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) * 100 / float64(whole)
}

func getScopeStatistics(c *call) {
	found, _ := c.listed(c.addrs("ScopeId"))
	for _, sc := range found {
		u := sc.usage(c.srv.world.now)
		row := map[string]any{
			"ScopeId": sc.id(), "SuperscopeName": text(sc.superscope), "AddressesFree": u.free, "AddressesInUse": u.inUse,
			"PendingOffers": u.offered, "ReservedAddress": u.reserved, "PercentageInUse": percent(u.inUse, u.free+u.inUse),
		}
		maps.Copy(row, c.failoverColumns(sc, u))
		c.row("DhcpServerv4ScopeStatistics", row)
	}
}

// getStatistics answers with the sums of all scopes; no packet ever reaches the model.
func getStatistics(c *call) {
	var sum usage
	var delayed int64
	for _, sc := range c.srv.v4.scopes.order {
		sum.add(sc.usage(c.srv.world.now))
		if sc.delay > 0 {
			delayed++
		}
	}
	total := sum.free + sum.inUse + sum.offered
	none := int64(0)
	c.row("DhcpServerv4Statistics", map[string]any{
		"Discovers": none, "Offers": none, "Requests": none, "Acks": none, "Naks": none, "Declines": none, "Releases": none,
		"DelayedOffers": none, "ServerStartTime": c.srv.started, "TotalScopes": int64(len(c.srv.v4.scopes.order)),
		"ScopesWithDelayConfigured": delayed, "TotalAddresses": total, "AddressesInUse": sum.inUse,
		"AddressesAvailable": sum.free, "PendingOffers": sum.offered, "PercentageInUse": percent(sum.inUse, total),
		"PercentageAvailable": percent(sum.free, total), "PercentagePendingOffers": percent(sum.offered, total),
	})
}
