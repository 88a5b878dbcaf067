package keasubnet

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

func (r *subnetResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() || !config.prefix().IsValid() {
		return
	}
	config.validateFamily(&resp.Diagnostics)
	config.validatePools(ctx, &resp.Diagnostics)
	config.CheckOrder(&resp.Diagnostics)
	keaattr.CheckOptions(ctx, config.family(), config.OptionData, path.Root("option_data"), &resp.Diagnostics)
}

func (m *model) validateFamily(diags *diag.Diagnostics) {
	m.CheckFamily(m.family(), "a subnet", diags)
	if m.family() == kea.V4 && !m.PDPools.IsNull() {
		diags.AddAttributeError(path.Root("pd_pools"), "Invalid attribute combination", "pd_pools does not belong to a subnet of dhcp4.")
	}
}

// validatePools refuses pools outside of the subnet and pools that overlap.
func (m *model) validatePools(ctx context.Context, diags *diag.Diagnostics) {
	if m.Pools.IsNull() || m.Pools.IsUnknown() {
		return
	}
	var seen []kea.AddressRange
	for i, pool := range decode[poolModel](ctx, m.Pools, diags) {
		keaattr.CheckOptions(ctx, m.family(), pool.OptionData, path.Root("pools").AtListIndex(i).AtName("option_data"), diags)
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

// ModifyPlan compares options with the server's definitions, and a new subnet with those
// that the server has.
func (r *subnetResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if !r.Configured() || req.Plan.Raw.IsNull() {
		return
	}
	var plan, config model
	var state *model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() || !plan.prefix().IsValid() {
		return
	}
	if state == nil || !plan.OptionData.Equal(state.OptionData) {
		keaattr.CheckOptionsOnServer(ctx, r.Client(&resp.Diagnostics), plan.family(), config.OptionData, path.Root("option_data"), &resp.Diagnostics)
	}
	if state != nil {
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
