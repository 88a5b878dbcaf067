package windows

import (
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// planPolicyAdd makes a policy. When a later step fails it is taken away again. It is
// enabled last, once it has its ranges: without them it would lease from the whole scope.
func planPolicyAdd(p Policy) []cmdlet.Call {
	args := p.args("Name")
	args["Condition"], args["Description"] = conditionWord(p.All), cmdlet.Text(p.Description)
	args["Enabled"] = cmdlet.Bool(p.Enabled && len(p.Ranges) == 0)
	if p.Order > 0 {
		args["ProcessingOrder"] = cmdlet.Number(p.Order)
	}
	if p.Lease > 0 {
		args["LeaseDuration"] = cmdlet.Seconds(p.Lease.Seconds())
	}
	for _, kind := range PolicyConditionKinds {
		if operands := p.operands(kind); operands != nil {
			args[kind] = cmdlet.Texts(operands...)
		}
	}
	undo := p.args("Name")
	undo["Name"] = cmdlet.Texts(p.Name)
	calls := []cmdlet.Call{{Cmdlet: "Add-DhcpServerv4Policy", Args: args, Undo: []cmdlet.Call{{Cmdlet: "Remove-DhcpServerv4Policy", Args: undo}}}}
	if p.DNSSuffix != "" {
		calls = append(calls, setSuffix(p.PolicyKey, p.DNSSuffix))
	}
	for _, r := range p.Ranges {
		calls = append(calls, policyRange("Add", p.PolicyKey, r))
	}
	if p.Enabled && len(p.Ranges) > 0 {
		enable := p.args("Name")
		enable["Enabled"] = cmdlet.Bool(true)
		calls = append(calls, cmdlet.Call{Cmdlet: "Set-DhcpServerv4Policy", Args: enable})
	}
	return calls
}

// planPolicyUpdate changes what differs. Ranges go first and come last: the server
// refuses them together with a condition on the host name. Setting never clears, so a
// lease of its own is removed as the option that it is, and a kind of condition by an
// empty text.
func planPolicyUpdate(current, desired Policy) []cmdlet.Call {
	current, desired = current.normalized(), desired.normalized()
	var calls []cmdlet.Call
	for _, r := range current.Ranges {
		if !slices.Contains(desired.Ranges, r) {
			calls = append(calls, policyRange("Remove", current.PolicyKey, r))
		}
	}
	if args := policyChanges(current, desired); len(args) > 0 {
		for name, v := range current.args("Name") {
			args[name] = v
		}
		calls = append(calls, cmdlet.Call{Cmdlet: "Set-DhcpServerv4Policy", Args: args})
	}
	if current.Lease > 0 && desired.Lease == 0 {
		args := desired.args("PolicyName")
		args["OptionId"] = cmdlet.Numbers(dhcp.OptionLeaseTime)
		calls = append(calls, cmdlet.Call{Cmdlet: "Remove-DhcpServerv4OptionValue", Args: args, Tolerate: []string{"DHCP 20010"}})
	}
	if current.DNSSuffix != desired.DNSSuffix {
		calls = append(calls, setSuffix(desired.PolicyKey, desired.DNSSuffix))
	}
	for _, r := range desired.Ranges {
		if !slices.Contains(current.Ranges, r) {
			calls = append(calls, policyRange("Add", desired.PolicyKey, r))
		}
	}
	return calls
}

// policyChanges are the parameters that say what differs.
func policyChanges(current, desired Policy) cmdlet.Args {
	args := cmdlet.Args{}
	set := func(name string, same bool, v cmdlet.Value) {
		if !same {
			args[name] = v
		}
	}
	set("NewName", current.Name == desired.Name, cmdlet.Text(desired.Name))
	set("Description", current.Description == desired.Description, cmdlet.Text(desired.Description))
	set("Enabled", current.Enabled == desired.Enabled, cmdlet.Bool(desired.Enabled))
	set("Condition", current.All == desired.All, conditionWord(desired.All))
	set("ProcessingOrder", desired.Order == 0 || current.Order == desired.Order, cmdlet.Number(desired.Order))
	set("LeaseDuration", desired.Lease == 0 || current.Lease == desired.Lease, cmdlet.Seconds(desired.Lease.Seconds()))
	for _, kind := range PolicyConditionKinds {
		was, want := current.operands(kind), desired.operands(kind)
		if want == nil {
			want = []string{""}
		}
		set(kind, slices.Equal(was, want) || was == nil && !desired.has(kind), cmdlet.Texts(want...))
	}
	return args
}

func planPolicyRemove(k PolicyKey) []cmdlet.Call {
	args := k.args("Name")
	args["Name"] = cmdlet.Texts(k.Name)
	return []cmdlet.Call{{Cmdlet: "Remove-DhcpServerv4Policy", Args: args, Tolerate: []string{"DHCP 20111"}}}
}

// policyRange adds or removes one range. Both ends are named: without them Windows
// removes every range of the policy.
func policyRange(verb string, k PolicyKey, r dhcp.Range) cmdlet.Call {
	args := k.args("Name")
	args["StartRange"], args["EndRange"] = addr(r.Start), addr(r.End)
	return cmdlet.Call{Cmdlet: verb + "-DhcpServerv4PolicyIPRange", Args: args}
}

func setSuffix(k PolicyKey, suffix string) cmdlet.Call {
	args := k.args("PolicyName")
	args["DnsSuffix"] = cmdlet.Text(suffix)
	return cmdlet.Call{Cmdlet: "Set-DhcpServerv4DnsSetting", Args: args}
}

func conditionWord(all bool) cmdlet.Value {
	if all {
		return cmdlet.Text("And")
	}
	return cmdlet.Text("Or")
}
