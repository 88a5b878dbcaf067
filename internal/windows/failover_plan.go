package windows

import (
	"cmp"
	"net/netip"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// planReplicate copies member scopes to the partner, over what stands there. The cmdlet
// prints their ids, which nobody needs.
func planReplicate(members []netip.Addr) []cmdlet.Call {
	return []cmdlet.Call{{Cmdlet: "Invoke-DhcpServerv4FailoverReplication", Args: cmdlet.Args{"ScopeId": addrList(members...), "Force": cmdlet.Switch()}}}
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
