package reservation

import (
	"context"
	"net/netip"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ datasource.DataSourceWithConfigure = (*reservationsDataSource)(nil)

type reservationsDataSource struct{ framework.WindowsDataSource }

// NewListDataSource makes the data source dhcp_reservations.
func NewListDataSource() datasource.DataSource { return &reservationsDataSource{} }

// listModel is the state of dhcp_reservations.
type listModel struct {
	ScopeID      iptypes.IPv4Address        `tfsdk:"scope_id"`
	ClientID     framework.ClientIdentifier `tfsdk:"client_id"`
	NamePrefix   types.String               `tfsdk:"name_prefix"`
	InUse        types.Bool                 `tfsdk:"in_use"`
	Reservations []listed                   `tfsdk:"reservations"`
}

// listed is one reservation of the list.
type listed struct {
	fields
	InUse types.Bool `tfsdk:"in_use"`
}

func (d *reservationsDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_reservations"
}

func (d *reservationsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	text := func(words string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: words}
	}
	address := func(words string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: words}
	}
	clientID := framework.SpelledType[framework.ClientIdentifierRule]{}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the reservations of one scope of a Windows DHCP server, or of all its scopes, sorted by address. All filters given must match.",
		Attributes: map[string]schema.Attribute{
			"scope_id":    schema.StringAttribute{Optional: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Only reservations of this scope; one that does not exist is an error. Left out: of all scopes."},
			"client_id":   schema.StringAttribute{Optional: true, CustomType: clientID, MarkdownDescription: "Only reservations of this client, in any usual spelling."},
			"name_prefix": schema.StringAttribute{Optional: true, MarkdownDescription: "Only reservations whose name begins with this text."},
			"in_use":      schema.BoolAttribute{Optional: true, MarkdownDescription: "Only reservations that their clients use now (true), or do not (false)."},
			"reservations": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The reservations, sorted by address.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"scope_id":    address("Network address of the scope."),
					"address":     address("The address."),
					"client_id":   schema.StringAttribute{Computed: true, CustomType: clientID, MarkdownDescription: "Id of the client, as in `aa-bb-cc-dd-ee-ff`."},
					"name":        text("Name of the reservation; empty when it has none."),
					"description": text("Description; empty when it has none."),
					"type":        schema.StringAttribute{Computed: true, CustomType: framework.SpelledType[framework.ScopeTypeRule]{}, MarkdownDescription: "`Dhcp`, `Bootp` or `Both`."},
					"in_use":      schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the client has the address now."},
				}},
			},
		},
	}
}

func (d *reservationsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config listModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	scope := netip.Addr{}
	if a, ok := framework.Address(config.ScopeID); ok {
		scope = a
	}
	found, err := client.ListReservations(ctx, scope)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to list DHCP reservations", err)
		return
	}
	config.Reservations = []listed{}
	for _, r := range found {
		if config.matches(r) {
			row := listed{fields: fields{Name: types.StringValue(r.Name)}, InUse: types.BoolValue(r.InUse)}
			row.take(r)
			config.Reservations = append(config.Reservations, row)
		}
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &config)...)
}

func (m listModel) matches(r windows.Reservation) bool {
	if id, ok := m.ClientID.Canonical(); ok && id != r.ClientID.String() {
		return false
	}
	if !m.InUse.IsNull() && m.InUse.ValueBool() != r.InUse {
		return false
	}
	return strings.HasPrefix(r.Name, m.NamePrefix.ValueString())
}
