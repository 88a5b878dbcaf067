package scope

import (
	"context"
	"net/netip"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/cidrtypes"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ datasource.DataSourceWithConfigure = (*scopesDataSource)(nil)

type scopesDataSource struct{ framework.WindowsDataSource }

// NewListDataSource makes the data source dhcp_scopes.
func NewListDataSource() datasource.DataSource { return &scopesDataSource{} }

// listModel is the state of dhcp_scopes.
type listModel struct {
	Within     cidrtypes.IPv4Prefix `tfsdk:"within"`
	NamePrefix types.String         `tfsdk:"name_prefix"`
	State      framework.ScopeState `tfsdk:"state"`
	Superscope types.String         `tfsdk:"superscope_name"`
	Scopes     []fields             `tfsdk:"scopes"`
	Errors     []problem            `tfsdk:"errors"`
}

// problem is a scope that could not be read.
type problem struct {
	ScopeID types.String `tfsdk:"scope_id"`
	Reason  types.String `tfsdk:"reason"`
}

func (d *scopesDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_scopes"
}

func (d *scopesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the scopes of a Windows DHCP server, sorted by address. All filters given must match. " +
			"A scope that cannot be read does not stop the others: it is in `errors`.",
		Attributes: map[string]schema.Attribute{
			"within":          schema.StringAttribute{Optional: true, CustomType: cidrtypes.IPv4PrefixType{}, MarkdownDescription: "Only scopes inside this network, such as `10.1.0.0/16`."},
			"name_prefix":     schema.StringAttribute{Optional: true, MarkdownDescription: "Only scopes whose name begins with this text."},
			"state":           schema.StringAttribute{Optional: true, CustomType: framework.SpelledType[framework.ScopeStateRule]{}, MarkdownDescription: "Only scopes in this state: `Active` or `Inactive`."},
			"superscope_name": schema.StringAttribute{Optional: true, MarkdownDescription: "Only scopes of this superscope; the empty text means those in none."},
			"scopes": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The scopes, sorted by address.",
				NestedObject: schema.NestedAttributeObject{Attributes: readAttributes()},
			},
			"errors": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "Scopes that could not be read, sorted by address.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"scope_id": schema.StringAttribute{Computed: true, MarkdownDescription: "Network address of the scope."},
					"reason":   schema.StringAttribute{Computed: true, MarkdownDescription: "Why it could not be read."},
				}},
			},
		},
	}
}

func (d *scopesDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config listModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	found, problems, err := client.ListScopes(ctx)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to list DHCP scopes", err)
		return
	}
	config.Scopes, config.Errors = []fields{}, []problem{}
	for _, s := range found {
		if config.matches(s) {
			var f fields
			f.take(s)
			config.Scopes = append(config.Scopes, f)
		}
	}
	for _, p := range problems {
		config.Errors = append(config.Errors, problem{ScopeID: types.StringValue(p.ID.String()), Reason: types.StringValue(framework.Sentence(p.Err))})
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &config)...)
}

func (m listModel) matches(s windows.Scope) bool {
	if within, err := netip.ParsePrefix(m.Within.ValueString()); err == nil && !(within.Contains(s.ID()) && within.Bits() <= s.Subnet.Bits()) {
		return false
	}
	if state, ok := m.State.Canonical(); ok && (state == "Active") != s.Active {
		return false
	}
	if !m.Superscope.IsNull() && m.Superscope.ValueString() != s.Superscope {
		return false
	}
	return strings.HasPrefix(s.Name, m.NamePrefix.ValueString())
}
