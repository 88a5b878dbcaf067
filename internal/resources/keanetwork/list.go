package keanetwork

import (
	"context"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

var _ framework.Listable = (*networkResource)(nil)

// Listing finds the shared networks of a service.
func (r *networkResource) Listing() framework.Listing {
	all := func(c *kea.Client, ctx context.Context, family kea.Family) ([]framework.Listed, error) {
		list, err := c.Networks(ctx, family)
		var out []framework.Listed
		for _, v := range list {
			out = append(out, framework.Listed{ID: family.Service() + "/" + v.Set.Name, Name: v.Set.Name})
		}
		return out, err
	}
	return framework.Listing{
		Of: "Kea shared networks", Families: true,
		Find: framework.ListKea(&r.KeaResource, all, func(l framework.Listed) framework.Listed { return l }),
	}
}
