package kealease

import (
	"net/netip"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

const description = `One lease of a Kea server, made without the client: an address that shall stay with a client that has it, or a lease for a test. For an address that a client shall get, use ` + "`kea_reservation`" + `: a lease ends, a reservation does not.

A lease is no configuration: the server changes it when the client renews, releases or declines it, and removes it when it ends. Such a change shows in the next plan, and a lease that is gone is made again. Set ` + "`valid_lifetime = 4294967295`" + ` for one that does not end by itself. ` +
	"A lease of another client is never taken over: import it. Needs the hook library lease_cmds. In a pair the lease is made at every peer, because leases that are made by command are not replicated."

func schemaOf() schema.Schema {
	lifetime := func(text string) schema.Int64Attribute {
		return schema.Int64Attribute{
			Optional: true, Computed: true, Validators: []validator.Int64{int64validator.Between(1, kea.Infinite)},
			PlanModifiers: []planmodifier.Int64{int64planmodifier.UseStateForUnknown()}, MarkdownDescription: text,
		}
	}
	flag := func(text string) schema.BoolAttribute {
		return schema.BoolAttribute{Optional: true, Computed: true, Default: booldefault.StaticBool(false), MarkdownDescription: text + " Nothing is sent to a DNS server. Default: false."}
	}
	return schema.Schema{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"id": keaattr.ID("Service and address, with the length of a delegated prefix: `dhcp4/192.0.2.10`, `dhcp6/2001:db8:8000::/56`."),
			"address": schema.StringAttribute{
				Required: true, CustomType: framework.SpelledType[framework.CanonicalAddressRule]{},
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.CanonicalAddressRule](), stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "Address, or delegated prefix without its length. IPv4 is a lease of kea-dhcp4, IPv6 one of kea-dhcp6. A change replaces the lease.",
			},
			"prefix_length": schema.Int64Attribute{
				Optional: true, Validators: []validator.Int64{int64validator.Between(1, 128)}, PlanModifiers: []planmodifier.Int64{int64planmodifier.RequiresReplace()},
				MarkdownDescription: "Length of a delegated prefix (IPv6), which also needs `subnet_id`. Left out, the lease is one of an address. A change replaces the lease.",
			},
			"subnet_id": schema.Int64Attribute{
				Optional: true, Computed: true, Validators: []validator.Int64{int64validator.Between(1, 4294967294)},
				PlanModifiers:       []planmodifier.Int64{int64planmodifier.UseStateForUnknown(), int64planmodifier.RequiresReplaceIfConfigured()},
				MarkdownDescription: "Id of the subnet. Default: the one that the address is in. A change replaces the lease.",
			},
			"hw_address": schema.StringAttribute{
				Optional: true, CustomType: framework.SpelledType[framework.HardwareAddressRule]{}, PlanModifiers: []planmodifier.String{framework.KeepSpelling[framework.HardwareAddressRule]()},
				MarkdownDescription: "Hardware address of the client, in any spelling. Required for IPv4.",
			},
			"client_id": schema.StringAttribute{
				Optional: true, CustomType: framework.SpelledType[framework.DUIDRule]{}, PlanModifiers: []planmodifier.String{framework.KeepSpelling[framework.DUIDRule]()},
				MarkdownDescription: "Client identifier (IPv4), hexadecimal digits.",
			},
			"duid": schema.StringAttribute{
				Optional: true, CustomType: framework.SpelledType[framework.DUIDRule]{}, PlanModifiers: []planmodifier.String{framework.KeepSpelling[framework.DUIDRule]()},
				MarkdownDescription: "DUID of the client. Required for IPv6.",
			},
			"iaid":               schema.Int64Attribute{Optional: true, Validators: []validator.Int64{int64validator.Between(0, 4294967295)}, MarkdownDescription: "Identity association of the client. Required for IPv6."},
			"hostname":           schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.LengthBetween(1, 255)}, MarkdownDescription: "Host name. Kea keeps it in small letters; capital ones are no difference."},
			"fqdn_forward":       flag("Say in the lease that the name was entered into DNS."),
			"fqdn_reverse":       flag("Say in the lease that the address was entered into DNS."),
			"valid_lifetime":     lifetime("Time for which the lease is valid, in seconds; 4294967295 does not end. It begins anew with every change. Default: that of the subnet."),
			"preferred_lifetime": lifetime("Time for which an IPv6 address is preferred, in seconds. Default: that of the subnet. Null for IPv4."),
			"user_context":       keaattr.UserContext("lease"),
			"differing_peers":    keaattr.DifferingPeers(),
		},
	}
}

