package scope

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

var _ datasource.DataSourceWithConfigure = (*scopeDataSource)(nil)

type scopeDataSource struct{ framework.WindowsDataSource }

// NewDataSource makes the data source dhcp_scope.
func NewDataSource() datasource.DataSource { return &scopeDataSource{} }

func (d *scopeDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_scope"
}

func (d *scopeDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := readAttributes()
	attributes["scope_id"] = schema.StringAttribute{
		Required: true, CustomType: iptypes.IPv4AddressType{},
		MarkdownDescription: "Network address of the scope, which is its id on the server.",
	}
	resp.Schema = schema.Schema{MarkdownDescription: "Reads one scope of a Windows DHCP server. A scope that does not exist is an error.", Attributes: attributes}
}

func (d *scopeDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config fields
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	id, _ := framework.Address(config.ScopeID)
	found, err := client.ReadScope(ctx, id)
	if err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to read DHCP scope %s", id), err)
		return
	}
	config.take(*found)
	resp.Diagnostics.Append(resp.State.Set(ctx, &config)...)
}
