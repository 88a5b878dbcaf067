package policy

import (
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*policyResource)(nil)

// Listing finds the policies of the server and of all scopes.
func (r *policyResource) Listing() framework.Listing {
	return framework.Listing{
		Of: "DHCP policies", Located: true, Note: "Those of the server, which have no address, and those of all scopes.",
		Find: framework.ListWindows(&r.WindowsResource, (*windows.Client).ListEveryPolicy, func(k windows.PolicyKey) framework.Listed {
			return framework.Listed{ID: k.ID(), Name: k.Name, Address: k.Scope}
		}),
	}
}
