package keaattr

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

// ID is the attribute id.
func ID(text string) schema.StringAttribute {
	return schema.StringAttribute{
		Computed:            true,
		PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		MarkdownDescription: text,
	}
}

// Service is the attribute service of an object that does not show it otherwise.
func Service(of string) schema.StringAttribute {
	return schema.StringAttribute{
		Required:            true,
		Validators:          []validator.String{stringvalidator.OneOf(kea.V4.Service(), kea.V6.Service())},
		PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
		MarkdownDescription: "`dhcp4` or `dhcp6`. A change replaces the " + of + ".",
	}
}

// SettingsAttributes are the attributes of [Settings].
func SettingsAttributes(of string) map[string]schema.Attribute {
	attributes := map[string]schema.Attribute{
		"option_data": OptionData(of),
		"interface":   schema.StringAttribute{Optional: true, MarkdownDescription: "Interface of the server on which clients of the " + of + " are."},
		"relay": schema.ListAttribute{
			Optional: true, ElementType: types.StringType,
			Validators:          []validator.List{listvalidator.ValueStringsAre(Form("an IP address", CanonicalAddress))},
			PlanModifiers:       []planmodifier.List{SameValues(CanonicalAddress)},
			MarkdownDescription: "Addresses of the relay agents whose clients belong to the " + of + ". The order does not matter.",
		},
		"client_classes":              Classes("Clients of these classes only may use the " + of + ". Below Kea 3.0 one class at most."),
		"evaluate_additional_classes": Classes("Classes that are evaluated for clients of the " + of + " additionally (`require-client-classes` below Kea 3.0)."),
		"user_context":                UserContext(of),
	}
	maps.Copy(attributes, TimerAttributes("Default: inherited."))
	maps.Copy(attributes, BootAttributes())
	maps.Copy(attributes, LookupAttributes("Default: inherited."))
	return attributes
}

// TimerAttributes are the attributes of [Timers].
func TimerAttributes(otherwise string) map[string]schema.Attribute {
	attributes := map[string]schema.Attribute{}
	for name, text := range map[string]string{
		"valid_lifetime": "Time for which clients may keep an address", "min_valid_lifetime": "Shortest time that a client may ask for", "max_valid_lifetime": "Longest time that a client may ask for",
		"preferred_lifetime": "Time for which an IPv6 address is preferred", "min_preferred_lifetime": "Shortest preferred time that a client may ask for (IPv6)",
		"max_preferred_lifetime": "Longest preferred time that a client may ask for (IPv6)",
		"renew_timer":            "Time after which clients renew (T1)", "rebind_timer": "Time after which clients rebind (T2)",
	} {
		attributes[name] = schema.Int64Attribute{
			Optional: true, Validators: []validator.Int64{int64validator.Between(0, 4294967295)},
			MarkdownDescription: text + ", in seconds. " + otherwise,
		}
	}
	return attributes
}

// BootAttributes are the attributes of [Boot].
func BootAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"next_server":     schema.StringAttribute{Optional: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Address of the boot server (IPv4)."},
		"server_hostname": schema.StringAttribute{Optional: true, MarkdownDescription: "Name of the boot server (IPv4)."},
		"boot_file_name":  schema.StringAttribute{Optional: true, MarkdownDescription: "Name of the boot file (IPv4)."},
	}
}

// LookupAttributes are the attributes of [Lookup].
func LookupAttributes(otherwise string) map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"reservations_global":      schema.BoolAttribute{Optional: true, MarkdownDescription: "Look for global reservations. " + otherwise},
		"reservations_in_subnet":   schema.BoolAttribute{Optional: true, MarkdownDescription: "Look for reservations of the subnet. " + otherwise},
		"reservations_out_of_pool": schema.BoolAttribute{Optional: true, MarkdownDescription: "Promise that reserved addresses are outside of the pools; those inside are then ignored. " + otherwise},
	}
}

// Classes is an attribute with names of client classes.
func Classes(text string) schema.SetAttribute {
	return schema.SetAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: text}
}

// UserContext is the attribute user_context.
func UserContext(of string) schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true, CustomType: framework.SpelledType[framework.UserContextRule]{},
		PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.UserContextRule]()},
		MarkdownDescription: "Anything that shall be kept with the " + of + ", as a JSON object.",
	}
}
