package reservation

import (
	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/optionattr"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

const description = `An address of a scope of a Windows DHCP server that is kept for one client.

Without ` + "`address`" + ` the server's next free address is taken when the reservation is made, and kept from then on. The server decides between several that ask at the same time, so no address is given twice. ` +
	"A reservation with a fixed address that is made in the same apply may find its address taken that way: let the one without an address depend on it.\n\n" +
	"An existing reservation is taken over only when it is exactly as configured, with a warning; otherwise import it. Destroying a reservation that a client uses leaves the client an ordinary lease. " +
	"Options of the reservation are set with `options`, or one by one, and for classes, with `dhcp_option_value` and `reserved_address`; the same option in both places is refused."

func schemaOf() schema.Schema {
	return schema.Schema{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, MarkdownDescription: "The address, which is the id of the reservation on the server.",
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
			"scope_id": schema.StringAttribute{
				Required: true, CustomType: iptypes.IPv4AddressType{},
				PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "Network address of the scope. A change replaces the reservation.",
			},
			"address": schema.StringAttribute{
				Optional: true, Computed: true, CustomType: iptypes.IPv4AddressType{},
				PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown(), stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "The address. It must lie in the subnet of the scope and may lie outside its range. Left out: the next free address of the scope. A change replaces the reservation.",
			},
			"client_id": schema.StringAttribute{
				Required: true, CustomType: framework.SpelledType[framework.ClientIdentifierRule]{},
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.ClientIdentifierRule]()},
				MarkdownDescription: "MAC address or other id of the client, 1 to 255 bytes in hexadecimal, in any usual spelling: `aa-bb-cc-dd-ee-ff`, `AA:BB:CC:DD:EE:FF`, `aabb.ccdd.eeff`.",
			},
			"name": schema.StringAttribute{
				Optional: true,
				MarkdownDescription: "Name of the reservation. A client that sends a host name may change it: leave the attribute out to let it. " +
					"Left out, or taken out of the configuration: the name is not managed; the empty text clears it.",
			},
			"description": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString(""),
				MarkdownDescription: "Description, at most 127 characters. Default: empty.",
			},
			"type": schema.StringAttribute{
				Optional: true, Computed: true, CustomType: framework.SpelledType[framework.ScopeTypeRule]{},
				Default:             stringdefault.StaticString("Both"),
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.ScopeTypeRule]()},
				MarkdownDescription: "Clients that the reservation serves: `Dhcp`, `Bootp` or `Both`. Default: `Both`.",
			},
			"options":    optionattr.Attribute(windows.IPv4, "reservation", "12 = [\"printer-2-17\"]"),
			"replicated": framework.ReplicatedAttribute(),
			"replicate":  framework.ReplicateAttribute(),
		},
	}
}
