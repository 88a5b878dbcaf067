package dnssettings

import (
	"errors"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// model is the state of the resource.
type model struct {
	ID                    types.String             `tfsdk:"id"`
	ScopeID               iptypes.IPv4Address      `tfsdk:"scope_id"`
	ReservationAddress    iptypes.IPv4Address      `tfsdk:"reservation_address"`
	PolicyName            types.String             `tfsdk:"policy_name"`
	DynamicUpdates        framework.DynamicUpdates `tfsdk:"dynamic_updates"`
	DeleteRecordsOnExpiry types.Bool               `tfsdk:"delete_records_on_expiry"`
	UpdateForOlderClients types.Bool               `tfsdk:"update_for_older_clients"`
	NameProtection        types.Bool               `tfsdk:"name_protection"`
	DisablePTRUpdates     types.Bool               `tfsdk:"disable_ptr_updates"`
	Replicate             types.Bool               `tfsdk:"replicate"`
	Replicated            types.Bool               `tfsdk:"replicated"`
}

// level reads the level; known is false while a part of it is unknown.
func (m model) level() (l windows.DNSLevel, known bool) {
	l.Scope, _ = framework.Address(m.ScopeID)
	l.Reservation, _ = framework.Address(m.ReservationAddress)
	l.Policy = m.PolicyName.ValueString()
	return l, !m.ScopeID.IsUnknown() && !m.ReservationAddress.IsUnknown() && !m.PolicyName.IsUnknown()
}

func (m model) settings() windows.DNSSettings {
	updates, _ := m.DynamicUpdates.Canonical()
	return windows.DNSSettings{
		Updates: windows.DNSUpdates(updates), DeleteOnExpiry: m.DeleteRecordsOnExpiry.ValueBool(), OlderClients: m.UpdateForOlderClients.ValueBool(),
		NameProtection: m.NameProtection.ValueBool(), DisablePTR: m.DisablePTRUpdates.ValueBool(),
	}
}

func (m *model) take(l windows.DNSLevel, s windows.DNSSettings) {
	m.ID = types.StringValue(idOf(l))
	m.ScopeID, m.ReservationAddress = framework.AddressValue(l.Scope), framework.AddressValue(l.Reservation)
	m.PolicyName = types.StringNull()
	if l.Policy != "" {
		m.PolicyName = types.StringValue(l.Policy)
	}
	m.DynamicUpdates = framework.SpelledValue[framework.DynamicUpdatesRule](string(s.Updates))
	m.DeleteRecordsOnExpiry, m.UpdateForOlderClients = types.BoolValue(s.DeleteOnExpiry), types.BoolValue(s.OlderClients)
	m.NameProtection, m.DisablePTRUpdates = types.BoolValue(s.NameProtection), types.BoolValue(s.DisablePTR)
}

// validate reports all mistakes of a configuration.
func (m model) validate() diag.Diagnostics {
	var diags diag.Diagnostics
	refuse := func(attribute, why string) {
		framework.AddAttributeError(&diags, path.Root(attribute), "Invalid DNS settings", errors.New(why))
	}
	if !m.ReservationAddress.IsNull() && (!m.ScopeID.IsNull() || !m.PolicyName.IsNull()) {
		refuse("reservation_address", "a reservation is a level of its own: leave scope_id and policy_name out")
	}
	if m.PolicyName.ValueString() == "" && !m.PolicyName.IsNull() && !m.PolicyName.IsUnknown() {
		refuse("policy_name", "the name of the policy is empty")
	}
	if updates, _ := m.DynamicUpdates.Canonical(); updates == string(windows.DNSNever) {
		for attribute, v := range map[string]types.Bool{
			"delete_records_on_expiry": m.DeleteRecordsOnExpiry, "update_for_older_clients": m.UpdateForOlderClients,
			"name_protection": m.NameProtection, "disable_ptr_updates": m.DisablePTRUpdates,
		} {
			if v.ValueBool() {
				refuse(attribute, `with dynamic_updates = "Never" the server switches every other setting off: leave this one out`)
			}
		}
	}
	return diags
}

// idOf writes the id of a level.
func idOf(l windows.DNSLevel) string {
	switch {
	case l.Reservation.IsValid():
		return "reservation/" + l.Reservation.String()
	case l.Scope.IsValid() && l.Policy != "":
		return "scope/" + l.Scope.String() + "/policy/" + l.Policy
	case l.Scope.IsValid():
		return "scope/" + l.Scope.String()
	case l.Policy != "":
		return "policy/" + l.Policy
	}
	return "server"
}

func parseID(id types.String, diags *diag.Diagnostics) (l windows.DNSLevel, ok bool) {
	kind, rest, _ := strings.Cut(id.ValueString(), "/")
	var err error
	switch kind {
	case "server":
		ok = rest == ""
	case "policy":
		l.Policy, ok = rest, rest != ""
	case "reservation":
		l.Reservation, err = dhcp.ParseIPv4(rest)
		ok = err == nil
	case "scope":
		scope, policy, inScope := strings.Cut(rest, "/policy/")
		l.Scope, err = dhcp.ParseIPv4(scope)
		l.Policy, ok = policy, err == nil && inScope == (policy != "")
	}
	if !ok {
		diags.AddAttributeError(path.Root("id"), "Invalid id of DNS settings",
			"Write server, scope/10.1.0.0, reservation/10.1.0.50, policy/NAME (of the server) or scope/10.1.0.0/policy/NAME.")
	}
	return l, ok
}
