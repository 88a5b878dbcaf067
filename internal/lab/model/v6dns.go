package model

func init() {
	handle("Get-DhcpServerv6DnsSetting", getV6DNS)
	handle("Set-DhcpServerv6DnsSetting", setV6DNS)
}

// v6DNS are the settings for dynamic updates at one level.
type v6DNS struct {
	updates                        string // Always, Never, OnClientRequest
	deleteAtExpiry, nameProtection bool
}

func (d *v6DNS) clone() *v6DNS {
	if d == nil {
		return nil
	}
	out := *d
	return &out
}

// v6DNSLevels returns where the level that the call names keeps its settings, and those
// in effect there: its own, else those of the level above. ok is false when the scope or
// the reservation does not exist; the call has failed then.
func (c *call) v6DNSLevels(verb string, absentReservation func()) (own **v6DNS, effective v6DNS, ok bool) {
	v6 := &c.srv.v6
	levels := []**v6DNS{&v6.dns}
	switch {
	case c.has("Prefix") && c.has("IPAddress"):
		c.win32(win32InvalidParameter, "Failed to %s DNS settings", verb)
		return nil, effective, false
	case c.has("Prefix"):
		sc := v6.scope(c.addr("Prefix"))
		if sc == nil {
			c.dhcp(20005, "Failed to %s DNS settings of prefix %s", verb, c.addr("Prefix"))
			return nil, effective, false
		}
		levels = append(levels, &sc.dns)
	case c.has("IPAddress"):
		sc, cl := c.reservedV6(c.addr("IPAddress"))
		if cl == nil {
			absentReservation()
			return nil, effective, false
		}
		levels = append(levels, &sc.dns, &cl.dns)
	}
	effective = v6DNS{updates: "OnClientRequest", deleteAtExpiry: true}
	for _, level := range levels {
		if *level != nil {
			effective = **level
		}
	}
	return levels[len(levels)-1], effective, true
}

func (c *call) v6DNSRow(d v6DNS) {
	c.row("DhcpServerv6DnsSetting", map[string]any{
		"DynamicUpdates": d.updates, "DeleteDnsRROnLeaseExpiry": d.deleteAtExpiry, "NameProtection": d.nameProtection,
	})
}

func getV6DNS(c *call) {
	absent := func() { c.dhcp(20018, "Failed to get DNS settings of reservation %s", c.addr("IPAddress")) }
	if _, effective, ok := c.v6DNSLevels("get", absent); ok {
		c.v6DNSRow(effective)
	}
}

// setV6DNS changes the settings in effect and stores them all at the level, which from
// then on no longer follows the one above.
func setV6DNS(c *call) {
	absent := func() {
		c.win32(win32InvalidParameter, "Failed to set DNS settings of reservation %s", c.addr("IPAddress"))
	}
	own, d, ok := c.v6DNSLevels("set", absent)
	if !ok {
		return
	}
	if c.has("DynamicUpdates") {
		d.updates = c.word("DynamicUpdates", "Always", "Never", "OnClientRequest")
	}
	never := d.updates == "Never"
	if never && c.flag("DeleteDnsRROnLeaseExpiry") || !c.changes("DynamicUpdates", "DeleteDnsRROnLeaseExpiry", "NameProtection") {
		c.win32(win32InvalidParameter, "Failed to set DNS settings")
		return
	}
	if c.has("DeleteDnsRROnLeaseExpiry") {
		d.deleteAtExpiry = c.flag("DeleteDnsRROnLeaseExpiry")
	}
	if c.has("NameProtection") {
		d.nameProtection = c.flag("NameProtection")
	}
	if never {
		d.deleteAtExpiry, d.nameProtection = false, false
	}
	*own = &d
	if c.passThru() {
		c.v6DNSRow(d)
	}
}
