package windows

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

// ScopeType says which clients a scope serves.
type ScopeType string

// The types of scopes.
const (
	ScopeDhcp  ScopeType = "Dhcp"
	ScopeBootp ScopeType = "Bootp"
	ScopeBoth  ScopeType = "Both"
)

// NoBootpLimit is what the server reports for a scope whose number of BOOTP clients is
// not limited, and for every scope whose type is not Both.
const NoBootpLimit = 4294967295

// Scope is an IPv4 scope with what belongs to it: pool, exclusions and the five options
// that its own attributes manage.
type Scope struct {
	Subnet      netip.Prefix // its address is the id of the scope
	Pool        dhcp.Range   // zero in a scope that was made without one
	Name        string
	Description string
	Lease       dhcp.LeaseDuration
	Active      bool // an inactive scope leases nothing
	Type        ScopeType
	Delay       int64 // of the offer, in milliseconds, at most 1000
	// MaxBootpClients counts only with type Both; NoBootpLimit otherwise.
	MaxBootpClients  int64
	ActivatePolicies bool
	Superscope       string // "" is none

	Routers    []netip.Addr // option 3, in order; a gateway attribute manages exactly one
	DNSServers []netip.Addr // option 6, in order
	DNSDomain  string       // option 15; "" is absent, as for the two below
	BootServer string       // option 66
	BootFile   string       // option 67

	Exclusions []dhcp.Range // sorted

	// Relationship is the failover relationship that the scope is in, "" when in none.
	// It is read only: memberships have their own operations.
	Relationship string
}

// ID is the id of the scope: its network address.
func (s Scope) ID() netip.Addr { return s.Subnet.Addr() }

// excludes tells whether exactly this range is one of the scope's exclusions.
func (s Scope) excludes(x dhcp.Range) bool { return slices.Contains(s.Exclusions, x) }

// normalized gives the form in which equal scopes are equal.
func (s Scope) normalized() Scope {
	s.Exclusions = slices.Clone(s.Exclusions)
	dhcp.SortRanges(s.Exclusions)
	s.Exclusions = slices.Compact(s.Exclusions)
	if s.Type != ScopeBoth {
		s.MaxBootpClients = NoBootpLimit
	}
	return s
}

// Equal tells whether two scopes are the same in everything that can be set; the
// relationship does not count.
func (s Scope) Equal(o Scope) bool { return len(s.differences(o)) == 0 }

// differences names the properties in which two scopes differ.
func (s Scope) differences(o Scope) []string {
	s, o = s.normalized(), o.normalized()
	var names []string
	note := func(name string, same bool) {
		if !same {
			names = append(names, name)
		}
	}
	note("subnet", s.Subnet == o.Subnet)
	note("range", s.Pool == o.Pool)
	note("name", s.Name == o.Name)
	note("description", s.Description == o.Description)
	note("lease duration", s.Lease == o.Lease)
	note("state", s.Active == o.Active)
	note("type", s.Type == o.Type)
	note("delay", s.Delay == o.Delay)
	note("BOOTP limit", s.MaxBootpClients == o.MaxBootpClients)
	note("activation of policies", s.ActivatePolicies == o.ActivatePolicies)
	note("superscope", s.Superscope == o.Superscope)
	note("exclusions", slices.Equal(s.Exclusions, o.Exclusions))
	mine, theirs := s.options(), o.options()
	for i := range mine {
		note(mine[i].name, slices.Equal(mine[i].values, theirs[i].values))
	}
	return names
}

// ownOption is an option that a scope's own attributes manage; without values it is absent.
type ownOption struct {
	id     int64
	name   string
	values []string
}

// options lists the options of a scope's own attributes, always in the same order.
func (s Scope) options() []ownOption {
	return []ownOption{
		{dhcp.OptionRouter, "gateway", texts(s.Routers)},
		{dhcp.OptionDNSServers, "DNS servers", texts(s.DNSServers)},
		{dhcp.OptionDomainName, "DNS domain", present(s.DNSDomain)},
		{dhcp.OptionBootServer, "boot server", present(s.BootServer)},
		{dhcp.OptionBootFile, "boot file", present(s.BootFile)},
	}
}

func present(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

func texts(addrs []netip.Addr) []string {
	out := make([]string, len(addrs))
	for i, a := range addrs {
		out[i] = a.String()
	}
	return out
}

// sortScopes orders scopes by their address.
func sortScopes(scopes []Scope) {
	slices.SortFunc(scopes, func(a, b Scope) int { return a.ID().Compare(b.ID()) })
}

var scopeColumns = []string{
	"ScopeId", "SubnetMask", "StartRange", "EndRange", "Name", "Description", "LeaseDuration", "State", "Type",
	"Delay", "MaxBootpClients", "ActivatePolicies", "SuperscopeName",
}

var exclusionColumns = []string{"ScopeId", "StartRange", "EndRange"}

// optionColumns leave out Name, which is in the server's language; DHCPv6 has no policies.
var optionColumns = []string{"OptionId", "Type", "Value", "VendorClass", "UserClass", "PolicyName"}

// decodeScope makes a scope from what the server said of it.
func decodeScope(row Row, exclusions, options, relationships []Row) (Scope, error) {
	d := decoder{row: row}
	s := Scope{
		Subnet:           d.subnet("ScopeId", "SubnetMask"),
		Pool:             d.pool("StartRange", "EndRange"),
		Name:             d.text("Name"),
		Description:      d.text("Description"),
		Lease:            d.lease("LeaseDuration"),
		Active:           strings.EqualFold(d.text("State"), "Active"),
		Type:             word(d.text("Type"), ScopeDhcp, ScopeBootp, ScopeBoth),
		Delay:            d.number("Delay"),
		MaxBootpClients:  d.number("MaxBootpClients"),
		ActivatePolicies: d.flag("ActivatePolicies"),
		Superscope:       d.text("SuperscopeName"),
	}
	if d.err != nil {
		return Scope{}, d.err
	}
	for _, row := range exclusions {
		x := decoder{row: row}
		s.Exclusions = append(s.Exclusions, x.pool("StartRange", "EndRange"))
		d.err = cmp.Or(d.err, x.err)
	}
	s.decodeOptions(&d, options)
	s.Relationship = relationshipOf(s.ID(), relationships)
	return s.normalized(), d.err
}

// decodeOptions takes the options of the scope's own attributes: those of no class and
// no policy.
func (s *Scope) decodeOptions(d *decoder, rows []Row) {
	for _, row := range rows {
		o := decoder{row: row}
		if o.text("VendorClass") != "" || o.text("UserClass") != "" || o.text("PolicyName") != "" {
			continue
		}
		switch o.number("OptionId") {
		case dhcp.OptionRouter:
			s.Routers = o.addrs("Value")
		case dhcp.OptionDNSServers:
			s.DNSServers = o.addrs("Value")
		case dhcp.OptionDomainName:
			s.DNSDomain = o.first("Value")
		case dhcp.OptionBootServer:
			s.BootServer = o.first("Value")
		case dhcp.OptionBootFile:
			s.BootFile = o.first("Value")
		}
		d.err = cmp.Or(d.err, o.err)
	}
}

// relationshipRow finds the relationship that lists a scope, nil when none does.
func relationshipRow(id netip.Addr, rows []Row) Row {
	for _, row := range rows {
		d := decoder{row: row}
		if slices.Contains(d.addrs("ScopeId"), id) {
			return row
		}
	}
	return nil
}

// relationshipOf names the relationship that lists a scope, "" when none does.
func relationshipOf(id netip.Addr, rows []Row) string {
	d := decoder{row: relationshipRow(id, rows)}
	return d.text("Name")
}
