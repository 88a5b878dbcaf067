package keaoptiondefinition

import (
	"fmt"
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

const description = `A definition of an option that a Kea server does not know: its name and how its value is written. Options refer to it by name or code.

Definitions of standard options cannot be replaced. While an option needs it, Kea refuses to lose a definition: let the options' resources refer to this one, so that Terraform keeps the order. ` +
	"An existing definition is never taken over: import it. No hook of Kea changes definitions, so that the configuration is edited."

// fieldTypes are the types of a value or of a field of a record.
var fieldTypes = []string{
	"binary", "boolean", "uint8", "uint16", "uint32", "int8", "int16", "int32", "ipv4-address", "ipv6-address", "ipv6-prefix", "psid", "string", "tuple", "fqdn",
}

var name = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?$`)

func schemaOf() schema.Schema {
	isName := stringvalidator.RegexMatches(name, "must be letters, digits, - and _, without - or _ at either end")
	return schema.Schema{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"id":      keaattr.ID("Service, space and code: `dhcp4/dhcp4/234`."),
			"service": keaattr.Service("definition"),
			"space": schema.StringAttribute{
				Optional: true, Computed: true,
				Validators:          []validator.String{isName},
				PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown(), stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "Option space; one of its own holds the sub-options of an option that encapsulates it. Default: that of the service, `dhcp4` or `dhcp6`. A change replaces the definition.",
			},
			"code": schema.Int64Attribute{
				Required: true, Validators: []validator.Int64{int64validator.Between(0, 65535)},
				PlanModifiers:       []planmodifier.Int64{int64planmodifier.RequiresReplace()},
				MarkdownDescription: "Code of the option: 1 to 254 in the space `dhcp4`, up to 65535 in `dhcp6`. A change replaces the definition.",
			},
			"name": schema.StringAttribute{Required: true, Validators: []validator.String{isName}, MarkdownDescription: "Name of the option, unique in its space."},
			"type": schema.StringAttribute{
				Required: true, Validators: []validator.String{stringvalidator.OneOf(append([]string{"empty", "record"}, fieldTypes...)...)},
				MarkdownDescription: "Type of the value: `binary`, `boolean`, `uint8`, `uint16`, `uint32`, `int8`, `int16`, `int32`, `ipv4-address`, `ipv6-address`, `ipv6-prefix`, `psid`, `string`, `tuple`, `fqdn`, `empty` for none, or `record` for several fields.",
			},
			"array": schema.BoolAttribute{
				Optional: true, Computed: true, Default: booldefault.StaticBool(false),
				MarkdownDescription: "Whether the value is a list; of a record, its last field. Default: false.",
			},
			"record_types": schema.StringAttribute{
				Optional:            true,
				Validators:          []validator.String{keaattr.Form("a list of types with commas between, such as uint8, ipv4-address", recordTypes)},
				MarkdownDescription: "Types of the fields of a record, with commas between: `uint8, ipv4-address`.",
			},
			"encapsulate":     schema.StringAttribute{Optional: true, Validators: []validator.String{isName}, MarkdownDescription: "Space of the sub-options that the option carries."},
			"user_context":    keaattr.UserContext("definition"),
			"differing_peers": keaattr.DifferingPeers(),
		},
	}
}

// model is the state of a kea_option_definition.
type model struct {
	ID             types.String          `tfsdk:"id"`
	Service        types.String          `tfsdk:"service"`
	Space          types.String          `tfsdk:"space"`
	Code           types.Int64           `tfsdk:"code"`
	Name           types.String          `tfsdk:"name"`
	Type           types.String          `tfsdk:"type"`
	Array          types.Bool            `tfsdk:"array"`
	RecordTypes    types.String          `tfsdk:"record_types"`
	Encapsulate    types.String          `tfsdk:"encapsulate"`
	UserContext    framework.UserContext `tfsdk:"user_context"`
	DifferingPeers types.List            `tfsdk:"differing_peers"`
}

func (m *model) family() kea.Family { return keaattr.Family(m.Service) }

// space is the option space; that of the service when none is set.
func (m *model) space() string {
	if text := m.Space.ValueString(); text != "" {
		return text
	}
	return m.family().Service()
}

func (m *model) toKea() kea.OptionDefinition {
	return kea.OptionDefinition{
		Space: m.space(), Code: uint32(m.Code.ValueInt64()), Name: m.Name.ValueString(), Type: m.Type.ValueString(), Array: m.Array.ValueBool(),
		RecordTypes: m.RecordTypes.ValueString(), Encapsulate: m.Encapsulate.ValueString(), UserContext: m.UserContext.ValueString(),
	}
}

func (m *model) fromKea(o kea.OptionDefinition) {
	m.ID = types.StringValue(fmt.Sprintf("%s/%s/%d", m.family().Service(), o.Space, o.Code))
	m.Space, m.Code, m.Name, m.Type, m.Array = types.StringValue(o.Space), types.Int64Value(int64(o.Code)), types.StringValue(o.Name), types.StringValue(o.Type), types.BoolValue(o.Array)
	if kea.SpellRecordTypes(m.RecordTypes.ValueString()) != kea.SpellRecordTypes(o.RecordTypes) || m.RecordTypes.IsNull() {
		m.RecordTypes = keaattr.Text(m.RecordTypes, o.RecordTypes)
	}
	m.Encapsulate = keaattr.Text(m.Encapsulate, o.Encapsulate)
	m.UserContext = keaattr.Context(m.UserContext, o.UserContext)
}
