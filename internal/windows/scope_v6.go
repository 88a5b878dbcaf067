package windows

import (
	"net/netip"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// ScopeV6 is an IPv6 scope: always the whole of a /64. It is never part of a failover
// relationship.
type ScopeV6 struct {
	Prefix      netip.Addr // its id
	Name        string
	Description string
	Preference  int64 // of the server's answers, 0 to 255
	Active      bool
	Times       dhcp.LifetimesV6
}

func scopeV6Object(prefix netip.Addr) string { return "IPv6 scope " + prefix.String() }

// differences names the properties in which two scopes differ.
func (s ScopeV6) differences(o ScopeV6) []string {
	var names []string
	for _, p := range []struct {
		name string
		same bool
	}{
		{"name", s.Name == o.Name}, {"description", s.Description == o.Description}, {"preference", s.Preference == o.Preference},
		{"state", s.Active == o.Active}, {"preferred lifetime", s.Times.Preferred == o.Times.Preferred}, {"valid lifetime", s.Times.Valid == o.Times.Valid},
		{"T1", s.Times.T1 == o.Times.T1}, {"T2", s.Times.T2 == o.Times.T2},
	} {
		if !p.same {
			names = append(names, p.name)
		}
	}
	return names
}

var scopeV6Columns = []string{"Prefix", "Name", "Description", "Preference", "State", "PreferredLifetime", "ValidLifetime", "T1", "T2"}

// scopesV6 and exclusionsV6 are what the console shows of an IPv6 scope.
var (
	scopesV6 = &listing{
		name: "IPv6 scopes", owner: "Prefix", gone: true,
		whole: cmdlet.Call{Cmdlet: "Get-DhcpServerv6Scope", Take: scopeV6Columns},
		of: func(prefix netip.Addr) cmdlet.Call {
			return cmdlet.Call{Cmdlet: "Get-DhcpServerv6Scope", Args: cmdlet.Args{"Prefix": addrList(prefix)}, Take: scopeV6Columns}
		},
	}
	exclusionsV6 = &listing{
		name: "IPv6 exclusions", owner: "Prefix",
		whole: cmdlet.Call{Cmdlet: "Get-DhcpServerv6ExclusionRange", Take: exclusionV6Columns},
		of: func(prefix netip.Addr) cmdlet.Call {
			return cmdlet.Call{Cmdlet: "Get-DhcpServerv6ExclusionRange", Args: cmdlet.Args{"Prefix": addrList(prefix)}, Take: exclusionV6Columns}
		},
	}
)

func decodeScopeV6(row Row) (ScopeV6, error) {
	d := decoder{row: row}
	s := ScopeV6{
		Prefix: d.addr("Prefix"), Name: d.text("Name"), Description: d.text("Description"), Preference: d.number("Preference"),
		Active: strings.EqualFold(d.text("State"), "Active"),
		Times:  dhcp.LifetimesV6{Preferred: d.lease("PreferredLifetime"), Valid: d.lease("ValidLifetime"), T1: d.lease("T1"), T2: d.lease("T2")},
	}
	return s, d.err
}

// planScopeV6Create makes a scope inactive, sets what one call cannot, and activates it
// last. When a step fails the scope is taken away again.
func planScopeV6Create(s ScopeV6) []cmdlet.Call {
	made := s
	made.Active = false
	made.Times.T1, made.Times.T2 = dhcp.RenewalsV6(s.Times.Preferred)
	return append([]cmdlet.Call{{
		Cmdlet: "Add-DhcpServerv6Scope",
		Args: cmdlet.Args{
			"Prefix": addr(s.Prefix), "Name": cmdlet.Text(s.Name), "Description": cmdlet.Text(s.Description), "State": cmdlet.Text("Inactive"),
			"Preference": cmdlet.Number(s.Preference), "PreferredLifetime": cmdlet.Seconds(s.Times.Preferred.Seconds()), "ValidLifeTime": cmdlet.Seconds(s.Times.Valid.Seconds()),
		},
		Undo: []cmdlet.Call{planScopeV6Remove(s.Prefix, true)},
	}}, planScopeV6Update(made, s)...)
}

// planScopeV6Update changes a scope into another of the same prefix. A scope that is to be
// inactive is made so first, one that is to be active last.
func planScopeV6Update(current, desired ScopeV6) []cmdlet.Call {
	var calls []cmdlet.Call
	set := func(args cmdlet.Args) {
		args["Prefix"] = addr(desired.Prefix)
		calls = append(calls, cmdlet.Call{Cmdlet: "Set-DhcpServerv6Scope", Args: args})
	}
	if current.Active && !desired.Active {
		set(cmdlet.Args{"State": cmdlet.Text("Inactive")})
	}
	args := cmdlet.Args{}
	if current.Name != desired.Name {
		args["Name"] = cmdlet.Text(desired.Name)
	}
	if current.Description != desired.Description {
		args["Description"] = cmdlet.Text(desired.Description)
	}
	if current.Preference != desired.Preference {
		args["Preference"] = cmdlet.Number(desired.Preference)
	}
	if len(args) > 0 {
		set(args)
	}
	for _, args := range planLifetimesV6(current.Times, desired.Times) {
		set(args)
	}
	if !current.Active && desired.Active {
		set(cmdlet.Args{"State": cmdlet.Text("Active")})
	}
	return calls
}

// planLifetimesV6 gives the parameters of the calls that change the four times, each of
// which the server checks against what stands by then (MS-DHCPM 3.2.4.66): both lifetimes
// in one call, so that they can jump over each other; then T1 and T2, which the preferred
// lifetime has reset, the one first that does not meet the other's old value.
func planLifetimesV6(current, desired dhcp.LifetimesV6) []cmdlet.Args {
	var calls []cmdlet.Args
	if current.Preferred != desired.Preferred {
		calls = append(calls, cmdlet.Args{"PreferredLifeTime": cmdlet.Seconds(desired.Preferred.Seconds()), "ValidLifeTime": cmdlet.Seconds(desired.Valid.Seconds())})
		current.T1, current.T2 = dhcp.RenewalsV6(desired.Preferred)
	} else if current.Valid != desired.Valid {
		calls = append(calls, cmdlet.Args{"ValidLifeTime": cmdlet.Seconds(desired.Valid.Seconds())})
	}
	t1, t2 := cmdlet.Args{"T1": cmdlet.Seconds(desired.T1.Seconds())}, cmdlet.Args{"T2": cmdlet.Seconds(desired.T2.Seconds())}
	order := []cmdlet.Args{t1, t2}
	if desired.T1 >= current.T2 {
		order = []cmdlet.Args{t2, t1}
	}
	for _, args := range order {
		_, first := args["T1"]
		if first && current.T1 != desired.T1 || !first && current.T2 != desired.T2 {
			calls = append(calls, args)
		}
	}
	return calls
}

// planScopeV6Remove removes a scope with all that belongs to it. Absence is success. Force
// removes it although it has records of clients.
func planScopeV6Remove(prefix netip.Addr, force bool) cmdlet.Call {
	args := cmdlet.Args{"Prefix": addrList(prefix)}
	if force {
		args["Force"] = cmdlet.Switch()
	}
	return cmdlet.Call{Cmdlet: "Remove-DhcpServerv6Scope", Args: args, Tolerate: []string{"DHCP 20005", "WIN32 2"}}
}
