package option

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/optionattr"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

const invalid = "Invalid DHCP option value"

// validate checks what needs no server; unknown values pass.
func (m *model) validate(diags *diag.Diagnostics) {
	k, known := m.key()
	if known && k.VendorClass == "" {
		switch k.ID {
		case dhcp.OptionLeaseTime:
			diags.AddAttributeError(path.Root("option_id"), invalid, "Option 51 is the lease time: set it with lease_duration of dhcp_scope or dhcp_policy.")
		case dhcp.OptionDNSUpdate:
			diags.AddAttributeError(path.Root("option_id"), invalid, "Option 81 holds the DNS settings: set them with dhcp_dns_settings.")
		}
	}
	if known && !m.Routes.IsNull() && !classless(k) {
		diags.AddAttributeError(path.Root("routes"), invalid, "Only the options 121 and 249, without a vendor class, hold classless routes.")
	}
	if _, _, err := m.wanted(); err != nil {
		framework.AddAttributeError(diags, path.Root("routes"), invalid, err)
	}
}

// claimed names the part that a value is of an object that may manage it itself: a scope,
// a reservation or a policy.
func claimed(k windows.OptionKey) (part string, ok bool) {
	if k.OptionLevel == (windows.OptionLevel{Family: k.Family}) || k.VendorClass != "" || k.UserClass != "" {
		return "", false
	}
	return framework.OptionAt(k.OptionLevel, k.ID), true
}

// ModifyPlan plans the id, keeps the spelling of values that mean the same, and checks
// them against the definition. It only reads.
func (r *optionResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	plan := r.empty()
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	k, known := plan.key()
	if resp.Diagnostics.HasError() || !known {
		return
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), types.StringValue(idOf(k)))...)
	if !req.State.Raw.IsNull() {
		r.keepSpelling(ctx, req, plan, resp)
		if plan.owed() {
			framework.PlanReplicated(ctx, types.BoolValue(false), &resp.Plan, &resp.Diagnostics)
		}
	}
	if !r.Configured() {
		return
	}
	if part, ok := claimed(k); ok {
		if other := r.Claims().Take(part, r.family.Resource("dhcp_option_value")); other != "" {
			resp.Diagnostics.AddAttributeError(path.Root("option_id"), "Managed twice",
				fmt.Sprintf("A %s of this configuration manages the %s with an attribute of its own and would remove what this resource sets. Use that attribute.", other, part))
			return
		}
	}
	r.checkValues(ctx, k, plan, &resp.Diagnostics)
}

// keepSpelling plans the state's values for another spelling of the same.
func (r *optionResource) keepSpelling(ctx context.Context, req resource.ModifyPlanRequest, plan state, resp *resource.ModifyPlanResponse) {
	before := r.empty()
	resp.Diagnostics.Append(req.State.Get(ctx, before)...)
	was, planned := before.shared(), plan.shared()
	have, known1 := optionattr.Texts(was.Values)
	want, known2 := optionattr.Texts(planned.Values)
	if resp.Diagnostics.HasError() || !known1 || !known2 || was.Values.IsNull() || planned.Values.IsNull() || planned.Values.Equal(was.Values) {
		return
	}
	if optionattr.Same(dhcp.OptionType(was.Type.ValueString()), have, want) {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("values"), was.Values)...)
	}
}

// checkValues checks the values against the definition, where the server has it.
func (r *optionResource) checkValues(ctx context.Context, k windows.OptionKey, plan state, diags *diag.Diagnostics) {
	values, known, err := plan.wanted()
	if !known || err != nil {
		return
	}
	at := path.Root("values")
	if plan.shared().Values.IsNull() {
		at = path.Root("routes")
	}
	optionattr.Check(ctx, r.Client(diags), k.Definition(), values, path.Root("option_id"), at, diags)
}
