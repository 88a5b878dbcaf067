// Package macfilter is the filtering by hardware address of a Windows DHCP server: the
// resources dhcp_mac_filter and dhcp_mac_filter_list.
package macfilter

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure      = (*filterResource)(nil)
	_ resource.ResourceWithImportState    = (*filterResource)(nil)
	_ resource.ResourceWithIdentity       = (*filterResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*filterResource)(nil)
	_ resource.ResourceWithValidateConfig = (*filterResource)(nil)
)

type filterResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_mac_filter.
func NewResource() resource.Resource { return &filterResource{} }

// model is the state of the resource.
type model struct {
	ID          types.String         `tfsdk:"id"`
	MACAddress  framework.MACPattern `tfsdk:"mac_address"`
	List        framework.FilterList `tfsdk:"list"`
	Description types.String         `tfsdk:"description"`
}

func (m model) filter() windows.MACFilter {
	address, _ := m.MACAddress.Canonical()
	list, _ := m.List.Canonical()
	return windows.MACFilter{Address: address, List: windows.FilterList(list), Description: m.Description.ValueString()}
}

func (m *model) take(f windows.MACFilter) {
	m.ID, m.MACAddress = types.StringValue(f.Address), framework.SpelledValue[framework.MACPatternRule](f.Address)
	m.List = framework.SpelledValue[framework.FilterListRule](string(f.List))
	m.Description = types.StringValue(f.Description)
}

func (r *filterResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_mac_filter"
}

func (r *filterResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A hardware address on the list of those that a Windows DHCP server serves (`Allow`) or does not serve (`Deny`). " +
			"The lists count only while they are in force: see `dhcp_mac_filter_list`.\n\n" +
			"An address stands on one list at most; an existing entry is taken over only when it is exactly as configured, with a warning; otherwise import it. Windows does not copy the lists to a failover partner: manage them on both servers.",
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, MarkdownDescription: "The address in capitals with hyphens, such as `AA-BB-CC-DD-EE-FF` or `AA-BB-CC-*`.",
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
			"mac_address": schema.StringAttribute{
				Required: true, CustomType: framework.SpelledType[framework.MACPatternRule]{},
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.MACPatternRule](), stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "MAC address in any usual spelling, or its first one to five bytes and a star, such as `AA-BB-CC-*`. A change replaces the entry, another spelling does not.",
			},
			"list": schema.StringAttribute{
				Required: true, CustomType: framework.SpelledType[framework.FilterListRule]{},
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.FilterListRule]()},
				MarkdownDescription: "`Allow` or `Deny`.",
			},
			"description": schema.StringAttribute{Optional: true, Computed: true, Default: stringdefault.StaticString(""), MarkdownDescription: "Description of the entry. Default: empty."},
		},
	}
}

func (r *filterResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !config.Description.IsUnknown() {
		if err := dhcp.CheckText(config.Description.ValueString(), dhcp.MaxText); err != nil {
			framework.AddAttributeError(&resp.Diagnostics, path.Root("description"), "Invalid MAC filter", err)
		}
	}
}

// ModifyPlan plans the id.
func (r *filterResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if address, ok := plan.MACAddress.Canonical(); ok {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), address)...)
	}
}

func (r *filterResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	want := plan.filter()
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(want.Address), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	made, err := client.CreateMACFilter(ctx, want)
	if err != nil {
		framework.AddCreateError(&resp.Diagnostics, "Unable to create MAC filter "+want.Address, err)
	}
	if made != nil {
		plan.take(*made)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *filterResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	address, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	found, err := client.ReadMACFilter(ctx, address)
	switch {
	case windows.IsNotFound(err) && state.List.IsNull():
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no MAC filter %s to import", address), err)
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
	case err != nil:
		framework.AddError(&resp.Diagnostics, "Unable to read MAC filter "+address, err)
	default:
		state.take(*found)
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

func (r *filterResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	want := plan.filter()
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(want.Address), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	now, err := client.UpdateMACFilter(ctx, want)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to update MAC filter "+want.Address, err)
	}
	if now != nil {
		plan.take(*now)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *filterResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	address, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	if err := client.DeleteMACFilter(ctx, address); err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to delete MAC filter "+address, err)
	}
}

func parseID(id types.String, diags *diag.Diagnostics) (string, bool) {
	p, err := dhcp.ParseMACPattern(id.ValueString())
	if err != nil {
		framework.AddAttributeError(diags, path.Root("id"), "Invalid id of a MAC filter",
			errors.New("a MAC filter is imported by its address, such as AA-BB-CC-DD-EE-FF or AA-BB-CC-*"))
		return "", false
	}
	return p.String(), true
}
