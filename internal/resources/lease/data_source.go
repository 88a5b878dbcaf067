// Package lease is the leases of a Windows DHCP server: the data source dhcp_leases.
package lease

import (
	"context"
	"net/netip"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-timetypes/timetypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ datasource.DataSourceWithConfigure = (*leasesDataSource)(nil)

type leasesDataSource struct{ framework.WindowsDataSource }

// NewListDataSource makes the data source dhcp_leases.
func NewListDataSource() datasource.DataSource { return &leasesDataSource{} }

// states are the states of a lease in the words of the server.
var states = []string{"Active", "ActiveReservation", "InactiveReservation", "Offered", "Declined", "Expired"}

// model is the state of dhcp_leases.
type model struct {
	ScopeID       iptypes.IPv4Address        `tfsdk:"scope_id"`
	States        types.Set                  `tfsdk:"states"`
	ClientID      framework.ClientIdentifier `tfsdk:"client_id"`
	HostName      types.String               `tfsdk:"host_name"`
	ExpiresBefore timetypes.RFC3339          `tfsdk:"expires_before"`
	Leases        []listed                   `tfsdk:"leases"`
}

// listed is one lease of the list.
type listed struct {
	ScopeID     types.String               `tfsdk:"scope_id"`
	Address     types.String               `tfsdk:"address"`
	ClientID    framework.ClientIdentifier `tfsdk:"client_id"`
	HostName    types.String               `tfsdk:"host_name"`
	Description types.String               `tfsdk:"description"`
	State       types.String               `tfsdk:"state"`
	Expires     timetypes.RFC3339          `tfsdk:"expires"`
	Reserved    types.Bool                 `tfsdk:"reserved"`
}

func (d *leasesDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_leases"
}

func (d *leasesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	text := func(words string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: words}
	}
	clientID := framework.SpelledType[framework.ClientIdentifierRule]{}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the leases of one scope of a Windows DHCP server, or of all its scopes, sorted by scope and address. All filters given must match. " +
			"Reservations are among them. Leases change by themselves: the list differs from plan to plan.",
		Attributes: map[string]schema.Attribute{
			"scope_id": schema.StringAttribute{
				Optional: true, CustomType: iptypes.IPv4AddressType{},
				MarkdownDescription: "Only leases of this scope; one that does not exist is an error. Left out: of all scopes, at one call for each.",
			},
			"states": schema.SetAttribute{
				Optional: true, ElementType: types.StringType, Validators: []validator.Set{setvalidator.SizeAtLeast(1), setvalidator.ValueStringsAre(stringvalidator.OneOfCaseInsensitive(states...))},
				MarkdownDescription: "Only leases in these states: `Active`, `ActiveReservation`, `InactiveReservation`, `Offered`, `Declined`, `Expired`. Default: the first three.",
			},
			"client_id":      schema.StringAttribute{Optional: true, CustomType: clientID, MarkdownDescription: "Only leases of this client, in any usual spelling."},
			"host_name":      schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.LengthAtLeast(1)}, MarkdownDescription: "Only leases of this host, with or without its domain, in any case."},
			"expires_before": schema.StringAttribute{Optional: true, CustomType: timetypes.RFC3339Type{}, MarkdownDescription: "Only leases that end before this moment, such as `2030-01-31T12:00:00Z`; reservations have no end."},
			"leases": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The leases, sorted by scope and address.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"scope_id":    text("Network address of the scope."),
					"address":     text("The leased address."),
					"client_id":   schema.StringAttribute{Computed: true, CustomType: clientID, MarkdownDescription: "Id of the client, as in `aa-bb-cc-dd-ee-ff`."},
					"host_name":   text("Name that the client gave; of a reservation, its name."),
					"description": text("Description of the record; empty when it has none."),
					"state":       text("State of the lease, as in `states`."),
					"expires":     schema.StringAttribute{Computed: true, CustomType: timetypes.RFC3339Type{}, MarkdownDescription: "When the lease ends, in UTC; null when it does not."},
					"reserved":    schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the address is reserved for the client."},
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
	scope := netip.Addr{}
	if a, ok := framework.Address(config.ScopeID); ok {
		scope = a
	}
	found, err := client.ListLeases(ctx, scope, !config.States.IsNull())
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to list DHCP leases", err)
		return
	}
	var limit time.Time
	if !config.ExpiresBefore.IsNull() {
		at, diags := config.ExpiresBefore.ValueRFC3339Time()
		resp.Diagnostics.Append(diags...)
		limit = at
	}
	config.Leases = []listed{}
	for _, l := range found {
		if config.matches(l, limit) {
			config.Leases = append(config.Leases, listedLease(l))
		}
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &config)...)
}

func (m model) matches(l windows.Lease, limit time.Time) bool {
	if !m.States.IsNull() && !hasState(m.States, l.State) {
		return false
	}
	if id, ok := m.ClientID.Canonical(); ok && id != canonical(l.ClientID) {
		return false
	}
	if !m.HostName.IsNull() && !dhcp.SameHost(m.HostName.ValueString(), l.HostName) {
		return false
	}
	return limit.IsZero() || !l.Expires.IsZero() && l.Expires.Before(limit)
}

func hasState(set types.Set, state string) bool {
	for _, e := range set.Elements() {
		if s, ok := e.(types.String); ok && strings.EqualFold(s.ValueString(), state) {
			return true
		}
	}
	return false
}

// canonical writes a client id as filters are compared.
func canonical(id string) string {
	text, _ := framework.SpelledValue[framework.ClientIdentifierRule](id).Canonical()
	return text
}

func listedLease(l windows.Lease) listed {
	row := listed{
		ScopeID: types.StringValue(l.Scope.String()), Address: types.StringValue(l.Address.String()),
		ClientID: framework.SpelledValue[framework.ClientIdentifierRule](l.ClientID), HostName: types.StringValue(l.HostName),
		Description: types.StringValue(l.Description), State: types.StringValue(l.State), Reserved: types.BoolValue(l.Reserved()), Expires: timetypes.NewRFC3339Null(),
	}
	if !l.Expires.IsZero() {
		row.Expires = timetypes.NewRFC3339TimeValue(l.Expires.UTC())
	}
	return row
}
