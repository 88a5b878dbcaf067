package reservation

import (
	"context"
	"net/netip"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*reservationResource)(nil)

// Listing finds the reservations of all scopes.
func (r *reservationResource) Listing() framework.Listing {
	all := func(c *windows.Client, ctx context.Context) ([]windows.Reservation, error) {
		return c.ListReservations(ctx, netip.Addr{})
	}
	return framework.Listing{
		Of: "DHCP reservations", Located: true, Note: "A `dhcp_reservation_set` manages all reservations of a scope instead: import the one or the other.",
		Find: framework.ListWindows(&r.WindowsResource, all, func(v windows.Reservation) framework.Listed {
			return framework.Listed{ID: v.Address.String(), Name: v.Name, Address: v.Address}
		}),
	}
}
