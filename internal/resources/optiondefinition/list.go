package optiondefinition

import (
	"context"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*definitionResource)(nil)

// lastStandard is the greatest number of the options that every server defines, but for 81
// and 121.
const lastStandard = 76

// Listing finds the definitions that were made on the server.
func (r *definitionResource) Listing() framework.Listing {
	all := func(c *windows.Client, ctx context.Context) ([]windows.OptionDefinition, error) {
		list, err := c.ListDefinitions(ctx, r.family)
		return slices.DeleteFunc(list, isStandard), err
	}
	of, standard := "DHCP option definitions", "1 to 76, 81, 121"
	if r.family == windows.IPv6 {
		of, standard = "DHCPv6 option definitions", "21 to 32"
	}
	return framework.Listing{
		Of: of, Note: "The standard options (" + standard + ") and those of the vendor classes of Microsoft, which every server has, are left out.",
		Find: framework.ListWindows(&r.WindowsResource, all, func(d windows.OptionDefinition) framework.Listed {
			var m model
			m.setID(d.DefinitionKey)
			return framework.Listed{ID: m.ID.ValueString(), Name: d.Name}
		}),
	}
}

func isStandard(d windows.OptionDefinition) bool {
	if d.VendorClass != "" {
		return strings.HasPrefix(d.VendorClass, "Microsoft ")
	}
	if d.Family == windows.IPv6 {
		return 21 <= d.ID && d.ID <= 32
	}
	return d.ID <= lastStandard || d.ID == 81 || d.ID == 121
}
