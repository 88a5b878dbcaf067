package keareservation

import (
	"context"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keyed"
)

var (
	_ resource.ResourceWithConfigure      = (*setResource)(nil)
	_ resource.ResourceWithImportState    = (*setResource)(nil)
	_ resource.ResourceWithIdentity       = (*setResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*setResource)(nil)
	_ resource.ResourceWithValidateConfig = (*setResource)(nil)
)

// Longest times of the operations of a set, unless the timeouts attribute says otherwise.
const (
	setReadTimeout  = 5 * time.Minute
	setWriteTimeout = 30 * time.Minute
)

type setResource struct {
	framework.Importable
	framework.KeaResource
}

// NewSetResource makes the resource kea_reservation_set.
func NewSetResource() resource.Resource { return &setResource{} }

func (r *setResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "kea_reservation_set"
}

func (r *setResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan setModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	prefix, _ := plan.prefix()
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(prefix.String()), &resp.Diagnostics)
	timeout, diags := plan.Timeouts.Create(ctx, setWriteTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if done := r.apply(ctx, &plan, setModel{}, &resp.Diagnostics); done {
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *setResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state setModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	timeout, diags := state.Timeouts.Read(ctx, setReadTimeout)
	resp.Diagnostics.Append(diags...)
	client := r.Client(&resp.Diagnostics)
	imported := state.Subnet.IsNull()
	prefix, err := netip.ParsePrefix(state.ID.ValueString())
	if err != nil || prefix.Masked().String() != state.ID.ValueString() {
		resp.Diagnostics.AddAttributeError(path.Root("id"), "Invalid reservation set id", fmt.Sprintf("A set is imported by the prefix of its subnet, such as 192.0.2.0/24, not by %q.", state.ID.ValueString()))
	}
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	subnet, err := client.SubnetByPrefix(ctx, prefix)
	var found []kea.Reservation
	if err == nil {
		found, err = client.SubnetReservations(ctx, kea.FamilyOf(prefix.Addr()), subnet.Set.ID)
	}
	switch {
	case kea.KindOf(err) == kea.KindNotFound && imported:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no Kea subnet %s to import reservations of", prefix), err)
		return
	case kea.KindOf(err) == kea.KindNotFound:
		resp.State.RemoveResource(ctx)
		return
	case err != nil:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to read the reservations of Kea subnet %s", prefix), err)
		return
	}
	state.take(ctx, prefix, subnet.Set.ID, found, imported, &resp.Diagnostics)
	state.comparePeers(ctx, client, found, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

// take fills the state with what stands of the map, and with everything else of the subnet
// when the set is exclusive or imported.
func (m *setModel) take(ctx context.Context, prefix netip.Prefix, subnetID uint32, found []kea.Reservation, imported bool, diags *diag.Diagnostics) {
	m.SubnetID = types.Int64Value(int64(subnetID))
	kind := kind(ctx, kea.FamilyOf(prefix.Addr()), diags)
	if imported {
		m.Subnet = framework.SpelledValue[framework.SubnetPrefixRule](prefix.String())
		m.Exclusive, m.MaxRemovals = types.BoolValue(false), types.Int64Value(keyed.DefaultRemovals)
	}
	have := m.entries(m.SubnetID.ValueInt64())
	if imported || m.Exclusive.ValueBool() {
		m.setEntries(kind.All(have, byKey(found)))
		return
	}
	m.setEntries(kind.Keep(have, byKey(found)))
}

// comparePeers looks whether the peers of a pair have what the first one has of the map.
func (m *setModel) comparePeers(ctx context.Context, client *kea.Client, found []kea.Reservation, diags *diag.Diagnostics) {
	prefix, _ := m.prefix()
	family := kea.FamilyOf(prefix.Addr())
	reservations := byKey(found)
	managed, _ := kind(ctx, family, diags).Split(slices.Collect(maps.Keys(reservations)), m.entries(m.SubnetID.ValueInt64()))
	list := make([]kea.Reservation, 0, len(managed))
	for _, key := range managed {
		list = append(list, reservations[key])
	}
	differing, err := client.PeersWithoutReservation(ctx, family, list...)
	if err != nil {
		framework.AddError(diags, fmt.Sprintf("Unable to compare the peers that have Kea subnet %s", prefix), err)
		return
	}
	m.DifferingPeers = keaattr.Peers(differing)
}

func (r *setResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state setModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	timeout, diags := plan.Timeouts.Update(ctx, setWriteTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if done := r.apply(ctx, &plan, state, &resp.Diagnostics); done {
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

// Delete removes the reservations of the map, and no other.
func (r *setResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state setModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	timeout, diags := state.Timeouts.Delete(ctx, setWriteTimeout)
	resp.Diagnostics.Append(diags...)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	prefix, _ := state.prefix()
	family := kea.FamilyOf(prefix.Addr())
	kind, have := kind(ctx, family, &resp.Diagnostics), state.entries(state.SubnetID.ValueInt64())
	result, warning, err := client.ApplyReservations(ctx, family, kea.ReservationSet{SubnetID: uint32(state.SubnetID.ValueInt64()), Owned: kind.Names(have)})
	framework.AddKeaWarning(&resp.Diagnostics, warning)
	if err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to delete the reservations of Kea subnet %s", prefix), err)
		return
	}
	kind.Report(have, result.Failed, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		state.setEntries(kind.Keep(have, byKey(result.Now)))
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

// apply carries out a plan and fills it with what stands afterwards. It returns false when
// that is not known: the state stays as it was.
func (r *setResource) apply(ctx context.Context, plan *setModel, state setModel, diags *diag.Diagnostics) (done bool) {
	client := r.Client(diags)
	prefix, _ := plan.prefix()
	family := kea.FamilyOf(prefix.Addr())
	if diags.HasError() {
		return false
	}
	subnet, err := client.SubnetByPrefix(ctx, prefix)
	if err != nil {
		framework.AddAttributeError(diags, path.Root("subnet"), "Unable to find the subnet of the reservation set", err)
		return false
	}
	id := int64(subnet.Set.ID)
	kind, want, have := kind(ctx, family, diags), plan.entries(id), state.entries(id)
	set := kea.ReservationSet{SubnetID: subnet.Set.ID, Owned: kind.Names(have), Exclusive: plan.Exclusive.ValueBool(), MaxRemovals: int(plan.MaxRemovals.ValueInt64())}
	for _, e := range want {
		set.Wanted = append(set.Wanted, e.toKea(ctx, diags))
	}
	if diags.HasError() {
		return false
	}
	result, warning, err := client.ApplyReservations(ctx, family, set)
	framework.AddKeaWarning(diags, warning)
	if err != nil {
		framework.AddError(diags, fmt.Sprintf("Unable to apply the reservations of Kea subnet %s", prefix), err)
		return false
	}
	plan.DifferingPeers = keaattr.NoPeers()
	plan.ID, plan.SubnetID = types.StringValue(prefix.String()), types.Int64Value(id)
	all := kind.Merge(want, have)
	kind.Report(all, result.Failed, diags)
	if !diags.HasError() {
		plan.setEntries(kind.Keep(want, byKey(result.Now)))
		return true
	}
	plan.setEntries(kind.Keep(all, byKey(result.Now)))
	if state.ID.IsNull() {
		diags.AddWarning("The reservation set is marked as tainted",
			"Terraform would remove what was made and make everything anew. To keep it: terraform untaint the resource, and apply again, which makes only what is missing.")
	}
	return true
}
