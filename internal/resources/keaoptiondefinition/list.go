package keaoptiondefinition

import (
	"context"
	"fmt"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

var _ framework.Listable = (*definitionResource)(nil)

// Listing finds the option definitions of a service.
func (r *definitionResource) Listing() framework.Listing {
	all := func(c *kea.Client, ctx context.Context, family kea.Family) ([]framework.Listed, error) {
		list, err := c.OptionDefinitions(ctx, family)
		var out []framework.Listed
		for _, v := range list {
			out = append(out, framework.Listed{ID: fmt.Sprintf("%s/%s/%d", family.Service(), v.Space, v.Code), Name: v.Name})
		}
		return out, err
	}
	return framework.Listing{
		Of: "Kea option definitions", Families: true,
		Find: framework.ListKea(&r.KeaResource, all, func(l framework.Listed) framework.Listed { return l }),
	}
}
