// Package policy is the policy of a Windows DHCP server: the resource dhcp_policy and the
// data source dhcp_policies.
package policy

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/optionattr"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure      = (*policyResource)(nil)
	_ resource.ResourceWithImportState    = (*policyResource)(nil)
	_ resource.ResourceWithIdentity       = (*policyResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*policyResource)(nil)
	_ resource.ResourceWithValidateConfig = (*policyResource)(nil)
)

type policyResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_policy.
func NewResource() resource.Resource { return &policyResource{} }

func (r *policyResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_policy"
	resp.ResourceBehavior.MutableIdentity = true // a policy can be renamed
}

func (r *policyResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schemaOf()
}

func (r *policyResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(config.validate(ctx)...)
		optionattr.Validate(windows.IPv4, config.Options, &resp.Diagnostics)
	}
}

// ModifyPlan plans the id, keeps conditions that are only spelled otherwise, and checks
// the ranges against the scope. It only reads.
func (r *policyResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	scope, ok := framework.Address(plan.ScopeID)
	key, named := windows.PolicyKey{Scope: scope, Name: plan.Name.ValueString()}, !plan.Name.IsUnknown() && (ok || plan.ScopeID.IsNull())
	if named {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), key.ID())...)
	}
	optionattr.Plan(ctx, &r.WindowsResource, "dhcp_policy", levelOf(key), named, req, resp)
	if req.State.Raw.IsNull() {
		r.planRanges(ctx, plan, resp)
		return
	}
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.PlanReplicated(ctx, state.Replicated, &resp.Plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if knownSet(ctx, plan.Conditions) {
		was, _ := state.policy(ctx)
		want, _ := plan.policy(ctx)
		if sameConditions(was.Conditions, want.Conditions) {
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("conditions"), state.Conditions)...)
		}
	}
	r.settleOrder(ctx, req, resp)
	if !plan.Ranges.Equal(state.Ranges) {
		r.planRanges(ctx, plan, resp)
	}
}

// settleOrder keeps the order of a policy whose configuration leaves it out, as long as
// nothing else changes: it is unknown then only because of a spelling.
func (r *policyResource) settleOrder(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var configured, before types.Int64
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("processing_order"), &configured)...)
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("processing_order"), &before)...)
	if !configured.IsNull() {
		return
	}
	unchanged := resp.Plan
	resp.Diagnostics.Append(unchanged.SetAttribute(ctx, path.Root("processing_order"), before)...)
	if unchanged.Raw.Equal(req.State.Raw) {
		resp.Plan = unchanged
	}
}

// planRanges checks ranges against the scope. It says nothing when the server cannot be
// asked or has no such scope yet; what may change in the same apply is a warning.
func (r *policyResource) planRanges(ctx context.Context, plan model, resp *resource.ModifyPlanResponse) {
	scope, ok := framework.Address(plan.ScopeID)
	if !ok || !r.Configured() || plan.Ranges.IsNull() || !knownSet(ctx, plan.Ranges) {
		return
	}
	found, err := r.Client(&resp.Diagnostics).ReadScope(ctx, scope)
	want, diags := plan.policy(ctx)
	if err != nil || diags.HasError() {
		return
	}
	for _, x := range want.Ranges {
		if !found.Pool.Covers(x) {
			resp.Diagnostics.AddAttributeWarning(path.Root("ranges"), "A range of the policy lies outside that of its scope",
				fmt.Sprintf("Scope %s leases %s, which does not hold %s. Unless the scope changes before, the server will refuse the range.", scope, found.Pool, x))
		}
	}
}

func (r *policyResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	want, diags := plan.policy(ctx)
	resp.Diagnostics.Append(diags...)
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(want.ID()), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, plan.Replicate)
	if resp.Diagnostics.HasError() {
		return
	}
	made, err := client.CreatePolicy(ctx, want)
	err = client.Completed(ctx, want.Scope, err)
	if made != nil {
		plan.take(ctx, *made)
		plan.Options, err = optionattr.Apply(ctx, client, levelOf(made.PolicyKey), optionattr.None, plan.Options, err)
	}
	if err != nil {
		framework.AddCreateError(&resp.Diagnostics, "Unable to create DHCP policy "+want.ID(), err)
	}
	if made != nil {
		plan.Replicated = framework.Replicated(err)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *policyResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	key, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	found, err := client.ReadPolicy(ctx, key)
	switch imported := state.Name.IsNull(); {
	case windows.IsNotFound(err) && imported:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no DHCP policy %s to import", key.ID()), err)
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
	case err != nil:
		framework.AddError(&resp.Diagnostics, "Unable to read DHCP policy "+key.ID(), err)
	default:
		state.take(ctx, *found)
		if imported {
			state.Replicated = framework.Replicated(nil)
		}
		if state.Options, err = optionattr.Read(ctx, client, levelOf(key), state.Options); err != nil {
			framework.AddError(&resp.Diagnostics, "Unable to read the options of DHCP policy "+key.ID(), err)
		}
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

func (r *policyResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	want, diags := plan.policy(ctx)
	resp.Diagnostics.Append(diags...)
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(want.ID()), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, plan.Replicate)
	key, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	now, err := client.UpdatePolicy(ctx, key, want)
	if err == nil && !state.Replicated.ValueBool() && key.Scope.IsValid() {
		err = client.CatchUp(ctx, key.Scope)
	}
	if now != nil {
		plan.take(ctx, *now)
		plan.Options, err = optionattr.Apply(ctx, client, levelOf(now.PolicyKey), state.Options, plan.Options, err)
	}
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to update DHCP policy "+key.ID(), err)
	}
	if now != nil {
		plan.Replicated = framework.Replicated(err)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *policyResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, state.Replicate)
	key, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	if err := client.DeletePolicy(ctx, key); err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to delete DHCP policy "+key.ID(), err)
	}
}

func parseID(id types.String, diags *diag.Diagnostics) (windows.PolicyKey, bool) {
	level, name, ok := strings.Cut(id.ValueString(), "/")
	scope, err := dhcp.ParseIPv4(level)
	switch {
	case ok && name != "" && level == "server":
		return windows.PolicyKey{Name: name}, true
	case ok && name != "" && err == nil:
		return windows.PolicyKey{Scope: scope, Name: name}, true
	}
	framework.AddAttributeError(diags, path.Root("id"), "Invalid policy id",
		errors.New("a policy is imported by its scope and name, such as 10.1.0.0/Phones, or server/Phones for a policy of the server"))
	return windows.PolicyKey{}, false
}
