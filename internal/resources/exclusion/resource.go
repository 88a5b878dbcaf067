// Package exclusion is a single exclusion range of a scope of a Windows DHCP server: the
// resource dhcp_exclusion_range.
package exclusion

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure      = (*exclusionResource)(nil)
	_ resource.ResourceWithImportState    = (*exclusionResource)(nil)
	_ resource.ResourceWithIdentity       = (*exclusionResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*exclusionResource)(nil)
	_ resource.ResourceWithValidateConfig = (*exclusionResource)(nil)
)

type exclusionResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_exclusion_range.
func NewResource() resource.Resource { return &exclusionResource{} }

func (r *exclusionResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_exclusion_range"
}

func (r *exclusionResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	identifying := func(text string) schema.StringAttribute {
		return schema.StringAttribute{
			Required: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: text,
			PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
		}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "One exclusion range of a scope of a Windows DHCP server: addresses of its subnet that the scope does not lease. " +
			"It is for teams that do not own the scope. Where `dhcp_scope` manages the scope, its attribute `exclusions` must be left out: with it, this resource is refused.\n\n" +
			"Other exclusions of the scope are never touched. A client with a lease in the range keeps its address until it renews.",
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, MarkdownDescription: "Scope and range, such as `10.1.0.0/10.1.0.20-10.1.0.29`.",
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
			"scope_id":      identifying("Network address of the scope. A change replaces the exclusion."),
			"start_address": identifying("First address of the range. A change replaces the exclusion."),
			"end_address":   identifying("Last address of the range; the same as `start_address` for one address. A change replaces the exclusion."),
			"replicated":    framework.ReplicatedAttribute(),
			"replicate":     framework.ReplicateAttribute(),
		},
	}
}

func (r *exclusionResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() {
		config.exclusion(&resp.Diagnostics)
	}
}

func (r *exclusionResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	x, _ := plan.exclusion(&resp.Diagnostics)
	plan.ID = types.StringValue(idOf(x))
	framework.SetIdentity(ctx, resp.Identity, plan.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, plan.Replicate)
	if resp.Diagnostics.HasError() {
		return
	}
	err := client.Completed(ctx, x.Scope, client.CreateExclusion(ctx, x))
	if err != nil {
		framework.AddCreateError(&resp.Diagnostics, "Unable to create DHCP exclusion "+plan.ID.ValueString(), err)
	}
	if !resp.Diagnostics.HasError() {
		plan.Replicated = framework.Replicated(err)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *exclusionResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	imported := state.ScopeID.IsNull()
	x, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	err := client.ReadExclusion(ctx, x)
	switch {
	case windows.IsNotFound(err) && imported:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no DHCP exclusion %s to import", state.ID.ValueString()), err)
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
	case err != nil:
		framework.AddError(&resp.Diagnostics, "Unable to read DHCP exclusion "+state.ID.ValueString(), err)
	default:
		state.take(x, imported)
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

// Update repeats a replication that failed: every other change replaces the exclusion.
func (r *exclusionResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, plan.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, plan.Replicate)
	if resp.Diagnostics.HasError() {
		return
	}
	scope, _ := framework.Address(plan.ScopeID)
	if err := client.CatchUp(ctx, scope); err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to copy DHCP exclusion "+plan.ID.ValueString()+" to the failover partner", err)
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (r *exclusionResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, state.Replicate)
	x, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	if r.Claims().Holder(framework.ExclusionsOf(x.Scope)) == owner {
		resp.Diagnostics.AddWarning("The DHCP exclusion now belongs to its scope",
			fmt.Sprintf("A dhcp_scope of this configuration manages the exclusions of scope %s by now. What it lists stays, so the exclusion %s was left to it.", x.Scope, x.Range))
		return
	}
	if err := client.DeleteExclusion(ctx, x); err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to delete DHCP exclusion "+state.ID.ValueString(), err)
	}
}
