package keareservation

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

const description = `A host reservation of a Kea server: the address, the host name and the options that one client gets.

Without ` + "`ip_address`" + ` the provider chooses a free address when it creates the reservation and keeps it from then on. The client has the same address for as long as the reservation lives, also when the machine behind the hardware address is built anew. ` +
	"A reservation that exists otherwise is never taken over: import it."

// schemaOf gives the schema. What an attribute defaults to is worked out in the plan.
func schemaOf() schema.Schema {
	attributes := hostAttributes(stringplanmodifier.RequiresReplace())
	maps.Copy(attributes, map[string]schema.Attribute{
		"id": schema.StringAttribute{
			Computed:            true,
			PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			MarkdownDescription: "Service, subnet and identifier: `dhcp4/1/hw-address=02:00:5e:10:00:01`.",
		},
		"service": schema.StringAttribute{
			Optional: true, Computed: true,
			Validators:          []validator.String{stringvalidator.OneOf("dhcp4", "dhcp6")},
			MarkdownDescription: "`dhcp4` or `dhcp6`. Default: what the subnet says, else `dhcp6` when `ip_addresses` or `prefixes` are set, else `dhcp4`. A change replaces the reservation.",
		},
		"subnet": schema.StringAttribute{
			Optional: true, Computed: true, CustomType: framework.SpelledType[framework.SubnetPrefixRule]{},
			PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.SubnetPrefixRule]()},
			MarkdownDescription: "Prefix of the subnet, such as `192.0.2.0/24`. Give this, `subnet_id` or `global`. Another subnet replaces the reservation.",
		},
		"subnet_id": schema.Int64Attribute{
			Optional: true, Computed: true,
			Validators:          []validator.Int64{int64validator.Between(0, 4294967294)},
			MarkdownDescription: "Id of the subnet, 0 for a global reservation.",
		},
		"global": schema.BoolAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Reserve for all subnets. The server must have `reservations-global` set.",
		},
		"ip_address": schema.StringAttribute{
			Optional: true, Computed: true, CustomType: iptypes.IPv4AddressType{},
			MarkdownDescription: "Reserved IPv4 address. Left out, a free one is chosen at creation and kept, unless `allocate_address` is false or the reservation is global.",
		},
		"differing_peers": keaattr.DifferingPeers(),
		"allocate_address": schema.BoolAttribute{
			Optional: true, Computed: true, Default: booldefault.StaticBool(true),
			MarkdownDescription: "Choose an address when `ip_address` is left out. False makes a reservation without an address. Default: true.",
		},
		"allocate_from": schema.ListAttribute{
			Optional: true, ElementType: types.StringType,
			Validators:          []validator.List{listvalidator.ValueStringsAre(rangeForm)},
			MarkdownDescription: "Where to choose from, in this order: ranges (`192.0.2.10-192.0.2.50`), prefixes or addresses of the subnet. Default for IPv4: the whole subnet outside of its pools; for IPv6 an address is chosen only when this is set. The provider does not know the server's own address: leave it out here, or name it in `exclude`. Used at creation only.",
		},
		"ip_addresses": addresses6(true, "Reserved IPv6 addresses. The order does not matter. Left out with `allocate_from`, a free one of those ranges is chosen at creation and kept."),
		"exclude": schema.ListAttribute{
			Optional: true, ElementType: types.StringType,
			Validators:          []validator.List{listvalidator.ValueStringsAre(rangeForm)},
			MarkdownDescription: "Ranges, prefixes or addresses that are never chosen. Leased, reserved, network, broadcast and router addresses are not either. Used at creation only.",
		},
	})
	return schema.Schema{MarkdownDescription: description, Attributes: attributes}
}

var rangeForm = keaattr.Form("a range such as 192.0.2.10-192.0.2.50, a prefix or an address", keaattr.CanonicalRange)

// hostAttributes are what a reservation has whatever manages it. The modifiers are those of
// its identifiers.
func hostAttributes(modifiers ...planmodifier.String) map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"hw_address":   identifier[framework.HardwareAddressRule]("Hardware (MAC) address of the client, in any usual spelling.", modifiers...),
		"client_id":    identifier[framework.OctetsRule]("Client identifier (DHCPv4): hexadecimal digits, or a text in single quotes.", modifiers...),
		"duid":         identifier[framework.DUIDRule]("DUID of the client, hexadecimal digits.", modifiers...),
		"circuit_id":   identifier[framework.OctetsRule]("Circuit id that a relay adds (DHCPv4): hexadecimal digits, or a text in single quotes.", modifiers...),
		"flex_id":      identifier[framework.OctetsRule]("Flexible identifier of the flex_id hook: hexadecimal digits, or a text in single quotes. The server must list `flex-id` in `host-reservation-identifiers`.", modifiers...),
		"ip_addresses": addresses6(false, "Reserved IPv6 addresses. The order does not matter."),
		"prefixes": schema.ListAttribute{
			Optional: true, ElementType: types.StringType,
			Validators:          []validator.List{listvalidator.ValueStringsAre(keaattr.Form("a prefix such as 2001:db8:8000::/60", keaattr.CanonicalPrefix))},
			PlanModifiers:       []planmodifier.List{keaattr.SameValues(keaattr.CanonicalPrefix)},
			MarkdownDescription: "Delegated IPv6 prefixes. The order does not matter.",
		},
		"hostname": schema.StringAttribute{Optional: true, MarkdownDescription: "Host name that the client gets. Kea sends it in small letters."},
		"client_classes": schema.ListAttribute{
			Optional: true, ElementType: types.StringType,
			Validators:          []validator.List{listvalidator.UniqueValues()},
			MarkdownDescription: "Client classes that the client belongs to, in order.",
		},
		"option_data":     keaattr.OptionData("client"),
		"next_server":     schema.StringAttribute{Optional: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Address of the boot server (DHCPv4, siaddr)."},
		"server_hostname": schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.LengthAtMost(63)}, MarkdownDescription: "Name of the boot server (DHCPv4, sname), at most 63 bytes."},
		"boot_file_name":  schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.LengthAtMost(127)}, MarkdownDescription: "Name of the boot file (DHCPv4, file), at most 127 bytes."},
		"user_context":    schema.StringAttribute{Optional: true, CustomType: framework.SpelledType[framework.UserContextRule]{}, PlanModifiers: []planmodifier.String{framework.KeepSpelling[framework.UserContextRule]()}, MarkdownDescription: "Anything that shall be kept with the reservation, as a JSON object."},
	}
}

// addresses6 are IPv6 addresses, which may be chosen when they are computed.
func addresses6(computed bool, text string) schema.ListAttribute {
	return schema.ListAttribute{
		Optional: true, Computed: computed, ElementType: types.StringType,
		Validators:          []validator.List{listvalidator.ValueStringsAre(keaattr.Form("an IPv6 address", keaattr.CanonicalAddress))},
		PlanModifiers:       []planmodifier.List{keaattr.SameValues(keaattr.CanonicalAddress)},
		MarkdownDescription: text,
	}
}

func identifier[R framework.Rule](text string, modifiers ...planmodifier.String) schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true, CustomType: framework.SpelledType[R]{},
		PlanModifiers:       append([]planmodifier.String{framework.KeepSpelling[R]()}, modifiers...),
		MarkdownDescription: text + " Give exactly one identifier. Another one replaces the reservation.",
	}
}
