// Package framework is the project's kit on the Terraform plugin framework: custom
// types, validators, plan modifiers, the way from an error to a diagnostic, and the
// base of every resource and data source.
package framework

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// ProviderData is what the configured provider hands to resources and data sources.
type ProviderData struct {
	// Windows is the client of the Windows DHCP server, nil without a windows block.
	Windows *windows.Client
	// Kea is the client of the Kea server, nil without a kea block.
	Kea *kea.Client
	// Claims keeps two kinds of resources from managing the same part of an object.
	Claims Claims
}

// WindowsResource is embedded by every resource of a Windows DHCP server.
type WindowsResource struct {
	Importable
	windowsClient
}

// Configure keeps the client.
func (r *WindowsResource) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	r.keep(req.ProviderData, &resp.Diagnostics)
}

// WindowsDataSource is embedded by every data source that reads a Windows DHCP server.
type WindowsDataSource struct{ windowsClient }

// Configure keeps the client.
func (d *WindowsDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.keep(req.ProviderData, &resp.Diagnostics)
}

// WindowsAction is embedded by every action on a Windows DHCP server.
type WindowsAction struct{ windowsClient }

// Configure keeps the client.
func (a *WindowsAction) Configure(_ context.Context, req action.ConfigureRequest, resp *action.ConfigureResponse) {
	a.keep(req.ProviderData, &resp.Diagnostics)
}

type windowsClient struct {
	client     *windows.Client
	claims     *Claims
	configured bool
}

func (c *windowsClient) keep(data any, diags *diag.Diagnostics) {
	if data == nil {
		return // not configured yet: validation runs before
	}
	d, ok := data.(*ProviderData)
	if !ok {
		diags.AddError("Unexpected provider data", fmt.Sprintf("Got %T. This is always a bug in the provider, please report it.", data))
		return
	}
	c.client, c.claims, c.configured = d.Windows, &d.Claims, true
}

// Configured tells whether the provider has been configured; before that, a plan-time
// check that needs the server is skipped.
func (c *windowsClient) Configured() bool { return c.configured && c.client != nil }

// Claims are the claims of this run of the provider; nil before it is configured.
func (c *windowsClient) Claims() *Claims { return c.claims }

// Client returns the client, or reports the block that the provider configuration lacks.
func (c *windowsClient) Client(diags *diag.Diagnostics) *windows.Client {
	if c.client == nil {
		diags.AddAttributeError(path.Empty(), "The provider has no Windows DHCP server",
			`This resource needs a Windows DHCP server: set windows = { host = "…" } in the provider "dhcp" block, or the environment variable DHCP_WINDOWS_HOST.`)
	}
	return c.client
}
