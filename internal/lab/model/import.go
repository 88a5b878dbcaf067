package model

import (
	"maps"
	"net/netip"
	"slices"
)

func init() { handle("Import-DhcpServer", importServer) }

// importServer does what Microsoft's script does with the cmdlets: it checks the call,
// takes a backup, then sets what the file has. Settings of the server are replaced by a
// full import and added to by one of named scopes; a scope that exists stays unless it
// is to be overwritten.
func importServer(c *call) {
	if c.flag("ServerConfigOnly") && (c.has("ScopeId") || c.has("Prefix") || c.flag("Leases") || c.flag("ScopeOverwrite")) {
		c.scriptError("InvalidArgument", "The ServerConfigOnly parameter cannot be used with ScopeId, Prefix, Leases or ScopeOverwrite.")
		return
	}
	f := c.host.files[path(c.str("File"))]
	if f == nil {
		c.scriptError("ResourceUnavailable", "The file %s does not exist.", c.str("File"))
		return
	}
	if c.wrongFamily() {
		return
	}
	c.srv.backups[path(c.str("BackupPath"))] = c.srv.database.clone()
	all := !c.has("ScopeId") && !c.has("Prefix")
	if f.v4 != nil && (all || c.has("ScopeId")) {
		c.srv.settings = f.settings
		v4 := f.v4.clone()
		c.importV4Server(&v4, all)
		c.importV4Scopes(&v4, all, f.leases && c.flag("Leases"))
	}
	if f.v6 != nil && (all || c.has("Prefix")) {
		v6 := f.v6.clone()
		c.importV6Server(&v6, all)
		c.importV6Scopes(&v6, all, f.leases && c.flag("Leases"))
	}
}

// importV4Server adds classes with data that the server has not, and definitions that it
// has not. A full import removes policies, values and filters of the server first.
func (c *call) importV4Server(from *v4State, full bool) {
	to := &c.srv.v4
	for _, cl := range from.classes {
		if !slices.ContainsFunc(to.classes, func(o *class) bool { return o.data == cl.data || o.name == cl.name && o.kind == cl.kind }) {
			to.classes = append(to.classes, cl)
		}
	}
	addMissing(to.definitions, from.definitions)
	if full {
		to.policies, to.options, to.filters = nil, optionStore{}, map[string]*filter{}
	}
	for _, p := range slices.SortedFunc(slices.Values(from.policies), byOrder) {
		if findPolicy(to.policies, p.name) == nil {
			p.order = lastOrder(to.policies) + 1
			to.policies = append(to.policies, p)
		}
	}
	maps.Copy(to.options, from.options)
	maps.Copy(to.filters, from.filters)
	to.allow, to.deny = from.allow, from.deny
}

func addMissing[K comparable, V any](to, from map[K]V) {
	for k, v := range from {
		if _, ok := to[k]; !ok {
			to[k] = v
		}
	}
}

// scopesToImport are the scopes of a file that the call wants: all, or those named, where
// one that the file lacks is an error of its own.
func (c *call) scopesToImport(parameter string, all bool, inFile []netip.Addr) []netip.Addr {
	switch {
	case c.flag("ServerConfigOnly"):
		return nil
	case all:
		return inFile
	}
	var wanted []netip.Addr
	for _, id := range c.addrs(parameter) {
		if slices.Contains(inFile, id) {
			wanted = append(wanted, id)
		} else {
			c.scriptError("ObjectNotFound", "Scope %s is not in the file %s.", id, c.str("File"))
		}
	}
	return wanted
}

// clearForImport answers whether a scope may be imported, after taking away the one that
// stands in its place when that is wanted.
func (c *call) clearForImport(scope netip.Addr, exists bool, remove func()) bool {
	if exists && !c.flag("ScopeOverwrite") {
		c.Warnings = append(c.Warnings, "Scope "+scope.String()+" already exists on DHCP server "+c.srv.name+" and is not imported.")
		return false
	}
	if exists {
		remove()
	}
	return true
}

func (c *call) importV4Scopes(from *v4State, all, leases bool) {
	var inFile []netip.Addr
	for _, sc := range from.scopes.order {
		inFile = append(inFile, sc.id())
	}
	wanted := c.scopesToImport("ScopeId", all, inFile)
	keepV4(from, func(id netip.Addr) bool { return slices.Contains(wanted, id) }, leases)
	for _, sc := range slices.Clone(from.scopes.order) {
		old := c.srv.v4.scopes.get(sc.id())
		if old != nil && c.flag("ScopeOverwrite") && c.srv.failoverOf(sc.id()) != nil {
			c.dhcp(20113, "Failed to delete scope %s", sc.id())
			continue
		}
		if !c.clearForImport(sc.id(), old != nil, func() { c.srv.v4.scopes.remove(sc.id()) }) {
			continue
		}
		if c.srv.v4.scopes.colliding(sc.network) != nil {
			c.dhcp(20052, "Failed to add scope %s", sc.id())
			continue
		}
		c.srv.v4.scopes.add(sc)
	}
}

func (c *call) importV6Server(from *v6State, full bool) {
	to := &c.srv.v6
	for _, cl := range from.classes {
		if !slices.ContainsFunc(to.classes, func(o *v6Class) bool { return o.data == cl.data || o.name == cl.name }) {
			to.classes = append(to.classes, cl)
		}
	}
	addMissing(to.definitions, from.definitions)
	if full {
		to.options = optionStore{}
	}
	maps.Copy(to.options, from.options)
	to.store = from.store
}

func (c *call) importV6Scopes(from *v6State, all, leases bool) {
	var inFile []netip.Addr
	for _, sc := range from.scopes {
		inFile = append(inFile, sc.prefix)
	}
	wanted := c.scopesToImport("Prefix", all, inFile)
	keepV6(from, func(p netip.Addr) bool { return slices.Contains(wanted, p) }, leases)
	for _, sc := range from.scopes {
		exists := c.srv.v6.scope(sc.prefix) != nil
		if c.clearForImport(sc.prefix, exists, func() { c.srv.v6.remove(sc.prefix) }) {
			c.srv.v6.add(sc)
		}
	}
}
