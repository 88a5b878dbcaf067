package model

func init() { handle("Get-DhcpServerv4FreeIPAddress", getFreeAddresses) }

// getFreeAddresses offers addresses that nobody ever held first, those of expired leases
// after them. Fewer than asked for are answered with a warning.
func getFreeAddresses(c *call) {
	want := int64(1)
	if c.has("NumAddress") {
		want = min(c.num("NumAddress"), maxFreeAddresses)
	}
	sc := c.srv.v4.scopes.get(c.addr("ScopeId"))
	window, ok := c.window(sc, want)
	if !ok {
		c.win32(win32InvalidParameter, "Failed to get free IP addresses of scope %s", c.addr("ScopeId"))
		return
	}
	var expired []string
	for n := uint64(number(window.start)); n <= uint64(number(window.end)) && int64(len(c.Text)) < want; n++ {
		a := address(uint32(n))
		if at, out := sc.excluded(a); out {
			n = uint64(number(sc.exclusions[at].end))
			continue
		}
		switch cl := sc.clients.byAddress[a]; {
		case cl == nil:
			c.Text = append(c.Text, a.String())
		case cl.stateAt(c.srv.world.now) == stateExpired:
			expired = append(expired, a.String())
		}
	}
	missing := min(want-int64(len(c.Text)), int64(len(expired)))
	c.Text = append(c.Text, expired[:missing]...)
	if int64(len(c.Text)) < want {
		c.Warnings = append(c.Warnings, "The requested number of free IP addresses could not be found in scope "+sc.id().String()+".")
	}
}

// window returns the addresses to look through; ok is false for an unknown scope, for
// ends that are reversed or outside the pool, and for one that cannot hold the number.
func (c *call) window(sc *scope, want int64) (addrRange, bool) {
	if sc == nil || want < 1 {
		return addrRange{}, false
	}
	w := sc.pool
	if c.has("StartAddress") {
		w.start = c.addr("StartAddress")
	}
	if c.has("EndAddress") {
		w.end = c.addr("EndAddress")
	}
	if !sc.pool.covers(w) {
		return w, false
	}
	both := c.has("StartAddress") && c.has("EndAddress")
	return w, !both || !w.end.Less(w.start) && w.size() >= want
}
