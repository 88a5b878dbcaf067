package keareservation

import (
	"context"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

// ValidateConfig checks what needs no server; unknown values pass.
func (r *setResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config setModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	prefix, ok := config.prefix()
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	diags := &resp.Diagnostics
	family := kea.FamilyOf(prefix.Addr())
	kind, entries, identifiers := kind(ctx, family, diags), config.entries(0), map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		e := entries[key]
		entry := path.Root("reservations").AtMapKey(key)
		at := func(name string) path.Path { return entry.AtName(name) }
		e.validateFamily(family, at, diags)
		e.validateIdentifier(family, at, diags)
		keaattr.CheckOptions(ctx, family, e.OptionData, at("option_data"), diags)
		e.validateInside(prefix, at, diags)
		e.validateOneIdentifier(entry, diags)
		if name, known := kind.NameOf(e); known {
			kind.Twice(identifiers, key, attributeOf(name.IdentifierType), name.Identifier, diags)
		}
	}
}

// validateOneIdentifier demands exactly one identifier.
func (m *model) validateOneIdentifier(entry path.Path, diags *diag.Diagnostics) {
	given, unknown := 0, false
	for _, value := range m.identifiers() {
		if !value.IsNull() {
			given++
		}
		unknown = unknown || value.IsUnknown()
	}
	if given == 1 || unknown && given < 2 {
		return
	}
	diags.AddAttributeError(entry, "Invalid attribute combination", fmt.Sprintf("A reservation has exactly one of hw_address, client_id, duid, circuit_id and flex_id, this one has %d.", given))
}

// ModifyPlan plans the id, guards removals, and compares a new set with what stands. It
// only reads, and says nothing when the server cannot be asked.
func (r *setResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan, state setModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	creating := req.State.Raw.IsNull()
	if !creating {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	prefix, ok := plan.prefix()
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	replaced := !creating && state.ID.ValueString() != prefix.String()
	if creating || replaced {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), types.StringValue(prefix.String()))...)
	}
	if replaced {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("subnet_id"), types.Int64Unknown())...)
	}
	if !creating && !replaced && plan.Exclusive.ValueBool() && !plan.Reservations.IsUnknown() {
		kind := kind(ctx, kea.FamilyOf(prefix.Addr()), &resp.Diagnostics)
		id := state.SubnetID.ValueInt64()
		kind.Guard(kind.Names(state.entries(id)), plan.entries(id), plan.MaxRemovals.ValueInt64(), &resp.Diagnostics)
	}
	if !r.Configured() || plan.Exclusive.IsUnknown() {
		return
	}
	claimant := singleType
	if plan.Exclusive.ValueBool() {
		claimant = setType
	}
	claim(r.Claims(), prefix, claimant, path.Root("exclusive"), &resp.Diagnostics)
	if creating || replaced || !plan.Reservations.Equal(state.Reservations) {
		r.check(ctx, prefix, plan, creating || replaced, &resp.Diagnostics)
	}
}

// The kinds of resources that can manage the reservations of a subnet. A set that is not
// exclusive gets along with single ones.
const (
	singleType = "kea_reservation"
	setType    = "kea_reservation_set"
)

// claim refuses an exclusive set beside other resources.
func claim(claims *framework.Claims, subnet netip.Prefix, claimant string, at path.Path, diags *diag.Diagnostics) {
	if other := claims.Take(framework.KeaReservationsOf(subnet), claimant); other != "" {
		diags.AddAttributeError(at, "Managed twice",
			fmt.Sprintf("This resource and a %s of this configuration manage reservations of subnet %s, and one of the two is an exclusive set. Put all of them in the exclusive set, or set exclusive = false.", other, subnet.Masked()))
	}
}

// check compares a plan with the subnet, and a new set with the reservations that stand.
func (r *setResource) check(ctx context.Context, prefix netip.Prefix, plan setModel, creating bool, diags *diag.Diagnostics) {
	client := r.Client(diags)
	subnet, err := client.SubnetByPrefix(ctx, prefix)
	if err != nil {
		return
	}
	id := int64(subnet.Set.ID)
	want := plan.entries(id)
	var ignored []string
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if address, err := netip.ParseAddr(want[key].IPAddress.ValueString()); err == nil && subnet.Ignores(address) {
			ignored = append(ignored, key)
		}
	}
	if len(ignored) > 0 {
		diags.AddAttributeWarning(path.Root("reservations"), "The server ignores reservations",
			fmt.Sprintf("The subnet %s has reservations-out-of-pool true and a pool holds the addresses of %s, or it has reservations-in-subnet false. Kea accepts the reservations and gives the clients other addresses.", prefix, kea.FirstFew(ignored, 5)))
	}
	family := kea.FamilyOf(prefix.Addr())
	if !creating || plan.Reservations.IsUnknown() {
		return
	}
	standing, err := client.SubnetReservations(ctx, family, subnet.Set.ID)
	if err != nil || len(standing) == 0 {
		return
	}
	kind := kind(ctx, family, diags)
	have := make([]kea.ReservationKey, 0, len(standing))
	for _, s := range standing {
		have = append(have, s.ReservationKey)
	}
	here, strange := kind.Split(have, want)
	if plan.Exclusive.ValueBool() {
		kind.Guard(have, want, plan.MaxRemovals.ValueInt64(), diags)
		if len(strange) > 0 {
			diags.AddAttributeWarning(path.Root("exclusive"), "Reservations of the subnet are removed",
				fmt.Sprintf("The subnet has %d reservations that are not in the map. The set is exclusive, so they are removed when it is made.", len(strange)))
		}
		return
	}
	if len(here) > 0 {
		diags.AddAttributeWarning(path.Root("reservations"), "Reservations exist already",
			fmt.Sprintf("The server has reservations of %s that this set does not manage. The apply takes over what is exactly as configured here and refuses the rest. Import the set to manage them.", strings.TrimSpace(kind.FirstFew(here))))
	}
}
