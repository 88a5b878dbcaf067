// Package binding is the binding of a Windows DHCP server to a network interface: the
// resource dhcp_server_binding.
package binding

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure   = (*bindingResource)(nil)
	_ resource.ResourceWithImportState = (*bindingResource)(nil)
	_ resource.ResourceWithIdentity    = (*bindingResource)(nil)
	_ resource.ResourceWithModifyPlan  = (*bindingResource)(nil)
)

type bindingResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_server_binding.
func NewResource() resource.Resource { return &bindingResource{} }

// model is the state of the resource.
type model struct {
	ID             types.String        `tfsdk:"id"`
	InterfaceAlias types.String        `tfsdk:"interface_alias"`
	Bound          types.Bool          `tfsdk:"bound"`
	IPAddress      iptypes.IPv4Address `tfsdk:"ip_address"`
}

// take keeps the name as it is configured: the server ignores its case.
func (m *model) take(b windows.Binding) {
	if m.InterfaceAlias.IsNull() {
		m.InterfaceAlias = types.StringValue(b.Interface)
	}
	m.ID, m.Bound, m.IPAddress = m.InterfaceAlias, types.BoolValue(b.Bound), framework.AddressValue(b.Address)
}

func (r *bindingResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_server_binding"
}

func (r *bindingResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Whether a Windows DHCP server serves IPv4 clients on one of its network interfaces. The interface needs a static address.\n\n" +
			"Destroying the resource only stops managing: the binding stays as it is. Windows does not copy bindings to a failover partner.",
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{Computed: true, MarkdownDescription: "The alias of the interface.", PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}},
			"interface_alias": schema.StringAttribute{
				Required: true, Validators: []validator.String{stringvalidator.LengthBetween(1, 256)},
				PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "Alias of the interface as Windows shows it, such as `Ethernet`. A change manages another interface.",
			},
			"bound": schema.BoolAttribute{Required: true, MarkdownDescription: "Whether the server serves clients on the interface."},
			"ip_address": schema.StringAttribute{
				Computed: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Address of the interface.",
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
		},
	}
}

// ModifyPlan warns of an interface whose clients are no longer served.
func (r *bindingResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() || !r.Configured() {
		return
	}
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() || plan.InterfaceAlias.IsUnknown() || plan.Bound.IsUnknown() || plan.Bound.ValueBool() {
		return
	}
	if found, err := r.Client(&resp.Diagnostics).ReadBinding(ctx, plan.InterfaceAlias.ValueString()); err == nil && found.Bound {
		resp.Diagnostics.AddAttributeWarning(path.Root("bound"), "Clients on the interface will not be served",
			fmt.Sprintf("The server serves clients on the interface %s (%s) now. After the apply they get no answer there, nor do those that a relay forwards to this address.", found.Interface, found.Address))
	}
}

func (r *bindingResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, plan.InterfaceAlias, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	now, err := client.SetBinding(ctx, plan.InterfaceAlias.ValueString(), plan.Bound.ValueBool())
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to set the binding of interface "+plan.InterfaceAlias.ValueString(), err)
		return
	}
	plan.take(*now)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (r *bindingResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := client.ReadBinding(ctx, state.ID.ValueString())
	switch {
	case windows.IsNotFound(err) && state.InterfaceAlias.IsNull():
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no interface %s to import", state.ID.ValueString()), err)
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
	case err != nil:
		framework.AddError(&resp.Diagnostics, "Unable to read the binding of interface "+state.ID.ValueString(), err)
	default:
		if state.InterfaceAlias.IsNull() {
			state.InterfaceAlias = state.ID
		}
		state.take(*found)
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

func (r *bindingResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, plan.InterfaceAlias, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	now, err := client.SetBinding(ctx, plan.InterfaceAlias.ValueString(), plan.Bound.ValueBool())
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to update the binding of interface "+plan.InterfaceAlias.ValueString(), err)
	}
	if now != nil {
		plan.take(*now)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

// Delete only stops managing: unbinding would cut off clients.
func (r *bindingResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
