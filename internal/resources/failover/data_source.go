package failover

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ datasource.DataSourceWithConfigure = (*dataSource)(nil)
	_ datasource.DataSourceWithConfigure = (*listDataSource)(nil)
)

// readModel is a relationship as data sources give it.
type readModel struct {
	Name                types.String            `tfsdk:"name"`
	PartnerServer       types.String            `tfsdk:"partner_server"`
	PartnerNames        []types.String          `tfsdk:"partner_names"`
	ScopeIDs            types.Set               `tfsdk:"scope_ids"`
	Mode                framework.FailoverMode  `tfsdk:"mode"`
	State               types.String            `tfsdk:"state"`
	ServerRole          framework.FailoverRole  `tfsdk:"server_role"`
	ReservePercent      types.Int64             `tfsdk:"reserve_percent"`
	LoadBalancePercent  types.Int64             `tfsdk:"load_balance_percent"`
	MaxClientLeadTime   framework.LeaseDuration `tfsdk:"max_client_lead_time"`
	StateSwitchInterval framework.LeaseDuration `tfsdk:"state_switch_interval"`
	AutoStateTransition types.Bool              `tfsdk:"auto_state_transition"`
	Authenticated       types.Bool              `tfsdk:"authenticated"`
}

func (m *readModel) take(f windows.Failover) {
	var state model
	state.take(f)
	*m = readModel{
		Name: state.Name, PartnerServer: state.PartnerServer, PartnerNames: []types.String{}, ScopeIDs: state.ScopeIDs, Mode: state.Mode, State: types.StringValue(f.State),
		ServerRole: state.ServerRole, ReservePercent: state.ReservePercent, LoadBalancePercent: state.LoadBalancePercent,
		MaxClientLeadTime: state.MaxClientLeadTime, StateSwitchInterval: state.StateSwitchInterval, AutoStateTransition: state.AutoStateTransition,
		Authenticated: types.BoolValue(f.Authenticated),
	}
	for _, n := range f.PartnerNames {
		m.PartnerNames = append(m.PartnerNames, types.StringValue(n))
	}
}

func readAttributes() map[string]schema.Attribute {
	text := func(words string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: words}
	}
	number := func(words string) schema.Int64Attribute {
		return schema.Int64Attribute{Computed: true, MarkdownDescription: words}
	}
	duration := func(words string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, CustomType: framework.SpelledType[framework.LeaseDurationRule]{}, MarkdownDescription: words}
	}
	return map[string]schema.Attribute{
		"name":                  text("Name of the relationship."),
		"partner_server":        text("The partner as it was named when the relationship was made."),
		"partner_names":         schema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "Names and address under which this server knows its partner."},
		"scope_ids":             schema.SetAttribute{Computed: true, ElementType: iptypes.IPv4AddressType{}, MarkdownDescription: "Network addresses of the scopes in the relationship."},
		"mode":                  schema.StringAttribute{Computed: true, CustomType: framework.SpelledType[framework.FailoverModeRule]{}, MarkdownDescription: "`LoadBalance` or `HotStandby`."},
		"state":                 text("Where the relationship stands now: `Normal`, `CommunicationInterrupted`, `PartnerDown`, …"),
		"server_role":           schema.StringAttribute{Computed: true, CustomType: framework.SpelledType[framework.FailoverRoleRule]{}, MarkdownDescription: "Role of this server with `HotStandby`: `Active` or `Standby`."},
		"reserve_percent":       number("Share of the free addresses that the standby server may give out; null with `LoadBalance`."),
		"load_balance_percent":  number("Share of the clients that this server answers; null with `HotStandby`."),
		"max_client_lead_time":  duration("How much longer than the partner knows a server may extend a lease."),
		"state_switch_interval": duration("After how long without contact the partner counts as down; null when an administrator decides."),
		"auto_state_transition": schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the state changes to partner down by itself."},
		"authenticated":         schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the servers share a secret. The secret itself cannot be read."},
	}
}

type dataSource struct{ framework.WindowsDataSource }

