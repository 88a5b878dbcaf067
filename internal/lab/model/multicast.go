package model

import (
	"net/netip"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
)

func init() {
	handle("Get-DhcpServerv4MulticastScope", getMulticast)
	handle("Add-DhcpServerv4MulticastScope", addMulticast)
	handle("Set-DhcpServerv4MulticastScope", setMulticast)
	handle("Remove-DhcpServerv4MulticastScope", removeMulticast)
	handle("Get-DhcpServerv4MulticastScopeStatistics", getMulticastStatistics)
	handle("Get-DhcpServerv4MulticastLease", getMulticastLease)
	handle("Remove-DhcpServerv4MulticastLease", removeMulticastLease)
}

// multicastScope is a scope of the server's MADCAP service. No cmdlet and no client of
// the lab makes leases in it.
type multicastScope struct {
	name, description string
	pool              addrRange
	inactive          bool
	ttl               int64 // routers that traffic may pass
	lease             time.Duration
	expires           time.Time   // zero: never
	exclusions        []addrRange // by address
}

func (m *multicastScope) clone() *multicastScope {
	out := *m
	out.exclusions = slices.Clone(m.exclusions)
	return &out
}

const (
	maxMulticastName = 256 // UTF-16 characters (MS-DHCPM 3.2.4.2)
	// administrativeTail is how many addresses at the end of a range in 239.0.0.0/8 the
	// server keeps for itself, and the least size of such a range (MS-DHCPM 3.2.4.5).
	administrativeTail = 256
)

var (
	multicastNetwork      = netip.MustParsePrefix("224.0.0.0/4")
	administrativeNetwork = netip.MustParsePrefix("239.0.0.0/8")
)

func (c *call) multicast(name string) *multicastScope {
	for _, m := range c.srv.multicast {
		if m.name == name {
			return m
		}
	}
	return nil
}

// eachMulticast visits the scopes that the call names, or all of them; a name that does
// not exist is an error of its own (MS-DHCPM R_DhcpGetMScopeInfo).
func (c *call) eachMulticast(visit func(*multicastScope)) {
	if !c.has("Name") {
		for _, m := range slices.Clone(c.srv.multicast) {
			visit(m)
		}
		return
	}
	for _, name := range c.strs("Name") {
		if m := c.multicast(name); m != nil {
			visit(m)
		} else {
			c.noMulticast(name)
			return
		}
	}
}

func (c *call) noMulticast(name string) { c.dhcp(20005, "Failed to get multicast scope %s", name) }

func (c *call) multicastRow(m *multicastScope) {
	state, expires := "Active", any(nil)
	if m.inactive {
		state = "Inactive"
	}
	if !m.expires.IsZero() {
		expires = m.expires
	}
	c.row("DhcpServerv4MulticastScope", map[string]any{
		"Name": m.name, "Description": text(m.description), "StartRange": m.pool.start, "EndRange": m.pool.end,
		"LeaseDuration": m.lease, "ExpiryTime": expires, "State": state, "Ttl": m.ttl,
	})
}

func getMulticast(c *call) { c.eachMulticast(c.multicastRow) }

func addMulticast(c *call) {
	m := &multicastScope{name: c.str("Name"), ttl: 32, lease: 30 * 24 * time.Hour}
	if !c.changeMulticast(m, "add") {
		return
	}
	c.srv.multicast = append(c.srv.multicast, m)
	if c.passThru() {
		c.multicastRow(m)
	}
}

func setMulticast(c *call) {
	m := c.multicast(c.str("Name"))
	switch {
	case m == nil:
		c.noMulticast(c.str("Name"))
	case !c.changes("Description", "EndRange", "LeaseDuration", "StartRange", "State", "Ttl", "NewName", "ExpiryTime"):
		c.win32(win32InvalidParameter, "Failed to set multicast scope %s", m.name)
	case c.changeMulticast(m, "set") && c.passThru():
		c.multicastRow(m)
	}
}

// changeMulticast applies what the call names, all of it or nothing.
func (c *call) changeMulticast(m *multicastScope, verb string) bool {
	next := m.clone()
	if c.has("NewName") {
		next.name = c.str("NewName")
	}
	if c.given("Description") {
		next.description = c.str("Description")
	}
	if c.has("State") {
		next.inactive = strings.EqualFold(c.str("State"), "Inactive")
	}
	if c.has("Ttl") {
		next.ttl = c.num("Ttl")
	}
	if c.has("LeaseDuration") {
		next.lease = c.span("LeaseDuration")
	}
	if c.given("ExpiryTime") {
		next.expires = c.when("ExpiryTime")
	}
	refusal := c.moveMulticast(next)
	if other := c.multicast(next.name); other != nil && other != m {
		refusal = 20053
	}
	switch badState := c.has("State") && !next.inactive && !strings.EqualFold(c.str("State"), "Active"); {
	case len(utf16.Encode([]rune(next.name))) > maxMulticastName:
		c.dhcp(20046, "Failed to %s multicast scope %s", verb, m.name)
	case badState || next.lease <= 0:
		c.win32(win32InvalidParameter, "Failed to %s multicast scope %s", verb, m.name)
	case refusal != 0:
		c.dhcp(refusal, "Failed to %s multicast scope %s", verb, m.name)
	default:
		*m = *next
		return true
	}
	return false
}

// moveMulticast sets the range that the call names; refusal says why it cannot be.
func (c *call) moveMulticast(next *multicastScope) (refusal int) {
	old := next.pool
	if c.has("StartRange") {
		next.pool.start = c.addr("StartRange")
	}
	if c.has("EndRange") {
		next.pool.end = c.addr("EndRange")
	}
	p := next.pool
	if p == old {
		return 0
	}
	if !multicastNetwork.Contains(p.start) || !multicastNetwork.Contains(p.end) || p.end.Less(p.start) {
		return 20023
	}
	for _, o := range c.srv.multicast {
		if o.pool != old && o.pool.overlaps(p) {
			return 20023
		}
	}
	if !administrativeNetwork.Contains(p.end) {
		return 0
	}
	if p.size() < administrativeTail {
		return 20054
	}
	next.exclude(addrRange{address(number(p.end) - administrativeTail + 1), p.end})
	return 0
}

func removeMulticast(c *call) {
	c.eachMulticast(func(m *multicastScope) {
		c.srv.multicast = slices.DeleteFunc(c.srv.multicast, func(o *multicastScope) bool { return o == m })
		if c.passThru() {
			c.multicastRow(m)
		}
	})
}

func getMulticastStatistics(c *call) {
	c.eachMulticast(func(m *multicastScope) {
		free := m.pool.size()
		for _, r := range m.exclusions {
			free -= r.size()
		}
		c.row("DhcpServerv4MulticastScopeStatistics", map[string]any{
			"Name": m.name, "AddressesFree": free, "AddressesInUse": int64(0), "PendingOffers": int64(0), "PercentageInUse": 0.0,
		})
	})
}

func getMulticastLease(c *call) { c.eachMulticast(func(*multicastScope) {}) }

func removeMulticastLease(c *call) {
	if c.multicast(c.str("Name")) == nil {
		c.noMulticast(c.str("Name"))
		return
	}
	for _, a := range c.addrs("IPAddress") {
		c.dhcp(20016, "Failed to remove multicast lease %s", a)
	}
}
