package keareservation

import (
	"context"
	"net/netip"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

var _ framework.Listable = (*reservationResource)(nil)

// Listing finds the reservations of a service, those of the hosts database too.
func (r *reservationResource) Listing() framework.Listing {
	all := func(c *kea.Client, ctx context.Context, family kea.Family) ([]framework.Listed, error) {
		list, err := c.Reservations(ctx, family)
		var out []framework.Listed
		for _, v := range list {
			l := framework.Listed{ID: family.Service() + "/" + v.ReservationKey.String(), Name: v.Hostname}
			if len(v.Addresses) > 0 {
				l.Address, _ = netip.ParseAddr(v.Addresses[0])
			}
			out = append(out, l)
		}
		return out, err
	}
	return framework.Listing{
		Of: "Kea reservations", Located: true, Families: true,
		Find: framework.ListKea(&r.KeaResource, all, func(l framework.Listed) framework.Listed { return l }),
	}
}
