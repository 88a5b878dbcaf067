package model

import (
	"net/netip"
	"slices"
)

func init() {
	handle("Get-DhcpServerv4Superscope", getSuperscopes)
	handle("Add-DhcpServerv4Superscope", addSuperscope)
	handle("Remove-DhcpServerv4Superscope", removeSuperscope)
	handle("Rename-DhcpServerv4Superscope", renameSuperscope)
	handle("Get-DhcpServerv4SuperscopeStatistics", getSuperscopeStatistics)
}

const (
	classSuperscope           = "DhcpServerv4Superscope"
	classSuperscopeStatistics = "DhcpServerv4SuperscopeStatistics"
)

// superscopes returns the members of each superscope by its name, and the names in the
// order of their first members. A superscope is nothing but its members; the scopes that
// are in none stand under the empty name.
func (v *v4State) superscopes() (members map[string][]*scope, names []string) {
	members = map[string][]*scope{}
	for _, sc := range v.scopes.order {
		if members[sc.superscope] == nil {
			names = append(names, sc.superscope)
		}
		members[sc.superscope] = append(members[sc.superscope], sc)
	}
	return members, names
}

func ids(scopes []*scope) []netip.Addr {
	out := make([]netip.Addr, len(scopes))
	for i, sc := range scopes {
		out[i] = sc.id()
	}
	return out
}

func (c *call) superscopeRow(name string, members []*scope) {
	c.row(classSuperscope, map[string]any{"SuperscopeName": text(name), "ScopeId": ids(members)})
}

// superscope returns the members of a superscope; it reports a missing one itself, by the
// number of a missing scope (MS-DHCPM R_DhcpDeleteSuperScopeV4).
func (c *call) superscope(name string) []*scope {
	members, _ := c.srv.v4.superscopes()
	if name == "" || len(members[name]) == 0 {
		c.dhcp(20005, "Failed to get superscope information for superscope %s", name)
		return nil
	}
	return members[name]
}

func getSuperscopes(c *call) {
	if wanted := c.strs("SuperscopeName"); len(wanted) > 0 {
		for _, name := range wanted {
			members := c.superscope(name)
			if members == nil {
				return
			}
			c.superscopeRow(name, members)
		}
		return
	}
	members, names := c.srv.v4.superscopes()
	for _, name := range names {
		c.superscopeRow(name, members[name])
	}
}

func addSuperscope(c *call) {
	name := c.str("SuperscopeName")
	for _, id := range c.addrs("ScopeId") {
		sc := c.scope(id)
		if sc == nil {
			return
		}
		if sc.superscope != "" && !c.flag("Force") {
			c.dhcp(20004, "Failed to add scope %s to superscope %s", id, name)
			return
		}
		sc.superscope = name
	}
	if c.passThru() {
		c.superscopeRow(name, c.superscope(name))
	}
}

func removeSuperscope(c *call) {
	name := c.str("SuperscopeName")
	members := c.superscope(name)
	if members == nil {
		return
	}
	leaving := members
	if c.has("ScopeId") {
		leaving = nil
		for _, text := range c.strs("ScopeId") {
			at := slices.IndexFunc(members, func(sc *scope) bool { return sc.id().String() == text })
			if at < 0 {
				c.dhcp(20005, "Failed to remove scope %s from superscope %s", text, name)
				break
			}
			leaving = append(leaving, members[at])
		}
	}
	for _, sc := range leaving {
		sc.superscope = ""
	}
	if c.passThru() {
		c.superscopeRow(name, leaving)
	}
}

func renameSuperscope(c *call) {
	members, name := c.superscope(c.str("Name")), c.str("NewName")
	if members == nil {
		return
	}
	if others, _ := c.srv.v4.superscopes(); name != c.str("Name") && len(others[name]) > 0 {
		c.dhcp(20004, "Failed to rename superscope %s to %s", c.str("Name"), name)
		return
	}
	for _, sc := range members {
		sc.superscope = name
	}
	if c.passThru() {
		c.superscopeRow(name, members)
	}
}

func getSuperscopeStatistics(c *call) {
	names := c.strs("Name")
	if len(names) == 0 {
		_, names = c.srv.v4.superscopes()
	}
	for _, name := range names {
		if name == "" {
			continue
		}
		members := c.superscope(name)
		if members == nil {
			return
		}
		var sum usage
		for _, sc := range members {
			sum.add(sc.usage(c.srv.world.now))
		}
		c.row(classSuperscopeStatistics, map[string]any{
			"SuperscopeName": name, "NumScopes": int64(len(members)), "AddressesFree": sum.free,
			"AddressesInUse": sum.inUse, "PercentageInUse": percent(sum.inUse, sum.free+sum.inUse),
		})
	}
}
