// Package optiondefinition is the definition of an option of a Windows DHCP server: the
// resources dhcp_option_definition and, for DHCPv6, dhcp_option_definition_v6.
package optiondefinition

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure      = (*definitionResource)(nil)
	_ resource.ResourceWithImportState    = (*definitionResource)(nil)
	_ resource.ResourceWithIdentity       = (*definitionResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*definitionResource)(nil)
	_ resource.ResourceWithValidateConfig = (*definitionResource)(nil)
)

type definitionResource struct {
	framework.WindowsResource
	family windows.Family
}

// NewResource makes the resource dhcp_option_definition.
func NewResource() resource.Resource { return &definitionResource{} }

// NewV6Resource makes the resource dhcp_option_definition_v6.
func NewV6Resource() resource.Resource { return &definitionResource{family: windows.IPv6} }

func (r *definitionResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = r.family.Resource(req.ProviderTypeName + "_option_definition")
}

func (r *definitionResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schemaOf(r.family)
}

func (r *definitionResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() {
		config.validate(r.family, &resp.Diagnostics)
	}
}

// ModifyPlan keeps the spelling of default values that mean the same.
func (r *definitionResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() || req.State.Raw.IsNull() {
		return
	}
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if !resp.Diagnostics.HasError() && plan.sameDefault(r.family, state) {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("default_value"), state.DefaultValue)...)
	}
}

func (r *definitionResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	want := plan.definition(r.family)
	plan.setID(want.DefinitionKey)
	framework.SetIdentity(ctx, resp.Identity, plan.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	made, err := client.CreateDefinition(ctx, want)
	if err != nil {
		framework.AddCreateError(&resp.Diagnostics, "Unable to create DHCP option definition "+plan.ID.ValueString(), err)
	}
	if made != nil && windows.KindOf(err) != windows.KindExists {
		plan.take(*made)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *definitionResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	key, err := parseID(r.family, state.ID.ValueString())
	if err != nil {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("id"), "Invalid option definition id", err)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := client.ReadDefinition(ctx, key)
	switch {
	case windows.IsNotFound(err) && state.OptionID.IsNull():
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no DHCP option definition %s to import", state.ID.ValueString()), err)
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
	case err != nil:
		framework.AddError(&resp.Diagnostics, "Unable to read DHCP option definition "+state.ID.ValueString(), err)
	default:
		state.take(*found)
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

func (r *definitionResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, plan.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	want := plan.definition(r.family)
	now, err := client.UpdateDefinition(ctx, want.DefinitionKey, func(d *windows.OptionDefinition) {
		d.Name, d.Description = want.Name, want.Description
		if len(want.Default) > 0 {
			d.Default = want.Default
		}
	})
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to update DHCP option definition "+plan.ID.ValueString(), err)
	}
	if now != nil {
		plan.take(*now)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *definitionResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if err := client.DeleteDefinition(ctx, state.definition(r.family).DefinitionKey); err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to delete DHCP option definition "+state.ID.ValueString(), err)
	}
}
