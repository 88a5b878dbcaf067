// Package keareservation is the host reservation of a Kea server: the resource
// kea_reservation and the data source kea_reservations.
package keareservation

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

var (
	_ resource.ResourceWithConfigure        = (*reservationResource)(nil)
	_ resource.ResourceWithConfigValidators = (*reservationResource)(nil)
	_ resource.ResourceWithImportState      = (*reservationResource)(nil)
	_ resource.ResourceWithModifyPlan       = (*reservationResource)(nil)
	_ resource.ResourceWithValidateConfig   = (*reservationResource)(nil)
)

type reservationResource struct {
	framework.KeaResource
	framework.Importable
}

// NewResource makes the resource kea_reservation.
func NewResource() resource.Resource { return &reservationResource{} }

func (r *reservationResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "kea_reservation"
}

func (r *reservationResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schemaOf()
}

func (r *reservationResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.locate(ctx, client, &resp.Diagnostics)
	want := plan.toKea(ctx, &resp.Diagnostics)
	allocation := plan.allocation(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	made, warning, err := client.CreateReservation(ctx, plan.family(), want, allocation)
	framework.AddKeaWarning(&resp.Diagnostics, warning)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to create Kea reservation "+want.String(), err)
		return
	}
	plan.fromKea(ctx, made, &resp.Diagnostics)
	framework.SetIdentity(ctx, resp.Identity, plan.ID, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (r *reservationResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	key, err := state.key()
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to read Kea reservation "+state.ID.ValueString(), err)
		return
	}
	found, err := client.Reservation(ctx, state.family(), key)
	if kea.KindOf(err) == kea.KindNotFound {
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to read Kea reservation "+key.String(), err)
		return
	}
	state.fromKea(ctx, found, &resp.Diagnostics)
	differing, err := client.PeersWithoutReservation(ctx, state.family(), found)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to compare the peers that have Kea reservation "+key.String(), err)
		return
	}
	state.DifferingPeers = keaattr.Peers(differing)
	state.nameSubnet(ctx, client, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

func (r *reservationResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, plan.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	want := plan.toKea(ctx, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	changed, warning, err := client.UpdateReservation(ctx, plan.family(), want)
	framework.AddKeaWarning(&resp.Diagnostics, warning)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to update Kea reservation "+want.String(), err)
		return
	}
	plan.fromKea(ctx, changed, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (r *reservationResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	key, err := state.key()
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to delete Kea reservation "+state.ID.ValueString(), err)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	warning, err := client.DeleteReservation(ctx, state.family(), key)
	framework.AddKeaWarning(&resp.Diagnostics, warning)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to delete Kea reservation "+key.String(), err)
	}
}

// locate finds the subnet's id when the plan could not.
func (m *model) locate(ctx context.Context, client *kea.Client, diags *diag.Diagnostics) {
	if !m.SubnetID.IsUnknown() {
		m.nameSubnet(ctx, client, diags)
		return
	}
	prefix, err := netip.ParsePrefix(m.Subnet.ValueString())
	if err != nil {
		framework.AddAttributeError(diags, path.Root("subnet"), "Invalid subnet", err)
		return
	}
	subnet, err := client.SubnetByPrefix(ctx, prefix)
	if err != nil {
		framework.AddAttributeError(diags, path.Root("subnet"), "Unable to find the subnet of the reservation", err)
		return
	}
	m.SubnetID, m.Global = types.Int64Value(int64(subnet.Set.ID)), types.BoolValue(false)
}

// nameSubnet fills in the prefix where the configuration gives the id, or at an import.
func (m *model) nameSubnet(ctx context.Context, client *kea.Client, diags *diag.Diagnostics) {
	if !m.Subnet.IsNull() && !m.Subnet.IsUnknown() {
		return
	}
	m.Subnet = framework.SpelledNull[framework.SubnetPrefixRule]()
	if m.SubnetID.ValueInt64() == 0 {
		return
	}
	subnet, err := client.Subnet(ctx, m.family(), uint32(m.SubnetID.ValueInt64()))
	if err != nil {
		framework.AddAttributeError(diags, path.Root("subnet_id"), fmt.Sprintf("Unable to find the subnet %d of the reservation", m.SubnetID.ValueInt64()), err)
		return
	}
	m.Subnet = framework.SpelledValue[framework.SubnetPrefixRule](subnet.Set.Prefix.String())
}
