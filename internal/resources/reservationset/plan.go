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
	if !plan.Reservations.IsUnknown() && !creating && plan.Exclusive.ValueBool() {
		kind.Guard(kind.Names(state.entries()), plan.entries(), plan.MaxRemovals.ValueInt64(), &resp.Diagnostics)
	}
	if !r.Configured() || plan.Exclusive.IsUnknown() {
		return
	}
	claimant := "dhcp_reservation"
	if plan.Exclusive.ValueBool() {
		claimant = "dhcp_reservation_set"
	}
	if other := r.Claims().Take(framework.ReservationsOf(scope), claimant); other != "" {
		resp.Diagnostics.AddAttributeError(path.Root("exclusive"), "Managed twice",
			fmt.Sprintf("This set and a %s of this configuration manage reservations of scope %s, and one of the two is exclusive. Put all of them in the exclusive set, or set exclusive = false.", other, scope))
		return
	}
	r.check(ctx, scope, plan, creating, resp)
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
	var have []netip.Addr
	for _, r := range standing {
		have = append(have, r.Address)
	}
	here, strange := kind.Split(have, want)
	if !plan.Exclusive.ValueBool() {
		if len(here) > 0 {
			diags.AddAttributeWarning(path.Root("reservations"), "Reservations exist already",
				fmt.Sprintf("The server has reservations of %s that this set does not manage. Unless they are removed before, the apply will refuse to take them over. Import the set to manage them.", kind.FirstFew(here)))
		}
		return
	}
	kind.Guard(have, want, plan.MaxRemovals.ValueInt64(), diags)
	if n := len(strange); n > 0 {
		diags.AddAttributeWarning(path.Root("exclusive"), "Reservations of the scope are removed",
			fmt.Sprintf("The scope has %d reservations that are not in the map. The set is exclusive, so they are removed when it is made.", n))
	}
}
