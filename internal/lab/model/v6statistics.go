package model

import (
	"math"
	"net/netip"
)

func init() {
	handle("Get-DhcpServerv6ScopeStatistics", getV6ScopeStatistics)
	handle("Get-DhcpServerv6Statistics", getV6Statistics)
}

// v6Addresses is how many addresses a scope can hand out: those of a /64 without the
// routers' anycast address.
const v6Addresses = math.MaxUint64

// v6Count is what is used of a scope. Its numbers may exceed an int64.
type v6Count struct{ total, inUse, reserved, offered uint64 }

func (sc *v6Scope) count(s *Server) v6Count {
	n := v6Count{total: v6Addresses}
	for _, r := range sc.exclusions {
		if !r.end.Less(r.start) && prefix64(r.start) == sc.prefix && prefix64(r.end) == sc.prefix {
			n.total -= min(n.total, lower64(r.end)-lower64(r.start)+1)
		}
	}
	for _, cl := range sc.clients {
		switch {
		case cl.reserved:
			n.reserved++
			n.inUse++
		case cl.state == "Offered":
			n.offered++
		case cl.taken(s.world.now):
			n.inUse++
		}
	}
	return n
}

func lower64(a netip.Addr) (n uint64) {
	b := a.As16()
	for _, octet := range b[8:] {
		n = n<<8 | uint64(octet)
	}
	return n
}

func getV6ScopeStatistics(c *call) {
	prefixes := c.addrs("Prefix")
	if !c.has("Prefix") {
		for _, sc := range c.srv.v6.scopes {
			prefixes = append(prefixes, sc.prefix)
		}
	}
	for _, p := range prefixes {
		sc := c.srv.v6.scope(p)
		if sc == nil {
			c.dhcp(20005, "Failed to get statistics of prefix %s", p)
			continue
		}
		n := sc.count(c.srv)
		c.row("DhcpServerv6ScopeStatistics", map[string]any{
			"Prefix": p, "AddressesFree": n.total - n.inUse - n.offered, "AddressesInUse": n.inUse,
			"PendingAdvertises": n.offered, "ReservedAddress": n.reserved, "PercentageInUse": percent(n.inUse, n.total),
		})
	}
}

// getV6Statistics adds the scopes up; a sum that 64 bits do not hold stays at their
// greatest number. A server without scopes counts zero everywhere.
func getV6Statistics(c *call) {
	var sum v6Count
	for _, sc := range c.srv.v6.scopes {
		n := sc.count(c.srv)
		sum.inUse += n.inUse
		sum.offered += n.offered
		if sum.total += n.total; sum.total < n.total {
			sum.total = math.MaxUint64
		}
	}
	free := sum.total - sum.inUse - sum.offered
	row := map[string]any{
		"TotalScopes": int64(len(c.srv.v6.scopes)), "TotalAddresses": sum.total, "AddressesInUse": sum.inUse,
		"AddressesAvailable": free, "PendingAdvertises": sum.offered, "ServerStartTime": c.srv.started,
		"PercentageInUse": percent(sum.inUse, sum.total), "PercentageAvailable": percent(free, sum.total),
		"PercentagePendingAdvertises": percent(sum.offered, sum.total),
	}
	for _, message := range []string{"Solicits", "Advertises", "Confirms", "Declines", "Informs", "Rebinds", "Releases", "Renews", "Replies", "Requests"} {
		row[message] = int64(0)
	}
	c.row("DhcpServerv6Statistics", row)
}
