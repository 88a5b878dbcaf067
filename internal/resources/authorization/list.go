package authorization

import (
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*authorizationResource)(nil)

// Listing finds the servers that the directory lists.
func (r *authorizationResource) Listing() framework.Listing {
	return framework.Listing{
		Of: "authorized DHCP servers", Located: true, Note: "All servers of the directory are listed, not this one alone.",
		Find: framework.ListWindows(&r.WindowsResource, (*windows.Client).ListAuthorizations, func(a windows.Authorization) framework.Listed {
			return framework.Listed{ID: idOf(a), Name: a.DNSName, Address: a.Address}
		}),
	}
}