// model is the state of a kea_lease.
type model struct {
	ID                types.String               `tfsdk:"id"`
	Address           framework.CanonicalAddress `tfsdk:"address"`
	PrefixLength      types.Int64                `tfsdk:"prefix_length"`
	SubnetID          types.Int64                `tfsdk:"subnet_id"`
	HWAddress         framework.HardwareAddress  `tfsdk:"hw_address"`
	ClientID          framework.DUID             `tfsdk:"client_id"`
	DUID              framework.DUID             `tfsdk:"duid"`
	IAID              types.Int64                `tfsdk:"iaid"`
	Hostname          types.String               `tfsdk:"hostname"`
	Forward           types.Bool                 `tfsdk:"fqdn_forward"`
	Reverse           types.Bool                 `tfsdk:"fqdn_reverse"`
	ValidLifetime     types.Int64                `tfsdk:"valid_lifetime"`
	PreferredLifetime types.Int64                `tfsdk:"preferred_lifetime"`
	UserContext       framework.UserContext      `tfsdk:"user_context"`
	DifferingPeers    types.List                 `tfsdk:"differing_peers"`
}

// address is not valid when the attribute is not known.
func (m *model) address() netip.Addr {
	address, _ := netip.ParseAddr(m.Address.ValueString())
	return address
}

func (m *model) family() kea.Family { return kea.FamilyOf(m.address()) }

func (m *model) toKea() kea.Lease {
	lease := kea.Lease{
		Address: m.address().String(), PrefixLength: int(m.PrefixLength.ValueInt64()), SubnetID: uint32(m.SubnetID.ValueInt64()), IAID: uint32(m.IAID.ValueInt64()), Hostname: m.Hostname.ValueString(),
		Forward: m.Forward.ValueBool(), Reverse: m.Reverse.ValueBool(), ValidLifetime: m.ValidLifetime.ValueInt64(), PreferredLifetime: m.PreferredLifetime.ValueInt64(), UserContext: m.UserContext.ValueString(),
	}
	lease.HWAddress, _ = m.HWAddress.Canonical()
	lease.ClientID, _ = m.ClientID.Canonical()
	lease.DUID, _ = m.DUID.Canonical()
	if m.family() == kea.V6 {
		lease.Type = "IA_NA"
		if lease.PrefixLength > 0 {
			lease.Type = "IA_PD"
		}
	}
	return lease
}

func (m *model) fromKea(l kea.Lease) {
	m.ID, m.SubnetID = types.StringValue(m.family().Service()+"/"+l.ID()), types.Int64Value(int64(l.SubnetID))
	m.HWAddress, m.ClientID, m.DUID = spelled(m.HWAddress, l.HWAddress), spelled(m.ClientID, l.ClientID), spelled(m.DUID, l.DUID)
	if !strings.EqualFold(m.Hostname.ValueString(), l.Hostname) || m.Hostname.IsNull() {
		m.Hostname = keaattr.Text(m.Hostname, l.Hostname)
	}
	m.Forward, m.Reverse, m.ValidLifetime = types.BoolValue(l.Forward), types.BoolValue(l.Reverse), types.Int64Value(l.ValidLifetime)
	m.IAID, m.PreferredLifetime = types.Int64Null(), types.Int64Null()
	if m.family() == kea.V6 {
		m.IAID, m.PreferredLifetime = types.Int64Value(int64(l.IAID)), types.Int64Value(l.PreferredLifetime)
	}
	m.UserContext = keaattr.Context(m.UserContext, l.UserContext)
}

// spelled gives an identifier in the spelling that the user wrote.
func spelled[R framework.Rule](prior framework.Spelled[R], value string) framework.Spelled[R] {
	if text, ok := prior.Canonical(); ok && text == value {
		return prior
	}
	if value == "" {
		return framework.SpelledNull[R]()
	}
	return framework.SpelledValue[R](value)
}
