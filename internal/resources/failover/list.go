package failover

import (
	"context"
	"net/netip"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*failoverResource)(nil)

var _ framework.Listable = (*memberResource)(nil)

// Listing finds the failover relationships of the server.
func (r *failoverResource) Listing() framework.Listing {
	return framework.Listing{
		Of: "DHCP failover relationships", Note: "Each has its scopes in its own attribute: import `dhcp_failover_scope` only for relationships that are managed elsewhere.",
		Find: framework.ListWindows(&r.WindowsResource, (*windows.Client).ListFailovers, func(f windows.Failover) framework.Listed {
			return framework.Listed{ID: f.Name}
		}),
	}
}

// Listing finds the scopes of all failover relationships.
func (r *memberResource) Listing() framework.Listing {
	type member struct {
		relationship string
		scope        netip.Addr
	}
	all := func(c *windows.Client, ctx context.Context) ([]member, error) {
		list, err := c.ListFailovers(ctx)
		var out []member
		for _, f := range list {
			for _, scope := range f.Scopes {
				out = append(out, member{f.Name, scope})
			}
		}
		return out, err
	}
	return framework.Listing{
		Of: "scopes of DHCP failover relationships", Located: true, Note: "An imported `dhcp_failover` has its scopes in its own attribute: import the one or the other.",
		Find: framework.ListWindows(&r.WindowsResource, all, func(m member) framework.Listed {
			return framework.Listed{ID: memberID(m.relationship, m.scope), Address: m.scope}
		}),
	}
}
