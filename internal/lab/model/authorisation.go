package model

import (
	"net/netip"
	"slices"
	"strings"
)

func init() {
	handle("Get-DhcpServerInDC", getInDC)
	handle("Add-DhcpServerInDC", addInDC)
	handle("Remove-DhcpServerInDC", removeInDC)
}

// authorised is a server that the directory allows to lease addresses. The directory is
// one for the whole world.
type authorised struct {
	dnsName string
	address netip.Addr
}

// authorises tells whether the directory lists a server.
func (w *World) authorises(s *Server) bool {
	return slices.ContainsFunc(w.directory, func(a authorised) bool { return a.address == s.address })
}

func (c *call) inDCRow(a authorised) {
	c.row("DhcpServerInDC", map[string]any{"DnsName": a.dnsName, "IPAddress": a.address})
}

func getInDC(c *call) {
	for _, a := range c.srv.world.directory {
		c.inDCRow(a)
	}
}

// namedInDC is the server that the call is about: itself, one looked up by name, or one
// given by name and address. An address alone is refused.
func (c *call) namedInDC(verb string) (authorised, bool) {
	name := c.str("DnsName")
	switch {
	case c.has("DnsName") && c.has("IPAddress"):
		return authorised{name, c.addr("IPAddress")}, true
	case c.has("IPAddress"):
		c.win32(win32InvalidParameter, "Failed to %s DHCP server %s in the directory: its name is needed too", verb, c.addr("IPAddress"))
		return authorised{}, false
	case !c.has("DnsName"):
		return authorised{c.srv.FQDN(), c.srv.address}, true
	}
	if s := c.srv.world.Server(name); s != nil {
		return authorised{name, s.address}, true
	}
	for _, a := range c.srv.world.directory {
		if strings.EqualFold(a.dnsName, name) {
			return a, true
		}
	}
	c.win32(win32HostNotFound, "Failed to %s DHCP server %s in the directory", verb, name)
	return authorised{}, false
}

// win32HostNotFound says that a name has no address.
const win32HostNotFound = 11001

// The cmdlets make the server check its authorisation whether the list changes or not,
// and say with a warning that it did not.
const (
	warnAuthorised   = "The DHCP server is already authorized in Active Directory. The authorization check on the DHCP server has been initiated."
	warnDeauthorised = "The DHCP server is already de-authorized in Active Directory. The authorization check on the DHCP server has been initiated."
)

func addInDC(c *call) {
	a, ok := c.namedInDC("add")
	if !ok {
		return
	}
	w := c.srv.world
	if slices.ContainsFunc(w.directory, a.same) {
		c.Warnings = append(c.Warnings, warnAuthorised)
	} else {
		w.directory = append(w.directory, a)
	}
	if c.passThru() {
		c.inDCRow(a)
	}
}

func (a authorised) same(o authorised) bool {
	return a.address == o.address && strings.EqualFold(a.dnsName, o.dnsName)
}

func removeInDC(c *call) {
	a, ok := c.namedInDC("remove")
	if !ok {
		return
	}
	w := c.srv.world
	before := len(w.directory)
	w.directory = slices.DeleteFunc(w.directory, a.same)
	if len(w.directory) == before {
		c.Warnings = append(c.Warnings, warnDeauthorised)
	}
	if c.passThru() {
		c.inDCRow(a)
	}
}
