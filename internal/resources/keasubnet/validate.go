package keasubnet

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

func (r *subnetResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() || !config.prefix().IsValid() {
		return
	}
	config.validateFamily(&resp.Diagnostics)
	config.validatePools(ctx, &resp.Diagnostics)
	config.validateTimers(&resp.Diagnostics)
}

func (m *model) validateFamily(diags *diag.Diagnostics) {
	var wrong map[string]bool
	if m.family() == kea.V4 {
		wrong = map[string]bool{"pd_pools": !m.PDPools.IsNull(), "preferred_lifetime": !m.PreferredLifetime.IsNull(), "min_preferred_lifetime": !m.MinPreferredLifetime.IsNull(), "max_preferred_lifetime": !m.MaxPreferredLifetime.IsNull()}
	} else {
		wrong = map[string]bool{"next_server": !m.NextServer.IsNull(), "server_hostname": !m.ServerHostname.IsNull(), "boot_file_name": !m.BootFileName.IsNull()}
	}
	for name, set := range wrong {
		if set {
			diags.AddAttributeError(path.Root(name), "Invalid attribute combination", fmt.Sprintf("%s does not belong to a subnet of %s.", name, m.family().Service()))
		}
	}
}

// validatePools refuses pools outside of the subnet and pools that overlap.
func (m *model) validatePools(ctx context.Context, diags *diag.Diagnostics) {
	if m.Pools.IsNull() || m.Pools.IsUnknown() {
		return
	}
	var seen []kea.AddressRange
	for i, pool := range decode[poolModel](ctx, m.Pools, diags) {
		r, err := kea.ParseRange(pool.Pool.ValueString())
		if err != nil {
			continue // unknown, or reported by the attribute's type
		}
		at := path.Root("pools").AtListIndex(i).AtName("pool")
		if !m.prefix().Contains(r.First) || !m.prefix().Contains(r.Last) {
			diags.AddAttributeError(at, "Pool outside of the subnet", fmt.Sprintf("%s is not in the subnet %s.", r, m.prefix()))
		}
		for _, other := range seen {
			if other.Contains(r.First) || r.Contains(other.First) {
				diags.AddAttributeError(at, "Pools overlap", fmt.Sprintf("%s overlaps with %s.", r, other))
			}
		}
		seen = append(seen, r)
	}
}

// validateTimers refuses what Kea refuses, or takes and cannot mean.
func (m *model) validateTimers(diags *diag.Diagnostics) {
	ordered := func(low, high types.Int64, name, text string) {
		if !low.IsNull() && !low.IsUnknown() && !high.IsNull() && !high.IsUnknown() && low.ValueInt64() > high.ValueInt64() {
			diags.AddAttributeError(path.Root(name), "Lifetimes contradict each other", fmt.Sprintf("%s (%d and %d seconds).", text, low.ValueInt64(), high.ValueInt64()))
		}
	}
	ordered(m.MinValidLifetime, m.ValidLifetime, "min_valid_lifetime", "min_valid_lifetime is above valid_lifetime")
	ordered(m.ValidLifetime, m.MaxValidLifetime, "max_valid_lifetime", "valid_lifetime is above max_valid_lifetime")
	ordered(m.MinPreferredLifetime, m.PreferredLifetime, "min_preferred_lifetime", "min_preferred_lifetime is above preferred_lifetime")
	ordered(m.PreferredLifetime, m.MaxPreferredLifetime, "max_preferred_lifetime", "preferred_lifetime is above max_preferred_lifetime")
	ordered(m.RenewTimer, m.RebindTimer, "renew_timer", "renew_timer is above rebind_timer")
}

// ModifyPlan compares a new subnet with those that the server has.
func (r *subnetResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if !r.Configured() || req.Plan.Raw.IsNull() || !req.State.Raw.IsNull() {
		return
	}
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() || !plan.prefix().IsValid() {
		return
	}
	subnets, err := r.Client(&resp.Diagnostics).Subnets(ctx, plan.family())
	if err != nil {
		if !framework.Unanswered(err) {
			framework.AddError(&resp.Diagnostics, "Unable to look at the subnets of the Kea server", err)
		}
		return
	}
	for _, other := range subnets {
		if other.Set.Prefix != plan.prefix() && other.Set.Prefix.Overlaps(plan.prefix()) {
			resp.Diagnostics.AddAttributeError(path.Root("subnet"), "Subnets overlap",
				fmt.Sprintf("%s overlaps with %s (id %d), which the server has. Kea would accept both and serve only one of them.", plan.prefix(), other.Set.Prefix, other.Set.ID))
		}
	}
}
