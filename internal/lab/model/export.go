package model

import (
	"net/netip"
	"slices"
)

func init() { handle("Export-DhcpServer", exportServer) }

// exportFile is what Export-DhcpServer writes, on the machine whose PowerShell runs it: settings of the server and the scopes
// picked, of one or both address families. Multicast scopes, audit log, database
// settings and failover relationships are left out, leases unless they are asked for.
type exportFile struct {
	v4       *v4State // nil: not exported
	v6       *v6State
	settings serverSettings
	leases   bool
}

// scriptError is an error of the script behind Export- and Import-DhcpServer, whose id is
// its category.
func (c *call) scriptError(id, format string, a ...any) { c.fail(id, id, format, a...) }

// wrongFamily refuses an address of the other family, as the script does.
func (c *call) wrongFamily() bool {
	for _, a := range c.addrs("ScopeId") {
		if !a.Is4() {
			c.scriptError("InvalidArgument", "%s is not a valid IPv4 scope address.", a)
			return true
		}
	}
	for _, a := range c.addrs("Prefix") {
		if !a.Is6() {
			c.scriptError("InvalidArgument", "%s is not a valid IPv6 scope address.", a)
			return true
		}
	}
	return false
}

func exportServer(c *call) {
	name := path(c.str("File"))
	if c.host.files[name] != nil && !c.flag("Force") {
		c.scriptError("ResourceExists", "The file %s already exists. Specify another file, or use the Force parameter.", c.str("File"))
		return
	}
	// With Force the script deletes the old file before it looks at anything else.
	delete(c.host.files, name)
	if c.wrongFamily() {
		return
	}
	f := &exportFile{settings: c.srv.settings, leases: c.flag("Leases")}
	all := !c.has("ScopeId") && !c.has("Prefix")
	if ids := c.exportedV4(); all || len(ids) > 0 {
		v4 := c.srv.v4.clone()
		keepV4(&v4, func(id netip.Addr) bool { return all || slices.Contains(ids, id) }, f.leases)
		f.v4 = &v4
	}
	if prefixes := c.exportedV6(); all || len(prefixes) > 0 {
		v6 := c.srv.v6.clone()
		keepV6(&v6, func(p netip.Addr) bool { return all || slices.Contains(prefixes, p) }, f.leases)
		f.v6 = &v6
	}
	if f.v4 != nil || f.v6 != nil {
		c.host.files[name] = f
	}
}

// exportedV4 are the scopes named that exist; each other one is an error of its own.
func (c *call) exportedV4() (found []netip.Addr) {
	for _, id := range c.addrs("ScopeId") {
		if c.srv.v4.scopes.get(id) == nil {
			c.dhcp(20005, "Failed to get scope information for scope %s", id)
			continue
		}
		found = append(found, id)
	}
	return found
}

func (c *call) exportedV6() (found []netip.Addr) {
	for _, p := range c.addrs("Prefix") {
		if c.srv.v6.scope(p) == nil {
			c.noV6Scope(p)
			continue
		}
		found = append(found, p)
	}
	return found
}

// keepV4 leaves the scopes picked, without leases unless they are wanted; a reservation
// stays, its lease does not.
func keepV4(v4 *v4State, picked func(netip.Addr) bool, leases bool) {
	v4.relationships = map[string]*relationship{}
	for _, sc := range slices.Clone(v4.scopes.order) {
		if !picked(sc.id()) {
			v4.scopes.remove(sc.id())
			continue
		}
		for _, cl := range sc.clients.sorted() {
			switch {
			case leases:
			case cl.reservation == nil:
				sc.clients.remove(cl)
			default:
				cl.reservation.inUse = false
			}
		}
	}
}

func keepV6(v6 *v6State, picked func(netip.Addr) bool, leases bool) {
	v6.scopes = slices.DeleteFunc(v6.scopes, func(sc *v6Scope) bool { return !picked(sc.prefix) })
	for _, sc := range v6.scopes {
		if leases {
			continue
		}
		sc.clients = slices.DeleteFunc(sc.clients, func(cl *v6Client) bool { return !cl.reserved })
		for _, cl := range sc.clients {
			cl.state = ""
		}
	}
}
