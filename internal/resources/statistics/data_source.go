// Package statistics is how much of the scopes of a Windows DHCP server is in use: the
// data source dhcp_scope_statistics.
package statistics

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

var _ datasource.DataSourceWithConfigure = (*statisticsDataSource)(nil)

type statisticsDataSource struct{ framework.WindowsDataSource }

// NewDataSource makes the data source dhcp_scope_statistics.
func NewDataSource() datasource.DataSource { return &statisticsDataSource{} }

// model is the state of the data source.
type model struct {
	ScopeID iptypes.IPv4Address `tfsdk:"scope_id"`
	Scopes  []scope             `tfsdk:"scopes"`
}

// scope is the figures of one scope.
type scope struct {
	ScopeID         iptypes.IPv4Address `tfsdk:"scope_id"`
	SuperscopeName  types.String        `tfsdk:"superscope_name"`
	Free            types.Int64         `tfsdk:"free"`
	InUse           types.Int64         `tfsdk:"in_use"`
	Reserved        types.Int64         `tfsdk:"reserved"`
	PendingOffers   types.Int64         `tfsdk:"pending_offers"`
	PercentageInUse types.Float64       `tfsdk:"percentage_in_use"`
}

func (d *statisticsDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_scope_statistics"
}

func (d *statisticsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	number := func(text string) schema.Int64Attribute {
		return schema.Int64Attribute{Computed: true, MarkdownDescription: text}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "How much of the scopes of a Windows DHCP server is in use at this moment, sorted by scope. All scopes are read in one call. A scope that is named and does not exist is an error.",
		Attributes: map[string]schema.Attribute{
			"scope_id": schema.StringAttribute{Optional: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Network address of a scope. Left out: all scopes."},
			"scopes": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The figures of each scope.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"scope_id":          schema.StringAttribute{Computed: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Network address of the scope."},
					"superscope_name":   schema.StringAttribute{Computed: true, MarkdownDescription: "Superscope of the scope; empty when it is in none."},
					"free":              number("Addresses of the range that the server can still lease."),
					"in_use":            number("Addresses that clients have, with reserved ones."),
					"reserved":          number("Addresses with a reservation."),
					"pending_offers":    number("Addresses that are offered and not yet accepted."),
					"percentage_in_use": schema.Float64Attribute{Computed: true, MarkdownDescription: "Share of the addresses in use, 0 to 100."},
				}},
			},
		},
	}
}

func (d *statisticsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	id, _ := framework.Address(config.ScopeID)
	found, err := client.ListScopeStatistics(ctx, id)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to read DHCP scope statistics", err)
		return
	}
	config.Scopes = make([]scope, len(found))
	for i, s := range found {
		config.Scopes[i] = scope{
			ScopeID: framework.AddressValue(s.Scope), SuperscopeName: types.StringValue(s.Superscope), Free: types.Int64Value(s.Free), InUse: types.Int64Value(s.InUse),
			Reserved: types.Int64Value(s.Reserved), PendingOffers: types.Int64Value(s.PendingOffers), PercentageInUse: types.Float64Value(s.PercentageInUse),
		}
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &config)...)
}
