package superscope

import (
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*superscopeResource)(nil)

// Listing finds the superscopes of the server.
func (r *superscopeResource) Listing() framework.Listing {
	return framework.Listing{
		Of: "DHCP superscopes", Note: "An imported `dhcp_scope` names its superscope in its own attribute: import the one or the other.",
		Find: framework.ListWindows(&r.WindowsResource, (*windows.Client).ListSuperscopes, func(s windows.Superscope) framework.Listed {
			return framework.Listed{ID: s.Name}
		}),
	}
}
