package scopev6

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// ModifyPlan plans the id and the times that follow from others, and warns of the clients
// of a scope that goes away. It only reads.
func (r *scopeResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var config, plan, state model
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if req.Plan.Raw.IsNull() {
		r.warnOfLoss(ctx, state, "destroyed", &resp.Diagnostics)
		return
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	planTimes(ctx, config, plan, resp)
	prefix, ok := framework.AddressV6(plan.Prefix)
	if !ok {
		return
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), types.StringValue(prefix.String()))...)
	switch before, ok := framework.AddressV6(state.Prefix); {
	case !ok:
		r.warnOfExisting(ctx, prefix, &resp.Diagnostics)
	case before != prefix:
		r.warnOfLoss(ctx, state, "replaced", &resp.Diagnostics)
	}
}

// planTimes plans a T1 or T2 that the configuration leaves out from the preferred
// lifetime, as the server does when that changes.
func planTimes(ctx context.Context, config, plan model, resp *resource.ModifyPlanResponse) {
	preferred, err := dhcp.ParseLeaseDuration(plan.PreferredLifetime.ValueString())
	if err != nil || plan.PreferredLifetime.IsUnknown() {
		return
	}
	t1, t2 := dhcp.RenewalsV6(preferred)
	for _, one := range []struct {
		name            string
		config, planned framework.LeaseDuration
		want            dhcp.LeaseDuration
	}{{"t1", config.T1, plan.T1, t1}, {"t2", config.T2, plan.T2, t2}} {
		text, known := one.planned.Canonical()
		if one.config.IsNull() && (!known || text != one.want.String()) {
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root(one.name), one.want.String())...)
		}
	}
}

// warnOfExisting warns of a scope that is in the way. It is no error: the plan may remove
// that scope, and Create refuses it otherwise.
func (r *scopeResource) warnOfExisting(ctx context.Context, prefix netip.Addr, diags *diag.Diagnostics) {
	if !r.Configured() {
		return
	}
	if _, err := r.Client(diags).ReadScopeV6(ctx, prefix); err == nil {
		diags.AddAttributeWarning(path.Root("prefix"), "The IPv6 scope exists already",
			fmt.Sprintf("The server has a scope %s that this configuration does not manage. Unless it is removed before, the apply will refuse to take it over. To manage it: terraform import dhcp_scope_v6.… %s", prefix, prefix))
	}
}

// warnOfLoss warns when a scope that goes away has clients.
func (r *scopeResource) warnOfLoss(ctx context.Context, state model, fate string, diags *diag.Diagnostics) {
	prefix, ok := framework.AddressV6(state.Prefix)
	if !ok || !r.Configured() {
		return
	}
	leases, err := r.Client(diags).ReadLeasesV6(ctx, prefix)
	if err != nil || len(leases) == 0 {
		return
	}
	consequence := "The server will refuse to remove a scope whose addresses clients hold. Set force_destroy = true in a change of its own first, or remove the leases."
	if state.ForceDestroy.ValueBool() {
		consequence = "force_destroy is set, so all of it is lost and the clients keep their addresses only until they renew."
	}
	diags.AddWarning(fmt.Sprintf("IPv6 DHCP scope %s with clients is %s", prefix, fate), fmt.Sprintf("The scope has %s. %s", describe(leases), consequence))
}

func describe(leases []windows.LeaseV6) string {
	addrs, held := make([]netip.Addr, len(leases)), 0
	for i, l := range leases {
		addrs[i] = l.Address
		if l.Held(time.Now()) {
			held++
		}
	}
	return fmt.Sprintf("%d leases and reservations, %d of them in use (%s)", len(leases), held, dhcp.FirstFew(addrs, 5))
}
