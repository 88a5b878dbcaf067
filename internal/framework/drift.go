package framework

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// WarnOfDrift warns of scopes that are not the same on the two servers of a failover
// relationship.
func WarnOfDrift(diags *diag.Diagnostics, drifts ...windows.PartnerDrift) {
	for _, d := range drifts {
		what := "differs there in: " + strings.Join(d.Differences, ", ")
		if d.Missing {
			what = "does not exist there, although both servers should have it"
		}
		diags.AddWarning(fmt.Sprintf("DHCP scope %s is not the same on the failover partner", d.Scope),
			fmt.Sprintf("The scope %s. The next replication copies this server's scope over the partner's: it comes with the next change of the scope, or with the action dhcp_failover_replicate. "+
				"When the partner has what is right, correct the configuration first.", what))
	}
}
