package failover

import (
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// model is the state of the resource.
type model struct {
	ID                  types.String            `tfsdk:"id"`
	Name                types.String            `tfsdk:"name"`
	PartnerServer       types.String            `tfsdk:"partner_server"`
	ScopeIDs            types.Set               `tfsdk:"scope_ids"`
	Mode                framework.FailoverMode  `tfsdk:"mode"`
	ServerRole          framework.FailoverRole  `tfsdk:"server_role"`
	ReservePercent      types.Int64             `tfsdk:"reserve_percent"`
	LoadBalancePercent  types.Int64             `tfsdk:"load_balance_percent"`
	MaxClientLeadTime   framework.LeaseDuration `tfsdk:"max_client_lead_time"`
	StateSwitchInterval framework.LeaseDuration `tfsdk:"state_switch_interval"`
	AutoStateTransition types.Bool              `tfsdk:"auto_state_transition"`
	SharedSecret        types.String            `tfsdk:"shared_secret_wo"`
	SecretVersion       types.Int64             `tfsdk:"shared_secret_wo_version"`
	Timeouts            timeouts.Value          `tfsdk:"timeouts"`
}

// hotStandby tells the mode; ok is false while it is not known.
func (m model) hotStandby() (yes, ok bool) {
	if m.Mode.IsNull() {
		return false, true
	}
	mode, ok := m.Mode.Canonical()
	return mode == string(windows.HotStandby), ok
}

// desired is the relationship that the plan wants.
func (m model) desired() windows.Failover {
	f := windows.Failover{
		Name: m.Name.ValueString(), Partner: m.PartnerServer.ValueString(), Scopes: addresses(m.ScopeIDs),
		Mode: windows.LoadBalance, LoadBalancePercent: m.LoadBalancePercent.ValueInt64(),
		MaxClientLeadTime: duration(m.MaxClientLeadTime), StateSwitchInterval: duration(m.StateSwitchInterval),
		AutoStateTransition: m.AutoStateTransition.ValueBool(),
	}
	if standby, _ := m.hotStandby(); standby {
		role, _ := m.ServerRole.Canonical()
		f.Mode, f.Role, f.ReservePercent, f.LoadBalancePercent = windows.HotStandby, windows.FailoverRole(role), m.ReservePercent.ValueInt64(), 0
	}
	return f
}

// take fills the state from the server. The partner keeps the user's spelling while it
// names the same host.
func (m *model) take(f windows.Failover) {
	m.ID, m.Name = types.StringValue(f.Name), types.StringValue(f.Name)
	if m.PartnerServer.IsNull() || !dhcp.SameHostAsAny(m.PartnerServer.ValueString(), f.PartnerNames...) {
		m.PartnerServer = types.StringValue(f.Partner)
	}
	m.ScopeIDs = addressSet(f.Scopes)
	m.Mode = framework.SpelledValue[framework.FailoverModeRule](string(f.Mode))
	m.ServerRole, m.ReservePercent, m.LoadBalancePercent = framework.SpelledNull[framework.FailoverRoleRule](), types.Int64Null(), types.Int64Null()
	if f.Mode == windows.HotStandby {
		m.ServerRole, m.ReservePercent = framework.SpelledValue[framework.FailoverRoleRule](string(f.Role)), types.Int64Value(f.ReservePercent)
	} else {
		m.LoadBalancePercent = types.Int64Value(f.LoadBalancePercent)
	}
	m.MaxClientLeadTime = framework.SpelledValue[framework.LeaseDurationRule](f.MaxClientLeadTime.String())
	m.StateSwitchInterval = framework.SpelledNull[framework.LeaseDurationRule]()
	if f.StateSwitchInterval > 0 {
		m.StateSwitchInterval = framework.SpelledValue[framework.LeaseDurationRule](f.StateSwitchInterval.String())
	}
	m.AutoStateTransition = types.BoolValue(f.AutoStateTransition)
	m.SharedSecret = types.StringNull()
	if !f.Authenticated {
		m.SecretVersion = types.Int64Null() // somebody turned authentication off: the next plan shows it
	}
}

func duration(v framework.LeaseDuration) dhcp.LeaseDuration {
	d, _ := dhcp.ParseLeaseDuration(v.ValueString())
	return d
}

func addresses(set types.Set) []netip.Addr {
	var out []netip.Addr
	for _, e := range set.Elements() {
		if v, ok := e.(iptypes.IPv4Address); ok {
			if a, ok := framework.Address(v); ok {
				out = append(out, a)
			}
		}
	}
	return out
}

func addressSet(addrs []netip.Addr) types.Set {
	elements := make([]attr.Value, len(addrs))
	for i, a := range addrs {
		elements[i] = iptypes.NewIPv4AddressValue(a.String())
	}
	return types.SetValueMust(iptypes.IPv4AddressType{}, elements)
}

// secretChange tells what to do with the shared secret between two versions of it.
func (m model) secretChange(state model, secret types.String) windows.SecretChange {
	switch {
	case m.SecretVersion.IsNull() && state.SecretVersion.IsNull(), m.SecretVersion.Equal(state.SecretVersion):
		return windows.SecretChange{}
	case m.SecretVersion.IsNull():
		return windows.SecretChange{Off: true}
	default:
		return windows.SecretChange{Secret: secret.ValueString()}
	}
}
