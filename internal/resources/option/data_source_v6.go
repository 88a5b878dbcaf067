package option

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/optionattr"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ datasource.DataSourceWithConfigure = (*optionsV6DataSource)(nil)

type optionsV6DataSource struct{ framework.WindowsDataSource }

// NewV6ListDataSource makes the data source dhcp_options_v6.
func NewV6ListDataSource() datasource.DataSource { return &optionsV6DataSource{} }

// listModelV6 is the state of dhcp_options_v6.
type listModelV6 struct {
	filters
	Prefix          framework.PrefixV6    `tfsdk:"prefix"`
	ReservedAddress framework.IPv6Address `tfsdk:"reserved_address"`
	Options         []listedV6            `tfsdk:"options"`
}

// listedV6 is one value of the list.
type listedV6 struct {
	OptionID    types.Int64  `tfsdk:"option_id"`
	Type        types.String `tfsdk:"type"`
	Values      types.List   `tfsdk:"values"`
	VendorClass types.String `tfsdk:"vendor_class"`
	UserClass   types.String `tfsdk:"user_class"`
}

func (d *optionsV6DataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_options_v6"
}

func (d *optionsV6DataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the DHCPv6 option values of one level of a Windows DHCP server: the server, an IPv6 scope or a reservation, with those of all its classes. " +
			"Values that the level inherits are not among them.",
		Attributes: map[string]schema.Attribute{
			"prefix": schema.StringAttribute{
				Optional: true, CustomType: framework.SpelledType[framework.PrefixV6Rule]{}, Validators: []validator.String{stringvalidator.ConflictsWith(path.MatchRoot("reserved_address"))},
				MarkdownDescription: "Prefix of the IPv6 scope. Without it and `reserved_address`: the values of the server.",
			},
			"reserved_address": schema.StringAttribute{Optional: true, CustomType: framework.SpelledType[framework.IPv6AddressRule]{}, MarkdownDescription: "Address of the reservation."},
			"option_id":        filterByID,
			"vendor_class":     filter("Only values of this vendor class; the empty text means those of none."),
			"user_class":       filter("Only values of this user class; the empty text means those of none."),
			"options": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The values, sorted by vendor class, user class and number.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"option_id":    listedID,
					"type":         text("Type of the values, such as `IPv6Address`."),
					"values":       listedValues,
					"vendor_class": text("Vendor class; empty when none."),
					"user_class":   text("User class; empty when none."),
				}},
			},
		},
	}
}

func (d *optionsV6DataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config listModelV6
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	level := windows.OptionLevel{Family: windows.IPv6}
	level.Scope, _ = framework.AddressV6(config.Prefix)
	level.Reserved, _ = framework.AddressV6(config.ReservedAddress)
	found, err := client.ListOptions(ctx, level)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to list DHCPv6 options of "+level.String(), err)
		return
	}
	config.Options = []listedV6{}
	for _, v := range found {
		if config.matches(v) {
			config.Options = append(config.Options, listedV6{
				OptionID: types.Int64Value(v.ID), Type: types.StringValue(string(v.Type)), Values: optionattr.List(v.Values),
				VendorClass: types.StringValue(v.VendorClass), UserClass: types.StringValue(v.UserClass),
			})
		}
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &config)...)
}
