package keasubnet

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

// model is the state of a kea_subnet.
type model struct {
	ID            types.String           `tfsdk:"id"`
	Subnet        framework.SubnetPrefix `tfsdk:"subnet"`
	SubnetID      types.Int64            `tfsdk:"subnet_id"`
	SharedNetwork types.String           `tfsdk:"shared_network"`
	Pools         types.List             `tfsdk:"pools"`
	PDPools       types.List             `tfsdk:"pd_pools"`
	keaattr.Settings
	ForceDestroy   types.Bool `tfsdk:"force_destroy"`
	DifferingPeers types.List `tfsdk:"differing_peers"`
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
		Pools: toPools(ctx, m.Pools, diags), PDPools: toPDPools(ctx, m.PDPools, diags), Settings: m.Settings.ToKea(ctx, diags),
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
	m.Settings.FromKea(set.Settings, effective.Settings)
	m.DifferingPeers = keaattr.NoPeers()
	if m.ForceDestroy.IsNull() {
		m.ForceDestroy = types.BoolValue(false)
	}
}
