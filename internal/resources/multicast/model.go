package multicast

import (
	"context"
	"errors"
	"fmt"
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// model is the state of the resource.
type model struct {
	ID            types.String            `tfsdk:"id"`
	Name          types.String            `tfsdk:"name"`
	Description   types.String            `tfsdk:"description"`
	StartRange    iptypes.IPv4Address     `tfsdk:"start_range"`
	EndRange      iptypes.IPv4Address     `tfsdk:"end_range"`
	LeaseDuration framework.LeaseDuration `tfsdk:"lease_duration"`
	TTL           types.Int64             `tfsdk:"ttl"`
	State         framework.ScopeState    `tfsdk:"state"`
	Exclusions    types.Set               `tfsdk:"exclusions"`
	ForceDestroy  types.Bool              `tfsdk:"force_destroy"`
}

// exclusion is one element of exclusions.
type exclusion struct {
	StartAddress iptypes.IPv4Address `tfsdk:"start_address"`
	EndAddress   iptypes.IPv4Address `tfsdk:"end_address"`
}

var (
	exclusionType = types.ObjectType{AttrTypes: map[string]attr.Type{"start_address": iptypes.IPv4AddressType{}, "end_address": iptypes.IPv4AddressType{}}}
	asOptions     = basetypes.ObjectAsOptions{UnhandledNullAsEmpty: true, UnhandledUnknownAsEmpty: true}
	network       = netip.MustParsePrefix("224.0.0.0/4")
)

// apply writes the configured values over a scope as it stands. Exclusions left out of the
// configuration stay as they are.
func (m model) apply(ctx context.Context, s *windows.MulticastScope) {
	start, _ := framework.Address(m.StartRange)
	end, _ := framework.Address(m.EndRange)
	state, _ := m.State.Canonical()
	s.Name, s.Description, s.Pool = m.Name.ValueString(), m.Description.ValueString(), dhcp.Range{Start: start, End: end}
	s.Lease, _ = dhcp.ParseLeaseDuration(m.LeaseDuration.ValueString())
	s.TTL, s.Active = m.TTL.ValueInt64(), state == "Active"
	if !m.Exclusions.IsNull() {
		s.Exclusions = m.ranges(ctx)
	}
}

// ranges reads the exclusions that are known and right.
func (m model) ranges(ctx context.Context) []dhcp.Range {
	var out []dhcp.Range
	for _, e := range m.Exclusions.Elements() {
		if r, ok, _ := rangeOf(ctx, e); ok {
			out = append(out, r)
		}
	}
	return out
}

func rangeOf(ctx context.Context, e attr.Value) (r dhcp.Range, ok bool, err error) {
	object, isObject := e.(types.Object)
	var x exclusion
	if !isObject || object.IsUnknown() || object.IsNull() || object.As(ctx, &x, asOptions).HasError() {
		return r, false, nil
	}
	start, ok1 := framework.Address(x.StartAddress)
	end, ok2 := framework.Address(x.EndAddress)
	if !ok1 || !ok2 {
		return r, false, nil
	}
	r, err = dhcp.NewRange(start, end)
	return r, err == nil, err
}

func (m *model) take(s windows.MulticastScope, imported bool) {
	m.ID, m.Name, m.Description = types.StringValue(s.Name), types.StringValue(s.Name), types.StringValue(s.Description)
	m.StartRange, m.EndRange = framework.AddressValue(s.Pool.Start), framework.AddressValue(s.Pool.End)
	m.LeaseDuration = framework.SpelledValue[framework.LeaseDurationRule](s.Lease.String())
	m.TTL = types.Int64Value(s.TTL)
	m.State = framework.SpelledValue[framework.ScopeStateRule](map[bool]string{true: "Active", false: "Inactive"}[s.Active])
	if imported {
		m.ForceDestroy = types.BoolValue(false)
	}
	if m.Exclusions.IsNull() && (!imported || len(s.Exclusions) == 0) {
		m.Exclusions = types.SetNull(exclusionType)
		return
	}
	elements := make([]attr.Value, len(s.Exclusions))
	for i, r := range s.Exclusions {
		elements[i] = types.ObjectValueMust(exclusionType.AttrTypes, map[string]attr.Value{
			"start_address": framework.AddressValue(r.Start), "end_address": framework.AddressValue(r.End),
		})
	}
	m.Exclusions = types.SetValueMust(exclusionType, elements)
}

// validate reports all mistakes of a configuration. What is not known yet is skipped.
func (m model) validate(ctx context.Context) diag.Diagnostics {
	var diags diag.Diagnostics
	refuse := func(at path.Path, err error) {
		if err != nil {
			framework.AddAttributeError(&diags, at, "Invalid multicast scope", err)
		}
	}
	if !m.Name.IsNull() && !m.Name.IsUnknown() {
		refuse(path.Root("name"), dhcp.CheckName(m.Name.ValueString(), dhcp.MaxText))
	}
	if !m.Description.IsUnknown() {
		refuse(path.Root("description"), dhcp.CheckText(m.Description.ValueString(), dhcp.MaxText))
	}
	start, ok1 := framework.Address(m.StartRange)
	end, ok2 := framework.Address(m.EndRange)
	if !ok1 || !ok2 {
		return diags
	}
	pool, err := dhcp.NewRange(start, end)
	switch {
	case err != nil:
		refuse(path.Root("start_range"), err)
		return diags
	case !network.Contains(start) || !network.Contains(end):
		refuse(path.Root("start_range"), fmt.Errorf("%s is not a range of multicast addresses: they lie from 224.0.0.0 to 239.255.255.255", pool))
	case end.As4()[0] == 239 && pool.Size() < 256:
		refuse(path.Root("end_range"), errors.New("a range in 239.0.0.0/8 needs at least 256 addresses: the server keeps the last 256 for itself"))
	}
	var known []dhcp.Range
	for _, e := range m.Exclusions.Elements() {
		at := path.Root("exclusions").AtSetValue(e)
		r, ok, err := rangeOf(ctx, e)
		refuse(at, err)
		if ok && !pool.Covers(r) {
			refuse(at, fmt.Errorf("the exclusion %s does not lie in the range %s", r, pool))
		}
		if ok {
			known = append(known, r)
		}
	}
	for _, o := range dhcp.Overlaps(known) {
		refuse(path.Root("exclusions"), fmt.Errorf("the exclusion %s overlaps the exclusion %s: join them or move one", known[o.First], known[o.Second]))
	}
	return diags
}
