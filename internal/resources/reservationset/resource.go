// Package reservationset is a set of reservations of one scope of a Windows DHCP server
// in one object: the resource dhcp_reservation_set.
package reservationset

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure      = (*setResource)(nil)
	_ resource.ResourceWithImportState    = (*setResource)(nil)
	_ resource.ResourceWithIdentity       = (*setResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*setResource)(nil)
	_ resource.ResourceWithValidateConfig = (*setResource)(nil)
)

// Longest times of the operations, unless the timeouts attribute says otherwise.
const (
	readTimeout  = 5 * time.Minute
	writeTimeout = 30 * time.Minute
)

type setResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_reservation_set.
func NewResource() resource.Resource { return &setResource{} }

func (r *setResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_reservation_set"
}

func (r *setResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schemaOf(ctx)
}

func (r *setResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() {
		config.validate(&resp.Diagnostics)
	}
}

func (r *setResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(plan.ScopeID.ValueString()), &resp.Diagnostics)
	timeout, diags := plan.Timeouts.Create(ctx, writeTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if done := r.apply(ctx, &plan, model{}, &resp.Diagnostics); done {
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *setResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	timeout, diags := state.Timeouts.Read(ctx, readTimeout)
	resp.Diagnostics.Append(diags...)
	scope, err := dhcp.ParseIPv4(state.ID.ValueString())
	if err != nil {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("id"), "Invalid reservation set id", fmt.Errorf("%w: a set is imported by the network address of its scope, such as 10.1.0.0", err))
	}
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	imported := state.ScopeID.IsNull()
	found, err := client.ListReservations(ctx, scope)
	switch {
	case windows.IsNotFound(err) && imported:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no DHCP scope %s to import reservations of", scope), err)
		return
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
		return
	case err != nil:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to read the reservations of DHCP scope %s", scope), err)
		return
	case imported:
		state.takeImported(scope, found)
	default:
		state.takeManaged(found)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

func (r *setResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	timeout, diags := plan.Timeouts.Update(ctx, writeTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if done := r.apply(ctx, &plan, state, &resp.Diagnostics); done {
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

// Delete removes the reservations of the map, and no other.
func (r *setResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	timeout, diags := state.Timeouts.Delete(ctx, writeTimeout)
	resp.Diagnostics.Append(diags...)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, state.Replicate)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	have := state.entries()
	scope, _ := framework.Address(state.ScopeID)
	result, err := client.ApplyReservations(ctx, windows.ReservationSet{Scope: scope, Owned: kind.Names(have)})
	if windows.IsNotFound(err) {
		return // the scope is gone with all of them
	}
	report("Unable to delete the reservations of DHCP scope "+scope.String(), have, result, err, &resp.Diagnostics)
	if resp.Diagnostics.HasError() && result.Now != nil {
		state.keep(have, result.Now)
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

// apply carries out a plan and fills it with what stands afterwards. It returns false when
// that is not known: the state stays as it was.
func (r *setResource) apply(ctx context.Context, plan *model, state model, diags *diag.Diagnostics) (done bool) {
	client := r.Client(diags)
	ctx = framework.Replicating(ctx, plan.Replicate)
	want, have := plan.entries(), state.entries()
	if diags.HasError() {
		return false
	}
	scope, _ := framework.Address(plan.ScopeID)
	set := windows.ReservationSet{
		Scope: scope, Owned: kind.Names(have), Exclusive: plan.Exclusive.ValueBool(), MaxRemovals: int(plan.MaxRemovals.ValueInt64()),
		Replicate: !state.Replicated.IsNull() && !state.Replicated.ValueBool(),
	}
	for _, e := range want {
		set.Wanted = append(set.Wanted, e.update(scope))
	}
	result, err := client.ApplyReservations(ctx, set)
	all := kind.Merge(want, have)
	creating := state.ID.IsNull()
	if creating && windows.KindOf(err) == windows.KindNotReplicated {
		framework.AddCreateError(diags, "Unable to copy the reservations of DHCP scope "+scope.String(), err)
		report("", all, result, nil, diags)
	} else {
		report("Unable to apply the reservations of DHCP scope "+scope.String(), all, result, err, diags)
	}
	if result.Now == nil || creating && windows.KindOf(err) == windows.KindRefused {
		return false
	}
	plan.ID = types.StringValue(scope.String())
	plan.Replicated = framework.Replicated(err)
	if diags.HasError() {
		plan.keep(all, result.Now)
		if creating {
			diags.AddWarning("The reservation set is marked as tainted",
				"Terraform would remove what was made and make everything anew. To keep it: terraform untaint the resource, and apply again, which makes only what is missing.")
		}
		return true
	}
	plan.keep(want, result.Now)
	return true
}

// report says what failed: the whole, and each key.
func report(summary string, entries map[string]entry, result windows.ReservationSetResult, err error, diags *diag.Diagnostics) {
	if err != nil {
		framework.AddError(diags, summary, err)
	}
	kind.Report(entries, result.Failed, diags)
}
