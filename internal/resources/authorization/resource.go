// Package authorization is the authorization of a DHCP server in Active Directory: the
// resource dhcp_server_authorization.
package authorization

import (
	"context"
	"errors"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure      = (*authorizationResource)(nil)
	_ resource.ResourceWithImportState    = (*authorizationResource)(nil)
	_ resource.ResourceWithIdentity       = (*authorizationResource)(nil)
	_ resource.ResourceWithValidateConfig = (*authorizationResource)(nil)
)

type authorizationResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_server_authorization.
func NewResource() resource.Resource { return &authorizationResource{} }

// model is the state of the resource.
type model struct {
	ID        types.String        `tfsdk:"id"`
	DNSName   types.String        `tfsdk:"dns_name"`
	IPAddress iptypes.IPv4Address `tfsdk:"ip_address"`
}

func (m model) authorization() windows.Authorization {
	address, _ := framework.Address(m.IPAddress)
	return windows.Authorization{DNSName: m.DNSName.ValueString(), Address: address}
}

func idOf(a windows.Authorization) string { return a.DNSName + "/" + a.Address.String() }

func (r *authorizationResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_server_authorization"
}

func (r *authorizationResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	replace := []planmodifier.String{stringplanmodifier.RequiresReplace()}
	resp.Schema = schema.Schema{
		MarkdownDescription: "The authorization of a DHCP server in Active Directory: a server of the domain serves clients only when the directory lists it.\n\n" +
			"The user needs the right to change the list (by default Enterprise Admins), and its logon must reach a domain controller from the server: with NTLM it does not; use Kerberos with delegation or CredSSP. " +
			"An entry that is there already is never taken over: import it. Destroying the resource takes the server off the list, and it stops serving clients.",
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{Computed: true, MarkdownDescription: "Name and address, such as `dhcp1.corp.example/10.0.0.10`.", PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}},
			"dns_name": schema.StringAttribute{
				Required: true, PlanModifiers: replace, MarkdownDescription: "Full DNS name of the server. A change replaces the entry.",
			},
			"ip_address": schema.StringAttribute{
				Required: true, CustomType: iptypes.IPv4AddressType{}, PlanModifiers: replace, MarkdownDescription: "Address of the server. A change replaces the entry.",
			},
		},
	}
}

func (r *authorizationResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if config.DNSName.IsNull() || config.DNSName.IsUnknown() {
		return
	}
	if err := dhcp.CheckDomain(config.DNSName.ValueString()); err != nil {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("dns_name"), "Invalid DHCP server name", err)
	}
}

func (r *authorizationResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	want := plan.authorization()
	plan.ID = types.StringValue(idOf(want))
	framework.SetIdentity(ctx, resp.Identity, plan.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if err := client.CreateAuthorization(ctx, want); err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to authorize DHCP server "+idOf(want), err)
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (r *authorizationResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	want, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	found, err := client.ReadAuthorization(ctx, want)
	switch imported := state.DNSName.IsNull(); {
	case windows.IsNotFound(err) && imported:
		framework.AddError(&resp.Diagnostics, "There is no DHCP server "+idOf(want)+" to import", err)
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
	case err != nil:
		framework.AddError(&resp.Diagnostics, "Unable to read the authorization of DHCP server "+idOf(want), err)
	case imported:
		state.DNSName, state.IPAddress = types.StringValue(want.DNSName), framework.AddressValue(found.Address)
		fallthrough
	default:
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

// Update has nothing to do: every change replaces the entry.
func (r *authorizationResource) Update(_ context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.State.Raw = req.Plan.Raw
}

func (r *authorizationResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if err := client.DeleteAuthorization(ctx, state.authorization()); err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to take DHCP server "+state.ID.ValueString()+" off the directory's list", err)
	}
}

func parseID(id types.String, diags *diag.Diagnostics) (a windows.Authorization, ok bool) {
	name, address, found := strings.Cut(id.ValueString(), "/")
	a.DNSName = name
	var err error
	if a.Address, err = dhcp.ParseIPv4(address); err != nil || !found || name == "" {
		framework.AddAttributeError(diags, path.Root("id"), "Invalid id of an authorization",
			errors.New("write the name and the address of the server, such as dhcp1.corp.example/10.0.0.10"))
		return a, false
	}
	return a, true
}
