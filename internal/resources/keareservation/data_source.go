package keareservation

import (
	"context"
	"net/netip"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

var _ datasource.DataSourceWithConfigure = (*reservationsDataSource)(nil)

type reservationsDataSource struct{ framework.KeaDataSource }

// NewDataSource makes the data source kea_reservations.
func NewDataSource() datasource.DataSource { return &reservationsDataSource{} }

func (d *reservationsDataSource) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "kea_reservations"
}

func (d *reservationsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	computed := func(text string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: text}
	}
	list := func(text string) schema.ListAttribute {
		return schema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: text}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "The host reservations of a Kea server, in the order of subnets and identifiers. Those of the configuration need no hook; those of a hosts database need host_cmds, and `reservation_target = \"database\"` in the provider configuration.",
		Attributes: map[string]schema.Attribute{
			"service":    schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.OneOf("dhcp4", "dhcp6")}, MarkdownDescription: "`dhcp4` or `dhcp6`. Default: `dhcp4`, or what `subnet` says."},
			"subnet":     schema.StringAttribute{Optional: true, CustomType: framework.SpelledType[framework.SubnetPrefixRule]{}, MarkdownDescription: "Only reservations of the subnet with this prefix."},
			"subnet_id":  schema.Int64Attribute{Optional: true, MarkdownDescription: "Only reservations of the subnet with this id, 0 for global ones."},
			"hw_address": schema.StringAttribute{Optional: true, CustomType: framework.SpelledType[framework.HardwareAddressRule]{}, MarkdownDescription: "Only reservations of this hardware address, in any spelling."},
			"hostname":   schema.StringAttribute{Optional: true, MarkdownDescription: "Only reservations with this host name. Capital letters do not matter."},
			"reservations": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The reservations.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"id":              computed("Id under which the reservation can be imported."),
					"subnet_id":       schema.Int64Attribute{Computed: true, MarkdownDescription: "Id of the subnet, 0 for a global reservation."},
					"identifier_type": computed("Type of the identifier: `hw-address`, `client-id`, `duid`, `circuit-id` or `flex-id`."),
					"identifier":      computed("Identifier of the client."),
					"ip_addresses":    list("Reserved addresses, one at most for IPv4."),
					"prefixes":        list("Delegated prefixes (IPv6)."),
					"hostname":        computed("Host name, null when unset."),
					"client_classes":  list("Client classes."),
				}},
			},
		},
	}
}

type reservationsModel struct {
	Service      types.String              `tfsdk:"service"`
	Subnet       framework.SubnetPrefix    `tfsdk:"subnet"`
	SubnetID     types.Int64               `tfsdk:"subnet_id"`
	HWAddress    framework.HardwareAddress `tfsdk:"hw_address"`
	Hostname     types.String              `tfsdk:"hostname"`
	Reservations []reservationModel        `tfsdk:"reservations"`
}

type reservationModel struct {
	ID             types.String `tfsdk:"id"`
	SubnetID       types.Int64  `tfsdk:"subnet_id"`
	IdentifierType types.String `tfsdk:"identifier_type"`
	Identifier     types.String `tfsdk:"identifier"`
	IPAddresses    []string     `tfsdk:"ip_addresses"`
	Prefixes       []string     `tfsdk:"prefixes"`
	Hostname       types.String `tfsdk:"hostname"`
	ClientClasses  []string     `tfsdk:"client_classes"`
}

func (d *reservationsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m reservationsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	family, subnetID, err := m.where(ctx, client)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to find the subnet of the Kea reservations", err)
		return
	}
	all, err := client.Reservations(ctx, family)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to read Kea reservations", err)
		return
	}
	m.Reservations = []reservationModel{}
	for _, r := range all {
		if m.accepts(r, subnetID) {
			m.Reservations = append(m.Reservations, listed(family, r))
		}
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}

// where gives family and subnet; a nil id means all subnets.
func (m *reservationsModel) where(ctx context.Context, client *kea.Client) (kea.Family, *int64, error) {
	family, ok := kea.ParseService(m.Service.ValueString())
	if !ok {
		family = kea.V4
	}
	if m.Subnet.IsNull() {
		return family, m.SubnetID.ValueInt64Pointer(), nil
	}
	prefix, err := netip.ParsePrefix(m.Subnet.ValueString())
	if err != nil {
		return family, nil, err
	}
	subnet, err := client.SubnetByPrefix(ctx, prefix)
	id := int64(subnet.Set.ID)
	return kea.FamilyOf(prefix.Addr()), &id, err
}

func (m *reservationsModel) accepts(r kea.Reservation, subnetID *int64) bool {
	hardware, filtered := m.HWAddress.Canonical()
	return (subnetID == nil || *subnetID == int64(r.SubnetID)) &&
		(!filtered || (r.IdentifierType == kea.HWAddress && r.Identifier == hardware)) &&
		(m.Hostname.IsNull() || strings.EqualFold(m.Hostname.ValueString(), r.Hostname))
}

func listed(family kea.Family, r kea.Reservation) reservationModel {
	return reservationModel{
		ID: types.StringValue(family.Service() + "/" + r.String()), SubnetID: types.Int64Value(int64(r.SubnetID)),
		IdentifierType: types.StringValue(r.IdentifierType), Identifier: types.StringValue(r.Identifier),
		IPAddresses: slices.Clone(r.Addresses), Prefixes: slices.Clone(r.Prefixes), Hostname: keaattr.Text(types.StringNull(), r.Hostname), ClientClasses: slices.Clone(r.ClientClasses),
	}
}
