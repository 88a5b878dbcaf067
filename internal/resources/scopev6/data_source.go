package scopev6

import (
	"context"
	"net/netip"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/cidrtypes"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ datasource.DataSourceWithConfigure = (*scopesDataSource)(nil)

type scopesDataSource struct{ framework.WindowsDataSource }

// NewListDataSource makes the data source dhcp_scopes_v6.
func NewListDataSource() datasource.DataSource { return &scopesDataSource{} }

// listModel is the state of dhcp_scopes_v6.
type listModel struct {
	Within     cidrtypes.IPv6Prefix `tfsdk:"within"`
	NamePrefix types.String         `tfsdk:"name_prefix"`
	State      framework.ScopeState `tfsdk:"state"`
	Scopes     []fields             `tfsdk:"scopes"`
}

func (d *scopesDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_scopes_v6"
}

func (d *scopesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	duration := func(text string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, CustomType: framework.SpelledType[framework.LeaseDurationRule]{}, MarkdownDescription: text}
	}
	state := schema.StringAttribute{Computed: true, CustomType: framework.SpelledType[framework.ScopeStateRule]{}, MarkdownDescription: "`Active` or `Inactive`."}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the IPv6 scopes of a Windows DHCP server, sorted by prefix. All filters given must match.",
		Attributes: map[string]schema.Attribute{
			"within":      schema.StringAttribute{Optional: true, CustomType: cidrtypes.IPv6PrefixType{}, MarkdownDescription: "Only scopes inside this network, such as `2001:db8::/48`."},
			"name_prefix": schema.StringAttribute{Optional: true, MarkdownDescription: "Only scopes whose name begins with this text."},
			"state":       schema.StringAttribute{Optional: true, CustomType: state.CustomType, MarkdownDescription: "Only scopes in this state: `Active` or `Inactive`."},
			"scopes": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The scopes, sorted by prefix.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"id":                 schema.StringAttribute{Computed: true, MarkdownDescription: "The prefix in its shortest form."},
					"prefix":             schema.StringAttribute{Computed: true, CustomType: framework.SpelledType[framework.PrefixV6Rule]{}, MarkdownDescription: "Prefix of the scope, which is always a /64."},
					"name":               schema.StringAttribute{Computed: true, MarkdownDescription: "Name of the scope."},
					"description":        schema.StringAttribute{Computed: true, MarkdownDescription: "Description of the scope; empty when it has none."},
					"preference":         schema.Int64Attribute{Computed: true, MarkdownDescription: "Preference of the server's answers."},
					"state":              state,
					"preferred_lifetime": duration("How long an address is used for new connections."),
					"valid_lifetime":     duration("How long an address may be used at all."),
					"t1":                 duration("When a client asks its own server to renew."),
					"t2":                 duration("When a client asks any server to renew."),
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
	found, err := client.ListScopesV6(ctx)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to list IPv6 DHCP scopes", err)
		return
	}
	config.Scopes = []fields{}
	for _, s := range found {
		if config.matches(s) {
			var f fields
			f.take(s)
			config.Scopes = append(config.Scopes, f)
		}
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &config)...)
}

func (m listModel) matches(s windows.ScopeV6) bool {
	if within, err := netip.ParsePrefix(m.Within.ValueString()); err == nil && !(within.Contains(s.Prefix) && within.Bits() <= dhcp.PrefixLengthV6) {
		return false
	}
	if state, ok := m.State.Canonical(); ok && (state == "Active") != s.Active {
		return false
	}
	return strings.HasPrefix(s.Name, m.NamePrefix.ValueString())
}
