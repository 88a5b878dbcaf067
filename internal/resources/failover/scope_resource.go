package failover

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure   = (*memberResource)(nil)
	_ resource.ResourceWithImportState = (*memberResource)(nil)
	_ resource.ResourceWithIdentity    = (*memberResource)(nil)
	_ resource.ResourceWithModifyPlan  = (*memberResource)(nil)
)

type memberResource struct{ framework.WindowsResource }

// NewScopeResource makes the resource dhcp_failover_scope.
func NewScopeResource() resource.Resource { return &memberResource{} }

// memberModel is the state of dhcp_failover_scope.
type memberModel struct {
	ID       types.String        `tfsdk:"id"`
	Failover types.String        `tfsdk:"failover_name"`
	ScopeID  iptypes.IPv4Address `tfsdk:"scope_id"`
	Timeouts timeouts.Value      `tfsdk:"timeouts"`
}

func (r *memberResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_failover_scope"
}

func (r *memberResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	replace := []planmodifier.String{stringplanmodifier.RequiresReplace()}
	resp.Schema = schema.Schema{
		MarkdownDescription: "The membership of one scope in a failover relationship that is managed elsewhere. A relationship whose `dhcp_failover` is in the same configuration lists its scopes there: " +
			"the two refuse to manage one relationship together. When the scope leaves, it stays on this server and is deleted on the partner.",
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, MarkdownDescription: "Name of the relationship and network address of the scope, with a slash between.",
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
			"failover_name": schema.StringAttribute{Required: true, PlanModifiers: replace, MarkdownDescription: "Name of the relationship. A change moves the scope: it leaves the old relationship first."},
			"scope_id":      schema.StringAttribute{Required: true, CustomType: iptypes.IPv4AddressType{}, PlanModifiers: replace, MarkdownDescription: "Network address of the scope. The partner must not have it before it joins."},
			"timeouts":      timeouts.Attributes(ctx, timeouts.Opts{Create: true, Read: true, Delete: true}),
		},
	}
}

func (r *memberResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan memberModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() || !known(plan.Failover) {
		return
	}
	if claims := r.Claims(); claims != nil {
		if other := claims.Take(framework.MembersOf(plan.Failover.ValueString()), "dhcp_failover_scope"); other != "" {
			resp.Diagnostics.AddAttributeError(path.Root("failover_name"), "Membership managed twice",
				fmt.Sprintf("The scopes of the relationship %q are managed by %s, which lists all of them. Add the scope to its scope_ids instead.", plan.Failover.ValueString(), other))
		}
	}
	if scope, ok := framework.Address(plan.ScopeID); ok {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), memberID(plan.Failover.ValueString(), scope))...)
	}
}

func (r *memberResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan memberModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	scope, _ := framework.Address(plan.ScopeID)
	name := plan.Failover.ValueString()
	plan.ID = types.StringValue(memberID(name, scope))
	framework.SetIdentity(ctx, resp.Identity, plan.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	timeout, diags := plan.Timeouts.Create(ctx, writeTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := client.JoinFailover(ctx, name, "", scope); err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to join scope %s to the failover relationship %s", scope, name), err)
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (r *memberResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state memberModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	timeout, diags := state.Timeouts.Read(ctx, readTimeout)
	resp.Diagnostics.Append(diags...)
	name, scope, err := parseMemberID(state.ID.ValueString())
	if err != nil {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("id"), "Invalid import id", err)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	found, err := client.ReadFailover(ctx, name)
	if err != nil && !windows.IsNotFound(err) {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to read the failover relationship %s", name), err)
		return
	}
	if err != nil || !slices.Contains(found.Scopes, scope) {
		r.gone(ctx, state, name, scope, resp)
		return
	}
	state.Failover, state.ScopeID = types.StringValue(found.Name), iptypes.NewIPv4AddressValue(scope.String())
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

func (r *memberResource) gone(ctx context.Context, state memberModel, name string, scope netip.Addr, resp *resource.ReadResponse) {
	if state.Failover.IsNull() {
		resp.Diagnostics.AddError("There is no such membership to import", fmt.Sprintf("Scope %s is not in a failover relationship %q on this server.", scope, name))
		return
	}
	resp.State.RemoveResource(ctx)
}

// Update changes nothing on the server: only the timeouts can change in place.
func (r *memberResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan memberModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, plan.ID, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (r *memberResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state memberModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	timeout, diags := state.Timeouts.Delete(ctx, writeTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	r.leave(ctx, client, state, &resp.Diagnostics)
}

func (r *memberResource) leave(ctx context.Context, client *windows.Client, state memberModel, diags *diag.Diagnostics) {
	scope, _ := framework.Address(state.ScopeID)
	if err := client.LeaveFailover(ctx, state.Failover.ValueString(), "", scope); err != nil {
		framework.AddError(diags, fmt.Sprintf("Unable to take scope %s out of the failover relationship %s", scope, state.Failover.ValueString()), err)
	}
}

func memberID(relationship string, scope netip.Addr) string {
	return relationship + "/" + scope.String()
}

// parseMemberID splits at the last slash: a relationship's name may hold one.
func parseMemberID(id string) (relationship string, scope netip.Addr, err error) {
	i := strings.LastIndexByte(id, '/')
	if i < 1 {
		return "", netip.Addr{}, errors.New("a membership is imported by <relationship>/<scope>, such as dhcp1-dhcp2/10.1.0.0")
	}
	scope, err = dhcp.ParseIPv4(id[i+1:])
	return id[:i], scope, err
}
