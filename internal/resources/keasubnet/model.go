package keasubnet

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

// model is the state of a kea_subnet.
type model struct {
	ID                    types.String           `tfsdk:"id"`
	Subnet                framework.SubnetPrefix `tfsdk:"subnet"`
	SubnetID              types.Int64            `tfsdk:"subnet_id"`
	SharedNetwork         types.String           `tfsdk:"shared_network"`
	Pools                 types.List             `tfsdk:"pools"`
	PDPools               types.List             `tfsdk:"pd_pools"`
	OptionData            types.List             `tfsdk:"option_data"`
	ValidLifetime         types.Int64            `tfsdk:"valid_lifetime"`
	MinValidLifetime      types.Int64            `tfsdk:"min_valid_lifetime"`
	MaxValidLifetime      types.Int64            `tfsdk:"max_valid_lifetime"`
	PreferredLifetime     types.Int64            `tfsdk:"preferred_lifetime"`
	MinPreferredLifetime  types.Int64            `tfsdk:"min_preferred_lifetime"`
	MaxPreferredLifetime  types.Int64            `tfsdk:"max_preferred_lifetime"`
	RenewTimer            types.Int64            `tfsdk:"renew_timer"`
	RebindTimer           types.Int64            `tfsdk:"rebind_timer"`
	Interface             types.String           `tfsdk:"interface"`
	Relay                 types.List             `tfsdk:"relay"`
	ClientClasses         types.Set              `tfsdk:"client_classes"`
	EvaluateClasses       types.Set              `tfsdk:"evaluate_additional_classes"`
	ReservationsGlobal    types.Bool             `tfsdk:"reservations_global"`
	ReservationsInSubnet  types.Bool             `tfsdk:"reservations_in_subnet"`
	ReservationsOutOfPool types.Bool             `tfsdk:"reservations_out_of_pool"`
	NextServer            iptypes.IPv4Address    `tfsdk:"next_server"`
	ServerHostname        types.String           `tfsdk:"server_hostname"`
	BootFileName          types.String           `tfsdk:"boot_file_name"`
	UserContext           framework.UserContext  `tfsdk:"user_context"`
	ForceDestroy          types.Bool             `tfsdk:"force_destroy"`
	DifferingPeers        types.List             `tfsdk:"differing_peers"`
}

// prefix is not valid when the attribute is not known.
func (m *model) prefix() netip.Prefix {
	prefix, _ := netip.ParsePrefix(m.Subnet.ValueString())
	return prefix.Masked()
}

func (m *model) family() kea.Family { return kea.FamilyOf(m.prefix().Addr()) }

// toKea gives the subnet for the client.
func (m *model) toKea(ctx context.Context, diags *diag.Diagnostics) kea.Subnet {
	return kea.Subnet{
		ID: uint32(m.SubnetID.ValueInt64()), Prefix: m.prefix(), Network: m.SharedNetwork.ValueString(),
		Pools: toPools(ctx, m.Pools, diags), PDPools: toPDPools(ctx, m.PDPools, diags), Options: keaattr.Options(ctx, m.OptionData, diags),
		ValidLifetime: keaattr.NumberPointer(m.ValidLifetime), MinValidLifetime: keaattr.NumberPointer(m.MinValidLifetime), MaxValidLifetime: keaattr.NumberPointer(m.MaxValidLifetime),
		PreferredLifetime: keaattr.NumberPointer(m.PreferredLifetime), MinPreferredLifetime: keaattr.NumberPointer(m.MinPreferredLifetime), MaxPreferredLifetime: keaattr.NumberPointer(m.MaxPreferredLifetime),
		RenewTimer: keaattr.NumberPointer(m.RenewTimer), RebindTimer: keaattr.NumberPointer(m.RebindTimer),
		Interface: keaattr.TextPointer(m.Interface), NextServer: keaattr.TextPointer(m.NextServer.StringValue), ServerHostname: keaattr.TextPointer(m.ServerHostname), BootFileName: keaattr.TextPointer(m.BootFileName),
		ReservationsGlobal: keaattr.FlagPointer(m.ReservationsGlobal), ReservationsInSubnet: keaattr.FlagPointer(m.ReservationsInSubnet), ReservationsOutOfPool: keaattr.FlagPointer(m.ReservationsOutOfPool),
		Relay: keaattr.Texts(m.Relay.Elements()), ClientClasses: keaattr.Texts(m.ClientClasses.Elements()), EvaluateClasses: keaattr.Texts(m.EvaluateClasses.Elements()),
		UserContext: m.UserContext.ValueString(),
	}
}

