package multicast

import (
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*multicastResource)(nil)

// Listing finds the multicast scopes of the server.
func (r *multicastResource) Listing() framework.Listing {
	return framework.Listing{
		Of:   "multicast scopes",
		Find: framework.ListWindows(&r.WindowsResource, (*windows.Client).ListMulticastNames, func(name string) framework.Listed { return framework.Listed{ID: name} }),
	}
}
