package model

import (
	"net/netip"
	"strings"
)

// win32DuplicateTag is how the IPv6 calls say that something exists (IPv4: 20052, 20023).
const win32DuplicateTag = 2014

func init() {
	handle("Get-DhcpServerv6Scope", getV6Scope)
	handle("Add-DhcpServerv6Scope", addV6Scope)
	handle("Set-DhcpServerv6Scope", setV6Scope)
	handle("Remove-DhcpServerv6Scope", removeV6Scope)
}

// noV6Scope is what the calls answer that read the scope first (MS-DHCPM 3.2.4.64).
func (c *call) noV6Scope(prefix netip.Addr) {
	c.dhcp(20005, "Failed to get scope information for prefix %s", prefix)
}

// missingV6 is the general error 2 of the calls that look a prefix, an element or a class
// up themselves (MS-DHCPM 3.2.4.53 to 3.2.4.62).
func (c *call) missingV6(what string, a ...any) { c.win32(win32FileNotFound, what, a...) }

func getV6Scope(c *call) {
	if !c.has("Prefix") {
		for _, sc := range c.srv.v6.scopes {
			c.v6ScopeRow(sc)
		}
		return
	}
	for _, p := range c.addrs("Prefix") {
		if sc := c.srv.v6.scope(p); sc != nil {
			c.v6ScopeRow(sc)
		} else {
			c.noV6Scope(p)
		}
	}
}

func (c *call) v6ScopeRow(sc *v6Scope) {
	state := "Active"
	if sc.inactive {
		state = "Inactive"
	}
	c.row("DhcpServerv6Scope", map[string]any{
		"Prefix": sc.prefix, "PrefixLength": int64(64), "Name": sc.name, "Description": text(sc.description),
		"Preference": sc.preference, "State": state,
		"PreferredLifetime": sc.times.preferred, "ValidLifetime": sc.times.valid, "T1": sc.times.t1, "T2": sc.times.t2,
	})
}

func addV6Scope(c *call) {
	p := c.addr("Prefix")
	switch {
	case !p.Is6() || p.Is4In6() || p.IsLinkLocalUnicast() || p.IsMulticast() || p != prefix64(p):
		c.dhcp(20091, "Failed to add scope %s", p)
		return
	case c.srv.v6.scope(p) != nil:
		c.win32(win32DuplicateTag, "Failed to add scope %s", p)
		return
	}
	sc := &v6Scope{prefix: p, times: defaultV6Times(), options: optionStore{}, store: v6Store{purge: defaultPurgeInterval}}
	// The scope and its lifetimes are two calls of the protocol; the cmdlet is taken to
	// undo the first when the second is refused.
	if !c.changeV6Scope(sc, "add") {
		return
	}
	c.srv.v6.add(sc)
	c.passV6Scope(sc)
}

func setV6Scope(c *call) {
	p := c.addr("Prefix")
	sc := c.srv.v6.scope(p)
	switch {
	case sc == nil:
		c.noV6Scope(p)
	case !c.changes("Name", "Description", "State", "Preference", "PreferredLifeTime", "ValidLifeTime", "T1", "T2"):
		c.win32(win32InvalidParameter, "Failed to set the properties of scope %s", p)
	case c.changeV6Scope(sc, "set"):
		c.passV6Scope(sc)
	}
}

// changeV6Scope applies what the call names. A scope whose lifetimes are refused keeps
// everything it had.
func (c *call) changeV6Scope(sc *v6Scope, verb string) bool {
	times, ok := sc.times.change(c.Params)
	if !ok {
		c.win32(win32InvalidParameter, "Failed to %s scope %s", verb, sc.prefix)
		return false
	}
	sc.times = times
	if c.given("Name") {
		sc.name = c.str("Name")
	}
	if c.given("Description") {
		sc.description = c.str("Description")
	}
	if c.has("Preference") {
		sc.preference = c.num("Preference")
	}
	if c.has("State") {
		sc.inactive = strings.EqualFold(c.str("State"), "Inactive")
	}
	return true
}

func (c *call) passV6Scope(sc *v6Scope) {
	if c.passThru() {
		c.v6ScopeRow(sc)
	}
}

func removeV6Scope(c *call) {
	v6 := &c.srv.v6
	for _, p := range c.addrs("Prefix") {
		sc := v6.scope(p)
		switch {
		case sc == nil:
			c.noV6Scope(p)
			return
		case len(sc.clients) > 0 && !c.flag("Force"):
			c.dhcp(20007, "Failed to remove scope %s", p)
			return
		default:
			v6.remove(p)
			c.passV6Scope(sc)
		}
	}
}
