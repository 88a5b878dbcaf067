package option

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
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

var _ datasource.DataSourceWithConfigure = (*optionsDataSource)(nil)

type optionsDataSource struct{ framework.WindowsDataSource }

// NewListDataSource makes the data source dhcp_options.
func NewListDataSource() datasource.DataSource { return &optionsDataSource{} }

// filters are the filters of both families.
type filters struct {
	OptionID    types.Int64  `tfsdk:"option_id"`
	VendorClass types.String `tfsdk:"vendor_class"`
	UserClass   types.String `tfsdk:"user_class"`
}

// listModel is the state of dhcp_options.
type listModel struct {
	filters
	ScopeID         iptypes.IPv4Address `tfsdk:"scope_id"`
	ReservedAddress iptypes.IPv4Address `tfsdk:"reserved_address"`
	PolicyName      types.String        `tfsdk:"policy_name"`
	Options         []listed            `tfsdk:"options"`
}

// listed is one value of the list.
type listed struct {
	OptionID    types.Int64  `tfsdk:"option_id"`
	Type        types.String `tfsdk:"type"`
	Values      types.List   `tfsdk:"values"`
	Routes      types.List   `tfsdk:"routes"`
	PolicyName  types.String `tfsdk:"policy_name"`
	VendorClass types.String `tfsdk:"vendor_class"`
	UserClass   types.String `tfsdk:"user_class"`
}

func (d *optionsDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_options"
}

func (d *optionsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the option values of one level of a Windows DHCP server: the server, a scope or a reservation, with those of all its policies and classes. " +
			"Values that the level inherits are not among them, and neither are the options 51 and 81, which hold lease time and DNS settings.",
		Attributes: map[string]schema.Attribute{
			"scope_id": schema.StringAttribute{
				Optional: true, CustomType: iptypes.IPv4AddressType{}, Validators: []validator.String{stringvalidator.ConflictsWith(path.MatchRoot("reserved_address"))},
				MarkdownDescription: "Network address of the scope. Without it and `reserved_address`: the values of the server.",
			},
			"reserved_address": schema.StringAttribute{Optional: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Address of the reservation."},
			"policy_name":      filter("Only values of this policy."),
			"option_id":        filterByID,
			"vendor_class":     filter("Only values of this vendor class; the empty text means those of none."),
			"user_class":       filter("Only values of this user class; the empty text means those of none."),
			"options": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "The values, sorted by vendor class, user class, policy and number.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"option_id":    listedID,
					"type":         text("Type of the values, such as `IPv4Address`."),
					"values":       listedValues,
					"routes":       schema.ListAttribute{Computed: true, ElementType: routeType, MarkdownDescription: "Classless routes of the options 121 and 249; null for others."},
					"policy_name":  text("Policy of the value; empty when it is that of the level itself."),
					"vendor_class": text("Vendor class; empty when none."),
					"user_class":   text("User class; empty when none."),
				}},
			},
		},
	}
}

// filterByID, listedID and listedValues are attributes of both families.
var (
	filterByID   = schema.Int64Attribute{Optional: true, MarkdownDescription: "Only values of the option with this number."}
	listedID     = schema.Int64Attribute{Computed: true, MarkdownDescription: "Number of the option."}
	listedValues = schema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "The values in their order: numbers in decimal, binary data one element a byte."}
)

// text is a text of a listed value.
func text(words string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: words}
}

// filter chooses among the values.
func filter(words string) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: words}
}

func (d *optionsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config listModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	level := windows.OptionLevel{Policy: config.PolicyName.ValueString()}
	level.Scope, _ = framework.Address(config.ScopeID)
	level.Reserved, _ = framework.Address(config.ReservedAddress)
	found, err := client.ListOptions(ctx, level)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to list DHCP options of "+level.String(), err)
		return
	}
	config.Options = []listed{}
	for _, v := range found {
		if config.matches(v) {
			config.Options = append(config.Options, listedValue(v))
		}
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &config)...)
}

// matches tells whether a value passes the filters.
func (f filters) matches(v windows.OptionValue) bool {
	same := func(filter types.String, text string) bool {
		return filter.IsNull() || strings.EqualFold(filter.ValueString(), text)
	}
	return (f.OptionID.IsNull() || f.OptionID.ValueInt64() == v.ID) && same(f.VendorClass, v.VendorClass) && same(f.UserClass, v.UserClass)
}

func listedValue(v windows.OptionValue) listed {
	row := listed{
		OptionID: types.Int64Value(v.ID), Type: types.StringValue(string(v.Type)), Values: optionattr.List(v.Values), Routes: types.ListNull(routeType),
		PolicyName: types.StringValue(v.Policy), VendorClass: types.StringValue(v.VendorClass), UserClass: types.StringValue(v.UserClass),
	}
	if classless(v.OptionKey) {
		row.Routes, _ = routeList(v.Values)
	}
	return row
}
