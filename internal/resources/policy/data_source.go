package policy

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

var _ datasource.DataSourceWithConfigure = (*policiesDataSource)(nil)

type policiesDataSource struct{ framework.WindowsDataSource }

// NewListDataSource makes the data source dhcp_policies.
func NewListDataSource() datasource.DataSource { return &policiesDataSource{} }

// listModel is the state of dhcp_policies.
type listModel struct {
	ScopeID  iptypes.IPv4Address `tfsdk:"scope_id"`
	Policies []fields            `tfsdk:"policies"`
}

func (d *policiesDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_policies"
}

func (d *policiesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	text := func(words string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: words}
	}
	addr := func(words string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: words}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the policies of a scope, or those of the server, in the order in which they are looked at. A scope that does not exist is an error.",
		Attributes: map[string]schema.Attribute{
			"scope_id": schema.StringAttribute{Optional: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Network address of the scope. Left out: the policies of the server, without those of its scopes."},
			"policies": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The policies in processing order.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"id":               text("Scope and name, as `dhcp_policy` is imported by."),
					"name":             text("Name of the policy."),
					"scope_id":         addr("Network address of the scope; null for a policy of the server."),
					"description":      text("Description of the policy; empty when it has none."),
					"enabled":          schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the policy is in force."},
					"condition":        schema.StringAttribute{Computed: true, CustomType: framework.SpelledType[framework.ConnectiveRule]{}, MarkdownDescription: "`And`: all conditions must hold; `Or`: any one."},
					"processing_order": schema.Int64Attribute{Computed: true, MarkdownDescription: "Place in the order, from 1."},
					"lease_duration":   schema.StringAttribute{Computed: true, CustomType: framework.SpelledType[framework.LeaseDurationRule]{}, MarkdownDescription: "Lease of the policy's clients; null when it has none of its own."},
					"dns_suffix":       text("DNS suffix of the policy's clients; null when it has none."),
					"conditions": schema.SetNestedAttribute{
						Computed: true, MarkdownDescription: "What the policy asks of a client.",
						NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
							"type": text(typeText), "operator": text(operatorText),
							"values": schema.SetAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "Values compared with; bytes in capitals with hyphens."},
						}},
					},
					"ranges": schema.SetNestedAttribute{
						Computed: true, MarkdownDescription: "Ranges of the policy; null when it has none.",
						NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{"start_address": addr("First address of the range."), "end_address": addr("Last address of the range.")}},
					},
				}},
			},
		},
	}
}

func (d *policiesDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config listModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	scope, _ := framework.Address(config.ScopeID)
	found, err := client.ListPolicies(ctx, scope)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to list DHCP policies of "+scopeText(scope), err)
		return
	}
	config.Policies = make([]fields, len(found))
	for i, p := range found {
		config.Policies[i].take(ctx, p)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &config)...)
}
