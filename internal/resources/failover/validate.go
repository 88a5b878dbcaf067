package failover

import (
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

const invalid = "Invalid DHCP failover relationship"

// validate reports all mistakes of a configuration, each with its path.
func (m model) validate() diag.Diagnostics {
	var diags diag.Diagnostics
	refuse := func(name string, err error) {
		if err != nil {
			framework.AddAttributeError(&diags, path.Root(name), invalid, err)
		}
	}
	if known(m.Name) {
		refuse("name", dhcp.CheckName(m.Name.ValueString(), dhcp.MaxRelationship))
		if n := dhcp.TextLength(m.Name.ValueString()); n > 64 && n <= dhcp.MaxRelationship {
			diags.AddAttributeWarning(path.Root("name"), "Long name of a failover relationship",
				fmt.Sprintf("The name has %d characters. Microsoft's protocol document allows 126, other sources say that the server takes no more than 64.", n))
		}
	}
	if known(m.PartnerServer) {
		refuse("partner_server", dhcp.CheckName(m.PartnerServer.ValueString(), dhcp.MaxText))
	}
	m.checkScopeIDs(&diags)
	standby, modeKnown := m.hotStandby()
	if modeKnown {
		for name, v := range m.fieldsOfOtherMode(standby) {
			if !v.IsNull() {
				refuse(name, fmt.Errorf("%s belongs to the other mode: with mode = %q leave it out", name, map[bool]string{true: "HotStandby", false: "LoadBalance"}[standby]))
			}
		}
	}
	if !m.StateSwitchInterval.IsNull() && !m.AutoStateTransition.IsNull() && !m.AutoStateTransition.IsUnknown() && !m.AutoStateTransition.ValueBool() {
		refuse("auto_state_transition", errors.New("with a state_switch_interval the state changes by itself: set auto_state_transition = true, or leave one of the two out"))
	}
	if d, ok := m.MaxClientLeadTime.Canonical(); ok && d == dhcp.Unlimited.String() {
		refuse("max_client_lead_time", errors.New("the lead time must end: write a duration such as 1h"))
	}
	if !m.SecretVersion.IsNull() && m.SharedSecret.IsNull() {
		refuse("shared_secret_wo", errors.New("shared_secret_wo_version counts the versions of shared_secret_wo: set the secret as well"))
	}
	return diags
}

func (m model) checkScopeIDs(diags *diag.Diagnostics) {
	for _, e := range m.ScopeIDs.Elements() {
		v, ok := e.(iptypes.IPv4Address)
		if !ok || !known(v) {
			continue
		}
		if _, err := dhcp.ParseIPv4(v.ValueString()); err != nil {
			framework.AddAttributeError(diags, path.Root("scope_ids").AtSetValue(e), invalid, err)
		}
	}
}

func (m model) fieldsOfOtherMode(standby bool) map[string]attr.Value {
	if standby {
		return map[string]attr.Value{"load_balance_percent": m.LoadBalancePercent}
	}
	return map[string]attr.Value{"server_role": m.ServerRole, "reserve_percent": m.ReservePercent}
}

func known(v attr.Value) bool { return !v.IsNull() && !v.IsUnknown() }
