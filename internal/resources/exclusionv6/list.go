package exclusionv6

import (
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*exclusionResource)(nil)

// Listing finds the exclusions of all IPv6 scopes.
func (r *exclusionResource) Listing() framework.Listing {
	return framework.Listing{
		Of: "IPv6 DHCP exclusions", Located: true,
		Find: framework.ListWindows(&r.WindowsResource, (*windows.Client).ListExclusionsV6, func(x windows.ExclusionV6) framework.Listed {
			return framework.Listed{ID: idOf(x), Address: x.Range.Start}
		}),
	}
}
