package option

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// model is the state of the resource.
type model struct {
	ID              types.String        `tfsdk:"id"`
	OptionID        types.Int64         `tfsdk:"option_id"`
	ScopeID         iptypes.IPv4Address `tfsdk:"scope_id"`
	ReservedAddress iptypes.IPv4Address `tfsdk:"reserved_address"`
	PolicyName      types.String        `tfsdk:"policy_name"`
	VendorClass     types.String        `tfsdk:"vendor_class"`
	UserClass       types.String        `tfsdk:"user_class"`
	Values          types.List          `tfsdk:"values"`
	Routes          types.List          `tfsdk:"routes"`
	Type            types.String        `tfsdk:"type"`
	ProbeDNS        types.Bool          `tfsdk:"validate_dns_servers"`
	Replicated      types.Bool          `tfsdk:"replicated"`
}

var routeType = types.ObjectType{AttrTypes: map[string]attr.Type{"destination": types.StringType, "router": iptypes.IPv4AddressType{}}}

// key gives the name of the value; ok is false while a part of it is unknown.
func (m model) key() (k windows.OptionKey, ok bool) {
	for _, v := range []attr.Value{m.OptionID, m.ScopeID, m.ReservedAddress, m.PolicyName, m.VendorClass, m.UserClass} {
		if v.IsUnknown() {
			return k, false
		}
	}
	k.ID, k.Policy, k.VendorClass, k.UserClass = m.OptionID.ValueInt64(), m.PolicyName.ValueString(), m.VendorClass.ValueString(), m.UserClass.ValueString()
	k.Scope, _ = framework.Address(m.ScopeID)
	k.Reserved, _ = framework.Address(m.ReservedAddress)
	return k, true
}

// setKey fills the attributes of the key of an imported value.
func (m *model) setKey(k windows.OptionKey) {
	m.OptionID = types.Int64Value(k.ID)
	m.ScopeID, m.ReservedAddress = framework.AddressValue(k.Scope), framework.AddressValue(k.Reserved)
	m.PolicyName, m.VendorClass, m.UserClass = optional(k.Policy), optional(k.VendorClass), optional(k.UserClass)
}

func optional(text string) types.String {
	if text == "" {
		return types.StringNull()
	}
	return types.StringValue(text)
}

// wanted gives the values as texts; known is false while one of them is unknown.
func (m model) wanted() (values []string, known bool, err error) {
	if m.Values.IsUnknown() || m.Routes.IsUnknown() {
		return nil, false, nil
	}
	for _, e := range m.Values.Elements() {
		if e.IsUnknown() {
			return nil, false, nil
		}
		values = append(values, e.(types.String).ValueString())
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

// take fills the values from those of the server. What means the same keeps the spelling
// that stands here.
func (m *model) take(v windows.OptionValue) {
	m.ID = types.StringValue(idOf(v.OptionKey))
	m.Type = types.StringValue(string(v.Type))
	if have, known, err := m.wanted(); known && err == nil && sameValues(v.Type, have, v.Values) {
		return
	}
	if !m.Routes.IsNull() {
		if routes, ok := routeList(v.Values); ok {
			m.Values, m.Routes = types.ListNull(types.StringType), routes
			return
		}
	}
	m.Values, m.Routes = textList(v.Values), types.ListNull(routeType)
}

// takeImported fills everything; classless routes are shown as routes.
func (m *model) takeImported(v windows.OptionValue) {
	m.setKey(v.OptionKey)
	m.ProbeDNS, m.Replicated = types.BoolValue(false), types.BoolValue(true)
	m.Routes = types.ListNull(routeType)
	if classless(v.OptionKey) {
		m.Routes, _ = routeList(v.Values)
	}
	m.take(v)
}

// sameValues tells whether two spellings of values mean the same.
func sameValues(t dhcp.OptionType, a, b []string) bool {
	x, errA := dhcp.NormalizeOption(t, a)
	y, errB := dhcp.NormalizeOption(t, b)
	return errA == nil && errB == nil && slices.Equal(x, y)
}

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

func textList(values []string) types.List {
	elements := make([]attr.Value, len(values))
	for i, v := range values {
		elements[i] = types.StringValue(v)
	}
	return types.ListValueMust(types.StringType, elements)
}

// idOf writes the id of a value: its level and number, then policy and classes as the
// query of a URL, so that any name has its place.
func idOf(k windows.OptionKey) string {
	id := "server"
	switch {
	case k.Reserved.IsValid():
		id = "reservation/" + k.Reserved.String()
	case k.Scope.IsValid():
		id = "scope/" + k.Scope.String()
	}
	id += "/" + strconv.FormatInt(k.ID, 10)
	query := url.Values{}
	for name, text := range map[string]string{"policy": k.Policy, "vendor_class": k.VendorClass, "user_class": k.UserClass} {
		if text != "" {
			query.Set(name, text)
		}
	}
	if len(query) > 0 {
		id += "?" + query.Encode()
	}
	return id
}

func parseID(id string) (k windows.OptionKey, err error) {
	wrong := fmt.Errorf("%q does not name an option value: write server/66, scope/10.1.0.0/66 or reservation/10.1.0.50/66, and after a question mark policy=…, vendor_class=… and user_class=… where they are set", id)
	level, rawQuery, _ := strings.Cut(id, "?")
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return k, wrong
	}
	parts := strings.Split(level, "/")
	if k.ID, err = strconv.ParseInt(parts[len(parts)-1], 10, 64); err != nil {
		return k, wrong
	}
	switch {
	case len(parts) == 2 && parts[0] == "server":
	case len(parts) == 3 && parts[0] == "scope":
		k.Scope, err = dhcp.ParseIPv4(parts[1])
	case len(parts) == 3 && parts[0] == "reservation":
		k.Reserved, err = dhcp.ParseIPv4(parts[1])
	default:
		return k, wrong
	}
	k.Policy, k.VendorClass, k.UserClass = query.Get("policy"), query.Get("vendor_class"), query.Get("user_class")
	return k, err
}
