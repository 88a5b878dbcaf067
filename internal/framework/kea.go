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
)

// KeaResource is embedded by every resource of a Kea server.
type KeaResource struct{ keaClient }

// Configure keeps the client.
func (r *KeaResource) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	r.keep(req.ProviderData, &resp.Diagnostics)
}

// KeaDataSource is embedded by every data source that reads a Kea server.
type KeaDataSource struct{ keaClient }

// Configure keeps the client.
func (d *KeaDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.keep(req.ProviderData, &resp.Diagnostics)
}

// KeaAction is embedded by every action on a Kea server.
type KeaAction struct{ keaClient }

// Configure keeps the client.
func (a *KeaAction) Configure(_ context.Context, req action.ConfigureRequest, resp *action.ConfigureResponse) {
	a.keep(req.ProviderData, &resp.Diagnostics)
}

type keaClient struct {
	client *kea.Client
	claims *Claims
}

func (c *keaClient) keep(data any, diags *diag.Diagnostics) {
	if data == nil {
		return // not configured yet: validation runs before
	}
	d, ok := data.(*ProviderData)
	if !ok {
		diags.AddError("Unexpected provider data", fmt.Sprintf("Got %T. This is always a bug in the provider, please report it.", data))
		return
	}
	c.client, c.claims = d.Kea, &d.Claims
}

// Configured tells whether there is a server that plan-time checks can ask.
func (c *keaClient) Configured() bool { return c.client != nil }

// Claims are the claims of this run of the provider; nil before it is configured.
func (c *keaClient) Claims() *Claims { return c.claims }

// Client returns the client, or reports the block that the provider configuration lacks.
func (c *keaClient) Client(diags *diag.Diagnostics) *kea.Client {
	if c.client == nil {
		diags.AddAttributeError(path.Empty(), "The provider has no Kea server",
			`This needs a Kea server: set kea = { endpoints = ["https://…"] } in the provider "dhcp" block, or the environment variable DHCP_KEA_ENDPOINTS.`)
	}
	return c.client
}

// AddKeaWarning reports what the user should know about a change that was made.
func AddKeaWarning(diags *diag.Diagnostics, warning kea.Warning) {
	if warning != (kea.Warning{}) {
		diags.AddWarning(warning.Summary, warning.Detail)
	}
}

// Unanswered tells whether a server could not be asked at all. Plan-time checks are then
// left out: the server may be made by the same apply.
func Unanswered(err error) bool {
	switch kea.KindOf(err) {
	case kea.KindUnreachable, kea.KindTimeout, kea.KindDaemonDown:
		return true
	}
	return false
}
