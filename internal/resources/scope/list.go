package scope

import (
	"context"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*scopeResource)(nil)

// Listing finds the scopes of the server. One that cannot be read is found all the same:
// reading it tells why.
func (r *scopeResource) Listing() framework.Listing {
	all := func(c *windows.Client, ctx context.Context) ([]framework.Listed, error) {
		found, problems, err := c.ListScopes(ctx)
		var out []framework.Listed
		for _, s := range found {
			out = append(out, framework.Listed{ID: s.ID().String(), Name: s.Name, Address: s.ID()})
		}
		for _, p := range problems {
			out = append(out, framework.Listed{ID: p.ID.String(), Address: p.ID})
		}
		return out, err
	}
	return framework.Listing{
		Of: "DHCP scopes", Located: true,
		Find: framework.ListWindows(&r.WindowsResource, all, func(l framework.Listed) framework.Listed { return l }),
	}
}
