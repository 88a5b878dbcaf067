package option

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

const descriptionV6 = `The value of a DHCPv6 option of a Windows DHCP server: at the server, an IPv6 scope or a reservation, for all clients or those of a vendor or user class.

` + "Without `prefix` and `reserved_address` the value is the server's, which clients without a lease get too. Values are checked against the option's definition when the plan is made, as far as the server knows it by then. " +
	"Spellings do not matter: `0x10` and `16`, `2001:DB8::1` and `2001:db8:0::1` are the same. The usual options are 23 (DNS servers), 24 (domain search list), 31 (SNTP servers) and 32 (information refresh time in seconds, at least 600).\n\n" +
	"A value that exists is never taken over: import it. DHCPv6 of Windows has neither policies nor failover."

func schemaV6() schema.Schema {
	return schemaWith(descriptionV6, "`server/23`, `scope/2001:db8:0:1::/23` or `reservation/2001:db8:0:1::20/23`, with `?vendor_class=…` or `?user_class=…` where set.",
		65535, "`Byte`, `Word`, `DWord`, `DWordDWord`, `IPv4Address`, `IPv6Address`, `String`, `BinaryData` or `EncapsulatedData`.", map[string]schema.Attribute{
			"prefix": schema.StringAttribute{
				Optional: true, CustomType: framework.SpelledType[framework.PrefixV6Rule]{}, Validators: alone("reserved_address"),
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.PrefixV6Rule](), stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "Prefix of the IPv6 scope whose value it is, with or without its length of 64. A change replaces the value.",
			},
			"reserved_address": schema.StringAttribute{
				Optional: true, CustomType: framework.SpelledType[framework.IPv6AddressRule]{}, Validators: alone("prefix"),
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.IPv6AddressRule](), stringplanmodifier.RequiresReplace()},
				MarkdownDescription: reservedWords,
			},
			"user_class": schema.StringAttribute{Optional: true, PlanModifiers: replace, Validators: named(), MarkdownDescription: userClassWords},
			"values": schema.ListAttribute{
				Required: true, ElementType: types.StringType, Validators: []validator.List{listvalidator.SizeAtLeast(1)}, MarkdownDescription: valuesWords,
			},
			"validate_dns_servers": probe("23"),
		})
}
