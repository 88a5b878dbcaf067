package policy

import (
	"context"
	"net/netip"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// fields are the attributes that describe a policy itself; the data source has them too.
type fields struct {
	ID              types.String            `tfsdk:"id"`
	Name            types.String            `tfsdk:"name"`
	ScopeID         iptypes.IPv4Address     `tfsdk:"scope_id"`
	Description     types.String            `tfsdk:"description"`
	Enabled         types.Bool              `tfsdk:"enabled"`
	Condition       framework.Connective    `tfsdk:"condition"`
	Conditions      types.Set               `tfsdk:"conditions"`
	ProcessingOrder types.Int64             `tfsdk:"processing_order"`
	Ranges          types.Set               `tfsdk:"ranges"`
	LeaseDuration   framework.LeaseDuration `tfsdk:"lease_duration"`
	DNSSuffix       types.String            `tfsdk:"dns_suffix"`
}

// model is the state of the resource.
type model struct {
	fields
	Replicate  types.Bool `tfsdk:"replicate"`
	Options    types.Map  `tfsdk:"options"`
	Replicated types.Bool `tfsdk:"replicated"`
}

// levelOf is where the options of a policy stand.
func levelOf(k windows.PolicyKey) windows.OptionLevel {
	return windows.OptionLevel{Scope: k.Scope, Policy: k.Name}
}

// condition is one element of conditions.
type condition struct {
	Type     types.String `tfsdk:"type"`
	Operator types.String `tfsdk:"operator"`
	Values   types.Set    `tfsdk:"values"`
}

// addressRange is one element of ranges.
type addressRange struct {
	StartAddress iptypes.IPv4Address `tfsdk:"start_address"`
	EndAddress   iptypes.IPv4Address `tfsdk:"end_address"`
}

var (
	conditionType = types.ObjectType{AttrTypes: map[string]attr.Type{
		"type": types.StringType, "operator": types.StringType, "values": types.SetType{ElemType: types.StringType},
	}}
	rangeType = types.ObjectType{AttrTypes: map[string]attr.Type{"start_address": iptypes.IPv4AddressType{}, "end_address": iptypes.IPv4AddressType{}}}
)

// kinds are the values of type, and what the server calls each.
var kinds = []struct{ attribute, server string }{
	{"vendor_class", "VendorClass"}, {"user_class", "UserClass"}, {"mac_address", "MacAddress"}, {"client_id", "ClientId"}, {"relay_agent", "RelayAgent"},
	{"circuit_id", "CircuitId"}, {"remote_id", "RemoteId"}, {"subscriber_id", "SubscriberId"}, {"fqdn", "Fqdn"},
}

func kindNames() []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.attribute)
	}
	return names
}

func serverKind(attribute string) string {
	for _, k := range kinds {
		if k.attribute == attribute {
			return k.server
		}
	}
	return ""
}

func attributeKind(server string) string {
	i := slices.IndexFunc(kinds, func(k struct{ attribute, server string }) bool { return k.server == server })
	return kinds[i].attribute
}

// policy makes the policy that known attributes describe.
func (f fields) policy(ctx context.Context) (windows.Policy, diag.Diagnostics) {
	scope, _ := framework.Address(f.ScopeID)
	connective, _ := f.Condition.Canonical()
	p := windows.Policy{
		PolicyKey: windows.PolicyKey{Scope: scope, Name: f.Name.ValueString()}, Description: f.Description.ValueString(),
		Enabled: f.Enabled.ValueBool(), All: connective == "And", Order: f.ProcessingOrder.ValueInt64(), DNSSuffix: f.DNSSuffix.ValueString(),
	}
	if !f.LeaseDuration.IsNull() {
		p.Lease, _ = dhcp.ParseLeaseDuration(f.LeaseDuration.ValueString())
	}
	var conditions []condition
	diags := f.Conditions.ElementsAs(ctx, &conditions, false)
	for _, c := range conditions {
		var values []string
		if !c.Values.IsNull() {
			diags.Append(c.Values.ElementsAs(ctx, &values, false)...)
		}
		p.Conditions = append(p.Conditions, windows.PolicyCondition{Kind: serverKind(c.Type.ValueString()), Operator: c.Operator.ValueString(), Values: values})
	}
	var ranges []addressRange
	if !f.Ranges.IsNull() {
		diags.Append(f.Ranges.ElementsAs(ctx, &ranges, false)...)
	}
	for _, r := range ranges {
		start, _ := framework.Address(r.StartAddress)
		end, _ := framework.Address(r.EndAddress)
		p.Ranges = append(p.Ranges, dhcp.Range{Start: start, End: end})
	}
	return p, diags
}

