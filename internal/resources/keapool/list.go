package keapool

import (
	"context"
	"fmt"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

var _ framework.Listable = (*poolResource)(nil)

// Listing finds the pools of all subnets.
func (r *poolResource) Listing() framework.Listing {
	all := func(c *kea.Client, ctx context.Context, family kea.Family) ([]framework.Listed, error) {
		subnets, err := c.Subnets(ctx, family)
		var out []framework.Listed
		for _, s := range subnets {
			for _, p := range s.Set.Pools {
				out = append(out, framework.Listed{ID: fmt.Sprintf("%s/%d/%s", family.Service(), s.Set.ID, p.Range), Address: p.Range.First})
			}
		}
		return out, err
	}
	return framework.Listing{
		Of: "pools of Kea subnets", Located: true, Families: true, Note: "An imported `kea_subnet` has its pools in its own attribute: import the one or the other.",
		Find: framework.ListKea(&r.KeaResource, all, func(l framework.Listed) framework.Listed { return l }),
	}
}
