package optiondefinition

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

const description = `The definition of an option of a Windows DHCP server: its name and the type of its values. An option needs a definition before it can have a value; the standard options have one from the start.

Destroying a definition leaves values of the option where they are stored, without a definition: let each ` + "`dhcp_option_value`" + ` depend on it. ` +
	"Type and number of values cannot change: such a change replaces the definition. An existing definition is never taken over: import it. " +
	"Definitions belong to the server: in a failover relationship they do not reach the partner, so define the option on both."

func schemaOf() schema.Schema {
	var kinds []string
	for _, k := range dhcp.OptionTypes() {
		if k != dhcp.OptionIPv6Address {
			kinds = append(kinds, string(k))
		}
	}
	replace := []planmodifier.String{stringplanmodifier.RequiresReplace()}
	return schema.Schema{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
				MarkdownDescription: "Number of the option, after the vendor class and a slash where it has one: `150`, `Phones/1`.",
			},
			"option_id": schema.Int64Attribute{
				Required: true, Validators: []validator.Int64{int64validator.Between(1, 255)}, PlanModifiers: []planmodifier.Int64{int64planmodifier.RequiresReplace()},
				MarkdownDescription: "Number of the option, 1 to 255. A change replaces the definition.",
			},
			"vendor_class": schema.StringAttribute{
				Optional: true, PlanModifiers: replace, Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
				MarkdownDescription: "Vendor class whose option it is; each class has its own numbers. A change replaces the definition.",
			},
			"name": schema.StringAttribute{Required: true, MarkdownDescription: "Name of the option, 1 to 255 characters."},
			"type": schema.StringAttribute{
				Required: true, PlanModifiers: replace, Validators: []validator.String{stringvalidator.OneOf(kinds...)},
				MarkdownDescription: "Type of the values: `Byte`, `Word`, `DWord`, `DWordDWord` (numbers of 8, 16, 32, 64 bits), `IPv4Address`, `String`, `BinaryData` or `EncapsulatedData`. A change replaces the definition.",
			},
			"multi_valued": schema.BoolAttribute{
				Optional: true, Computed: true, Default: booldefault.StaticBool(false), PlanModifiers: []planmodifier.Bool{boolplanmodifier.RequiresReplace()},
				MarkdownDescription: "Whether the option takes several values. Default: false. A change replaces the definition.",
			},
			"default_value": schema.ListAttribute{
				Optional: true, Computed: true, ElementType: types.StringType, Validators: []validator.List{listvalidator.SizeAtLeast(1)},
				PlanModifiers:       []planmodifier.List{listplanmodifier.UseStateForUnknown()},
				MarkdownDescription: "Value that the console offers for the option. Left out: a zero of the type when the definition is made; later it stays what it is.",
			},
			"description": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString(""),
				MarkdownDescription: "Description of the option, at most 255 characters. Default: empty.",
			},
		},
	}
}
