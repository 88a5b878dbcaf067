// Package keaserver is the Kea server itself: the data source kea_server.
package keaserver

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

var _ datasource.DataSourceWithConfigure = (*serverDataSource)(nil)

type serverDataSource struct{ framework.KeaDataSource }

// NewDataSource makes the data source kea_server.
func NewDataSource() datasource.DataSource { return &serverDataSource{} }

func (d *serverDataSource) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "kea_server"
}

func (d *serverDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	computed := func(text string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: text}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "What a Kea server says about itself, one entry per endpoint: version, commands, the way in which changes are made, and the state of a high-availability pair. Needs no hook.",
		Attributes: map[string]schema.Attribute{
			"service": schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.OneOf("dhcp4", "dhcp6")}, MarkdownDescription: "`dhcp4` or `dhcp6`. Default: `dhcp4`."},
			"servers": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The servers, in the order of the endpoints.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"endpoint":         computed("Endpoint of the provider configuration."),
					"version":          computed("Version of the daemon."),
					"extended_version": computed("Version with what the daemon was linked with."),
					"build_report":     computed("How the daemon was built, several lines."),
					"server_tag":       computed("Name under which a configuration backend knows the server. Null when none is set."),
					"disabled":         schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the daemon answers no client: by a command, or because its partner does. Always false below Kea 2.4, which does not tell."},
					"multi_threading":  schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the daemon runs several threads."},
					"sockets":          computed("State of the DHCP sockets: `ready`, `retrying` or `failed`."),
					"class_mode":       computed("How client classes are changed: `hooks` or `config`."),
					"commands":         schema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "Control commands that the daemon knows, sorted."},
					"reservation_mode": computed("How reservations are changed: `hooks` or `config`."),
					"subnet_mode":      computed("How subnets are changed: `hooks` or `config`."),
					"pid":              schema.Int64Attribute{Computed: true, MarkdownDescription: "Process id of the daemon."},
					"uptime":           schema.Int64Attribute{Computed: true, MarkdownDescription: "Time since the daemon started, in seconds."},
					"reload":           schema.Int64Attribute{Computed: true, MarkdownDescription: "Time since the configuration last changed, in seconds."},
					"config_hash":      computed("Hash of the running configuration. Null below Kea 2.4."),
					"ha_mode":          computed("Mode of the high-availability pair: `hot-standby`, `load-balancing` or `passive-backup`. Null without the hook library ha."),
					"ha_role":          computed("Role of this server in the pair."),
					"ha_state":         computed("State of this server in the pair."),
					"ha_scopes":        schema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "Scopes that this server serves now."},
					"ha_partner_state": computed("State of the partner when it was last seen."),
					"ha_in_touch":      schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the partner answers this server."},
				}},
			},
		},
	}
}

type serversModel struct {
	Service types.String  `tfsdk:"service"`
	Servers []serverModel `tfsdk:"servers"`
}

type serverModel struct {
	Endpoint        types.String `tfsdk:"endpoint"`
	Version         types.String `tfsdk:"version"`
	Extended        types.String `tfsdk:"extended_version"`
	BuildReport     types.String `tfsdk:"build_report"`
	ServerTag       types.String `tfsdk:"server_tag"`
	Disabled        types.Bool   `tfsdk:"disabled"`
	MultiThreading  types.Bool   `tfsdk:"multi_threading"`
	Sockets         types.String `tfsdk:"sockets"`
	ClassMode       types.String `tfsdk:"class_mode"`
	Commands        []string     `tfsdk:"commands"`
	ReservationMode types.String `tfsdk:"reservation_mode"`
	SubnetMode      types.String `tfsdk:"subnet_mode"`
	PID             types.Int64  `tfsdk:"pid"`
	Uptime          types.Int64  `tfsdk:"uptime"`
	Reload          types.Int64  `tfsdk:"reload"`
	ConfigHash      types.String `tfsdk:"config_hash"`
	HAMode          types.String `tfsdk:"ha_mode"`
	HARole          types.String `tfsdk:"ha_role"`
	HAState         types.String `tfsdk:"ha_state"`
	HAScopes        []string     `tfsdk:"ha_scopes"`
	HAPartnerState  types.String `tfsdk:"ha_partner_state"`
	HAInTouch       types.Bool   `tfsdk:"ha_in_touch"`
}

func (d *serverDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m serversModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	family, ok := kea.ParseService(m.Service.ValueString())
	if !ok {
		family = kea.V4
	}
	infos, err := client.Servers(ctx, family)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to read the Kea server", err)
		return
	}
	m.Servers = []serverModel{}
	for _, info := range infos {
		m.Servers = append(m.Servers, serverFrom(info))
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}

func serverFrom(info kea.Info) serverModel {
	text := func(value string) types.String { return keaattr.Text(types.StringNull(), value) }
	m := serverModel{
		Endpoint: types.StringValue(info.Endpoint), Version: types.StringValue(info.Version), Commands: info.Commands,
		Extended: text(info.Extended), BuildReport: text(info.BuildReport), ServerTag: text(info.ServerTag), Disabled: types.BoolValue(info.Disabled), MultiThreading: types.BoolValue(info.Threads),
		Sockets: text(info.Sockets), ClassMode: types.StringValue(string(info.ClassMode)),
		ReservationMode: types.StringValue(string(info.ReservationMode)), SubnetMode: types.StringValue(string(info.SubnetMode)),
		PID: types.Int64Value(info.PID), Uptime: types.Int64Value(info.UptimeSeconds), Reload: types.Int64Value(info.ReloadSeconds), ConfigHash: text(info.ConfigHash),
		HAMode: text(info.Pair.Mode), HARole: text(info.Pair.Role), HAState: text(info.Pair.State), HAScopes: info.Pair.Scopes, HAPartnerState: text(info.Pair.PartnerState),
	}
	if info.Pair.Mode != "" {
		m.HAInTouch = types.BoolValue(info.Pair.InTouch)
	}
	return m
}
