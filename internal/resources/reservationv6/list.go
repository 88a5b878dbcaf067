package reservationv6

import (
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*reservationResource)(nil)

// Listing finds the reservations of all IPv6 scopes.
func (r *reservationResource) Listing() framework.Listing {
	return framework.Listing{
		Of: "IPv6 DHCP reservations", Located: true,
		Find: framework.ListWindows(&r.WindowsResource, (*windows.Client).ListReservationsV6, func(v windows.ReservationV6) framework.Listed {
			return framework.Listed{ID: v.Address.String(), Name: v.Name, Address: v.Address}
		}),
	}
}
