package optiondefinition

import (
	"fmt"
	"strings"

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
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

const description = `The definition of %s of a Windows DHCP server: its name and the type of its values. An option needs a definition before it can have a value; the standard options have one from the start.

Destroying a definition leaves values of the option where they are stored, without a definition: let each ` + "`%s`" + ` depend on it. ` +
	"Type and number of values cannot change: such a change replaces the definition. An existing definition is taken over only when it is exactly as configured, with a warning; otherwise import it. "

const atPartner = "Definitions belong to the server: in a failover relationship they do not reach the partner, so define the option on both."

// wordsOf are the highest number of an option, the types of values, and the description.
func wordsOf(family windows.Family) (highest int64, kinds []string, words string) {
	highest, words = 255, fmt.Sprintf(description, "an option", "dhcp_option_value")+atPartner
	if family == windows.IPv6 {
		highest, words = 65535, fmt.Sprintf(description, "a DHCPv6 option", "dhcp_option_value_v6")
	}
	for _, k := range dhcp.OptionTypes() {
		if family == windows.IPv6 || k != dhcp.OptionIPv6Address {
			kinds = append(kinds, string(k))
		}
	}
	return highest, kinds, words
}

func schemaOf(family windows.Family) schema.Schema {
	highest, kinds, words := wordsOf(family)
	replace := []planmodifier.String{stringplanmodifier.RequiresReplace()}
	return schema.Schema{
		MarkdownDescription: words,
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
				MarkdownDescription: "Number of the option, after the vendor class and a slash where it has one: `150`, `Phones/1`.",
			},
			"option_id": schema.Int64Attribute{
				Required: true, Validators: []validator.Int64{int64validator.Between(1, highest)}, PlanModifiers: []planmodifier.Int64{int64planmodifier.RequiresReplace()},
				MarkdownDescription: fmt.Sprintf("Number of the option, 1 to %d. A change replaces the definition.", highest),
			},
			"vendor_class": schema.StringAttribute{
				Optional: true, PlanModifiers: replace, Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
				MarkdownDescription: "Vendor class whose option it is; each class has its own numbers. A change replaces the definition.",
			},
			"name": schema.StringAttribute{Required: true, MarkdownDescription: "Name of the option, 1 to 255 characters."},
			"type": schema.StringAttribute{
				Required: true, PlanModifiers: replace, Validators: []validator.String{stringvalidator.OneOf(kinds...)},
				MarkdownDescription: "Type of the values: `" + strings.Join(kinds, "`, `") + "`. The first four are numbers of 8, 16, 32 and 64 bits. A change replaces the definition.",
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
