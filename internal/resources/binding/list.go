package binding

import (
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*bindingResource)(nil)

// Listing finds the interfaces that the server can be bound to.
func (r *bindingResource) Listing() framework.Listing {
	return framework.Listing{
		Of:   "bindings of network interfaces",
		Find: framework.ListWindows(&r.WindowsResource, (*windows.Client).ListInterfaces, func(alias string) framework.Listed { return framework.Listed{ID: alias} }),
	}
}
