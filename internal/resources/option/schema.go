package option

import (
	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

const description = `The value of an option of a Windows DHCP server: at the server, a scope, a reservation or a policy, for all clients or those of a vendor or user class.

` + "Without `scope_id` and `reserved_address` the value is the server's. Values are checked against the option's definition when the plan is made, as far as the server knows it by then. " +
	"Spellings do not matter: `0x10` and `16`, `0x0a0b` and `0x0a`, `0x0b` are the same.\n\n" +
	"The options 51 (lease time) and 81 (DNS settings) belong to other resources and are refused. At a scope that `dhcp_scope` manages, the options 3, 6, 15, 66 and 67 are its attributes, and refused here too. " +
	"For a user class Windows keeps a policy of the same name, which stays when the value is removed. In a failover relationship the values of scopes, reservations and scope policies reach the partner; " +
	"those of the server, definitions and classes do not: set them on both servers."

func schemaOf() schema.Schema {
	replace := []planmodifier.String{stringplanmodifier.RequiresReplace()}
	conflicts := func(names ...string) []validator.String {
		var others []path.Expression
		for _, n := range names {
			others = append(others, path.MatchRoot(n))
		}
		return []validator.String{stringvalidator.ConflictsWith(others...)}
	}
	named := func(v ...validator.String) []validator.String {
		return append(v, stringvalidator.LengthAtLeast(1))
	}
	return schema.Schema{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
				MarkdownDescription: "Level and number, such as `server/42`, `scope/10.1.0.0/42` or `reservation/10.1.0.50/42`, with `?policy=…`, `?vendor_class=…` or `?user_class=…` where set.",
			},
			"option_id": schema.Int64Attribute{
				Required: true, Validators: []validator.Int64{int64validator.Between(1, 255)}, PlanModifiers: []planmodifier.Int64{int64planmodifier.RequiresReplace()},
				MarkdownDescription: "Number of the option, 1 to 255. A change replaces the value.",
			},
			"scope_id": schema.StringAttribute{
				Optional: true, CustomType: iptypes.IPv4AddressType{}, PlanModifiers: replace, Validators: conflicts("reserved_address"),
				MarkdownDescription: "Network address of the scope whose value it is. A change replaces the value.",
			},
			"reserved_address": schema.StringAttribute{
				Optional: true, CustomType: iptypes.IPv4AddressType{}, PlanModifiers: replace, Validators: conflicts("scope_id", "policy_name"),
				MarkdownDescription: "Address of the reservation whose value it is. A change replaces the value.",
			},
			"policy_name": schema.StringAttribute{
				Optional: true, PlanModifiers: replace, Validators: named(conflicts("reserved_address", "user_class")...),
				MarkdownDescription: "Name of the policy, of the scope or of the server, whose value it is. A change replaces the value.",
			},
			"vendor_class": schema.StringAttribute{
				Optional: true, PlanModifiers: replace, Validators: named(),
				MarkdownDescription: "Name of the vendor class, whose options are a space of their own. A change replaces the value.",
			},
			"user_class": schema.StringAttribute{
				Optional: true, PlanModifiers: replace, Validators: named(conflicts("policy_name")...),
				MarkdownDescription: "Name of the user class whose clients get the value. A change replaces the value.",
			},
			"values": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				Validators: []validator.List{listvalidator.SizeAtLeast(1), listvalidator.ExactlyOneOf(path.MatchRoot("values"), path.MatchRoot("routes"))},
				MarkdownDescription: "The values in their order, by the type of the definition: numbers (decimal, or `0x…`, `0o…`, `0b…`), addresses, texts; " +
					"binary data as bytes, one (`0x0a`, `10`) or several (`0x0a0b0c`) in an element. Exactly one of `values` and `routes` is set.",
			},
			"routes": schema.ListNestedAttribute{
				Optional: true, Validators: []validator.List{listvalidator.SizeAtLeast(1)},
				MarkdownDescription: "Classless routes (RFC 3442) in their order, for the options 121 and 249. Clients that take option 121 ignore the router of option 3: list the default route `0.0.0.0/0` too.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"destination": schema.StringAttribute{Required: true, MarkdownDescription: "Network of the route, such as `10.8.0.0/16`."},
					"router":      schema.StringAttribute{Required: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Router of the route; `0.0.0.0` means that the network is on the link."},
				}},
			},
			"type": schema.StringAttribute{
				Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
				MarkdownDescription: "Type of the values: `Byte`, `Word`, `DWord`, `DWordDWord`, `IPv4Address`, `String`, `BinaryData` or `EncapsulatedData`.",
			},
			"validate_dns_servers": schema.BoolAttribute{
				Optional: true, Computed: true, Default: booldefault.StaticBool(false),
				MarkdownDescription: "Let the server look whether the DNS servers of option 6 answer before it takes them, which costs seconds and fails while one does not. Default: false.",
			},
			"replicated": framework.ReplicatedAttribute(),
		},
	}
}
