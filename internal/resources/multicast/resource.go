// Package multicast is the multicast scope of a Windows DHCP server: the resource
// dhcp_multicast_scope.
package multicast

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure      = (*multicastResource)(nil)
	_ resource.ResourceWithImportState    = (*multicastResource)(nil)
	_ resource.ResourceWithIdentity       = (*multicastResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*multicastResource)(nil)
	_ resource.ResourceWithValidateConfig = (*multicastResource)(nil)
)

type multicastResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_multicast_scope.
func NewResource() resource.Resource { return &multicastResource{} }

func (r *multicastResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_multicast_scope"
	resp.ResourceBehavior.MutableIdentity = true // a multicast scope can be renamed
}

func (r *multicastResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A multicast scope of a Windows DHCP server: a range of multicast addresses that applications lease by MADCAP.\n\n" +
			"In 239.0.0.0/8 the server excludes the last 256 addresses of the range by itself; that exclusion is not managed here. An existing multicast scope is taken over only when it is exactly as configured, with a warning; otherwise import it. " +
			"Windows does not copy multicast scopes to a failover partner, and does not export them.",
		Attributes: map[string]schema.Attribute{
			"id":          schema.StringAttribute{Computed: true, MarkdownDescription: "The name of the multicast scope."},
			"name":        schema.StringAttribute{Required: true, MarkdownDescription: "Name of the multicast scope, 1 to 255 characters. A change renames it."},
			"description": schema.StringAttribute{Optional: true, Computed: true, Default: stringdefault.StaticString(""), MarkdownDescription: "Description of the multicast scope. Default: empty."},
			"start_range": schema.StringAttribute{Required: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "First address of the range, from 224.0.0.0 on."},
			"end_range":   schema.StringAttribute{Required: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Last address of the range, up to 239.255.255.255."},
			"lease_duration": schema.StringAttribute{
				Optional: true, Computed: true, CustomType: framework.SpelledType[framework.LeaseDurationRule]{}, Default: stringdefault.StaticString("30d"),
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.LeaseDurationRule]()},
				MarkdownDescription: "How long an application may keep an address, such as `30d`, `12h` or `unlimited`. Default: `30d`.",
			},
			"ttl": schema.Int64Attribute{
				Optional: true, Computed: true, Default: int64default.StaticInt64(32), Validators: []validator.Int64{int64validator.Between(1, 255)},
				MarkdownDescription: "Number of routers that the traffic may pass, 1 to 255. Default: 32.",
			},
			"state": schema.StringAttribute{
				Optional: true, Computed: true, CustomType: framework.SpelledType[framework.ScopeStateRule]{}, Default: stringdefault.StaticString("Active"),
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.ScopeStateRule]()},
				MarkdownDescription: "`Active` or `Inactive`. Default: `Active`.",
			},
			"exclusions": schema.SetNestedAttribute{
				Optional: true, MarkdownDescription: "Ranges that the multicast scope does not lease. Left out: not managed; an empty set, or the attribute taken out of the configuration: none.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"start_address": schema.StringAttribute{Required: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "First address of the range."},
					"end_address":   schema.StringAttribute{Required: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Last address of the range."},
				}},
			},
			"force_destroy": schema.BoolAttribute{
				Optional: true, Computed: true, Default: booldefault.StaticBool(false),
				MarkdownDescription: "Destroy the multicast scope even when it has active leases. Default: false.",
			},
		},
	}
}

func (r *multicastResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(config.validate(ctx)...)
	}
}

// ModifyPlan plans the id.
func (r *multicastResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), plan.Name)...)
	}
}

func (r *multicastResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, plan.Name, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	var want windows.MulticastScope
	plan.apply(ctx, &want)
	made, err := client.CreateMulticastScope(ctx, want)
	if err != nil {
		framework.AddCreateError(&resp.Diagnostics, "Unable to create multicast scope "+want.Name, err)
	}
	if made != nil {
		plan.take(*made, false)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *multicastResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := client.ReadMulticastScope(ctx, state.ID.ValueString())
	switch imported := state.Name.IsNull(); {
	case windows.IsNotFound(err) && imported:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no multicast scope %s to import", state.ID.ValueString()), err)
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
	case err != nil:
		framework.AddError(&resp.Diagnostics, "Unable to read multicast scope "+state.ID.ValueString(), err)
	default:
		state.take(*found, imported)
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

func (r *multicastResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, plan.Name, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	now, err := client.UpdateMulticastScope(ctx, state.ID.ValueString(), func(s *windows.MulticastScope) {
		if plan.Exclusions.IsNull() && !state.Exclusions.IsNull() {
			s.Exclusions = nil // managed before: taken out of the configuration they go
		}
		plan.apply(ctx, s)
	})
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to update multicast scope "+state.ID.ValueString(), err)
	}
	if now != nil {
		plan.take(*now, false)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *multicastResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if err := client.DeleteMulticastScope(ctx, state.ID.ValueString(), state.ForceDestroy.ValueBool()); err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to delete multicast scope "+state.ID.ValueString(), err)
	}
}
