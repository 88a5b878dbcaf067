// Package reservationv6 is a reservation in an IPv6 scope of a Windows DHCP server: the
// resource dhcp_reservation_v6.
package reservationv6

import (
	"context"
	"fmt"
	"math"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/optionattr"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure      = (*reservationResource)(nil)
	_ resource.ResourceWithImportState    = (*reservationResource)(nil)
	_ resource.ResourceWithIdentity       = (*reservationResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*reservationResource)(nil)
	_ resource.ResourceWithValidateConfig = (*reservationResource)(nil)
)

type reservationResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_reservation_v6.
func NewResource() resource.Resource { return &reservationResource{} }

func (r *reservationResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_reservation_v6"
}

func (r *reservationResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A reservation in an IPv6 scope of a Windows DHCP server: one address for one client, which is named by its DUID and its IAID together.\n\n" +
			"An existing reservation is taken over only when it is exactly as configured, with a warning; otherwise import it. A lease of another client at the address ends with the reservation, and so does one that the client holds elsewhere in the scope. " +
			"When the reservation is destroyed, a client that uses it keeps the address as an ordinary lease.",
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, MarkdownDescription: "The address in its shortest form.",
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
			"prefix": schema.StringAttribute{
				Required: true, CustomType: framework.SpelledType[framework.PrefixV6Rule]{}, MarkdownDescription: "Prefix of the scope, such as `dhcp_scope_v6.lab.prefix`. Another one replaces the reservation.",
				PlanModifiers: []planmodifier.String{framework.KeepSpelling[framework.PrefixV6Rule](), stringplanmodifier.RequiresReplace()},
			},
			"address": schema.StringAttribute{
				Required: true, CustomType: framework.SpelledType[framework.IPv6AddressRule]{}, MarkdownDescription: "Address in the prefix, in any spelling. Another one replaces the reservation.",
				PlanModifiers: []planmodifier.String{framework.KeepSpelling[framework.IPv6AddressRule](), stringplanmodifier.RequiresReplace()},
			},
			"client_duid": schema.StringAttribute{
				Required: true, CustomType: framework.SpelledType[framework.ClientDUIDRule]{},
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.ClientDUIDRule]()},
				MarkdownDescription: "DUID of the client in hexadecimal, 3 to 130 bytes, with or without dashes or colons, such as `00-01-00-01-2b-3c-4d-5e-00-15-5d-01-02-01`. It changes in place.",
			},
			"iaid": schema.Int64Attribute{
				Required: true, Validators: []validator.Int64{int64validator.Between(0, math.MaxUint32)},
				MarkdownDescription: "IAID of the client's network interface, 0 to 4294967295 (Windows shows it in `ipconfig /all`). It changes in place.",
			},
			"name": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "Name of the reservation, 1 to 255 characters. Left out: not managed here, and the server gives a new reservation one of its own.",
			},
			"description": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString(""),
				MarkdownDescription: "Description of the reservation, at most 255 characters. Default: empty.",
			},
			"options": optionattr.Attribute(windows.IPv6, "reservation", "24 = [\"corp.example\"]"),
		},
	}
}

func (r *reservationResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() {
		config.validate(&resp.Diagnostics)
		optionattr.Validate(windows.IPv6, config.Options, &resp.Diagnostics)
	}
}

// ModifyPlan plans the id and the options.
func (r *reservationResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	a, ok := framework.AddressV6(plan.Address)
	if ok && !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), types.StringValue(a.String()))...)
	}
	optionattr.Plan(ctx, &r.WindowsResource, "dhcp_reservation_v6", levelOf(a), ok, req, resp)
}

func (r *reservationResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	want := plan.reservation()
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(want.Address.String()), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	plan.validate(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	made, err := client.CreateReservationV6(ctx, want)
	if made != nil {
		plan.take(*made, false)
		plan.Options, err = optionattr.Apply(ctx, client, levelOf(made.Address), optionattr.None, plan.Options, err)
	}
	if err != nil {
		framework.AddCreateError(&resp.Diagnostics, fmt.Sprintf("Unable to create IPv6 DHCP reservation %s", want.Address), err)
	}
	if made != nil {
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *reservationResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	address, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	imported := state.Address.IsNull()
	found, err := client.ReadReservationV6(ctx, address)
	switch {
	case windows.IsNotFound(err) && imported:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no IPv6 DHCP reservation %s to import", address), err)
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
	case err != nil:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to read IPv6 DHCP reservation %s", address), err)
	default:
		state.take(*found, imported)
		if state.Options, err = optionattr.Read(ctx, client, levelOf(address), state.Options); err != nil {
			framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to read the options of IPv6 DHCP reservation %s", address), err)
		}
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

func (r *reservationResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	want := plan.reservation()
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(want.Address.String()), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	updated, err := client.UpdateReservationV6(ctx, want.Address, plan.apply)
	if updated != nil {
		plan.take(*updated, false)
		plan.Options, err = optionattr.Apply(ctx, client, levelOf(want.Address), state.Options, plan.Options, err)
	}
	if err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to update IPv6 DHCP reservation %s", want.Address), err)
	}
	if updated != nil {
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *reservationResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	was := state.reservation()
	if err := client.DeleteReservationV6(ctx, was); err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to delete IPv6 DHCP reservation %s", was.Address), err)
	}
}
