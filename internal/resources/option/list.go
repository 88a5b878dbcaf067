package option

import (
	"context"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*optionResource)(nil)

// ofScope are the options of a scope that dhcp_scope has attributes for.
var ofScope = []int64{3, 6, 15, 66, 67}

// Listing finds the values of the server, of all scopes and of all reservations.
func (r *optionResource) Listing() framework.Listing {
	all := func(c *windows.Client, ctx context.Context) ([]windows.OptionValue, error) {
		list, err := c.ListEveryOption(ctx, r.family)
		return slices.DeleteFunc(list, func(v windows.OptionValue) bool {
			return v.Family == windows.IPv4 && v.Scope.IsValid() && v.Policy == "" && v.VendorClass == "" && v.UserClass == "" && slices.Contains(ofScope, v.ID)
		}), err
	}
	of, note := "DHCP option values", "Those of the server, of all scopes and of all reservations."
	if r.family == windows.IPv6 {
		of = "DHCPv6 option values"
	} else {
		note += " Values of a scope that `dhcp_scope` has attributes for (the options 3, 6, 15, 66 and 67) are left out."
	}
	return framework.Listing{
		Of: of, Located: true, Note: note,
		Find: framework.ListWindows(&r.WindowsResource, all, func(v windows.OptionValue) framework.Listed {
			at := v.Scope
			if v.Reserved.IsValid() {
				at = v.Reserved
			}
			return framework.Listed{ID: idOf(v.OptionKey), Address: at}
		}),
	}
}
