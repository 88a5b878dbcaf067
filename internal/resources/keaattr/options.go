package keaattr

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

// Option is one element of option_data.
type Option struct {
	Code       types.Int64  `tfsdk:"code"`
	Name       types.String `tfsdk:"name"`
	Space      types.String `tfsdk:"space"`
	Data       types.String `tfsdk:"data"`
	CSVFormat  types.Bool   `tfsdk:"csv_format"`
	AlwaysSend types.Bool   `tfsdk:"always_send"`
	NeverSend  types.Bool   `tfsdk:"never_send"`
}

// OptionType is the type of an element of option_data.
var OptionType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"code": types.Int64Type, "name": types.StringType, "space": types.StringType, "data": types.StringType,
	"csv_format": types.BoolType, "always_send": types.BoolType, "never_send": types.BoolType,
}}

// OptionData is the attribute option_data.
func OptionData(of string) schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		Optional:            true,
		MarkdownDescription: "DHCP options of the " + of + ", in the order in which Kea keeps them.",
		PlanModifiers:       []planmodifier.List{keepOptions{}},
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"code": schema.Int64Attribute{
				Optional: true, Computed: true,
				Validators:          []validator.Int64{int64validator.Between(1, 65535), int64validator.AtLeastOneOf(path.MatchRelative().AtParent().AtName("name"))},
				MarkdownDescription: "Code of the option. Give the code or the name; Kea finds the other one for options that it knows.",
			},
			"name": schema.StringAttribute{
				Optional: true, Computed: true,
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
				MarkdownDescription: "Name of the option, such as `routers`. Null for an option that the server has no definition of.",
			},
			"space": schema.StringAttribute{
				Optional: true, Computed: true,
				MarkdownDescription: "Option space. Default: that of the service, `dhcp4` or `dhcp6`.",
			},
			"data": schema.StringAttribute{
				Optional: true, Computed: true,
				MarkdownDescription: "Value of the option: text with commas between its fields, or hexadecimal digits when `csv_format` is false. Kea keeps text as it is written.",
			},
			"csv_format": schema.BoolAttribute{
				Optional: true, Computed: true,
				MarkdownDescription: "Whether `data` is text. Default: true for options that the server has a definition of, false for others.",
			},
			"always_send": schema.BoolAttribute{
				Optional: true, Computed: true, Default: booldefault.StaticBool(false),
				MarkdownDescription: "Send the option also to clients that do not ask for it. Default: false.",
			},
			"never_send": schema.BoolAttribute{
				Optional: true, Computed: true, Default: booldefault.StaticBool(false),
				MarkdownDescription: "Do not send the option, whatever another level says. Needs Kea 2.6. Default: false.",
			},
		}},
	}
}

// Options reads option_data; nil for null.
func Options(ctx context.Context, list types.List, diags *diag.Diagnostics) []kea.Option {
	if list.IsNull() || list.IsUnknown() {
		return nil
	}
	options := []kea.Option{}
	for _, o := range elements(ctx, list, diags) {
		options = append(options, o.option())
	}
	return options
}

func elements(ctx context.Context, list types.List, diags *diag.Diagnostics) []Option {
	var models []Option
	if !list.IsNull() && !list.IsUnknown() {
		diags.Append(list.ElementsAs(ctx, &models, false)...)
	}
	return models
}

func (o Option) option() kea.Option {
	return kea.Option{
		Code: uint32(o.Code.ValueInt64()), Name: o.Name.ValueString(), Space: o.Space.ValueString(), Data: o.Data.ValueString(),
		CSVFormat: FlagPointer(o.CSVFormat), AlwaysSend: o.AlwaysSend.ValueBool(), NeverSend: o.NeverSend.ValueBool(),
	}
}

