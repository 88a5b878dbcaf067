// Package superscope is the superscope of a Windows DHCP server: the resource
// dhcp_superscope.
package superscope

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure      = (*superscopeResource)(nil)
	_ resource.ResourceWithImportState    = (*superscopeResource)(nil)
	_ resource.ResourceWithIdentity       = (*superscopeResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*superscopeResource)(nil)
	_ resource.ResourceWithValidateConfig = (*superscopeResource)(nil)
)

type superscopeResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_superscope.
func NewResource() resource.Resource { return &superscopeResource{} }

func (r *superscopeResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_superscope"
	resp.ResourceBehavior.MutableIdentity = true // a superscope can be renamed
}

func (r *superscopeResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A superscope of a Windows DHCP server: scopes whose subnets share one physical network.\n\n" +
			"A superscope is nothing but its members: it exists as long as it has one. Members that somebody else adds are taken out with the next apply. " +
			"A scope of another superscope is never taken from it. Where `dhcp_scope` sets `superscope_name`, the scope must not be listed here: with it, this resource is refused. " +
			"Members in a failover relationship are copied to the partner with their superscope.",
		Attributes: map[string]schema.Attribute{
			"id":   schema.StringAttribute{Computed: true, MarkdownDescription: "The name of the superscope."},
			"name": schema.StringAttribute{Required: true, MarkdownDescription: "Name of the superscope, 1 to 255 characters. A change renames it."},
			"scope_ids": schema.SetAttribute{
				Required: true, ElementType: iptypes.IPv4AddressType{}, Validators: []validator.Set{setvalidator.SizeAtLeast(1)},
				MarkdownDescription: "Network addresses of all its scopes, at least one.",
			},
			"replicated": framework.ReplicatedAttribute(),
			"replicate":  framework.ReplicateAttribute(),
		},
	}
}

func (r *superscopeResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(config.validate()...)
	}
}

// ModifyPlan plans the id, and refuses a scope whose own resource manages its superscope.
func (r *superscopeResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), plan.Name)...)
	if !req.State.Raw.IsNull() {
		framework.PlanReplicated(ctx, plan.Replicated, &resp.Plan, &resp.Diagnostics)
	}
	if !r.Configured() {
		return
	}
	for _, id := range plan.scopes() {
		if other := r.Claims().Take(framework.SuperscopeOf(id), "dhcp_superscope"); other != "" {
			resp.Diagnostics.AddAttributeError(path.Root("scope_ids"), "The scope manages its superscope itself",
				fmt.Sprintf("A %s of this configuration sets superscope_name for scope %s, so each apply would undo what the other did. Leave that attribute out, or the scope here.", other, id))
		}
	}
}

func (r *superscopeResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, plan.Name, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, plan.Replicate)
	if resp.Diagnostics.HasError() {
		return
	}
	made, err := client.CreateSuperscope(ctx, plan.superscope())
	if err != nil {
		framework.AddCreateError(&resp.Diagnostics, "Unable to create DHCP superscope "+plan.Name.ValueString(), err)
	}
	if made != nil {
		plan.take(*made)
		plan.Replicated = framework.Replicated(err)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *superscopeResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := client.ReadSuperscope(ctx, state.ID.ValueString())
	switch imported := state.Name.IsNull(); {
	case windows.IsNotFound(err) && imported:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no DHCP superscope %s to import", state.ID.ValueString()), err)
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
	case err != nil:
		framework.AddError(&resp.Diagnostics, "Unable to read DHCP superscope "+state.ID.ValueString(), err)
	default:
		state.take(*found)
		if imported {
			state.Replicated = framework.Replicated(nil)
		}
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

func (r *superscopeResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, plan.Name, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, plan.Replicate)
	if resp.Diagnostics.HasError() {
		return
	}
	now, err := client.UpdateSuperscope(ctx, state.ID.ValueString(), plan.superscope())
	if err == nil && !state.Replicated.ValueBool() {
		for _, id := range plan.scopes() {
			if err == nil {
				err = client.CatchUp(ctx, id)
			}
		}
	}
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to update DHCP superscope "+state.ID.ValueString(), err)
	}
	if now != nil {
		plan.take(*now)
		plan.Replicated = framework.Replicated(err)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *superscopeResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, state.Replicate)
	if resp.Diagnostics.HasError() {
		return
	}
	if err := client.DeleteSuperscope(ctx, state.superscope()); err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to delete DHCP superscope "+state.ID.ValueString(), err)
	}
}
