package option

import (
	"fmt"

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

var replace = []planmodifier.String{stringplanmodifier.RequiresReplace()}

// alone are validators of an attribute that goes with none of the others.
func alone(others ...string) []validator.String {
	var at []path.Expression
	for _, n := range others {
		at = append(at, path.MatchRoot(n))
	}
	return []validator.String{stringvalidator.ConflictsWith(at...)}
}

// named are validators of a name that may be left out and is not empty.
func named(v ...validator.String) []validator.String {
	return append(v, stringvalidator.LengthAtLeast(1))
}

// schemaWith adds the attributes of both families to those of one; highest is the highest
// number of an option, id shows ids, kinds names the types of values.
func schemaWith(words, id string, highest int64, kinds string, attributes map[string]schema.Attribute) schema.Schema {
	attributes["id"] = schema.StringAttribute{
		Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}, MarkdownDescription: "Level and number, such as " + id,
	}
	attributes["option_id"] = schema.Int64Attribute{
		Required: true, Validators: []validator.Int64{int64validator.Between(1, highest)}, PlanModifiers: []planmodifier.Int64{int64planmodifier.RequiresReplace()},
		MarkdownDescription: fmt.Sprintf("Number of the option, 1 to %d. A change replaces the value.", highest),
	}
	attributes["vendor_class"] = schema.StringAttribute{
		Optional: true, PlanModifiers: replace, Validators: named(),
		MarkdownDescription: "Name of the vendor class, whose options are a space of their own. A change replaces the value.",
	}
	attributes["type"] = schema.StringAttribute{
		Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}, MarkdownDescription: "Type of the values: " + kinds,
	}
	return schema.Schema{MarkdownDescription: words, Attributes: attributes}
}

const (
	userClassWords = "Name of the user class whose clients get the value. A change replaces the value."
	reservedWords  = "Address of the reservation whose value it is. A change replaces the value."
	valuesWords    = "The values in their order, by the type of the definition: numbers (decimal, or `0x…`, `0o…`, `0b…`), addresses, texts; " +
		"binary data as bytes, one (`0x0a`, `10`) or several (`0x0a0b0c`) in an element."
)

// probe is the attribute validate_dns_servers for the option that has DNS servers.
func probe(option string) schema.BoolAttribute {
	return schema.BoolAttribute{
		Optional: true, Computed: true, Default: booldefault.StaticBool(false),
		MarkdownDescription: "Let the server look whether the DNS servers of option " + option + " answer before it takes them, which costs seconds and fails while one does not. Default: false.",
	}
}

func schemaOf() schema.Schema {
	return schemaWith(description, "`server/42`, `scope/10.1.0.0/42` or `reservation/10.1.0.50/42`, with `?policy=…`, `?vendor_class=…` or `?user_class=…` where set.",
		255, "`Byte`, `Word`, `DWord`, `DWordDWord`, `IPv4Address`, `String`, `BinaryData` or `EncapsulatedData`.", map[string]schema.Attribute{
			"scope_id": schema.StringAttribute{
				Optional: true, CustomType: iptypes.IPv4AddressType{}, PlanModifiers: replace, Validators: alone("reserved_address"),
				MarkdownDescription: "Network address of the scope whose value it is. A change replaces the value.",
			},
			"reserved_address": schema.StringAttribute{
				Optional: true, CustomType: iptypes.IPv4AddressType{}, PlanModifiers: replace, Validators: alone("scope_id", "policy_name"),
				MarkdownDescription: reservedWords,
			},
			"policy_name": schema.StringAttribute{
				Optional: true, PlanModifiers: replace, Validators: named(alone("reserved_address", "user_class")...),
				MarkdownDescription: "Name of the policy, of the scope or of the server, whose value it is. A change replaces the value.",
			},
			"user_class": schema.StringAttribute{
				Optional: true, PlanModifiers: replace, Validators: named(alone("policy_name")...),
				MarkdownDescription: userClassWords,
			},
			"values": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				Validators:          []validator.List{listvalidator.SizeAtLeast(1), listvalidator.ExactlyOneOf(path.MatchRoot("values"), path.MatchRoot("routes"))},
				MarkdownDescription: valuesWords + " Exactly one of `values` and `routes` is set.",
			},
			"routes": schema.ListNestedAttribute{
				Optional: true, Validators: []validator.List{listvalidator.SizeAtLeast(1)},
				MarkdownDescription: "Classless routes (RFC 3442) in their order, for the options 121 and 249. Clients that take option 121 ignore the router of option 3: list the default route `0.0.0.0/0` too.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"destination": schema.StringAttribute{Required: true, MarkdownDescription: "Network of the route, such as `10.8.0.0/16`."},
					"router":      schema.StringAttribute{Required: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Router of the route; `0.0.0.0` means that the network is on the link."},
				}},
			},
			"validate_dns_servers": probe("6"),
			"replicated":           framework.ReplicatedAttribute(),
			"replicate":            framework.ReplicateAttribute(),
		})
}
