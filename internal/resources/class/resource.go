// Package class is a vendor or user class of a Windows DHCP server: the resource
// dhcp_class.
package class

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure      = (*classResource)(nil)
	_ resource.ResourceWithImportState    = (*classResource)(nil)
	_ resource.ResourceWithIdentity       = (*classResource)(nil)
	_ resource.ResourceWithValidateConfig = (*classResource)(nil)
)

type classResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_class.
func NewResource() resource.Resource { return &classResource{} }

func (r *classResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_class"
}

func (r *classResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	replace := []planmodifier.String{stringplanmodifier.RequiresReplace()}
	resp.Schema = schema.Schema{
		MarkdownDescription: "A vendor or user class of a Windows DHCP server: a name for the data by which clients tell what they are. " +
			"Policies and option values refer to it.\n\n" +
			"The server removes with a class, without a question, every option definition and value that was made for it, and the policies of a user class. " +
			"While there are definitions, or values at the server or a scope, the class is not destroyed unless `force_destroy` is set; values of reservations are not looked for. " +
			"An existing class is taken over only when it is exactly as configured, with a warning; otherwise import it. In a failover relationship classes do not reach the partner: make them on both servers.",
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}, MarkdownDescription: "Type and name, such as `Vendor/Phones`.",
			},
			"name": schema.StringAttribute{Required: true, PlanModifiers: replace, MarkdownDescription: "Name of the class, 1 to 255 characters. A change replaces the class."},
			"type": schema.StringAttribute{
				Required: true, PlanModifiers: replace, Validators: []validator.String{stringvalidator.OneOf(string(windows.VendorClass), string(windows.UserClass))},
				MarkdownDescription: "`Vendor` (option 60 of the client) or `User` (option 77). A change replaces the class.",
			},
			"data": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "What the clients send, 1 to 255 bytes of text, exactly as they send it. No other class may have the same.",
			},
			"description": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString(""), MarkdownDescription: "Description of the class, at most 255 characters. Default: empty.",
			},
			"force_destroy": schema.BoolAttribute{
				Optional: true, Computed: true, Default: booldefault.StaticBool(false),
				MarkdownDescription: "Destroy the class even when definitions and values were made for it, which go with it. Default: false.",
			},
		},
	}
}

// model is the state of the resource.
type model struct {
	ID           types.String `tfsdk:"id"`
	Name         types.String `tfsdk:"name"`
	Type         types.String `tfsdk:"type"`
	Data         types.String `tfsdk:"data"`
	Description  types.String `tfsdk:"description"`
	ForceDestroy types.Bool   `tfsdk:"force_destroy"`
}

func (m model) class() windows.Class {
	return windows.Class{Name: m.Name.ValueString(), Type: windows.ClassType(m.Type.ValueString()), Data: m.Data.ValueString(), Description: m.Description.ValueString()}
}

func (m *model) take(cl windows.Class) {
	m.ID = types.StringValue(fmt.Sprintf("%s/%s", cl.Type, cl.Name))
	m.Name, m.Type = types.StringValue(cl.Name), types.StringValue(string(cl.Type))
	m.Data, m.Description = types.StringValue(cl.Data), types.StringValue(cl.Description)
	if m.ForceDestroy.IsNull() {
		m.ForceDestroy = types.BoolValue(false)
	}
}

func (r *classResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	check := func(at string, v types.String, check func(string, int) error) {
		if v.IsNull() || v.IsUnknown() {
			return
		}
		if err := check(v.ValueString(), dhcp.MaxText); err != nil {
			framework.AddAttributeError(&resp.Diagnostics, path.Root(at), "Invalid DHCP class", err)
		}
	}
	check("name", config.Name, dhcp.CheckName)
	check("description", config.Description, dhcp.CheckText)
	check("data", config.Data, checkData)
}

func checkData(text string, most int) error {
	if n := len(text); n < 1 || n > most {
		return fmt.Errorf("the data has %d bytes, possible are 1 to %d", n, most)
	}
	return dhcp.CheckText(text, most)
}

func (r *classResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	want := plan.class()
	id := fmt.Sprintf("%s/%s", want.Type, want.Name)
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(id), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	made, err := client.CreateClass(ctx, want)
	if err != nil {
		framework.AddCreateError(&resp.Diagnostics, "Unable to create DHCP class "+id, err)
	}
	if made != nil {
		plan.take(*made)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *classResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	kind, name, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	found, err := client.ReadClass(ctx, kind, name)
	switch {
	case windows.IsNotFound(err) && state.Name.IsNull():
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no DHCP class %s to import", state.ID.ValueString()), err)
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
	case err != nil:
		framework.AddError(&resp.Diagnostics, "Unable to read DHCP class "+state.ID.ValueString(), err)
	default:
		state.take(*found)
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

func (r *classResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, plan.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	now, err := client.UpdateClass(ctx, plan.class())
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to update DHCP class "+plan.ID.ValueString(), err)
	}
	if now != nil {
		plan.take(*now)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *classResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	have := state.class()
	if err := client.DeleteClass(ctx, have.Type, have.Name, state.ForceDestroy.ValueBool()); err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to delete DHCP class "+state.ID.ValueString(), err)
	}
}

func parseID(id types.String, diags *diag.Diagnostics) (kind windows.ClassType, name string, ok bool) {
	before, name, _ := strings.Cut(id.ValueString(), "/")
	kind = windows.ClassType(before)
	if name == "" || kind != windows.VendorClass && kind != windows.UserClass {
		diags.AddAttributeError(path.Root("id"), "Invalid class id", fmt.Sprintf("%q does not name a class: write Vendor or User, a slash and the name, such as Vendor/Phones.", id.ValueString()))
		return kind, name, false
	}
	return kind, name, true
}
