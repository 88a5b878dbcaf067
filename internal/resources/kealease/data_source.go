// Package kealease is the lease of a Kea server: the resource kea_lease and the data source
// kea_leases.
package kealease

import (
	"context"
	"net/netip"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

var _ datasource.DataSourceWithConfigure = (*leasesDataSource)(nil)

type leasesDataSource struct{ framework.KeaDataSource }

// NewDataSource makes the data source kea_leases.
func NewDataSource() datasource.DataSource { return &leasesDataSource{} }

func (d *leasesDataSource) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "kea_leases"
}

// states are the states of a lease by Kea's numbers.
var states = []string{"assigned", "declined", "expired"}

func (d *leasesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	computed := func(text string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: text}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "The leases of a Kea server, in the order of their addresses, read page by page. Needs the hook library lease_cmds.",
		Attributes: map[string]schema.Attribute{
			"service":    schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.OneOf("dhcp4", "dhcp6")}, MarkdownDescription: "`dhcp4` or `dhcp6`. Default: `dhcp4`."},
			"subnet_id":  schema.Int64Attribute{Optional: true, MarkdownDescription: "Only leases of this subnet."},
			"hw_address": schema.StringAttribute{Optional: true, CustomType: framework.SpelledType[framework.HardwareAddressRule]{}, MarkdownDescription: "Only leases of this hardware address, in any spelling."},
			"client_id":  schema.StringAttribute{Optional: true, CustomType: framework.SpelledType[framework.DUIDRule]{}, MarkdownDescription: "Only leases of this client identifier, hexadecimal digits."},
			"duid":       schema.StringAttribute{Optional: true, CustomType: framework.SpelledType[framework.DUIDRule]{}, MarkdownDescription: "Only leases of this DUID."},
			"hostname":   schema.StringAttribute{Optional: true, MarkdownDescription: "Only leases of this host name. Capital letters and a dot at the end do not matter."},
			"address":    schema.StringAttribute{Optional: true, CustomType: framework.SpelledType[framework.CanonicalAddressRule]{}, MarkdownDescription: "Only the lease of this address. It also decides the service."},
			"type":       schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.OneOf("IA_NA", "IA_PD")}, MarkdownDescription: "Only leases of addresses (`IA_NA`) or of delegated prefixes (`IA_PD`), IPv6."},
			"state":      schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.OneOf(states...)}, MarkdownDescription: "Only leases in this state: `assigned`, `declined` or `expired`."},
			"leases": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The leases.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"address":            computed("Address, or delegated prefix without its length."),
					"prefix_length":      schema.Int64Attribute{Computed: true, MarkdownDescription: "Length of a delegated prefix; 0 for an IPv4 lease."},
					"type":               computed("`IA_NA` or `IA_PD` for IPv6, null for IPv4."),
					"subnet_id":          schema.Int64Attribute{Computed: true, MarkdownDescription: "Id of the subnet."},
					"hw_address":         computed("Hardware address of the client."),
					"client_id":          computed("Client identifier (IPv4)."),
					"duid":               computed("DUID of the client (IPv6)."),
					"hostname":           computed("Host name, in small letters."),
					"state":              computed("`assigned`, `declined` or `expired`."),
					"last_transaction":   computed("When the client was last heard of, in UTC (RFC 3339)."),
					"valid_lifetime":     schema.Int64Attribute{Computed: true, MarkdownDescription: "Time from then on for which the lease is valid, in seconds."},
					"expires":            computed("When the lease ends, in UTC (RFC 3339)."),
					"active":             schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the lease has not ended: the address is free for nobody else."},
					"iaid":               schema.Int64Attribute{Computed: true, MarkdownDescription: "Identity association of the client (IPv6), null for IPv4."},
					"preferred_lifetime": schema.Int64Attribute{Computed: true, MarkdownDescription: "Time for which an IPv6 address is preferred, in seconds; null for IPv4."},
					"fqdn_forward":       schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the server entered the name into DNS."},
					"fqdn_reverse":       schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the server entered the address into DNS."},
					"user_context":       computed("What hooks keep with the lease, as JSON."),
				}},
			},
		},
	}
}

