package failover

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

// Defaults of the cmdlet Add-DhcpServerv4Failover.
const (
	defaultReserve     = 5
	defaultLoadBalance = 50
)

// ModifyPlan fills in the defaults of the mode, claims the scopes, and decides whether a
// new partner or role makes the relationship anew. It only reads.
func (r *failoverResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	r.claim(plan, &resp.Diagnostics)
	plan.fillDefaults(config)
	plan.ID = plan.Name
	if !req.State.Raw.IsNull() {
		var state model
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
		if resp.Diagnostics.HasError() {
			return
		}
		r.planUpdate(ctx, state, &plan, resp)
		r.warnOfDrift(ctx, state.Name.ValueString(), &resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.Plan.Set(ctx, &plan)...)
}

// fillDefaults plans what the configuration leaves to the mode.
func (m *model) fillDefaults(config model) {
	standby, ok := m.hotStandby()
	if !ok {
		return
	}
	if config.AutoStateTransition.IsNull() && !m.StateSwitchInterval.IsUnknown() {
		m.AutoStateTransition = types.BoolValue(!m.StateSwitchInterval.IsNull())
	}
	if !standby {
		m.ServerRole, m.ReservePercent = framework.SpelledNull[framework.FailoverRoleRule](), types.Int64Null()
		if config.LoadBalancePercent.IsNull() {
			m.LoadBalancePercent = types.Int64Value(defaultLoadBalance)
		}
		return
	}
	m.LoadBalancePercent = types.Int64Null()
	if config.ServerRole.IsNull() {
		m.ServerRole = framework.SpelledValue[framework.FailoverRoleRule]("Active")
	}
	if config.ReservePercent.IsNull() {
		m.ReservePercent = types.Int64Value(defaultReserve)
	}
}

func (r *failoverResource) planUpdate(ctx context.Context, state model, plan *model, resp *resource.ModifyPlanResponse) {
	var anew []path.Path
	if !plan.Name.Equal(state.Name) {
		anew = append(anew, path.Root("name"))
	}
	if known(plan.PartnerServer) && !plan.PartnerServer.Equal(state.PartnerServer) {
		if r.samePartner(ctx, state, *plan) {
			plan.PartnerServer = state.PartnerServer
		} else {
			anew = append(anew, path.Root("partner_server"))
		}
	}
	before, _ := state.ServerRole.Canonical()
	after, ok := plan.ServerRole.Canonical()
	// A relationship that balanced the load has its maker as the active server.
	if before == "" {
		before = "Active"
	}
	if ok && before != after {
		anew = append(anew, path.Root("server_role"))
	}
	if len(anew) == 0 {
		return
	}
	resp.RequiresReplace = append(resp.RequiresReplace, anew...)
	resp.Diagnostics.AddAttributeWarning(anew[0], "The failover relationship is made anew",
		fmt.Sprintf("The server cannot change %s of a relationship in place. All scopes of %q leave it, which deletes them on the partner, and join again: until that is done, this server alone serves them.",
			anew[0], state.Name.ValueString()))
}

// samePartner tells whether two spellings name the same partner: as far as the text shows,
// or by the names that the server knows its partner by.
func (r *failoverResource) samePartner(ctx context.Context, state, plan model) bool {
	if dhcp.SameHost(state.PartnerServer.ValueString(), plan.PartnerServer.ValueString()) {
		return true
	}
	if !r.Configured() {
		return false
	}
	var ignored diag.Diagnostics
	f, err := r.Client(&ignored).ReadFailover(ctx, state.Name.ValueString())
	return err == nil && dhcp.SameHostAsAny(plan.PartnerServer.ValueString(), f.PartnerNames...)
}

// claim refuses a relationship whose memberships single resources manage.
func (r *failoverResource) claim(plan model, diags *diag.Diagnostics) {
	if claims := r.Claims(); claims != nil && known(plan.Name) {
		if other := claims.Take(framework.MembersOf(plan.Name.ValueString()), "dhcp_failover"); other != "" {
			diags.AddAttributeError(path.Root("scope_ids"), invalid,
				fmt.Sprintf("The scopes of the relationship %q are managed by %s as well. Each would undo the other's work: keep one of the two.", plan.Name.ValueString(), other))
		}
	}
}

// warnOfDrift warns of scopes that differ on the partner, where that can be read.
func (r *failoverResource) warnOfDrift(ctx context.Context, name string, diags *diag.Diagnostics) {
	if !r.Configured() || !r.Client(diags).HasPartner() {
		return
	}
	client := r.Client(diags)
	f, err := client.ReadFailover(ctx, name)
	if err != nil {
		return
	}
	drifts, err := client.ComparePartner(ctx, *f)
	if err != nil {
		diags.AddWarning(fmt.Sprintf("Unable to compare the failover relationship %s with the partner", name), framework.Detail(err))
		return
	}
	framework.WarnOfDrift(diags, drifts...)
}
