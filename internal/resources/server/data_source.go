// Package server is the Windows DHCP server itself: the data source dhcp_server.
package server

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ datasource.DataSourceWithConfigure = (*dataSource)(nil)

type dataSource struct{ framework.WindowsDataSource }

// NewDataSource makes the data source dhcp_server.
func NewDataSource() datasource.DataSource { return &dataSource{} }

// model is the state of dhcp_server.
type model struct {
	Server            types.String `tfsdk:"server"`
	Version           types.String `tfsdk:"version"`
	PowerShellVersion types.String `tfsdk:"powershell_version"`
	LanguageMode      types.String `tfsdk:"language_mode"`
	ModuleVersion     types.String `tfsdk:"module_version"`
	MissingCmdlets    types.List   `tfsdk:"missing_cmdlets"`
	DomainJoined      types.Bool   `tfsdk:"domain_joined"`
	Authorized        types.Bool   `tfsdk:"authorized"`
	ConflictDetection types.Int64  `tfsdk:"conflict_detection_attempts"`
	ActivatePolicies  types.Bool   `tfsdk:"activate_policies"`
	Ready             types.Bool   `tfsdk:"ready"`
	Reason            types.String `tfsdk:"reason"`
	CanReachPartner   types.Bool   `tfsdk:"can_reach_partner"`
	PartnerReason     types.String `tfsdk:"partner_reason"`
}

func (d *dataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_server"
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	text := func(words string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: words}
	}
	flag := func(words string) schema.BoolAttribute {
		return schema.BoolAttribute{Computed: true, MarkdownDescription: words}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Tells what the Windows DHCP server is and whether the provider can manage it. A server that cannot be managed is no error here: " +
			"`ready` is false and `reason` says why, so that a `check` block can assert it.",
		Attributes: map[string]schema.Attribute{
			"server":             text("Name of the DHCP server as the provider configuration has it."),
			"version":            text("Version of the DHCP service; 10.0 from Windows Server 2016 on."),
			"powershell_version": text("Version of Windows PowerShell on the WinRM host."),
			"language_mode":      text("PowerShell language mode of the user. The provider needs `FullLanguage`."),
			"module_version":     text("Version of the PowerShell module DhcpServer; empty when it is not installed."),
			"missing_cmdlets": schema.ListAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "Cmdlets that the provider knows and this server does not have, sorted.",
			},
			"domain_joined":               flag("Whether the server is a member of a domain."),
			"authorized":                  flag("Whether the directory authorises the server; a server in no domain needs no authorisation."),
			"conflict_detection_attempts": schema.Int64Attribute{Computed: true, MarkdownDescription: "Pings that the server sends before it leases an address, 0 to 5."},
			"activate_policies":           flag("Whether policies are in force on the server."),
			"ready":                       flag("Whether the provider can manage the server."),
			"reason":                      text("Why the server cannot be managed; empty when it can."),
			"can_reach_partner": flag("Whether this logon, or what `delegation` makes of it, reaches the failover partners of the server, as every change of a relationship needs: the server is asked to read from " +
				"each of them. Null when the server has no relationship, or cannot be managed."),
			"partner_reason": text("Why a failover partner cannot be reached; empty when all can."),
		},
	}
}

func (d *dataSource) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	info, err := client.ServerInfo(ctx)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to look at the DHCP server", err)
		return
	}
	missing, diags := types.ListValueFrom(ctx, types.StringType, append([]string{}, info.MissingCmdlets...))
	resp.Diagnostics.Append(diags...)
	reach, why := types.BoolNull(), ""
	if info.Ready {
		reach, why = partnerReach(ctx, client)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &model{
		Server:            types.StringValue(info.Server),
		Version:           types.StringValue(info.Version),
		PowerShellVersion: types.StringValue(info.PowerShell),
		LanguageMode:      types.StringValue(info.LanguageMode),
		ModuleVersion:     types.StringValue(info.Module),
		MissingCmdlets:    missing,
		DomainJoined:      types.BoolValue(info.DomainJoined),
		Authorized:        types.BoolValue(info.Authorized),
		ConflictDetection: types.Int64Value(info.ConflictDetectionAttempts),
		ActivatePolicies:  types.BoolValue(info.ActivatePolicies),
		Ready:             types.BoolValue(info.Ready),
		Reason:            types.StringValue(info.Reason),
		CanReachPartner:   reach,
		PartnerReason:     types.StringValue(why),
	})...)
}

// partnerReach tells whether the server reaches each of its failover partners, and why not.
func partnerReach(ctx context.Context, client *windows.Client) (types.Bool, string) {
	list, err := client.ListFailovers(ctx)
	if err != nil {
		return types.BoolNull(), framework.Detail(err)
	}
	asked := map[string]bool{}
	for _, f := range list {
		if asked[f.Partner] {
			continue
		}
		asked[f.Partner] = true
		if err := client.CheckPartner(ctx, f.Partner); err != nil {
			return types.BoolValue(false), framework.Detail(err)
		}
	}
	if len(list) == 0 {
		return types.BoolNull(), ""
	}
	return types.BoolValue(true), ""
}
