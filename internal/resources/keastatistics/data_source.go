// Package keastatistics are the counters of a Kea server: the data source kea_statistics.
package keastatistics

import (
	"context"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

var _ datasource.DataSourceWithConfigure = (*statisticsDataSource)(nil)

type statisticsDataSource struct{ framework.KeaDataSource }

// NewDataSource makes the data source kea_statistics.
func NewDataSource() datasource.DataSource { return &statisticsDataSource{} }

func (d *statisticsDataSource) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "kea_statistics"
}

func (d *statisticsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	number := func(text string) schema.NumberAttribute {
		return schema.NumberAttribute{Computed: true, MarkdownDescription: text}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "The counters of a Kea server and how far each subnet is used, one entry per endpoint. Needs no hook; with stat_cmds the use of subnets is counted from the leases, also of a database that several servers share.",
		Attributes: map[string]schema.Attribute{
			"service": keaattr.ServiceInput(),
			"servers": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The servers, in the order of the endpoints.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"endpoint": schema.StringAttribute{Computed: true, MarkdownDescription: "Endpoint of the provider configuration."},
					"numbers":  schema.MapAttribute{Computed: true, ElementType: types.NumberType, MarkdownDescription: "Newest value of every counter by Kea's name for it, such as `pkt4-discover-received`."},
					"texts":    schema.MapAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "Newest value of every statistic that is no number, such as a duration."},
					"subnets": schema.ListNestedAttribute{
						Computed: true, MarkdownDescription: "How far the subnets are used, in the order of their ids.",
						NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
							"subnet_id":           schema.Int64Attribute{Computed: true, MarkdownDescription: "Id of the subnet."},
							"total":               number("Addresses in the pools. Null when the server does not count them."),
							"assigned":            number("Addresses that are leased now, declined ones among them."),
							"declined":            number("Addresses that a client found in use by another one."),
							"cumulative_assigned": number("Leases since the server started."),
							"utilization":         number("Part of the addresses that is leased, 0 to 1. Null for a subnet without pools."),
							"total_pds":           number("Prefixes in the pools (IPv6)."),
							"assigned_pds":        number("Prefixes that are delegated now (IPv6)."),
							"utilization_pds":     number("Part of the prefixes that is delegated, 0 to 1. Null for a subnet without pools of prefixes."),
						}},
					},
				}},
			},
		},
	}
}

type statisticsModel struct {
	Service types.String  `tfsdk:"service"`
	Servers []serverModel `tfsdk:"servers"`
}

type serverModel struct {
	Endpoint types.String  `tfsdk:"endpoint"`
	Numbers  types.Map     `tfsdk:"numbers"`
	Texts    types.Map     `tfsdk:"texts"`
	Subnets  []subnetModel `tfsdk:"subnets"`
}

type subnetModel struct {
	SubnetID       types.Int64  `tfsdk:"subnet_id"`
	Total          types.Number `tfsdk:"total"`
	Assigned       types.Number `tfsdk:"assigned"`
	Declined       types.Number `tfsdk:"declined"`
	Ever           types.Number `tfsdk:"cumulative_assigned"`
	Utilization    types.Number `tfsdk:"utilization"`
	TotalPDs       types.Number `tfsdk:"total_pds"`
	AssignedPDs    types.Number `tfsdk:"assigned_pds"`
	UtilizationPDs types.Number `tfsdk:"utilization_pds"`
}

func (d *statisticsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m statisticsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	servers, err := client.Statistics(ctx, keaattr.Family(m.Service))
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to read the statistics of the Kea server", err)
		return
	}
	m.Servers = []serverModel{}
	for _, s := range servers {
		m.Servers = append(m.Servers, serverFrom(s))
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}

func serverFrom(s kea.Statistics) serverModel {
	numbers, texts := map[string]attr.Value{}, map[string]attr.Value{}
	for name, value := range s.Numbers {
		numbers[name] = types.NumberValue(value)
	}
	for name, value := range s.Texts {
		texts[name] = types.StringValue(value)
	}
	m := serverModel{Endpoint: types.StringValue(s.Endpoint), Numbers: types.MapValueMust(types.NumberType, numbers), Texts: types.MapValueMust(types.StringType, texts), Subnets: []subnetModel{}}
	for _, u := range s.Subnets {
		m.Subnets = append(m.Subnets, subnetModel{
			SubnetID: types.Int64Value(int64(u.SubnetID)), Total: types.NumberValue(u.Total), Assigned: types.NumberValue(u.Assigned), Declined: types.NumberValue(u.Declined), Ever: types.NumberValue(u.Ever),
			Utilization: part(u.Assigned, u.Total), TotalPDs: types.NumberValue(u.TotalPD), AssignedPDs: types.NumberValue(u.AssignedPD), UtilizationPDs: part(u.AssignedPD, u.TotalPD),
		})
	}
	return m
}

// part gives a/b with four digits behind the point; null when there is nothing to divide by.
func part(a, b *big.Float) types.Number {
	if a == nil || b == nil || b.Sign() <= 0 {
		return types.NumberNull()
	}
	quotient := new(big.Float).SetMode(big.ToNearestEven).Quo(a, b)
	rounded, _, err := big.ParseFloat(quotient.Text('f', 4), 10, 64, big.ToNearestEven)
	if err != nil {
		return types.NumberNull()
	}
	return types.NumberValue(rounded)
}
