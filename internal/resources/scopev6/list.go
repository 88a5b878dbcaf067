package scopev6

import (
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*scopeResource)(nil)

// Listing finds the IPv6 scopes of the server.
func (r *scopeResource) Listing() framework.Listing {
	return framework.Listing{
		Of: "IPv6 DHCP scopes", Located: true,
		Find: framework.ListWindows(&r.WindowsResource, (*windows.Client).ListScopesV6, func(s windows.ScopeV6) framework.Listed {
			return framework.Listed{ID: s.Prefix.String(), Name: s.Name, Address: s.Prefix}
		}),
	}
}
