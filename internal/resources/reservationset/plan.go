package reservationset

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// ModifyPlan plans the id, guards removals, and checks addresses against the scope. It
// only reads, and says nothing when the server cannot be asked.
func (r *setResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	creating := req.State.Raw.IsNull()
	if !creating {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
		framework.PlanReplicated(ctx, plan.Replicated, &resp.Plan, &resp.Diagnostics)
	}
	scope, ok := framework.Address(plan.ScopeID)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), types.StringValue(scope.String()))...)
	if !plan.Reservations.IsUnknown() && !creating {
		guard(plan, addressesOf(state.entries()), plan.entries(), &resp.Diagnostics)
	}
	if !r.Configured() || plan.Exclusive.IsUnknown() {
		return
	}
	kind := "dhcp_reservation"
	if plan.Exclusive.ValueBool() {
		kind = "dhcp_reservation_set"
	}
	if other := r.Claims().Take(framework.ReservationsOf(scope), kind); other != "" {
		resp.Diagnostics.AddAttributeError(path.Root("exclusive"), "Managed twice",
			fmt.Sprintf("This set and a %s of this configuration manage reservations of scope %s, and one of the two is exclusive. Put all of them in the exclusive set, or set exclusive = false.", other, scope))
		return
	}
	r.check(ctx, scope, plan, creating, resp)
}

// guard refuses a plan of an exclusive set that would remove too many reservations.
func guard(plan model, have []netip.Addr, want map[string]entry, diags *diag.Diagnostics) {
	planned := map[netip.Addr]bool{}
	for _, a := range addressesOf(want) {
		planned[a] = true
	}
	var gone []netip.Addr
	for _, a := range have {
		if !planned[a] {
			gone = append(gone, a)
		}
	}
	if most := plan.MaxRemovals.ValueInt64(); plan.Exclusive.ValueBool() && int64(len(gone)) > most {
		diags.AddAttributeError(path.Root("max_removals"), "Too many reservations would be removed",
			fmt.Sprintf("The plan removes %d reservations (%s), and at most %d may be removed at once. Add them to the map, or raise max_removals when this is meant.", len(gone), dhcp.FirstFew(gone, 5), most))
	}
}

// check compares a plan with the scope, and a new set with the reservations that stand.
func (r *setResource) check(ctx context.Context, scope netip.Addr, plan model, creating bool, resp *resource.ModifyPlanResponse) {
	client := r.Client(&resp.Diagnostics)
	found, err := client.ReadScopePlain(ctx, scope)
	if err != nil {
		return
	}
	want := plan.entries()
	for _, key := range sortedKeys(want) {
		a, ok := framework.Address(want[key].Address)
		if !ok {
			continue
		}
		if err := dhcp.CheckHost(found.Subnet, a); err != nil {
			framework.AddAttributeError(&resp.Diagnostics, path.Root("reservations").AtMapKey(key).AtName("address"), invalid, err)
		}
	}
	if !creating || plan.Reservations.IsUnknown() {
		return
	}
	standing, err := client.ListReservations(ctx, scope)
	if err != nil || len(standing) == 0 {
		return
	}
	r.checkStanding(plan, want, standing, &resp.Diagnostics)
}

// checkStanding says what becomes of reservations that stand when a set is made.
func (r *setResource) checkStanding(plan model, want map[string]entry, standing []windows.Reservation, diags *diag.Diagnostics) {
	var have, taken []netip.Addr
	planned := map[netip.Addr]bool{}
	for _, a := range addressesOf(want) {
		planned[a] = true
	}
	for _, s := range standing {
		have = append(have, s.Address)
		if planned[s.Address] {
			taken = append(taken, s.Address)
		}
	}
	if !plan.Exclusive.ValueBool() {
		if len(taken) > 0 {
			diags.AddAttributeWarning(path.Root("reservations"), "Reservations exist already",
				fmt.Sprintf("The server has reservations of %s that this set does not manage. Unless they are removed before, the apply will refuse to take them over. Import the set to manage them.", dhcp.FirstFew(taken, 5)))
		}
		return
	}
	guard(plan, have, want, diags)
	if n := len(have) - len(taken); n > 0 {
		diags.AddAttributeWarning(path.Root("exclusive"), "Reservations of the scope are removed",
			fmt.Sprintf("The scope has %d reservations that are not in the map. The set is exclusive, so they are removed when it is made.", n))
	}
}
