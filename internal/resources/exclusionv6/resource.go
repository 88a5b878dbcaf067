// Package exclusionv6 is a single exclusion range of an IPv6 scope of a Windows DHCP
// server: the resource dhcp_exclusion_range_v6.
package exclusionv6

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
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

// NewResource makes the resource dhcp_exclusion_range_v6.
func NewResource() resource.Resource { return &exclusionResource{} }

func (r *exclusionResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_exclusion_range_v6"
}

func (r *exclusionResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	address := func(text string) schema.StringAttribute {
		return schema.StringAttribute{
			Required: true, CustomType: framework.SpelledType[framework.IPv6AddressRule]{}, MarkdownDescription: text,
			PlanModifiers: []planmodifier.String{framework.KeepSpelling[framework.IPv6AddressRule](), stringplanmodifier.RequiresReplace()},
		}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "One exclusion range of an IPv6 scope of a Windows DHCP server: addresses of its prefix that the scope does not lease.\n\n" +
			"Other exclusions of the scope are never touched. A client with a lease in the range keeps its address until it renews.",
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, MarkdownDescription: "Prefix and range, such as `2001:db8:0:1::/2001:db8:0:1::10-2001:db8:0:1::1f`.",
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
			"prefix": schema.StringAttribute{
				Required: true, CustomType: framework.SpelledType[framework.PrefixV6Rule]{}, MarkdownDescription: "Prefix of the scope, such as `dhcp_scope_v6.lab.prefix`. Another one replaces the exclusion.",
				PlanModifiers: []planmodifier.String{framework.KeepSpelling[framework.PrefixV6Rule](), stringplanmodifier.RequiresReplace()},
			},
			"start_address": address("First address of the range, in any spelling. Another one replaces the exclusion."),
			"end_address":   address("Last address of the range; the same as `start_address` for one address. Another one replaces the exclusion."),
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

// ModifyPlan plans the id.
func (r *exclusionResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if x, ok := plan.exclusion(&resp.Diagnostics); ok && !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), types.StringValue(idOf(x)))...)
	}
}

func (r *exclusionResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	x, _ := plan.exclusion(&resp.Diagnostics)
	plan.ID = types.StringValue(idOf(x))
	framework.SetIdentity(ctx, resp.Identity, plan.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if err := client.CreateExclusionV6(ctx, x); err != nil {
		framework.AddCreateError(&resp.Diagnostics, "Unable to create IPv6 DHCP exclusion "+plan.ID.ValueString(), err)
	}
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *exclusionResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	x, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	err := client.ReadExclusionV6(ctx, x)
	switch {
	case windows.IsNotFound(err) && state.Prefix.IsNull():
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no IPv6 DHCP exclusion %s to import", state.ID.ValueString()), err)
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
	case err != nil:
		framework.AddError(&resp.Diagnostics, "Unable to read IPv6 DHCP exclusion "+state.ID.ValueString(), err)
	default:
		state.take(x)
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

// Update has nothing to do: every change replaces the exclusion.
func (r *exclusionResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, plan.ID, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (r *exclusionResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	x, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	if err := client.DeleteExclusionV6(ctx, x); err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to delete IPv6 DHCP exclusion "+state.ID.ValueString(), err)
	}
}
