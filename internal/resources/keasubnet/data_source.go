package keasubnet

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

var _ datasource.DataSourceWithConfigure = (*subnetsDataSource)(nil)

type subnetsDataSource struct{ framework.KeaDataSource }

// NewDataSource makes the data source kea_subnets.
func NewDataSource() datasource.DataSource { return &subnetsDataSource{} }

func (d *subnetsDataSource) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "kea_subnets"
}

func (d *subnetsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "The subnets of a Kea server, in the order of their ids. Needs no hook.",
		Attributes: map[string]schema.Attribute{
			"service":        schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.OneOf("dhcp4", "dhcp6")}, MarkdownDescription: "`dhcp4` or `dhcp6`. Default: `dhcp4`, or what the filters say."},
			"subnet":         schema.StringAttribute{Optional: true, CustomType: framework.SpelledType[framework.SubnetPrefixRule]{}, MarkdownDescription: "Only the subnet with this prefix."},
			"contains":       schema.StringAttribute{Optional: true, CustomType: framework.SpelledType[framework.CanonicalAddressRule]{}, MarkdownDescription: "Only the subnet that this address is in."},
			"shared_network": schema.StringAttribute{Optional: true, MarkdownDescription: "Only subnets of this shared network."},
			"subnets": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The subnets.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"id":             schema.StringAttribute{Computed: true, MarkdownDescription: "Id under which the subnet can be imported."},
					"subnet_id":      schema.Int64Attribute{Computed: true, MarkdownDescription: "Id of the subnet."},
					"subnet":         schema.StringAttribute{Computed: true, MarkdownDescription: "Prefix, without host bits."},
					"shared_network": schema.StringAttribute{Computed: true, MarkdownDescription: "Name of the shared network, null outside of one."},
					"pools":          schema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "Ranges of the pools."},
					"valid_lifetime": schema.Int64Attribute{Computed: true, MarkdownDescription: "Lease time that applies, inherited or not, in seconds."},
					"reservations":   schema.Int64Attribute{Computed: true, MarkdownDescription: "Number of reservations in the configuration."},
				}},
			},
		},
	}
}

type subnetsModel struct {
	Service       types.String               `tfsdk:"service"`
	Subnet        framework.SubnetPrefix     `tfsdk:"subnet"`
	Contains      framework.CanonicalAddress `tfsdk:"contains"`
	SharedNetwork types.String               `tfsdk:"shared_network"`
	Subnets       []subnetModel              `tfsdk:"subnets"`
}

type subnetModel struct {
	ID            types.String `tfsdk:"id"`
	SubnetID      types.Int64  `tfsdk:"subnet_id"`
	Subnet        types.String `tfsdk:"subnet"`
	SharedNetwork types.String `tfsdk:"shared_network"`
	Pools         []string     `tfsdk:"pools"`
	ValidLifetime types.Int64  `tfsdk:"valid_lifetime"`
	Reservations  types.Int64  `tfsdk:"reservations"`
}

func (d *subnetsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m subnetsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	subnets, err := client.Subnets(ctx, m.family())
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to read Kea subnets", err)
		return
	}
	m.Subnets = []subnetModel{}
	for _, s := range subnets {
		if m.accepts(s.Set) {
			m.Subnets = append(m.Subnets, listed(s))
		}
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}

func (m *subnetsModel) family() kea.Family {
	if family, ok := kea.ParseService(m.Service.ValueString()); ok {
		return family
	}
	if prefix, err := netip.ParsePrefix(m.Subnet.ValueString()); err == nil {
		return kea.FamilyOf(prefix.Addr())
	}
	if address, err := netip.ParseAddr(m.Contains.ValueString()); err == nil {
		return kea.FamilyOf(address)
	}
	return kea.V4
}

func (m *subnetsModel) accepts(s kea.Subnet) bool {
	prefix, filtered := m.Subnet.Canonical()
	address, err := netip.ParseAddr(m.Contains.ValueString())
	return (!filtered || prefix == s.Prefix.String()) && (err != nil || s.Prefix.Contains(address)) &&
		(m.SharedNetwork.IsNull() || m.SharedNetwork.ValueString() == s.Network)
}

func listed(s kea.SubnetState) subnetModel {
	pools := []string{}
	for _, pool := range s.Set.Pools {
		pools = append(pools, pool.Range.String())
	}
	return subnetModel{
		ID: types.StringValue(fmt.Sprintf("%s/%d", kea.FamilyOf(s.Set.Prefix.Addr()).Service(), s.Set.ID)), SubnetID: types.Int64Value(int64(s.Set.ID)),
		Subnet: types.StringValue(s.Set.Prefix.String()), SharedNetwork: keaattr.Text(types.StringNull(), s.Set.Network), Pools: pools,
		ValidLifetime: keaattr.Number(s.Effective.ValidLifetime), Reservations: types.Int64Value(int64(s.Reservations)),
	}
}
