package macfilter

import (
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*filterResource)(nil)

// Listing finds the entries of both lists.
func (r *filterResource) Listing() framework.Listing {
	return framework.Listing{
		Of: "MAC filters",
		Find: framework.ListWindows(&r.WindowsResource, (*windows.Client).ListMACFilters, func(f windows.MACFilter) framework.Listed {
			return framework.Listed{ID: f.Address, Name: f.Description}
		}),
	}
}
