package model

import (
	"net/netip"
	"time"
)

func init() {
	handle("Get-DhcpServerv6StatelessStore", getV6Stateless)
	handle("Set-DhcpServerv6StatelessStore", setV6Stateless)
	handle("Get-DhcpServerv6StatelessStatistics", getV6StatelessStatistics)
}

// v6Store are the parameters of the store of stateless clients.
type v6Store struct {
	enabled bool
	purge   time.Duration // whole hours
}

// defaultPurgeInterval is the purge interval of a store that nobody set.
const defaultPurgeInterval = 30 * 24 * time.Hour

// v6StoreRow returns the store of a prefix; that of the server stands under ::.
func (c *call) v6StoreRow(prefix netip.Addr, s v6Store) {
	c.row("DhcpServerv6StatelessStore", map[string]any{"Prefix": prefix, "Enabled": s.enabled, "PurgeInterval": s.purge})
}

func getV6Stateless(c *call) {
	if !c.has("Prefix") {
		c.v6StoreRow(netip.IPv6Unspecified(), c.srv.v6.store)
		return
	}
	for _, p := range c.addrs("Prefix") {
		if sc := c.srv.v6.scope(p); sc != nil {
			c.v6StoreRow(p, sc.store)
		} else {
			c.dhcp(20005, "Failed to get the stateless store of prefix %s", p)
		}
	}
}

func setV6Stateless(c *call) {
	p, store := netip.IPv6Unspecified(), &c.srv.v6.store
	if c.has("Prefix") {
		p = c.addr("Prefix")
		sc := c.srv.v6.scope(p)
		if sc == nil {
			c.dhcp(20005, "Failed to set the stateless store of prefix %s", p)
			return
		}
		store = &sc.store
	}
	purge := c.span("PurgeInterval").Truncate(time.Hour)
	if c.has("PurgeInterval") && purge <= 0 || !c.changes("PurgeInterval", "Enabled") {
		c.win32(win32InvalidParameter, "Failed to set the stateless store of prefix %s", p)
		return
	}
	if c.has("PurgeInterval") {
		store.purge = purge
	}
	if c.has("Enabled") {
		store.enabled = c.flag("Enabled")
	}
	if c.passThru() {
		c.v6StoreRow(p, *store)
	}
}

// getV6StatelessStatistics lists the prefixes that have stateless clients. The lab's
// network has none.
func getV6StatelessStatistics(*call) {}
