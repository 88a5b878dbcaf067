package windows

import (
	"net/netip"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// Family is DHCPv4 or DHCPv6. The zero value is DHCPv4.
type Family int

// The two families. Their options are spaces of their own.
const (
	IPv4 Family = iota
	IPv6
)

// Resource is the name of a Terraform resource for this family, given the one for DHCPv4.
func (f Family) Resource(name string) string {
	if f == IPv6 {
		return name + "_v6"
	}
	return name
}

// optionFamily is what differs between the options of the two families.
type optionFamily struct {
	prefix     string   // of the names of objects
	cmdlets    string   // what the names of its cmdlets have in common
	scope      string   // parameter that names a scope
	dnsServers int64    // option whose servers are probed
	columns    []string // of values
	// empty are the numbers of a level without values, gone those of a value, a level or a
	// class to remove that is not there. In DHCPv6 a general number means all of these.
	empty, gone []string

	server      *listing // values at the server, of all classes and policies
	atScopes    *listing // the same of scopes
	definitions *listing // of all vendor classes
}

var (
	optionsV4 = newOptionFamily(optionFamily{
		cmdlets: "DhcpServerv4Option", scope: "ScopeId", dnsServers: dhcp.OptionDNSServers, columns: optionColumns,
		empty: []string{"DHCP 20010"}, gone: []string{"DHCP 20010", "DHCP 20111", "DHCP 20044"},
	}, scopes)
	optionsV6 = newOptionFamily(optionFamily{
		prefix: "IPv6 ", cmdlets: "DhcpServerv6Option", scope: "Prefix", dnsServers: dhcp.OptionDNSServersV6, columns: optionColumns[:5],
		empty: []string{"DHCP 20010", "WIN32 2"}, gone: []string{"DHCP 20010", "WIN32 2"},
	}, scopesV6)
)

func (f Family) options() *optionFamily {
	if f == IPv6 {
		return optionsV6
	}
	return optionsV4
}

// newOptionFamily adds the listings. One call serves the values of all classes and
// policies of a level.
func newOptionFamily(f optionFamily, scopes *listing) *optionFamily {
	f.server = &listing{name: f.prefix + "options of the server", whole: f.values(cmdlet.Args{})}
	f.atScopes = &listing{
		name: "options of " + scopes.name, owner: scopes.owner, owners: scopes,
		of: func(id netip.Addr) cmdlet.Call { return f.values(cmdlet.Args{f.scope: addr(id)}) },
	}
	f.definitions = &listing{
		name: f.prefix + "option definitions",
		whole: cmdlet.Call{
			Cmdlet: "Get-" + f.cmdlets + "Definition", Args: cmdlet.Args{"All": cmdlet.Switch()},
			Take: []string{"OptionId", "VendorClass", "Name", "Description", "Type", "MultiValued", "DefaultValue"},
		},
	}
	return &f
}

// values reads the values of the level that args name.
func (f optionFamily) values(args cmdlet.Args) cmdlet.Call {
	args["All"] = cmdlet.Switch()
	return cmdlet.Call{Cmdlet: "Get-" + f.cmdlets + "Value", Args: args, Take: f.columns, Tolerate: f.empty}
}

// levelV6 asks for what shows that a level of DHCPv6 exists. Its values do not: a server
// may answer an absent level as it answers one without values.
func levelV6(l OptionLevel) []query {
	switch {
	case l.Family != IPv6:
	case l.Reserved.IsValid():
		return []query{reservationsV6.one(prefixV6Of(l.Reserved))}
	case l.Scope.IsValid():
		return []query{scopesV6.one(l.Scope)}
	}
	return nil
}

// existsV6 judges the answers to levelV6: nil when the level exists, and for any of DHCPv4.
func (c *Client) existsV6(l OptionLevel, answers []answer) error {
	switch {
	case l.Family != IPv6 || len(answers) == 0:
		return nil
	case l.Reserved.IsValid():
		_, err := c.reservedV6(l.Reserved, answers, nil)
		return err
	case answers[0].err == nil && len(answers[0].rows) == 0:
		return c.missing(scopeV6Object(l.Scope), "the scope does not exist")
	}
	return nilError(asErrorOrNil(firstError(answers)).about(scopeV6Object(l.Scope)))
}