// NewDataSource makes the data source dhcp_failover.
func NewDataSource() datasource.DataSource { return &dataSource{} }

func (d *dataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_failover"
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := readAttributes()
	attributes["name"] = schema.StringAttribute{
		Optional: true, Computed: true, MarkdownDescription: "Name of the relationship. Give this or `scope_id`.",
		Validators: []validator.String{stringvalidator.ExactlyOneOf(path.MatchRoot("name"), path.MatchRoot("scope_id"))},
	}
	attributes["scope_id"] = schema.StringAttribute{Optional: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Network address of a scope: the relationship that it is in."}
	attributes["drift"] = schema.ListNestedAttribute{
		Computed: true, MarkdownDescription: "Scopes that are not the same on the two servers, sorted by address. Null without `partner` in the `windows` block of the provider.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"scope_id":    schema.StringAttribute{Computed: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Network address of the scope."},
			"missing":     schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the partner does not have the scope at all."},
			"differences": schema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "What differs."},
		}},
	}
	resp.Schema = schema.Schema{MarkdownDescription: "Reads one failover relationship of a Windows DHCP server, with the state in which it is now. One that does not exist is an error.", Attributes: attributes}
}

// oneModel is the state of dhcp_failover.
type oneModel struct {
	readModel
	ScopeID iptypes.IPv4Address `tfsdk:"scope_id"`
	Drift   []driftModel        `tfsdk:"drift"`
}

// driftModel is a scope that differs on the partner.
type driftModel struct {
	ScopeID     iptypes.IPv4Address `tfsdk:"scope_id"`
	Missing     types.Bool          `tfsdk:"missing"`
	Differences []string            `tfsdk:"differences"`
}

// compare fills in the drift, where the partner can be read.
func (m *oneModel) compare(ctx context.Context, client *windows.Client, f windows.Failover, diags *diag.Diagnostics) {
	if !client.HasPartner() {
		return
	}
	drifts, err := client.ComparePartner(ctx, f)
	if err != nil {
		framework.AddError(diags, fmt.Sprintf("Unable to compare the failover relationship %s with the partner", f.Name), err)
		return
	}
	m.Drift = []driftModel{}
	for _, d := range drifts {
		m.Drift = append(m.Drift, driftModel{
			ScopeID: iptypes.NewIPv4AddressValue(d.Scope.String()), Missing: types.BoolValue(d.Missing), Differences: append([]string{}, d.Differences...),
		})
	}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config oneModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	all, err := client.ListFailovers(ctx)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to read DHCP failover relationships", err)
		return
	}
	scope, byScope := framework.Address(config.ScopeID)
	for _, f := range all {
		if byScope && slices.Contains(f.Scopes, scope) || !byScope && strings.EqualFold(f.Name, config.Name.ValueString()) {
			config.take(f)
			config.compare(ctx, client, f, &resp.Diagnostics)
			resp.Diagnostics.Append(resp.State.Set(ctx, &config)...)
			return
		}
	}
	resp.Diagnostics.AddError("There is no such DHCP failover relationship", "The server has no relationship with this name, or the scope is in none.")
}

type listDataSource struct{ framework.WindowsDataSource }

// NewListDataSource makes the data source dhcp_failovers.
func NewListDataSource() datasource.DataSource { return &listDataSource{} }

func (d *listDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_failovers"
}

func (d *listDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the failover relationships of a Windows DHCP server, sorted by name, with the states in which they are now.",
		Attributes: map[string]schema.Attribute{"failovers": schema.ListNestedAttribute{
			Computed: true, MarkdownDescription: "The relationships, sorted by name.",
			NestedObject: schema.NestedAttributeObject{Attributes: readAttributes()},
		}},
	}
}

func (d *listDataSource) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	all, err := client.ListFailovers(ctx)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to read DHCP failover relationships", err)
		return
	}
	list := []readModel{}
	for _, f := range all {
		var m readModel
		m.take(f)
		list = append(list, m)
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("failovers"), list)...)
}
