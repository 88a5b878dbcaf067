// Package scope is the scope of a Windows DHCP server: the resource dhcp_scope and the
// data sources dhcp_scope and dhcp_scopes.
package scope

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
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

// Longest times of the operations, unless the timeouts attribute says otherwise. Removing
// a scope with many leases is slow.
const (
	readTimeout   = 5 * time.Minute
	writeTimeout  = 10 * time.Minute
	deleteTimeout = 20 * time.Minute
)

type scopeResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_scope.
func NewResource() resource.Resource { return &scopeResource{} }

func (r *scopeResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_scope"
}

func (r *scopeResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schemaOf(ctx)
}

func (r *scopeResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(config.validate(ctx)...)
	}
}

func (r *scopeResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(plan.Network.ValueString()), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	timeout, diags := plan.Timeouts.Create(ctx, writeTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	want, diags := plan.apply(ctx, windows.Scope{})
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	made, err := client.CreateScope(ctx, want)
	if err != nil {
		framework.AddCreateError(&resp.Diagnostics, fmt.Sprintf("Unable to create DHCP scope %s", want.ID()), err)
	}
	if made != nil {
		plan.save(ctx, *made, err, &resp.State, &resp.Diagnostics)
	}
}

func (r *scopeResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	timeout, diags := state.Timeouts.Read(ctx, readTimeout)
	resp.Diagnostics.Append(diags...)
	id, ok := scopeID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	found, err := client.ReadScope(ctx, id)
	if windows.IsNotFound(err) {
		if state.imported() {
			framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no DHCP scope %s to import", id), err)
			return
		}
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to read DHCP scope %s", id), err)
		return
	}
	warnOfRouters(*found, &resp.Diagnostics)
	if state.imported() {
		state.takeImported(*found)
	} else {
		state.takeManaged(*found)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

func (r *scopeResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, plan.Replicate)
	timeout, diags := plan.Timeouts.Update(ctx, writeTimeout)
	resp.Diagnostics.Append(diags...)
	id, ok := scopeID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	if _, diags := plan.apply(ctx, windows.Scope{}); diags.HasError() {
		resp.Diagnostics.Append(diags...)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	updated, err := client.UpdateScope(ctx, id, func(current *windows.Scope) {
		state.release(plan, current)
		*current, _ = plan.apply(ctx, *current)
	}, windows.ScopeUpdate{Replicate: !state.Replicated.ValueBool()})
	if err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to update DHCP scope %s", id), err)
	}
	if updated != nil {
		plan.save(ctx, *updated, err, &resp.State, &resp.Diagnostics)
	}
}

func (r *scopeResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	timeout, diags := state.Timeouts.Delete(ctx, deleteTimeout)
	resp.Diagnostics.Append(diags...)
	id, ok := scopeID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := client.DeleteScope(ctx, id, state.ForceDestroy.ValueBool()); err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to delete DHCP scope %s", id), err)
	}
}

// release frees what was managed and no longer is: exclusions and a superscope taken out
// of the configuration are taken off the server, those never named in it stay.
func (m model) release(plan model, current *windows.Scope) {
	if plan.Exclusions.IsNull() && !m.Exclusions.IsNull() {
		current.Exclusions = nil
	}
	if plan.SuperscopeName.IsNull() && !m.SuperscopeName.IsNull() {
		current.Superscope = ""
	}
}

// imported tells whether the state holds nothing but the id yet.
func (m model) imported() bool { return m.Network.IsNull() }

// save writes the scope as it was read back, also after a failure half-way: the state
// tells what exists.
func (m model) save(ctx context.Context, s windows.Scope, err error, state *tfsdk.State, diags *diag.Diagnostics) {
	m.takeManaged(s)
	m.Replicated = framework.Replicated(err)
	diags.Append(state.Set(ctx, &m)...)
}

func scopeID(v types.String, diags *diag.Diagnostics) (netip.Addr, bool) {
	id, err := dhcp.ParseIPv4(v.ValueString())
	if err != nil {
		framework.AddAttributeError(diags, path.Root("id"), "Invalid scope id",
			fmt.Errorf("%w: a scope is imported by its network address, such as 10.1.0.0", err))
		return netip.Addr{}, false
	}
	return id, true
}

func warnOfRouters(s windows.Scope, diags *diag.Diagnostics) {
	if n := len(s.Routers); n > 1 {
		diags.AddAttributeWarning(path.Root("gateway"), "The scope has several routers",
			fmt.Sprintf("Scope %s has %d routers (%s). The attribute gateway manages exactly one, so it reads as null; the next change of the scope leaves the configured one only.",
				s.ID(), n, dhcp.FirstFew(s.Routers, 4)))
	}
}
