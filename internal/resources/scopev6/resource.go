// Package scopev6 is the IPv6 scope of a Windows DHCP server: the resource dhcp_scope_v6
// and the data source dhcp_scopes_v6.
package scopev6

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure      = (*scopeResource)(nil)
	_ resource.ResourceWithImportState    = (*scopeResource)(nil)
	_ resource.ResourceWithIdentity       = (*scopeResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*scopeResource)(nil)
	_ resource.ResourceWithValidateConfig = (*scopeResource)(nil)
)

// Longest times of the operations, unless the timeouts attribute says otherwise.
const (
	readTimeout   = 5 * time.Minute
	writeTimeout  = 10 * time.Minute
	deleteTimeout = 20 * time.Minute
)

type scopeResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_scope_v6.
func NewResource() resource.Resource { return &scopeResource{} }

func (r *scopeResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_scope_v6"
}

func (r *scopeResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schemaOf(ctx)
}

func (r *scopeResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(config.validate()...)
	}
}

func (r *scopeResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	want := plan.scope()
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(want.Prefix.String()), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	timeout, diags := plan.Timeouts.Create(ctx, writeTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	made, err := client.CreateScopeV6(ctx, want)
	if err != nil {
		framework.AddCreateError(&resp.Diagnostics, fmt.Sprintf("Unable to create IPv6 DHCP scope %s", want.Prefix), err)
	}
	if made != nil {
		plan.take(*made)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *scopeResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	timeout, diags := state.Timeouts.Read(ctx, readTimeout)
	resp.Diagnostics.Append(diags...)
	prefix, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	imported := state.Prefix.IsNull()
	found, err := client.ReadScopeV6(ctx, prefix)
	switch {
	case windows.IsNotFound(err) && imported:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no IPv6 DHCP scope %s to import", prefix), err)
		return
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
		return
	case err != nil:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to read IPv6 DHCP scope %s", prefix), err)
		return
	}
	state.take(*found)
	if imported {
		state.ForceDestroy = types.BoolValue(false)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

func (r *scopeResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	want := plan.scope()
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(want.Prefix.String()), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	timeout, diags := plan.Timeouts.Update(ctx, writeTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	updated, err := client.UpdateScopeV6(ctx, want)
	if err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to update IPv6 DHCP scope %s", want.Prefix), err)
	}
	if updated != nil {
		plan.take(*updated)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *scopeResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	timeout, diags := state.Timeouts.Delete(ctx, deleteTimeout)
	resp.Diagnostics.Append(diags...)
	prefix, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := client.DeleteScopeV6(ctx, prefix, state.ForceDestroy.ValueBool()); err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to delete IPv6 DHCP scope %s", prefix), err)
	}
}

func parseID(v types.String, diags *diag.Diagnostics) (netip.Addr, bool) {
	prefix, err := dhcp.ParsePrefixV6(v.ValueString())
	if err != nil {
		framework.AddAttributeError(diags, path.Root("id"), "Invalid scope id",
			fmt.Errorf("%w: an IPv6 scope is imported by its prefix, such as 2001:db8:0:1::/64", err))
		return netip.Addr{}, false
	}
	return prefix, true
}
