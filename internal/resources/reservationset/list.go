package reservationset

import (
	"context"
	"net/netip"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*setResource)(nil)

// Listing finds the scopes that have reservations.
func (r *setResource) Listing() framework.Listing {
	all := func(c *windows.Client, ctx context.Context) ([]netip.Addr, error) {
		list, err := c.ListReservations(ctx, netip.Addr{})
		var scopes []netip.Addr
		for _, v := range list {
			if !slices.Contains(scopes, v.Scope) {
				scopes = append(scopes, v.Scope)
			}
		}
		return scopes, err
	}
	return framework.Listing{
		Of: "DHCP scopes with reservations", Located: true, Note: "A `dhcp_reservation` manages one reservation instead: import the one or the other.",
		Find: framework.ListWindows(&r.WindowsResource, all, func(scope netip.Addr) framework.Listed {
			return framework.Listed{ID: scope.String(), Address: scope}
		}),
	}
}
