package keaclass

import (
	"context"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

var _ framework.Listable = (*classResource)(nil)

// Listing finds the client classes of a service.
func (r *classResource) Listing() framework.Listing {
	all := func(c *kea.Client, ctx context.Context, family kea.Family) ([]framework.Listed, error) {
		list, err := c.Classes(ctx, family)
		var out []framework.Listed
		for _, v := range list {
			out = append(out, framework.Listed{ID: family.Service() + "/" + v.Name, Name: v.Name})
		}
		return out, err
	}
	return framework.Listing{
		Of: "Kea client classes", Families: true,
		Find: framework.ListKea(&r.KeaResource, all, func(l framework.Listed) framework.Listed { return l }),
	}
}
