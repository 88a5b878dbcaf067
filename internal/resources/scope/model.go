package scope

import (
	"context"
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// fields are the attributes that describe a scope itself; the data sources have them too.
type fields struct {
	ID               types.String            `tfsdk:"id"`
	ScopeID          iptypes.IPv4Address     `tfsdk:"scope_id"`
	Name             types.String            `tfsdk:"name"`
	Network          iptypes.IPv4Address     `tfsdk:"network"`
	SubnetMask       types.String            `tfsdk:"subnet_mask"`
	StartRange       iptypes.IPv4Address     `tfsdk:"start_range"`
	EndRange         iptypes.IPv4Address     `tfsdk:"end_range"`
	LeaseDuration    framework.LeaseDuration `tfsdk:"lease_duration"`
	Description      types.String            `tfsdk:"description"`
	Gateway          iptypes.IPv4Address     `tfsdk:"gateway"`
	DNSServers       types.List              `tfsdk:"dns_servers"`
	DNSDomain        types.String            `tfsdk:"dns_domain"`
	BootServer       types.String            `tfsdk:"boot_server"`
	BootFile         types.String            `tfsdk:"boot_file"`
	Exclusions       types.Set               `tfsdk:"exclusions"`
	State            framework.ScopeState    `tfsdk:"state"`
	Type             framework.ScopeType     `tfsdk:"type"`
	Delay            types.Int64             `tfsdk:"delay"`
	MaxBootpClients  types.Int64             `tfsdk:"max_bootp_clients"`
	ActivatePolicies types.Bool              `tfsdk:"activate_policies"`
	SuperscopeName   types.String            `tfsdk:"superscope_name"`
}

// model is the state of the resource.
type model struct {
	fields
	ForceDestroy types.Bool     `tfsdk:"force_destroy"`
	Replicate    types.Bool     `tfsdk:"replicate"`
	Replicated   types.Bool     `tfsdk:"replicated"`
	Timeouts     timeouts.Value `tfsdk:"timeouts"`
}

// exclusion is one element of exclusions.
type exclusion struct {
	StartAddress iptypes.IPv4Address `tfsdk:"start_address"`
	EndAddress   iptypes.IPv4Address `tfsdk:"end_address"`
}

var (
	exclusionType = types.ObjectType{AttrTypes: map[string]attr.Type{"start_address": iptypes.IPv4AddressType{}, "end_address": iptypes.IPv4AddressType{}}}
	asOptions     = basetypes.ObjectAsOptions{UnhandledNullAsEmpty: true, UnhandledUnknownAsEmpty: true}
)

// apply writes the configured values over a scope as it stands now. What the
// configuration does not manage stays as it is.
func (m model) apply(ctx context.Context, s windows.Scope) (windows.Scope, diag.Diagnostics) {
	var diags diag.Diagnostics
	network, _ := framework.Address(m.Network)
	length, _ := dhcp.ParseMask(m.SubnetMask.ValueString())
	s.Subnet = netip.PrefixFrom(network, length)
	start, _ := framework.Address(m.StartRange)
	end, _ := framework.Address(m.EndRange)
	s.Pool = dhcp.Range{Start: start, End: end}
	s.Name = m.Name.ValueString()
	s.Description = m.Description.ValueString()
	s.Lease, _ = dhcp.ParseLeaseDuration(m.LeaseDuration.ValueString())
	s.Active = canonical(m.State) == "Active"
	s.Type = windows.ScopeType(canonical(m.Type))
	s.Delay = m.Delay.ValueInt64()
	s.MaxBootpClients = windows.NoBootpLimit
	if !m.MaxBootpClients.IsNull() {
		s.MaxBootpClients = m.MaxBootpClients.ValueInt64()
	}
	s.ActivatePolicies = m.ActivatePolicies.ValueBool()
	s.Routers = nil
	if gateway, ok := framework.Address(m.Gateway); ok {
		s.Routers = []netip.Addr{gateway}
	}
	s.DNSServers = addresses(m.DNSServers)
	s.DNSDomain = m.DNSDomain.ValueString()
	s.BootServer = m.BootServer.ValueString()
	s.BootFile = m.BootFile.ValueString()
	if !m.SuperscopeName.IsNull() {
		s.Superscope = m.SuperscopeName.ValueString()
	}
	if !m.Exclusions.IsNull() {
		s.Exclusions, diags = exclusionRanges(ctx, m.Exclusions)
	}
	return s, diags
}

// take fills the fields from a scope of the server. Where null and empty mean the same
// to the server, the form that stands here already is kept, so that neither shows as a
// difference.
func (f *fields) take(s windows.Scope) {
	id := s.ID().String()
	f.ID, f.ScopeID = types.StringValue(id), iptypes.NewIPv4AddressValue(id)
	f.Name = types.StringValue(s.Name)
	f.Network = iptypes.NewIPv4AddressValue(id)
	f.SubnetMask = types.StringValue(dhcp.MaskOf(s.Subnet.Bits()).String())
	f.StartRange, f.EndRange = framework.AddressValue(s.Pool.Start), framework.AddressValue(s.Pool.End)
	f.LeaseDuration = framework.SpelledValue[framework.LeaseDurationRule](s.Lease.String())
	f.Description = types.StringValue(s.Description)
	f.Gateway = iptypes.NewIPv4AddressNull()
	if len(s.Routers) == 1 {
		f.Gateway = framework.AddressValue(s.Routers[0])
	}
	f.DNSServers = addressList(s.DNSServers, f.DNSServers)
	f.DNSDomain = textValue(s.DNSDomain)
	f.BootServer = textValue(s.BootServer)
	f.BootFile = textValue(s.BootFile)
	f.Exclusions = exclusionSet(s.Exclusions)
	f.State = framework.SpelledValue[framework.ScopeStateRule](map[bool]string{true: "Active", false: "Inactive"}[s.Active])
	f.Type = framework.SpelledValue[framework.ScopeTypeRule](string(s.Type))
	f.Delay = types.Int64Value(s.Delay)
	f.MaxBootpClients = types.Int64Null()
	if s.Type == windows.ScopeBoth && s.MaxBootpClients != windows.NoBootpLimit {
		f.MaxBootpClients = types.Int64Value(s.MaxBootpClients)
	}
	f.ActivatePolicies = types.BoolValue(s.ActivatePolicies)
	f.SuperscopeName = types.StringValue(s.Superscope)
}

// takeManaged fills a resource's state: what the configuration does not manage stays null.
func (m *model) takeManaged(s windows.Scope) {
	exclusions, superscope := m.Exclusions, m.SuperscopeName
	m.take(s)
	if exclusions.IsNull() {
		m.Exclusions = exclusions
	}
	if superscope.IsNull() {
		m.SuperscopeName = superscope
	}
}

// takeImported fills the state of a resource that was imported: everything the server has.
func (m *model) takeImported(s windows.Scope) {
	m.take(s)
	m.ForceDestroy = types.BoolValue(false)
	m.Replicated = types.BoolValue(true)
	if len(s.Exclusions) == 0 {
		m.Exclusions = types.SetNull(exclusionType)
	}
	m.SuperscopeName = textValue(s.Superscope)
}