type leasesModel struct {
	Service   types.String               `tfsdk:"service"`
	SubnetID  types.Int64                `tfsdk:"subnet_id"`
	HWAddress framework.HardwareAddress  `tfsdk:"hw_address"`
	ClientID  framework.DUID             `tfsdk:"client_id"`
	DUID      framework.DUID             `tfsdk:"duid"`
	Hostname  types.String               `tfsdk:"hostname"`
	Address   framework.CanonicalAddress `tfsdk:"address"`
	Type      types.String               `tfsdk:"type"`
	State     types.String               `tfsdk:"state"`
	Leases    []leaseModel               `tfsdk:"leases"`
}

type leaseModel struct {
	Address         types.String `tfsdk:"address"`
	PrefixLength    types.Int64  `tfsdk:"prefix_length"`
	Type            types.String `tfsdk:"type"`
	SubnetID        types.Int64  `tfsdk:"subnet_id"`
	HWAddress       types.String `tfsdk:"hw_address"`
	ClientID        types.String `tfsdk:"client_id"`
	DUID            types.String `tfsdk:"duid"`
	Hostname        types.String `tfsdk:"hostname"`
	State           types.String `tfsdk:"state"`
	LastTransaction types.String `tfsdk:"last_transaction"`
	ValidLifetime   types.Int64  `tfsdk:"valid_lifetime"`
	Expires         types.String `tfsdk:"expires"`
	Active          types.Bool   `tfsdk:"active"`
	IAID            types.Int64  `tfsdk:"iaid"`
	Preferred       types.Int64  `tfsdk:"preferred_lifetime"`
	Forward         types.Bool   `tfsdk:"fqdn_forward"`
	Reverse         types.Bool   `tfsdk:"fqdn_reverse"`
	UserContext     types.String `tfsdk:"user_context"`
}

func (d *leasesDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m leasesModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	family := keaattr.Family(m.Service)
	if address, err := netip.ParseAddr(m.Address.ValueString()); err == nil && m.Service.IsNull() {
		family = kea.FamilyOf(address)
	}
	leases, err := client.Leases(ctx, family, m.filter())
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to read Kea leases", err)
		return
	}
	m.Leases = []leaseModel{}
	for _, l := range leases {
		m.Leases = append(m.Leases, leaseFrom(l))
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}

func (m *leasesModel) filter() kea.LeaseFilter {
	filter := kea.LeaseFilter{Hostname: m.Hostname.ValueString(), Type: m.Type.ValueString()}
	filter.Address, _ = m.Address.Canonical()
	filter.HWAddress, _ = m.HWAddress.Canonical()
	filter.ClientID, _ = m.ClientID.Canonical()
	filter.DUID, _ = m.DUID.Canonical()
	if id := m.SubnetID.ValueInt64Pointer(); id != nil {
		number := uint32(*id)
		filter.SubnetID = &number
	}
	for number, name := range states {
		if m.State.ValueString() == name {
			filter.State = &number
		}
	}
	return filter
}

func leaseFrom(l kea.Lease) leaseModel {
	text := func(value string) types.String { return keaattr.Text(types.StringNull(), value) }
	state := "unknown"
	if l.State >= 0 && l.State < len(states) {
		state = states[l.State]
	}
	model := leaseModel{
		Expires: types.StringValue(l.Expires().Format(time.RFC3339)), Active: types.BoolValue(l.Active(time.Now())), Forward: types.BoolValue(l.Forward), Reverse: types.BoolValue(l.Reverse),
		Address: types.StringValue(l.Address), PrefixLength: types.Int64Value(int64(l.PrefixLength)), Type: text(l.Type), SubnetID: types.Int64Value(int64(l.SubnetID)),
		HWAddress: text(l.HWAddress), ClientID: text(l.ClientID), DUID: text(l.DUID), Hostname: text(l.Hostname), State: types.StringValue(state),
		LastTransaction: types.StringValue(l.LastTransaction.Format(time.RFC3339)), ValidLifetime: types.Int64Value(l.ValidLifetime), UserContext: text(l.UserContext),
	}
	if l.Type != "" {
		model.IAID, model.Preferred = types.Int64Value(int64(l.IAID)), types.Int64Value(l.PreferredLifetime)
	}
	return model
}
