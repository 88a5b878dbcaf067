package option

import (
	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/optionattr"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// model is the state of dhcp_option_value.
type model struct {
	fields
	ScopeID         iptypes.IPv4Address `tfsdk:"scope_id"`
	ReservedAddress iptypes.IPv4Address `tfsdk:"reserved_address"`
	PolicyName      types.String        `tfsdk:"policy_name"`
	Routes          types.List          `tfsdk:"routes"`
	Replicate       types.Bool          `tfsdk:"replicate"`
	Replicated      types.Bool          `tfsdk:"replicated"`
}

var routeType = types.ObjectType{AttrTypes: map[string]attr.Type{"destination": types.StringType, "router": iptypes.IPv4AddressType{}}}

func (m *model) key() (k windows.OptionKey, ok bool) {
	level := windows.OptionLevel{Policy: m.PolicyName.ValueString()}
	level.Scope, _ = framework.Address(m.ScopeID)
	level.Reserved, _ = framework.Address(m.ReservedAddress)
	return m.within(level, m.ScopeID, m.ReservedAddress, m.PolicyName)
}

func (m *model) wanted() (values []string, known bool, err error) {
	if values, known = optionattr.Texts(m.Values); !known || m.Routes.IsUnknown() {
		return nil, false, nil
	}
	var routes []dhcp.Route
	for _, e := range m.Routes.Elements() {
		o := e.(types.Object).Attributes()
		if e.IsUnknown() || o["destination"].IsUnknown() || o["router"].IsUnknown() {
			return nil, false, nil
		}
		r, err := dhcp.ParseRoute(o["destination"].(types.String).ValueString(), o["router"].(iptypes.IPv4Address).ValueString())
		if err != nil {
			return nil, true, err
		}
		routes = append(routes, r)
	}
	data, err := dhcp.EncodeRoutes(routes)
	return append(values, dhcp.FormatBytes(data)...), true, err
}

func (m *model) take(v windows.OptionValue) {
	have, known, err := m.wanted()
	if m.keeps(v, have, known && err == nil) {
		return
	}
	if !m.Routes.IsNull() {
		if routes, ok := routeList(v.Values); ok {
			m.Values, m.Routes = types.ListNull(types.StringType), routes
			return
		}
	}
	m.Values, m.Routes = optionattr.List(v.Values), types.ListNull(routeType)
}

// takeImported shows classless routes as routes.
func (m *model) takeImported(v windows.OptionValue) {
	m.name(v.OptionKey)
	m.ScopeID, m.ReservedAddress = framework.AddressValue(v.Scope), framework.AddressValue(v.Reserved)
	m.PolicyName, m.Replicated = optional(v.Policy), types.BoolValue(true)
	m.Routes = types.ListNull(routeType)
	if classless(v.OptionKey) {
		m.Routes, _ = routeList(v.Values)
	}
	m.take(v)
}

func (m *model) copied(err error) { m.Replicated = framework.Replicated(err) }

func (m *model) replicate() types.Bool { return m.Replicate }

func (m *model) owed() bool { return !m.Replicated.IsNull() && !m.Replicated.ValueBool() }

// classless tells whether an option holds classless routes: 121, and 249 for old clients.
func classless(k windows.OptionKey) bool {
	return k.VendorClass == "" && (k.ID == 121 || k.ID == 249)
}

// routeList reads values as routes; ok is false when they are none.
func routeList(values []string) (list types.List, ok bool) {
	data, err := dhcp.ParseBytes(values)
	routes, err2 := dhcp.DecodeRoutes(data)
	if err != nil || err2 != nil || len(routes) == 0 {
		return types.ListNull(routeType), false
	}
	elements := make([]attr.Value, len(routes))
	for i, r := range routes {
		elements[i] = types.ObjectValueMust(routeType.AttrTypes, map[string]attr.Value{
			"destination": types.StringValue(r.Destination.String()), "router": framework.AddressValue(r.Router),
		})
	}
	return types.ListValueMust(routeType, elements), true
}
