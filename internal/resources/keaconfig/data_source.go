// Package keaconfig is the running configuration of a Kea server: the data source kea_config.
package keaconfig

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

var _ datasource.DataSourceWithConfigure = (*configDataSource)(nil)

type configDataSource struct{ framework.KeaDataSource }

// NewDataSource makes the data source kea_config.
func NewDataSource() datasource.DataSource { return &configDataSource{} }

func (d *configDataSource) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "kea_config"
}

func (d *configDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "The running configuration of a Kea server, for checks of policies: read it with `jsondecode`. Every password, shared secret and key, and credentials in URLs, are left out; names of files that hold secrets stay. " +
			"What a user context or an option says is shown as it is. Of a pair it is the configuration of the first endpoint. Values that a subnet inherits are shown in it, as Kea shows them. Needs no hook.",
		Attributes: map[string]schema.Attribute{
			"service": keaattr.ServiceInput(),
			"json":    schema.StringAttribute{Computed: true, MarkdownDescription: "The configuration as JSON: what stands under `Dhcp4` or `Dhcp6`, with its members sorted."},
		},
	}
}

type configModel struct {
	Service types.String `tfsdk:"service"`
	JSON    types.String `tfsdk:"json"`
}

func (d *configDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m configModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	text, err := client.Configuration(ctx, keaattr.Family(m.Service))
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to read the configuration of the Kea server", err)
		return
	}
	m.JSON = types.StringValue(text)
	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}