// FromOptions gives the options of the server, with the data as the user spelled it.
func FromOptions(ctx context.Context, family kea.Family, prior types.List, options []kea.Option, diags *diag.Diagnostics) types.List {
	if len(options) == 0 && (prior.IsNull() || len(prior.Elements()) > 0) {
		return types.ListNull(OptionType)
	}
	written := elements(ctx, prior, diags)
	models := []Option{}
	for _, o := range options {
		m := Option{
			Code: types.Int64Value(int64(o.Code)), Name: Text(types.StringNull(), o.Name), Space: types.StringValue(o.Space), Data: types.StringValue(o.Data),
			CSVFormat: types.BoolPointerValue(o.CSVFormat), AlwaysSend: types.BoolValue(o.AlwaysSend), NeverSend: types.BoolValue(o.NeverSend),
		}
		if old := find(family, written, o); old != nil && kea.SameData(m.CSVFormat.ValueBool(), old.Data.ValueString(), o.Data) {
			m.Data = types.StringValue(old.Data.ValueString())
		}
		models = append(models, m)
	}
	list, more := types.ListValueFrom(ctx, OptionType, models)
	diags.Append(more...)
	return list
}

func find(family kea.Family, models []Option, wanted kea.Option) *Option {
	for i := range models {
		if kea.SameOption(family, models[i].option(), wanted) {
			return &models[i]
		}
	}
	return nil
}

// keepOptions fills in what the server chose for an option before, so that a plan shows
// only what changes, also when options move in the list.
type keepOptions struct{}

func (keepOptions) Description(context.Context) string {
	return "Values that the server filled in stay."
}
func (m keepOptions) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (keepOptions) PlanModifyList(ctx context.Context, req planmodifier.ListRequest, resp *planmodifier.ListResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() || anyUnknown(req.ConfigValue.Elements()) {
		return
	}
	configured := elements(ctx, req.ConfigValue, &resp.Diagnostics)
	prior := elements(ctx, req.StateValue, &resp.Diagnostics)
	planned := make([]Option, 0, len(configured))
	for _, c := range configured {
		planned = append(planned, c.plan(prior))
	}
	list, diags := types.ListValueFrom(ctx, OptionType, planned)
	resp.Diagnostics.Append(diags...)
	resp.PlanValue = list
}

// plan completes a configured option from the one that the state has.
func (o Option) plan(prior []Option) Option {
	var old Option
	if !o.Code.IsUnknown() && !o.Name.IsUnknown() && !o.Space.IsUnknown() {
		old = o.before(prior)
	}
	same := !o.Data.IsUnknown() && !old.Data.IsNull() && kea.SameData(old.CSVFormat.ValueBool(), o.Data.ValueString(), old.Data.ValueString())
	if same {
		o.Data = old.Data
	}
	if o.Data.IsNull() {
		o.Data = types.StringUnknown()
	}
	known := !old.Code.IsNull()
	o.Code = orOld(o.Code, old.Code, known, types.Int64Unknown())
	o.Name = orOld(o.Name, old.Name, known, types.StringUnknown())
	o.Space = orOld(o.Space, old.Space, known, types.StringUnknown())
	o.CSVFormat = orOld(o.CSVFormat, old.CSVFormat, same, types.BoolUnknown())
	o.AlwaysSend = orOld(o.AlwaysSend, types.BoolValue(false), true, types.BoolUnknown())
	o.NeverSend = orOld(o.NeverSend, types.BoolValue(false), true, types.BoolUnknown())
	return o
}

// before finds an option in the state by what the configuration says of it.
func (o Option) before(prior []Option) Option {
	for _, old := range prior {
		sameSpace := o.Space.IsNull() || o.Space.Equal(old.Space)
		sameKey := o.Code.Equal(old.Code) || (o.Code.IsNull() && o.Name.Equal(old.Name))
		if sameSpace && sameKey {
			return old
		}
	}
	return Option{Data: types.StringNull(), Code: types.Int64Null()}
}

func orOld[T attr.Value](configured, old T, known bool, unknown T) T {
	switch {
	case !configured.IsNull():
		return configured
	case known:
		return old
	}
	return unknown
}
