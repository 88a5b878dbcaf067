package reservation

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/optionattr"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// ModifyPlan plans the id and checks a new reservation against its scope and the ones
// that exist. It only reads, and says nothing when the server cannot be asked.
func (r *reservationResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	want := plan.reservation()
	if want.Address.IsValid() {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), types.StringValue(want.Address.String()))...)
	}
	if !req.State.Raw.IsNull() {
		framework.PlanReplicated(ctx, plan.Replicated, &resp.Plan, &resp.Diagnostics)
	}
	optionattr.Plan(ctx, &r.WindowsResource, "dhcp_reservation", plan.level(), want.Address.IsValid(), req, resp)
	if !want.Scope.IsValid() || !r.Configured() {
		return
	}
	if other := r.Claims().Take(framework.ReservationsOf(want.Scope), "dhcp_reservation"); other != "" {
		resp.Diagnostics.AddAttributeError(path.Root("scope_id"), "Managed twice",
			fmt.Sprintf("A %s of this configuration manages all reservations of scope %s and would remove this one. Add the reservation to its map, or set exclusive = false there.", other, want.Scope))
		return
	}
	if req.State.Raw.IsNull() && want.Address.IsValid() {
		r.planCreate(ctx, want, !plan.ClientID.IsUnknown(), resp)
	}
}

func (r *reservationResource) planCreate(ctx context.Context, want windows.Reservation, clientKnown bool, resp *resource.ModifyPlanResponse) {
	client := r.Client(&resp.Diagnostics)
	scope, err := client.ReadScopePlain(ctx, want.Scope)
	if err != nil {
		return
	}
	if err := dhcp.CheckHost(scope.Subnet, want.Address); err != nil {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("address"), invalid, err)
		return
	}
	if !scope.Pool.Contains(want.Address) {
		resp.Diagnostics.AddAttributeWarning(path.Root("address"), "The reservation lies outside the range of its scope",
			fmt.Sprintf("%s is not in the range %s of scope %s. Windows serves such a reservation, but some versions are said to refuse it.", want.Address, scope.Pool, want.Scope))
	}
	if !clientKnown {
		return
	}
	// No error: the plan may remove what is in the way, and Create refuses otherwise.
	if err := client.ReservationInTheWay(ctx, want); err != nil {
		resp.Diagnostics.AddAttributeWarning(path.Root("address"), "Another reservation is in the way",
			framework.Detail(err)+"\n\nUnless this plan removes it first, the apply will refuse to make the new one.")
	}
}
