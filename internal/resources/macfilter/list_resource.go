package macfilter

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure   = (*listResource)(nil)
	_ resource.ResourceWithImportState = (*listResource)(nil)
	_ resource.ResourceWithIdentity    = (*listResource)(nil)
	_ resource.ResourceWithModifyPlan  = (*listResource)(nil)
)

type listResource struct{ framework.WindowsResource }

// NewListResource makes the resource dhcp_mac_filter_list.
func NewListResource() resource.Resource { return &listResource{} }

// listModel is the state of dhcp_mac_filter_list.
type listModel struct {
	ID           types.String `tfsdk:"id"`
	AllowEnabled types.Bool   `tfsdk:"allow_enabled"`
	DenyEnabled  types.Bool   `tfsdk:"deny_enabled"`
}

func (m listModel) lists() windows.FilterLists {
	return windows.FilterLists{Allow: m.AllowEnabled.ValueBool(), Deny: m.DenyEnabled.ValueBool()}
}

func (m *listModel) take(l windows.FilterLists) {
	m.ID, m.AllowEnabled, m.DenyEnabled = types.StringValue("server"), types.BoolValue(l.Allow), types.BoolValue(l.Deny)
}

func (r *listResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_mac_filter_list"
}

func (r *listResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Which lists of hardware addresses of a Windows DHCP server are in force. Use it once for a server; the entries are `dhcp_mac_filter` resources.\n\n" +
			"With the list `Allow` in force the server serves nobody who is not on it. Make it depend on its entries, as in the example, so that it comes into force after them and goes before them. " +
			"Destroying the resource puts both lists out of force, as on a fresh server. Windows does not copy the lists to a failover partner: manage them on both servers.",
		Attributes: map[string]schema.Attribute{
			"id":            schema.StringAttribute{Computed: true, MarkdownDescription: "Always `server`.", PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}},
			"allow_enabled": schema.BoolAttribute{Optional: true, Computed: true, Default: booldefault.StaticBool(false), MarkdownDescription: "Whether only addresses on the list `Allow` are served. Default: false."},
			"deny_enabled":  schema.BoolAttribute{Optional: true, Computed: true, Default: booldefault.StaticBool(false), MarkdownDescription: "Whether addresses on the list `Deny` are not served. Default: false."},
		},
	}
}

// ModifyPlan warns of a list that would shut everybody out. It says nothing when the
// server cannot be asked.
func (r *listResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() || !r.Configured() {
		return
	}
	var plan listModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() || !plan.AllowEnabled.ValueBool() {
		return
	}
	if some, err := r.Client(&resp.Diagnostics).HasFilters(ctx, windows.FilterAllow); err == nil && !some {
		resp.Diagnostics.AddAttributeWarning(path.Root("allow_enabled"), "The list of allowed addresses is empty",
			"With the list Allow in force and nothing on it the server serves no client at all. Unless entries are made before, clients lose their addresses when they renew.")
	}
}

func (r *listResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan listModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, types.StringValue("server"), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	now, err := client.SetFilterLists(ctx, plan.lists())
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to set the lists of MAC filters", err)
		return
	}
	plan.take(*now)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (r *listResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state listModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, types.StringValue("server"), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if state.ID.ValueString() != "server" {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("id"), "Invalid id of MAC filter lists", errors.New("the lists of a server are imported as server"))
	}
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := client.ReadFilterLists(ctx)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to read the lists of MAC filters", err)
		return
	}
	state.take(*found)
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

func (r *listResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan listModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, types.StringValue("server"), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	now, err := client.SetFilterLists(ctx, plan.lists())
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to update the lists of MAC filters", err)
	}
	if now != nil {
		plan.take(*now)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

// Delete puts both lists out of force: the entries of the list Allow may go next, and an
// empty one in force would shut every client out.
func (r *listResource) Delete(ctx context.Context, _ resource.DeleteRequest, resp *resource.DeleteResponse) {
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if _, err := client.SetFilterLists(ctx, windows.FilterLists{}); err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to put the lists of MAC filters out of force", err)
	}
}
