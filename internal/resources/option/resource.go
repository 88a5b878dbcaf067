// Package option is the value of an option of a Windows DHCP server: the resource
// dhcp_option_value and the data source dhcp_options.
package option

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure      = (*optionResource)(nil)
	_ resource.ResourceWithImportState    = (*optionResource)(nil)
	_ resource.ResourceWithIdentity       = (*optionResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*optionResource)(nil)
	_ resource.ResourceWithValidateConfig = (*optionResource)(nil)
)

type optionResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_option_value.
func NewResource() resource.Resource { return &optionResource{} }

func (r *optionResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_option_value"
}

func (r *optionResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schemaOf()
}

func (r *optionResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() {
		config.validate(&resp.Diagnostics)
	}
}

func (r *optionResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	k, _ := plan.key()
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(idOf(k)), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	values, _, err := plan.wanted()
	if err != nil {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("routes"), invalid, err)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	now, err := client.SetOption(ctx, windows.OptionValue{OptionKey: k, Values: values}, windows.OptionSet{New: true, ProbeDNS: plan.ProbeDNS.ValueBool()})
	if err != nil {
		framework.AddCreateError(&resp.Diagnostics, "Unable to create DHCP option value "+idOf(k), err)
	}
	if now != nil {
		plan.take(*now)
		plan.Replicated = framework.Replicated(err)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *optionResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	k, err := parseID(state.ID.ValueString())
	if err != nil {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("id"), "Invalid option id", err)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	imported := state.OptionID.IsNull()
	found, err := client.ReadOption(ctx, k)
	switch {
	case windows.IsNotFound(err) && imported:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no DHCP option value %s to import", state.ID.ValueString()), err)
		return
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
		return
	case err != nil:
		framework.AddError(&resp.Diagnostics, "Unable to read DHCP option value "+state.ID.ValueString(), err)
		return
	case imported:
		state.takeImported(*found)
	default:
		state.take(*found)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

func (r *optionResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	values, _, err := plan.wanted()
	if err != nil {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("routes"), invalid, err)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	k, _ := plan.key()
	now, err := client.SetOption(ctx, windows.OptionValue{OptionKey: k, Values: values}, windows.OptionSet{ProbeDNS: plan.ProbeDNS.ValueBool(), Replicate: !state.Replicated.ValueBool()})
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to update DHCP option value "+idOf(k), err)
	}
	if now != nil {
		plan.take(*now)
		plan.Replicated = framework.Replicated(err)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *optionResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	k, _ := state.key()
	if part, ok := claimed(k); ok && r.Claims().Holder(part) == "dhcp_scope" {
		resp.Diagnostics.AddWarning("The DHCP option now belongs to its scope",
			fmt.Sprintf("A dhcp_scope of this configuration manages the %s by now, so the value was left to it.", part))
		return
	}
	if err := client.RemoveOption(ctx, k); err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to delete DHCP option value "+state.ID.ValueString(), err)
	}
}
