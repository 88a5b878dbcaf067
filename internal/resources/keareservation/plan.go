package keareservation

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

// ModifyPlan works out what follows from the configuration, decides what replaces the
// reservation, and checks it against the server.
func (r *reservationResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return // destroyed
	}
	var config, plan model
	var state *model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	before := plan
	plan.planService(config)
	subnet := r.planSubnet(ctx, config, state, &plan, &resp.Diagnostics)
	if prefix, err := netip.ParsePrefix(plan.Subnet.ValueString()); err == nil && r.Configured() {
		claim(r.Claims(), prefix, singleType, path.Root("subnet"), &resp.Diagnostics)
	}
	plan.planAddress(config, state)
	plan.planReplacement(state, resp)
	if state == nil || !plan.IPAddress.Equal(state.IPAddress) {
		r.checkServer(ctx, plan, subnet, &resp.Diagnostics)
	}
	if r.Configured() && (state == nil || !plan.OptionData.Equal(state.OptionData)) {
		keaattr.CheckOptionsOnServer(ctx, r.Client(&resp.Diagnostics), plan.family(), config.OptionData, path.Root("option_data"), &resp.Diagnostics)
	}
	if state == nil || !plan.SubnetID.Equal(state.SubnetID) || !plan.Service.Equal(state.Service) {
		plan.ID = types.StringUnknown()
	}
	if !resp.Diagnostics.HasError() && plan.changed(before) {
		resp.Diagnostics.Append(resp.Plan.Set(ctx, &plan)...)
	}
}

func (m *model) changed(before model) bool {
	return !m.ID.Equal(before.ID) || !m.Service.Equal(before.Service) || !m.Subnet.Equal(before.Subnet) || !m.SubnetID.Equal(before.SubnetID) ||
		!m.Global.Equal(before.Global) || !m.IPAddress.Equal(before.IPAddress) || !m.IPAddresses.Equal(before.IPAddresses)
}

func (m *model) planService(config model) {
	if family := config.configuredFamily(); family != 0 {
		m.Service = types.StringValue(family.Service())
	}
}

// planSubnet ties subnet, subnet_id and global together. What the server cannot say yet is
// left to the apply.
func (r *reservationResource) planSubnet(ctx context.Context, config model, state, plan *model, diags *diag.Diagnostics) *kea.SubnetState {
	known := func(id types.Int64) {
		plan.SubnetID, plan.Global = id, types.BoolValue(id.ValueInt64() == 0)
		if id.ValueInt64() == 0 {
			plan.Subnet = framework.SpelledNull[framework.SubnetPrefixRule]()
		} else if state != nil && state.SubnetID.Equal(id) {
			if config.Subnet.IsNull() {
				plan.Subnet = state.Subnet
			}
			keaattr.CheckSubnet(config.Subnet, state.Subnet, diags)
		}
	}
	switch {
	case config.Global.ValueBool():
		known(types.Int64Value(0))
		return nil
	case !config.SubnetID.IsNull() && !config.SubnetID.IsUnknown():
		known(config.SubnetID)
	case config.Subnet.IsNull() || config.Subnet.IsUnknown():
		return nil
	case state != nil && plan.Subnet.Equal(state.Subnet):
		plan.SubnetID, plan.Global = state.SubnetID, state.Global
	default:
		plan.SubnetID, plan.Global = types.Int64Unknown(), types.BoolValue(false)
	}
	if state != nil && plan.SubnetID.Equal(state.SubnetID) && plan.IPAddress.Equal(state.IPAddress) {
		return nil // nothing to look up, so nothing is asked
	}
	subnet := r.lookUp(ctx, plan, diags)
	if subnet != nil {
		keaattr.CheckSubnet(config.Subnet, framework.SpelledValue[framework.SubnetPrefixRule](subnet.Set.Prefix.String()), diags)
	}
	return subnet
}