// take fills the fields from a policy of the server. Conditions and an absence of ranges
// that mean the same keep the form that stands here already.
func (f *fields) take(ctx context.Context, p windows.Policy) {
	if !f.keepsConditions(ctx, p) {
		f.Conditions = conditionSet(p.Conditions)
	}
	f.ID, f.Name, f.ScopeID = types.StringValue(p.ID()), types.StringValue(p.Name), framework.AddressValue(p.Scope)
	f.Description, f.Enabled = types.StringValue(p.Description), types.BoolValue(p.Enabled)
	f.Condition = framework.SpelledValue[framework.ConnectiveRule](map[bool]string{true: "And", false: "Or"}[p.All])
	f.ProcessingOrder = types.Int64Value(p.Order)
	f.LeaseDuration = framework.SpelledNull[framework.LeaseDurationRule]()
	if p.Lease > 0 {
		f.LeaseDuration = framework.SpelledValue[framework.LeaseDurationRule](p.Lease.String())
	}
	f.DNSSuffix = types.StringNull()
	if p.DNSSuffix != "" {
		f.DNSSuffix = types.StringValue(p.DNSSuffix)
	}
	if len(p.Ranges) > 0 || f.Ranges.IsNull() {
		f.Ranges = rangeSet(p.Ranges)
	} else {
		f.Ranges = types.SetValueMust(rangeType, nil)
	}
}

// keepsConditions tells whether the conditions that stand here are those of the policy.
func (f *fields) keepsConditions(ctx context.Context, p windows.Policy) bool {
	if f.Conditions.IsNull() {
		return false
	}
	before, diags := f.policy(ctx)
	return !diags.HasError() && sameConditions(before.Conditions, p.Conditions)
}

func sameConditions(a, b []windows.PolicyCondition) bool {
	a, b = windows.NormalizeConditions(a), windows.NormalizeConditions(b)
	return slices.EqualFunc(a, b, func(x, y windows.PolicyCondition) bool {
		return x.Kind == y.Kind && x.Operator == y.Operator && slices.Equal(x.Values, y.Values)
	})
}

func conditionSet(list []windows.PolicyCondition) types.Set {
	elements := make([]attr.Value, len(list))
	for i, c := range list {
		values := types.SetNull(types.StringType)
		if len(c.Values) > 0 {
			texts := make([]attr.Value, len(c.Values))
			for k, v := range c.Values {
				texts[k] = types.StringValue(v)
			}
			values = types.SetValueMust(types.StringType, texts)
		}
		elements[i] = types.ObjectValueMust(conditionType.AttrTypes, map[string]attr.Value{
			"type": types.StringValue(attributeKind(c.Kind)), "operator": types.StringValue(c.Operator), "values": values,
		})
	}
	return types.SetValueMust(conditionType, elements)
}

// rangeSet is null without ranges.
func rangeSet(ranges []dhcp.Range) types.Set {
	if len(ranges) == 0 {
		return types.SetNull(rangeType)
	}
	elements := make([]attr.Value, len(ranges))
	for i, r := range ranges {
		elements[i] = types.ObjectValueMust(rangeType.AttrTypes, map[string]attr.Value{
			"start_address": framework.AddressValue(r.Start), "end_address": framework.AddressValue(r.End),
		})
	}
	return types.SetValueMust(rangeType, elements)
}

// knownSet tells whether a set and all that is in it is known.
func knownSet(ctx context.Context, s types.Set) bool {
	v, err := s.ToTerraformValue(ctx)
	return err == nil && v.IsFullyKnown()
}

func scopeText(scope netip.Addr) string {
	if scope.IsValid() {
		return "scope " + scope.String()
	}
	return "the server"
}
