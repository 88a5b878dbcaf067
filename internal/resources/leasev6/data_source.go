// Package leasev6 is the IPv6 leases of a Windows DHCP server: the data source
// dhcp_leases_v6.
package leasev6

import (
	"context"
	"net/netip"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ datasource.DataSourceWithConfigure = (*leasesDataSource)(nil)

type leasesDataSource struct{ framework.WindowsDataSource }

// NewListDataSource makes the data source dhcp_leases_v6.
func NewListDataSource() datasource.DataSource { return &leasesDataSource{} }

// model is the state of dhcp_leases_v6.
type model struct {
	Prefix        framework.PrefixV6   `tfsdk:"prefix"`
	ClientDUID    framework.ClientDUID `tfsdk:"client_duid"`
	HostName      types.String         `tfsdk:"host_name"`
	ExpiresBefore timetypes.RFC3339    `tfsdk:"expires_before"`
	Leases        []listed             `tfsdk:"leases"`
}

// listed is one lease of the list.
type listed struct {
	Prefix      types.String      `tfsdk:"prefix"`
	Address     types.String      `tfsdk:"address"`
	ClientDUID  types.String      `tfsdk:"client_duid"`
	IAID        types.Int64       `tfsdk:"iaid"`
	HostName    types.String      `tfsdk:"host_name"`
	Description types.String      `tfsdk:"description"`
	AddressType types.String      `tfsdk:"address_type"`
	Expires     timetypes.RFC3339 `tfsdk:"expires"`
}

func (d *leasesDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_leases_v6"
}

func (d *leasesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	text := func(words string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: words}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the leases of one IPv6 scope of a Windows DHCP server, or of all, sorted by address. All filters given must match. " +
			"Reservations are among them. The server names no state of an IPv6 lease. Leases change by themselves: the list differs from plan to plan.",
		Attributes: map[string]schema.Attribute{
			"prefix": schema.StringAttribute{
				Optional: true, CustomType: framework.SpelledType[framework.PrefixV6Rule]{},
				MarkdownDescription: "Only leases of this scope; one that does not exist is an error. Left out: of all scopes, at one call for each.",
			},
			"client_duid":    schema.StringAttribute{Optional: true, CustomType: framework.SpelledType[framework.ClientDUIDRule]{}, MarkdownDescription: "Only leases of this client, in any usual spelling."},
			"host_name":      schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.LengthAtLeast(1)}, MarkdownDescription: "Only leases of this host, with or without its domain, in any case."},
			"expires_before": schema.StringAttribute{Optional: true, CustomType: timetypes.RFC3339Type{}, MarkdownDescription: "Only leases that end before this moment, such as `2030-01-31T12:00:00Z`; reservations that nobody uses have no end."},
			"leases": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The leases, sorted by address.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"prefix":       text("Prefix of the scope."),
					"address":      text("The leased address."),
					"client_duid":  text("DUID of the client, in small letters with dashes."),
					"iaid":         schema.Int64Attribute{Computed: true, MarkdownDescription: "IAID of the client's network interface."},
					"host_name":    text("Name that the client gave; of a reservation, its name."),
					"description":  text("Description of the record; empty when it has none."),
					"address_type": text("`IANA`, or `IATA` for a temporary address."),
					"expires":      schema.StringAttribute{Computed: true, CustomType: timetypes.RFC3339Type{}, MarkdownDescription: "When the lease ends, in UTC; null for a reservation that nobody uses."},
				}},
			},
		},
	}
}

func (d *leasesDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	limit := config.limit(&resp.Diagnostics)
	prefix, _ := framework.AddressV6(config.Prefix)
	found, err := leases(ctx, client, prefix)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to list IPv6 DHCP leases", err)
		return
	}
	config.Leases = []listed{}
	for _, l := range found {
		if config.matches(l, limit) {
			config.Leases = append(config.Leases, listedLease(l))
		}
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &config)...)
}

// leases reads those of one scope, or of all for the zero address.
func leases(ctx context.Context, client *windows.Client, prefix netip.Addr) ([]windows.LeaseV6, error) {
	if prefix.IsValid() {
		return client.ReadLeasesV6(ctx, prefix)
	}
	scopes, err := client.ListScopesV6(ctx)
	var all []windows.LeaseV6
	for _, s := range scopes {
		some, err := client.ReadLeasesV6(ctx, s.Prefix)
		if err != nil && !windows.IsNotFound(err) { // gone since the list was made
			return nil, err
		}
		all = append(all, some...)
	}
	slices.SortFunc(all, func(a, b windows.LeaseV6) int { return a.Address.Compare(b.Address) })
	return all, err
}

// limit reads expires_before; the zero time when it is left out.
func (m model) limit(diags *diag.Diagnostics) time.Time {
	if m.ExpiresBefore.IsNull() {
		return time.Time{}
	}
	at, ds := m.ExpiresBefore.ValueRFC3339Time()
	diags.Append(ds...)
	return at
}

func (m model) matches(l windows.LeaseV6, limit time.Time) bool {
	if id, ok := m.ClientDUID.Canonical(); ok && id != l.DUID.String() {
		return false
	}
	if !m.HostName.IsNull() && !dhcp.SameHost(m.HostName.ValueString(), l.HostName) {
		return false
	}
	return limit.IsZero() || !l.Expires.IsZero() && l.Expires.Before(limit)
}

func listedLease(l windows.LeaseV6) listed {
	row := listed{
		Prefix: types.StringValue(l.Prefix.String()), Address: types.StringValue(l.Address.String()), ClientDUID: types.StringValue(l.DUID.String()), IAID: types.Int64Value(l.IAID),
		HostName: types.StringValue(l.HostName), Description: types.StringValue(l.Description), AddressType: types.StringValue(l.AddressType), Expires: timetypes.NewRFC3339Null(),
	}
	if !l.Expires.IsZero() {
		row.Expires = timetypes.NewRFC3339TimeValue(l.Expires.UTC())
	}
	return row
}
