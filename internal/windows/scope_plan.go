package windows

import (
	"net/netip"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// planScopeCreate makes a scope in the safe order: inactive, then its exclusions and
// options, and only then active. A scope leases from the moment that it is active. When
// a step fails the scope is taken away again.
func planScopeCreate(s Scope) []cmdlet.Call {
	s = s.normalized()
	args := cmdlet.Args{
		"Name": cmdlet.Text(s.Name), "Description": cmdlet.Text(s.Description),
		"StartRange": addr(s.Pool.Start), "EndRange": addr(s.Pool.End), "SubnetMask": addr(dhcp.MaskOf(s.Subnet.Bits())),
		"LeaseDuration": cmdlet.Seconds(s.Lease.Seconds()), "State": cmdlet.Text("InActive"), "Type": cmdlet.Text(string(s.Type)),
		"Delay": cmdlet.Number(s.Delay), "ActivatePolicies": cmdlet.Bool(s.ActivatePolicies),
	}
	if s.Superscope != "" {
		args["SuperscopeName"] = cmdlet.Text(s.Superscope)
	}
	if s.MaxBootpClients != NoBootpLimit {
		args["MaxBootpClients"] = cmdlet.Number(s.MaxBootpClients)
	}
	calls := []cmdlet.Call{{
		Cmdlet: "Add-DhcpServerv4Scope", Args: args,
		Undo: []cmdlet.Call{{Cmdlet: "Remove-DhcpServerv4Scope", Args: cmdlet.Args{"ScopeId": addrList(s.ID()), "Force": cmdlet.Switch()}}},
	}}
	for _, x := range s.Exclusions {
		calls = append(calls, addExclusion(s.ID(), x))
	}
	calls = append(calls, planScopeOptions(Scope{Subnet: s.Subnet}, s)...)
	if s.Active {
		calls = append(calls, s.setState(true))
	}
	return calls
}

// planScopeUpdate changes a scope into another of the same subnet. At no moment can a
// client be given an address that neither the old nor the new scope would give it.
func planScopeUpdate(current, desired Scope) []cmdlet.Call {
	p := scopePlan{current: current.normalized(), desired: desired.normalized()}
	p.active = p.current.Active
	p.excluded = slices.Clone(p.current.Exclusions)
	if p.current.Pool != p.desired.Pool {
		p.changePool()
	}
	if p.active && !p.desired.Active {
		p.setActive(false)
	}
	p.changeExclusions()
	p.calls = append(p.calls, planScopeOptions(p.current, p.desired)...)
	p.changeProperties()
	if p.active != p.desired.Active {
		p.setActive(p.desired.Active)
	}
	return p.calls
}

// planScopeDelete removes a scope that is in no relationship. Absence is success. Force
// removes it although clients hold addresses of it.
func planScopeDelete(id netip.Addr, force bool) []cmdlet.Call {
	args := cmdlet.Args{"ScopeId": addrList(id)}
	if force {
		args["Force"] = cmdlet.Switch()
	}
	return []cmdlet.Call{{Cmdlet: "Remove-DhcpServerv4Scope", Args: args, Tolerate: []string{"DHCP 20005"}}}
}

// scopePlan is a change plan in the making: the calls so far, and what they leave.
type scopePlan struct {
	current, desired Scope
	calls            []cmdlet.Call
	active           bool
	excluded         []dhcp.Range
}

func (p *scopePlan) setActive(active bool) {
	p.calls = append(p.calls, p.desired.setState(active))
	p.active = active
}

func (p *scopePlan) exclude(x dhcp.Range) {
	p.calls = append(p.calls, addExclusion(p.desired.ID(), x))
	p.excluded = append(p.excluded, x)
}

func (p *scopePlan) include(x dhcp.Range) {
	p.calls = append(p.calls, removeExclusion(p.desired.ID(), x))
	p.excluded = slices.DeleteFunc(p.excluded, func(o dhcp.Range) bool { return o == x })
}

// changeProperties sets what one call can set without touching range or state.
func (p *scopePlan) changeProperties() {
	c, d, args := p.current, p.desired, cmdlet.Args{}
	set := func(name string, same bool, v cmdlet.Value) {
		if !same {
			args[name] = v
		}
	}
	set("Name", c.Name == d.Name, cmdlet.Text(d.Name))
	set("Description", c.Description == d.Description, cmdlet.Text(d.Description))
	set("LeaseDuration", c.Lease == d.Lease, cmdlet.Seconds(d.Lease.Seconds()))
	set("Type", c.Type == d.Type, cmdlet.Text(string(d.Type)))
	set("Delay", c.Delay == d.Delay, cmdlet.Number(d.Delay))
	set("ActivatePolicies", c.ActivatePolicies == d.ActivatePolicies, cmdlet.Bool(d.ActivatePolicies))
	set("SuperscopeName", c.Superscope == d.Superscope, cmdlet.Text(d.Superscope))
	if d.Type == ScopeBoth {
		set("MaxBootpClients", c.MaxBootpClients == d.MaxBootpClients, cmdlet.Number(d.MaxBootpClients))
	}
	if len(args) > 0 {
		args["ScopeId"] = addr(d.ID())
		p.calls = append(p.calls, cmdlet.Call{Cmdlet: "Set-DhcpServerv4Scope", Args: args})
	}
}

// planScopeOptions brings the options of the scope's own attributes from here to there.
// Setting never clears, so one that is no longer wanted is removed by its number. DNS
// servers are set with Force: without it Windows probes each of them first.
func planScopeOptions(current, desired Scope) []cmdlet.Call {
	var calls []cmdlet.Call
	was := current.options()
	for i, o := range desired.options() {
		switch {
		case slices.Equal(was[i].values, o.values):
		case len(o.values) == 0:
			calls = append(calls, cmdlet.Call{
				Cmdlet: "Remove-DhcpServerv4OptionValue", Tolerate: []string{"DHCP 20010"},
				Args: cmdlet.Args{"ScopeId": addr(desired.ID()), "OptionId": cmdlet.Numbers(o.id)},
			})
		default:
			args := cmdlet.Args{"ScopeId": addr(desired.ID()), "OptionId": cmdlet.Number(o.id), "Value": cmdlet.Texts(o.values...)}
			if o.id == dhcp.OptionDNSServers {
				args["Force"] = cmdlet.Switch()
			}
			calls = append(calls, cmdlet.Call{Cmdlet: "Set-DhcpServerv4OptionValue", Args: args})
		}
	}
	return calls
}

func (s Scope) setState(active bool) cmdlet.Call {
	state := "InActive"
	if active {
		state = "Active"
	}
	return cmdlet.Call{Cmdlet: "Set-DhcpServerv4Scope", Args: cmdlet.Args{"ScopeId": addr(s.ID()), "State": cmdlet.Text(state)}}
}

func (s Scope) setPool(pool dhcp.Range) cmdlet.Call {
	return cmdlet.Call{Cmdlet: "Set-DhcpServerv4Scope", Args: cmdlet.Args{"ScopeId": addr(s.ID()), "StartRange": addr(pool.Start), "EndRange": addr(pool.End)}}
}

func addExclusion(scope netip.Addr, x dhcp.Range) cmdlet.Call {
	return cmdlet.Call{Cmdlet: "Add-DhcpServerv4ExclusionRange", Args: exclusionArgs(scope, x)}
}

// removeExclusion names both ends: without them Windows removes every exclusion.
func removeExclusion(scope netip.Addr, x dhcp.Range) cmdlet.Call {
	return cmdlet.Call{Cmdlet: "Remove-DhcpServerv4ExclusionRange", Args: exclusionArgs(scope, x)}
}

func exclusionArgs(scope netip.Addr, x dhcp.Range) cmdlet.Args {
	return cmdlet.Args{"ScopeId": addr(scope), "StartRange": addr(x.Start), "EndRange": addr(x.End)}
}
