package class

import (
	"context"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*classResource)(nil)

// builtIn are the data of the classes that every server has and none can remove.
var builtIn = []string{"MSFT 5.0", "MSFT 98", "MSFT", "RRAS.Microsoft", "BOOTP.Microsoft"}

// Listing finds the classes that were made on the server.
func (r *classResource) Listing() framework.Listing {
	all := func(c *windows.Client, ctx context.Context) ([]windows.Class, error) {
		list, err := c.ListClasses(ctx)
		return slices.DeleteFunc(list, func(cl windows.Class) bool { return slices.Contains(builtIn, cl.Data) }), err
	}
	return framework.Listing{
		Of: "DHCP classes", Note: "The classes that every server has are left out.",
		Find: framework.ListWindows(&r.WindowsResource, all, func(cl windows.Class) framework.Listed {
			return framework.Listed{ID: string(cl.Type) + "/" + cl.Name, Name: cl.Name}
		}),
	}
}