// fromKea takes over what the server has. A value that the user set is shown as it applies,
// even when it equals what would be inherited; lists that are not configured stay out of
// the state, unless the subnet is being imported.
func (m *model) fromKea(ctx context.Context, state kea.SubnetState, imported bool, diags *diag.Diagnostics) {
	set, effective := state.Set, state.Effective
	if text, ok := m.Subnet.Canonical(); !ok || text != set.Prefix.String() {
		m.Subnet = framework.SpelledValue[framework.SubnetPrefixRule](set.Prefix.String())
	}
	m.ID = types.StringValue(fmt.Sprintf("%s/%d", m.family().Service(), set.ID))
	m.SubnetID = types.Int64Value(int64(set.ID))
	m.SharedNetwork = keaattr.Text(m.SharedNetwork, set.Network)
	if !m.Pools.IsNull() || imported && len(set.Pools) > 0 {
		m.Pools = fromPools(ctx, m.family(), m.Pools, set.Pools, diags)
	}
	if !m.PDPools.IsNull() || imported && len(set.PDPools) > 0 {
		m.PDPools = fromPDPools(ctx, m.PDPools, set.PDPools, diags)
	}
	if !m.OptionData.IsNull() || imported {
		m.OptionData = keaattr.FromOptions(ctx, m.family(), m.OptionData, set.Options, diags)
	}
	for _, n := range []struct {
		at             *types.Int64
		set, effective *int64
	}{
		{&m.ValidLifetime, set.ValidLifetime, effective.ValidLifetime}, {&m.MinValidLifetime, set.MinValidLifetime, effective.MinValidLifetime}, {&m.MaxValidLifetime, set.MaxValidLifetime, effective.MaxValidLifetime},
		{&m.PreferredLifetime, set.PreferredLifetime, effective.PreferredLifetime}, {&m.MinPreferredLifetime, set.MinPreferredLifetime, effective.MinPreferredLifetime}, {&m.MaxPreferredLifetime, set.MaxPreferredLifetime, effective.MaxPreferredLifetime},
		{&m.RenewTimer, set.RenewTimer, effective.RenewTimer}, {&m.RebindTimer, set.RebindTimer, effective.RebindTimer},
	} {
		if n.at.IsNull() {
			*n.at = keaattr.Number(n.set)
		} else {
			*n.at = keaattr.Number(n.effective)
		}
	}
	m.Interface, m.ServerHostname, m.BootFileName = optional(m.Interface, set.Interface), optional(m.ServerHostname, set.ServerHostname), optional(m.BootFileName, set.BootFileName)
	m.NextServer = iptypes.NewIPv4AddressPointerValue(set.NextServer)
	m.Relay = keaattr.Spelled(m.Relay, set.Relay, keaattr.CanonicalAddress)
	m.ClientClasses, m.EvaluateClasses = keaattr.Set(m.ClientClasses, set.ClientClasses), keaattr.Set(m.EvaluateClasses, set.EvaluateClasses)
	m.ReservationsGlobal, m.ReservationsInSubnet, m.ReservationsOutOfPool = types.BoolPointerValue(set.ReservationsGlobal), types.BoolPointerValue(set.ReservationsInSubnet), types.BoolPointerValue(set.ReservationsOutOfPool)
	m.UserContext = keaattr.Context(m.UserContext, set.UserContext)
	m.DifferingPeers = keaattr.NoPeers()
	if m.ForceDestroy.IsNull() {
		m.ForceDestroy = types.BoolValue(false)
	}
}

func optional(prior types.String, value *string) types.String {
	if value == nil {
		return types.StringNull()
	}
	return keaattr.Text(prior, *value)
}
