package scope

import (
	"context"
	"fmt"
	"net/netip"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// ModifyPlan plans the id, and warns of the clients that the plan would cut off. It only
// reads, and it says nothing when the server cannot be asked: the apply will.
func (r *scopeResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		r.planDestroy(ctx, req, resp)
		return
	}
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if network, ok := framework.Address(plan.Network); ok {
		for _, name := range []string{"id", "scope_id"} {
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root(name), types.StringValue(network.String()))...)
		}
	}
	r.claim(plan, &resp.Diagnostics)
	if !plan.Replicated.ValueBool() {
		// Known beforehand: an apply that cannot copy the scope to its partner fails.
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("replicated"), true)...)
	}
	if req.State.Raw.IsNull() {
		r.planCreate(ctx, plan, resp)
		return
	}
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if !resp.Diagnostics.HasError() {
		r.planUpdate(ctx, state, plan, resp)
	}
}

// planCreate warns of a scope that is in the way. It is no error: the plan may remove
// that scope, and Create refuses it otherwise.
func (r *scopeResource) planCreate(ctx context.Context, plan model, resp *resource.ModifyPlanResponse) {
	network, ok := framework.Address(plan.Network)
	length, err := dhcp.ParseMask(plan.SubnetMask.ValueString())
	if !ok || err != nil || !r.Configured() {
		return
	}
	subnet, err := dhcp.NewSubnet(network, length)
	if err != nil {
		return
	}
	existing, err := r.Client(&resp.Diagnostics).ScopeInTheWay(ctx, subnet)
	switch {
	case err != nil || !existing.IsValid():
	case existing.Addr() == network:
		resp.Diagnostics.AddAttributeWarning(path.Root("network"), "The scope exists already",
			fmt.Sprintf("The server has a scope %s that this configuration does not manage. Unless it is exactly as configured here, or is removed before, the apply will refuse to take it over. To manage it: terraform import dhcp_scope.… %s", existing, network))
	default:
		resp.Diagnostics.AddAttributeWarning(path.Root("network"), "The scope overlaps another",
			fmt.Sprintf("The server has the scope %s, which overlaps %s. Unless it is removed before, the server will refuse the new one.", existing, subnet))
	}
}

func (r *scopeResource) planUpdate(ctx context.Context, state, plan model, resp *resource.ModifyPlanResponse) {
	id, ok := framework.Address(state.Network)
	if !ok || !r.Configured() {
		return
	}
	if client := r.Client(&resp.Diagnostics); client.HasPartner() {
		// What keeps the partner from being read is told by the relationship.
		if drift, err := client.CompareScope(ctx, id); err == nil && drift != nil {
			framework.WarnOfDrift(&resp.Diagnostics, *drift)
		}
	}
	if plan.replaces(state) {
		r.warnOfLoss(ctx, id, "replaced", "All leases and reservations of the scope are lost: its clients get other addresses, or none while the new scope is not there.", &resp.Diagnostics)
		return
	}
	before, ok := state.leases(ctx)
	after, ok2 := plan.leases(ctx)
	retyped := canonical(plan.Type) != canonical(state.Type)
	shrunk := ok && ok2 && shrinks(before, after)
	if !retyped && !shrunk {
		return
	}
	clients, err := r.Client(&resp.Diagnostics).ReadScopeUse(ctx, id)
	if err != nil {
		return
	}
	if retyped && inUse(clients) {
		resp.RequiresReplace = append(resp.RequiresReplace, path.Root("type"))
		warnOfClients(id, "replaced", "The server does not convert a scope whose addresses clients hold, so the scope is replaced and all its leases are lost.", clients, &resp.Diagnostics)
		return
	}
	if shrunk {
		warnOfCutOff(id, before, after, clients, &resp.Diagnostics)
	}
}

func (r *scopeResource) planDestroy(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	id, ok := framework.Address(state.Network)
	if !ok || resp.Diagnostics.HasError() || !r.Configured() {
		return
	}
	consequence := "The server will refuse to remove a scope with active leases. Set force_destroy = true in a change of its own first, or remove the leases."
	if state.ForceDestroy.ValueBool() {
		consequence = "force_destroy is set, so the leases are lost and the clients keep their addresses only until they renew."
	}
	r.warnOfLoss(ctx, id, "destroyed", consequence, &resp.Diagnostics)
}

// warnOfLoss warns when a scope that goes away has clients.
func (r *scopeResource) warnOfLoss(ctx context.Context, id netip.Addr, fate, consequence string, diags *diag.Diagnostics) {
	clients, err := r.Client(diags).ReadScopeUse(ctx, id)
	if err == nil && inUse(clients) {
		warnOfClients(id, fate, consequence, clients, diags)
	}
}

func warnOfClients(id netip.Addr, fate, consequence string, c windows.ScopeUse, diags *diag.Diagnostics) {
	diags.AddWarning(fmt.Sprintf("DHCP scope %s with clients is %s", id, fate),
		fmt.Sprintf("The scope has %s. %s", describe(c), consequence))
}

func inUse(c windows.ScopeUse) bool { return len(c.Leased)+len(c.Reserved) > 0 }

func describe(c windows.ScopeUse) string {
	text := func(n int, word string) string {
		if n == 1 {
			return "1 " + word
		}
		return fmt.Sprintf("%d %ss", n, word)
	}
	all := slices.Concat(c.Leased, c.Reserved)
	slices.SortFunc(all, netip.Addr.Compare)
	return fmt.Sprintf("%s and %s (%s)", text(len(c.Leased), "active lease"), text(len(c.Reserved), "reservation"), dhcp.FirstFew(slices.Compact(all), 5))
}

// replaces tells whether the plan changes what cannot be changed in place.
func (m model) replaces(state model) bool {
	return !m.Network.Equal(state.Network) || !m.SubnetMask.Equal(state.SubnetMask)
}

// leases tells what the scope leases: its range and the exclusions in it. ok is false
// while something of it is not known.
func (m model) leases(ctx context.Context) (s windows.Scope, ok bool) {
	start, ok := framework.Address(m.StartRange)
	end, ok2 := framework.Address(m.EndRange)
	if !ok || !ok2 || m.Exclusions.IsUnknown() {
		return s, false
	}
	excluded, diags := exclusionRanges(ctx, m.Exclusions)
	return windows.Scope{Pool: dhcp.Range{Start: start, End: end}, Exclusions: excluded}, !diags.HasError()
}

// shrinks tells whether addresses that were leased before are not any more.
func shrinks(before, after windows.Scope) bool {
	for _, r := range before.Pool.Subtract(before.Exclusions...) {
		if len(r.Subtract(after.Pool.Subtract(after.Exclusions...)...)) > 0 {
			return true
		}
	}
	return false
}

// warnOfCutOff names the clients whose addresses the scope will not lease any more.
func warnOfCutOff(id netip.Addr, before, after windows.Scope, use windows.ScopeUse, diags *diag.Diagnostics) {
	var cut windows.ScopeUse
	cut.Leased, cut.Reserved = use.CutOff(before, after)
	if inUse(cut) {
		diags.AddAttributeWarning(path.Root("start_range"), "Clients outside the new range of the scope",
			fmt.Sprintf("Scope %s will no longer lease the addresses of %s. Clients with a lease keep the address until they renew it.", id, describe(cut)))
	}
}
