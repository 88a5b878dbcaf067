package keasubnet

import (
	"fmt"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

var _ framework.Listable = (*subnetResource)(nil)

// Listing finds the subnets of a service.
func (r *subnetResource) Listing() framework.Listing {
	return framework.Listing{
		Of: "Kea subnets", Located: true, Families: true,
		Find: framework.ListKea(&r.KeaResource, (*kea.Client).Subnets, func(s kea.SubnetState) framework.Listed {
			return framework.Listed{
				ID: fmt.Sprintf("%s/%d", kea.FamilyOf(s.Set.Prefix.Addr()).Service(), s.Set.ID), Name: s.Set.Prefix.String(), Address: s.Set.Prefix.Addr(),
			}
		}),
	}
}
