package exclusion

import (
	"context"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ framework.Listable = (*exclusionResource)(nil)

// Listing finds the exclusions of all scopes that can be read.
func (r *exclusionResource) Listing() framework.Listing {
	all := func(c *windows.Client, ctx context.Context) ([]windows.Exclusion, error) {
		scopes, _, err := c.ListScopes(ctx)
		var out []windows.Exclusion
		for _, s := range scopes {
			for _, r := range s.Exclusions {
				out = append(out, windows.Exclusion{Scope: s.ID(), Range: r})
			}
		}
		return out, err
	}
	return framework.Listing{
		Of: "DHCP exclusions", Located: true, Note: "An imported `dhcp_scope` has its exclusions in its own attribute: import them here only for scopes that are managed elsewhere.",
		Find: framework.ListWindows(&r.WindowsResource, all, func(x windows.Exclusion) framework.Listed {
			return framework.Listed{ID: idOf(x), Address: x.Range.Start}
		}),
	}
}
