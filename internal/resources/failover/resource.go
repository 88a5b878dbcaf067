// Package failover is the failover of Windows DHCP servers: the resources dhcp_failover
// and dhcp_failover_scope, and the data sources dhcp_failover and dhcp_failovers.
package failover

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure      = (*failoverResource)(nil)
	_ resource.ResourceWithImportState    = (*failoverResource)(nil)
	_ resource.ResourceWithIdentity       = (*failoverResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*failoverResource)(nil)
	_ resource.ResourceWithValidateConfig = (*failoverResource)(nil)
)

// Longest times of the operations, unless the timeouts attribute says otherwise: joining
// copies whole scopes, and each membership change waits for the state Normal.
const (
	readTimeout  = 5 * time.Minute
	writeTimeout = 30 * time.Minute
)

type failoverResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_failover.
func NewResource() resource.Resource { return &failoverResource{} }

func (r *failoverResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_failover"
}

func (r *failoverResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schemaOf(ctx)
}

func (r *failoverResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(config.validate()...)
	}
}

func (r *failoverResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	var secret types.String
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("shared_secret_wo"), &secret)...)
	framework.SetIdentity(ctx, resp.Identity, plan.Name, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	timeout, diags := plan.Timeouts.Create(ctx, writeTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	made, err := client.CreateFailover(ctx, plan.desired(), secret.ValueString())
	if err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to create DHCP failover relationship %s", plan.Name.ValueString()), err)
	}
	if made != nil {
		plan.take(*made)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *failoverResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	timeout, diags := state.Timeouts.Read(ctx, readTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	name := state.ID.ValueString()
	found, err := client.ReadFailover(ctx, name)
	switch {
	case windows.IsNotFound(err) && state.Name.IsNull():
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no DHCP failover relationship %s to import", name), err)
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
	case err != nil:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to read DHCP failover relationship %s", name), err)
	default:
		state.take(*found)
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

func (r *failoverResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	var secret types.String
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("shared_secret_wo"), &secret)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	timeout, diags := plan.Timeouts.Update(ctx, writeTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	updated, err := client.UpdateFailover(ctx, plan.desired(), plan.secretChange(state, secret))
	if err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to update DHCP failover relationship %s", plan.Name.ValueString()), err)
		// The secret may not have arrived: the old version makes the next apply send it.
		plan.SecretVersion = state.SecretVersion
	}
	if updated != nil {
		plan.take(*updated)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *failoverResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	timeout, diags := state.Timeouts.Delete(ctx, writeTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := client.DeleteFailover(ctx, state.Name.ValueString(), state.PartnerServer.ValueString()); err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to delete DHCP failover relationship %s", state.Name.ValueString()), err)
		// Scopes leave one by one: the state tells those that are still in it.
		if now, err := client.ReadFailover(context.WithoutCancel(ctx), state.Name.ValueString()); err == nil {
			state.take(*now)
			resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
		}
	}
}