// lookUp asks the server for the subnet; one that does not exist may be made by the same apply.
func (r *reservationResource) lookUp(ctx context.Context, plan *model, diags *diag.Diagnostics) *kea.SubnetState {
	if !r.Configured() || plan.SubnetID.ValueInt64() == 0 && !plan.SubnetID.IsUnknown() {
		return nil
	}
	client := r.Client(diags)
	var subnet kea.SubnetState
	var err error
	if prefix, parseErr := netip.ParsePrefix(plan.Subnet.ValueString()); plan.SubnetID.IsUnknown() && parseErr == nil {
		subnet, err = client.SubnetByPrefix(ctx, prefix)
	} else {
		subnet, err = client.Subnet(ctx, plan.family(), uint32(plan.SubnetID.ValueInt64()))
	}
	switch {
	case kea.KindOf(err) == kea.KindNotFound, err != nil && framework.Unanswered(err):
		return nil
	case err != nil:
		framework.AddError(diags, "Unable to look at the subnet of the Kea reservation", err)
		return nil
	}
	plan.SubnetID = types.Int64Value(int64(subnet.Set.ID))
	if plan.Subnet.IsUnknown() {
		plan.Subnet = framework.SpelledValue[framework.SubnetPrefixRule](subnet.Set.Prefix.String())
	}
	return &subnet
}

// planAddress keeps an address that was chosen, and leaves it out where none is wanted.
func (m *model) planAddress(config model, state *model) {
	none := m.Global.ValueBool() || !m.AllocateAddress.IsUnknown() && !m.AllocateAddress.ValueBool()
	six := m.Service.ValueString() == kea.V6.Service()
	switch {
	case !config.IPAddress.IsNull():
	case none || six:
		m.IPAddress = iptypes.NewIPv4AddressNull()
	case state != nil && !state.IPAddress.IsNull():
		m.IPAddress = state.IPAddress
	default:
		m.IPAddress = iptypes.NewIPv4AddressUnknown()
	}
	switch {
	case !config.IPAddresses.IsNull():
	case none || !six || config.AllocateFrom.IsNull(): // many IPv6 reservations are of prefixes alone
		m.IPAddresses = types.ListNull(types.StringType)
	case state != nil && len(state.IPAddresses.Elements()) > 0:
		m.IPAddresses = state.IPAddresses
	default:
		m.IPAddresses = types.ListUnknown(types.StringType)
	}
}

// planReplacement replaces the reservation where Kea has no way to change it.
func (m *model) planReplacement(state *model, resp *resource.ModifyPlanResponse) {
	if state == nil {
		return
	}
	if !m.SubnetID.Equal(state.SubnetID) {
		resp.RequiresReplace = append(resp.RequiresReplace, path.Root("subnet_id"))
	}
	if !m.Service.Equal(state.Service) {
		resp.RequiresReplace = append(resp.RequiresReplace, path.Root("service"))
	}
	// Addresses are chosen at creation only.
	if m.IPAddress.IsUnknown() && state.IPAddress.IsNull() {
		resp.RequiresReplace = append(resp.RequiresReplace, path.Root("ip_address"))
	}
	if m.IPAddresses.IsUnknown() && len(state.IPAddresses.Elements()) == 0 {
		resp.RequiresReplace = append(resp.RequiresReplace, path.Root("ip_addresses"))
	}
}

// checkServer compares a new address with the subnet as it stands.
func (r *reservationResource) checkServer(ctx context.Context, plan model, subnet *kea.SubnetState, diags *diag.Diagnostics) {
	address, err := netip.ParseAddr(plan.IPAddress.ValueString())
	if err != nil || subnet == nil {
		return
	}
	at := path.Root("ip_address")
	if !subnet.Set.Prefix.Contains(address) {
		diags.AddAttributeError(at, "Address outside of the subnet", fmt.Sprintf("%s is not in the subnet %s.", address, subnet.Set.Prefix))
		return
	}
	if subnet.Ignores(address) {
		diags.AddAttributeWarning(at, "The server ignores this reservation", fmt.Sprintf("The subnet %s has reservations-out-of-pool true and %s is in a pool, or it has reservations-in-subnet false. Kea accepts the reservation and gives the client another address.", subnet.Set.Prefix, address))
	}
	r.checkLease(ctx, plan, address, diags)
}

// checkLease warns when another client holds the address now. Servers that cannot tell are
// not asked further.
func (r *reservationResource) checkLease(ctx context.Context, plan model, address netip.Addr, diags *diag.Diagnostics) {
	lease, found, err := r.Client(diags).Lease(ctx, address)
	if err != nil || !found || !lease.Active(time.Now()) {
		return
	}
	own, ok := plan.HWAddress.Canonical()
	if ok && lease.HWAddress == own {
		return
	}
	diags.AddAttributeWarning(path.Root("ip_address"), "The address is leased to another client",
		fmt.Sprintf("%s is leased to %s %s now. Kea accepts the reservation, but the new client gets another address until the old one has renewed and moved away.", address, lease.HWAddress, lease.Hostname))
}
