package model

import "strings"

// reach decides whether a call gets to its server at all: the module, -ComputerName with
// the second hop that it makes, the service, the caller's rights. It moves c.srv to the
// server named.
func (c *call) reach(p Params) *ErrorRecord {
	if c.host.noModule {
		return &ErrorRecord{
			ID: "CommandNotFoundException", Category: "ObjectNotFound",
			Message: "The term '" + c.cmdlet + "' is not recognized as the name of a cmdlet, function, script file, or operable program. Check the spelling of the name, or if a path was included, verify that the path is correct and try again.",
		}
	}
	if name := p.str("ComputerName"); name != "" && !c.host.isHere(name) {
		if e := c.hop(name); e != nil {
			return e
		}
	}
	if c.srv.stopped {
		if c.srv != c.host {
			return c.unreached(win32NoServer, c.srv.name)
		}
		return c.unreached(win32NoEndpoint, c.srv.name)
	}
	if c.srv.rights == RightsNone || c.srv.rights == RightsUsers && !c.reads() {
		return c.unreached(win32AccessDenied, c.srv.name)
	}
	return nil
}

// isHere tells whether a computer name means the server itself.
func (s *Server) isHere(name string) bool {
	return s.answersTo(name) || name == "." || name == "127.0.0.1" || strings.EqualFold(name, "localhost")
}

// hop goes to the server that -ComputerName names. The provider opens the RPC under the
// caller's identity, so a logon that cannot be used on a second machine is refused there.
func (c *call) hop(name string) *ErrorRecord {
	target := c.host.world.Server(name)
	if target == nil || c.host.world.cut {
		return c.unreached(win32NoServer, name)
	}
	if !c.logon.Delegated {
		return c.unreached(win32AccessDenied, target.name)
	}
	c.srv = target
	return nil
}

// reads tells whether the cmdlet only reads: all that a member of DHCP Users may run.
func (c *call) reads() bool {
	return strings.HasPrefix(c.cmdlet, "Get-") || strings.HasPrefix(c.cmdlet, "Export-")
}

// unreached is the error of a call that its server never ran.
func (c *call) unreached(number int, server string) *ErrorRecord {
	return win32Record(number, "Failed to run "+c.cmdlet+" on DHCP server "+server+".")
}
