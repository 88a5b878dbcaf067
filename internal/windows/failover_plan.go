package windows

import (
	"cmp"
	"net/netip"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// planReplicate copies member scopes to the partner, over what stands there. The cmdlet
// prints their ids, which nobody needs.
func planReplicate(members []netip.Addr) cmdlet.Call {
	return cmdlet.Call{Cmdlet: "Invoke-DhcpServerv4FailoverReplication", Args: cmdlet.Args{"ScopeId": addrList(members...), "Force": cmdlet.Switch()}}
}

// planReplicateAll is planReplicate for all members of a relationship.
func planReplicateAll(name string) cmdlet.Call {
	return cmdlet.Call{Cmdlet: "Invoke-DhcpServerv4FailoverReplication", Args: cmdlet.Args{"Name": cmdlet.Texts(name), "Force": cmdlet.Switch()}}
}

// sameServer ends a program unless the server is still the same half of the relationship.
func sameServer(row Row) cmdlet.Call {
	guard := cmdlet.Args{}
	for _, property := range []string{"ServerType", "PartnerServer", "PrimaryServerName"} {
		if text, ok := row[property].(string); ok {
			guard[property] = cmdlet.Text(text)
		}
	}
	return cmdlet.Call{Cmdlet: "Get-DhcpServerv4Failover", Args: cmdlet.Args{"Name": cmdlet.Texts(row.Text("Name"))}, Guard: guard}
}

// planFailoverCreate makes a relationship with its first scopes. The mode follows from the
// parameters: there is none that names it.
func planFailoverCreate(f Failover, secret string) cmdlet.Call {
	args := cmdlet.Args{
		"Name": cmdlet.Text(f.Name), "PartnerServer": cmdlet.Text(f.Partner), "ScopeId": addrList(f.Scopes...),
		"MaxClientLeadTime": cmdlet.Seconds(f.MaxClientLeadTime.Seconds()), "Force": cmdlet.Switch(),
	}
	if f.Mode == HotStandby {
		args["ServerRole"], args["ReservePercent"] = cmdlet.Text(string(f.Role)), cmdlet.Number(f.ReservePercent)
	} else {
		args["LoadBalancePercent"] = cmdlet.Number(f.LoadBalancePercent)
	}
	if f.StateSwitchInterval > 0 {
		args["StateSwitchInterval"] = cmdlet.Seconds(f.StateSwitchInterval.Seconds())
	}
	if f.AutoStateTransition {
		args["AutoStateTransition"] = cmdlet.Bool(true)
	}
	if secret != "" {
		args["SharedSecret"] = cmdlet.Text(secret)
	}
	return cmdlet.Call{Cmdlet: "Add-DhcpServerv4Failover", Args: args}
}

// SecretChange is what to do with the shared secret of a relationship, which nobody can
// read. Its zero value leaves it.
type SecretChange struct {
	Secret string // the new one
	Off    bool   // turn authentication off
}

// planFailoverSet changes what can change in place: everything but name, partner, role and
// scopes. A new mode goes with its percentage, because both modes share one stored number.
func planFailoverSet(current, desired Failover, secret SecretChange) []cmdlet.Call {
	args := cmdlet.Args{}
	newMode := current.Mode != desired.Mode
	if newMode {
		args["Mode"] = cmdlet.Text(string(desired.Mode))
	}
	switch {
	case desired.Mode == HotStandby && (newMode || current.ReservePercent != desired.ReservePercent):
		args["ReservePercent"] = cmdlet.Number(desired.ReservePercent)
	case desired.Mode == LoadBalance && (newMode || current.LoadBalancePercent != desired.LoadBalancePercent):
		args["LoadBalancePercent"] = cmdlet.Number(desired.LoadBalancePercent)
	}
	if current.MaxClientLeadTime != desired.MaxClientLeadTime {
		args["MaxClientLeadTime"] = cmdlet.Seconds(desired.MaxClientLeadTime.Seconds())
	}
	// Windows stores the interval alone: turning the transition off empties it, and an
	// interval turns the transition on.
	switch {
	case desired.StateSwitchInterval > 0 && current.StateSwitchInterval != desired.StateSwitchInterval:
		args["StateSwitchInterval"] = cmdlet.Seconds(desired.StateSwitchInterval.Seconds())
	case desired.StateSwitchInterval == 0 && current.AutoStateTransition != desired.AutoStateTransition:
		args["AutoStateTransition"] = cmdlet.Bool(desired.AutoStateTransition)
	}
	switch {
	case secret.Off:
		args["SharedSecret"] = cmdlet.Null()
	case secret.Secret != "":
		args["SharedSecret"] = cmdlet.Text(secret.Secret)
	}
	if len(args) == 0 {
		return nil
	}
	args["Name"], args["Force"] = cmdlet.Text(desired.Name), cmdlet.Switch()
	return []cmdlet.Call{{Cmdlet: "Set-DhcpServerv4Failover", Args: args}}
}

// planJoin makes a scope a member, which copies it to the partner.
func planJoin(relationship string, scope netip.Addr) cmdlet.Call {
	return cmdlet.Call{Cmdlet: "Add-DhcpServerv4FailoverScope", Args: cmdlet.Args{"Name": cmdlet.Text(relationship), "ScopeId": addrList(scope)}}
}

// planLeave takes a scope out of its relationship, which deletes it on the partner. Having
// left before is success.
func planLeave(relationship string, scope netip.Addr) cmdlet.Call {
	return cmdlet.Call{
		Cmdlet: "Remove-DhcpServerv4FailoverScope", Tolerate: []string{"DHCP 20116"},
		Args: cmdlet.Args{"Name": cmdlet.Text(relationship), "ScopeId": addrList(scope), "Force": cmdlet.Switch()},
	}
}

// planDrop removes a relationship on both servers. The caller has made sure that it is
// empty: what becomes of its scopes on the partner is not documented.
func planDrop(relationship string) cmdlet.Call {
	return cmdlet.Call{
		Cmdlet: "Remove-DhcpServerv4Failover", Tolerate: []string{"DHCP 20115"},
		Args: cmdlet.Args{"Name": cmdlet.Texts(relationship), "Force": cmdlet.Switch()},
	}
}

// compareNames orders names as Windows tells them apart: without regard to case.
func compareNames(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) }

func equalNames(a, b string) bool { return strings.EqualFold(a, b) }
