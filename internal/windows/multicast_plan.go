package windows

import (
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// planMulticastAdd makes a multicast scope inactive, excludes ranges, and activates it
// last. When a step fails it is taken away again.
func planMulticastAdd(m MulticastScope) []cmdlet.Call {
	calls := []cmdlet.Call{{
		Cmdlet: "Add-DhcpServerv4MulticastScope",
		Args: cmdlet.Args{
			"Name": cmdlet.Text(m.Name), "StartRange": addr(m.Pool.Start), "EndRange": addr(m.Pool.End), "Description": cmdlet.Text(m.Description),
			"LeaseDuration": cmdlet.Seconds(m.Lease.Seconds()), "Ttl": cmdlet.Number(m.TTL), "State": stateWord(m.Active && len(m.Exclusions) == 0),
		},
		Undo: []cmdlet.Call{{Cmdlet: "Remove-DhcpServerv4MulticastScope", Args: cmdlet.Args{"Name": cmdlet.Texts(m.Name), "Force": cmdlet.Switch()}}},
	}}
	for _, x := range m.Exclusions {
		calls = append(calls, multicastExclusion("Add", m.Name, x))
	}
	if m.Active && len(m.Exclusions) > 0 {
		calls = append(calls, cmdlet.Call{Cmdlet: "Set-DhcpServerv4MulticastScope", Args: cmdlet.Args{"Name": cmdlet.Text(m.Name), "State": stateWord(true)}})
	}
	return calls
}

// planMulticastUpdate changes what differs. Exclusions that are no longer wanted go first,
// because they may lie outside the new range, and new ones come last, because they may
// lie outside the old one. The exclusion that the server made by itself in the old range
// stays behind when the range moves, so it goes too.
func planMulticastUpdate(current, desired MulticastScope) []cmdlet.Call {
	var calls []cmdlet.Call
	for _, x := range current.Exclusions {
		if !slices.Contains(desired.Exclusions, x) {
			calls = append(calls, multicastExclusion("Remove", current.Name, x))
		}
	}
	args := cmdlet.Args{}
	set := func(name string, same bool, v cmdlet.Value) {
		if !same {
			args[name] = v
		}
	}
	set("NewName", current.Name == desired.Name, cmdlet.Text(desired.Name))
	set("Description", current.Description == desired.Description, cmdlet.Text(desired.Description))
	set("LeaseDuration", current.Lease == desired.Lease, cmdlet.Seconds(desired.Lease.Seconds()))
	set("Ttl", current.TTL == desired.TTL, cmdlet.Number(desired.TTL))
	set("State", current.Active == desired.Active, stateWord(desired.Active))
	set("StartRange", current.Pool == desired.Pool, addr(desired.Pool.Start))
	set("EndRange", current.Pool == desired.Pool, addr(desired.Pool.End))
	if len(args) > 0 {
		args["Name"] = cmdlet.Text(current.Name)
		calls = append(calls, cmdlet.Call{Cmdlet: "Set-DhcpServerv4MulticastScope", Args: args})
	}
	if own := reserved(current.Pool); !own.IsZero() && own != reserved(desired.Pool) {
		left := multicastExclusion("Remove", desired.Name, own)
		left.Tolerate = []string{"DHCP 20007"}
		calls = append(calls, left)
	}
	for _, x := range desired.Exclusions {
		if !slices.Contains(current.Exclusions, x) {
			calls = append(calls, multicastExclusion("Add", desired.Name, x))
		}
	}
	return calls
}

// multicastExclusion adds or removes one range. Both ends are named: without them Windows
// removes every exclusion of the scope.
func multicastExclusion(verb, name string, x dhcp.Range) cmdlet.Call {
	return cmdlet.Call{
		Cmdlet: verb + "-DhcpServerv4MulticastExclusionRange",
		Args:   cmdlet.Args{"Name": cmdlet.Text(name), "StartRange": addr(x.Start), "EndRange": addr(x.End)},
	}
}

func stateWord(active bool) cmdlet.Value {
	if active {
		return cmdlet.Text("Active")
	}
	return cmdlet.Text("InActive")
}
