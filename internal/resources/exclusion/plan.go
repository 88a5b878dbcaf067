package exclusion

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// owner is the resource that manages all exclusions of its scope.
const owner = "dhcp_scope"

// ModifyPlan plans the id, refuses a scope whose own resource manages its exclusions, and
// warns of clients in the range. It only reads.
func (r *exclusionResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	x, ok := plan.exclusion(&resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), types.StringValue(idOf(x)))...)
	if !req.State.Raw.IsNull() {
		framework.PlanReplicated(ctx, plan.Replicated, &resp.Plan, &resp.Diagnostics)
	}
	if !r.Configured() {
		return
	}
	if other := r.Claims().Take(framework.ExclusionsOf(x.Scope), "dhcp_exclusion_range"); other != "" {
		resp.Diagnostics.AddAttributeError(path.Root("scope_id"), "The scope manages its exclusions itself",
			fmt.Sprintf("A %s of this configuration manages the exclusions of scope %s and would remove this one. Add the range to its attribute exclusions, or leave that attribute out.", other, x.Scope))
		return
	}
	if req.State.Raw.IsNull() {
		r.planCreate(ctx, x, resp)
	}
}

// planCreate checks the range against the scope. It says nothing when the server cannot
// be asked, or has no such scope yet: the apply will.
func (r *exclusionResource) planCreate(ctx context.Context, x windows.Exclusion, resp *resource.ModifyPlanResponse) {
	client := r.Client(&resp.Diagnostics)
	scope, err := client.ReadScope(ctx, x.Scope)
	if err != nil {
		return
	}
	if err := dhcp.CheckExclusion(scope.Subnet, x.Range); err != nil {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("start_address"), "Invalid DHCP exclusion", err)
		return
	}
	use, err := client.ReadScopeUse(ctx, x.Scope)
	if err != nil {
		return
	}
	after := *scope
	after.Exclusions = append(after.Exclusions[:len(after.Exclusions):len(after.Exclusions)], x.Range)
	if leased, _ := use.CutOff(*scope, after); len(leased) > 0 {
		resp.Diagnostics.AddAttributeWarning(path.Root("start_address"), "Clients hold addresses of the exclusion",
			fmt.Sprintf("Scope %s will no longer lease %s. The clients keep these addresses until they renew them; reservations stay valid.", x.Scope, dhcp.FirstFew(leased, 5)))
	}
}
