// Package reservation is the reservation of an address of a Windows DHCP server: the
// resource dhcp_reservation and the data source dhcp_reservations.
package reservation

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
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

// NewResource makes the resource dhcp_reservation.
func NewResource() resource.Resource { return &reservationResource{} }

func (r *reservationResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_reservation"
}

func (r *reservationResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schemaOf()
}

func (r *reservationResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() {
		config.validate(&resp.Diagnostics)
		optionattr.Validate(windows.IPv4, config.Options, &resp.Diagnostics)
	}
}

func (r *reservationResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(plan.Address.ValueString()), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, plan.Replicate)
	if resp.Diagnostics.HasError() {
		return
	}
	want, create := plan.reservation(), client.CreateReservation
	if !want.Address.IsValid() {
		create = client.CreateReservationOnFree
	}
	made, err := create(ctx, want)
	err = client.Completed(ctx, want.Scope, err)
	if made != nil {
		plan.take(*made)
		plan.Options, err = optionattr.Apply(ctx, client, plan.level(), optionattr.None, plan.Options, err)
	}
	if err != nil {
		framework.AddCreateError(&resp.Diagnostics, fmt.Sprintf("Unable to create DHCP reservation of %s in scope %s", plan.named(), want.Scope), err)
	}
	if made != nil {
		framework.SetIdentity(ctx, resp.Identity, types.StringValue(made.Address.String()), &resp.Diagnostics)
		plan.Replicated = framework.Replicated(err)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *reservationResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	address, ok := addressOf(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	scope, managed := framework.Address(state.ScopeID)
	found, err := client.ReadReservation(ctx, scope, address)
	switch {
	case windows.IsNotFound(err) && !managed:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no DHCP reservation %s to import", address), err)
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
	case err != nil:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to read DHCP reservation %s", address), err)
	default:
		if !managed {
			state.Name, state.Replicated = framework.ImportedText(found.Name), types.BoolValue(true)
		}
		state.take(*found)
		if state.Options, err = optionattr.Read(ctx, client, state.level(), state.Options); err != nil {
			framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to read the options of DHCP reservation %s", address), err)
		}
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

func (r *reservationResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, plan.Replicate)
	if resp.Diagnostics.HasError() {
		return
	}
	want := plan.reservation()
	update := windows.ReservationUpdate{
		Scope: want.Scope, Address: want.Address, ClientID: want.ClientID, Description: want.Description, Type: want.Type,
		Replicate: !state.Replicated.ValueBool(),
	}
	if !plan.Name.IsNull() {
		update.Name = &want.Name
	}
	now, err := client.UpdateReservation(ctx, update)
	if now != nil {
		plan.take(*now)
		plan.Options, err = optionattr.Apply(ctx, client, plan.level(), state.Options, plan.Options, err)
	}
	if err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to update DHCP reservation %s", want.Address), err)
	}
	if now != nil {
		plan.Replicated = framework.Replicated(err)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *reservationResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, state.Replicate)
	if resp.Diagnostics.HasError() {
		return
	}
	have := state.reservation()
	if err := client.DeleteReservation(ctx, have.Scope, have.Address, have.ClientID); err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to delete DHCP reservation %s", have.Address), err)
	}
}

// addressOf reads the id of a reservation, which is its address.
func addressOf(id types.String, diags *diag.Diagnostics) (netip.Addr, bool) {
	a, err := dhcp.ParseIPv4(id.ValueString())
	if err != nil {
		diags.AddError("Invalid reservation id", framework.Sentence(fmt.Errorf("%w: a reservation is imported by its address, such as 10.1.0.50", err)))
	}
	return a, err == nil
}
