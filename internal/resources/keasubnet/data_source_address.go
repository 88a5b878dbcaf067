package keasubnet

import (
	"context"
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

var _ datasource.DataSourceWithConfigure = (*addressDataSource)(nil)

type addressDataSource struct{ framework.KeaDataSource }

// NewAddressDataSource makes the data source kea_subnet_for_address.
func NewAddressDataSource() datasource.DataSource { return &addressDataSource{} }

func (d *addressDataSource) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "kea_subnet_for_address"
}

func (d *addressDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	computed := func(text string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: text}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "The subnet that serves clients behind a relay agent with an address, or at it. From Kea 3.0 on the server itself is asked; elsewhere the subnet is found in its configuration. It is an error when there is none. Needs no hook.",
		Attributes: map[string]schema.Attribute{
			"address":        schema.StringAttribute{Required: true, CustomType: framework.SpelledType[framework.CanonicalAddressRule]{}, MarkdownDescription: "Address of the relay agent, or of a client. IPv4 asks kea-dhcp4, IPv6 kea-dhcp6."},
			"client_classes": schema.SetAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: "Classes that the client belongs to. Looked at from Kea 3.0 on."},
			"id":             computed("Id under which the subnet can be imported."),
			"subnet_id":      schema.Int64Attribute{Computed: true, MarkdownDescription: "Id of the subnet."},
			"subnet":         computed("Prefix, without host bits. In a shared network it is the subnet that the address is in, or else the one that the server begins with."),
			"shared_network": computed("Name of the shared network, any of whose subnets may then serve the client; null outside of one."),
			"source":         computed("Where the answer comes from: `server`, or `configuration`."),
		},
	}
}

type addressModel struct {
	Address       framework.CanonicalAddress `tfsdk:"address"`
	ClientClasses types.Set                  `tfsdk:"client_classes"`
	ID            types.String               `tfsdk:"id"`
	SubnetID      types.Int64                `tfsdk:"subnet_id"`
	Subnet        types.String               `tfsdk:"subnet"`
	SharedNetwork types.String               `tfsdk:"shared_network"`
	Source        types.String               `tfsdk:"source"`
}

func (d *addressDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m addressModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	client := d.Client(&resp.Diagnostics)
	address, err := netip.ParseAddr(m.Address.ValueString())
	if resp.Diagnostics.HasError() || err != nil {
		return
	}
	selection, err := client.SubnetForAddress(ctx, address, keaattr.Texts(m.ClientClasses.Elements()))
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to find the Kea subnet for "+address.String(), err)
		return
	}
	found := listed(selection.Subnet)
	m.ID, m.SubnetID, m.Subnet, m.SharedNetwork, m.Source = found.ID, found.SubnetID, found.Subnet, found.SharedNetwork, types.StringValue("configuration")
	if selection.Asked {
		m.Source = types.StringValue("server")
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}
