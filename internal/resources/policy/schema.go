package policy

import (
	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/optionattr"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var asOptions = basetypes.ObjectAsOptions{UnhandledNullAsEmpty: true, UnhandledUnknownAsEmpty: true}

const description = "A policy of a Windows DHCP server: clients that meet its conditions get other options, another lease, or addresses of ranges of their own.\n\n" +
	"A policy belongs to a scope (`scope_id`) or to the server. A policy of a scope is copied to the failover partner with the scope; Windows does not copy those of the server: " +
	"manage them on both servers. Vendor and user classes that it names must exist. Options for its clients are set with `options`, or one by one with `dhcp_option_value` and `policy_name`; the same option in both places is refused. DNS settings are set with `dhcp_dns_settings`. " +
	"An existing policy is taken over only when it is exactly as configured, with a warning; otherwise import it. Destroying a policy removes its ranges and option values with it."

const (
	conditionsText = "What the policy asks of a client, at least one. The spelling of bytes does not matter: `AA-BB-*` and `aa:bb:*` are the same."
	typeText       = "What is compared: `vendor_class`, `user_class` (a class by its name), `mac_address`, `client_id`, `relay_agent`, `circuit_id`, `remote_id`, `subscriber_id` (bytes in hexadecimal) or `fqdn` (the host name)."
	operatorText   = "`EQ` (the client has one of the values) or `NE` (it has none of them); for `fqdn` also `ISL` (the name is a single label) and `INSL` (it is not), which take no values."
	valuesText     = "Values to compare with. A star before or behind one stands for anything."
	rangesText     = "Ranges inside that of the scope from which the policy's clients get their addresses. Only for a policy of a scope."
	orderText      = "Place in the order in which the policies of the scope or the server are looked at, from 1. " +
		"Policies that are made in the same apply wait for those before them; number them without gaps. Left out: a new policy comes last, and a place that changes later is left alone."
)

func schemaOf() schema.Schema {
	return schema.Schema{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"id":   schema.StringAttribute{Computed: true, MarkdownDescription: "Scope and name, such as `10.1.0.0/Phones`; `server/Phones` for a policy of the server."},
			"name": schema.StringAttribute{Required: true, MarkdownDescription: "Name of the policy, 1 to 255 characters. A change renames it."},
			"scope_id": schema.StringAttribute{
				Optional: true, CustomType: iptypes.IPv4AddressType{},
				PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "Network address of the scope. Left out: a policy of the server. A change replaces the policy.",
			},
			"description": schema.StringAttribute{Optional: true, Computed: true, Default: stringdefault.StaticString(""), MarkdownDescription: "Description of the policy. Default: empty."},
			"enabled":     schema.BoolAttribute{Optional: true, Computed: true, Default: booldefault.StaticBool(true), MarkdownDescription: "Whether the policy is in force. Default: true."},
			"condition": schema.StringAttribute{
				Optional: true, Computed: true, CustomType: framework.SpelledType[framework.ConnectiveRule]{}, Default: stringdefault.StaticString("Or"),
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.ConnectiveRule]()},
				MarkdownDescription: "`And`: all conditions must hold; `Or`: any one. Default: `Or`.",
			},
			"conditions": schema.SetNestedAttribute{
				Required: true, Validators: []validator.Set{setvalidator.SizeAtLeast(1)}, MarkdownDescription: conditionsText,
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"type":     schema.StringAttribute{Required: true, Validators: []validator.String{stringvalidator.OneOf(kindNames()...)}, MarkdownDescription: typeText},
					"operator": schema.StringAttribute{Required: true, Validators: []validator.String{stringvalidator.OneOf("EQ", "NE", "ISL", "INSL")}, MarkdownDescription: operatorText},
					"values":   schema.SetAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: valuesText},
				}},
			},
			"processing_order": schema.Int64Attribute{
				Optional: true, Computed: true, Validators: []validator.Int64{int64validator.Between(1, 65535)}, MarkdownDescription: orderText,
			},
			"ranges": schema.SetNestedAttribute{
				Optional: true, MarkdownDescription: rangesText,
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"start_address": schema.StringAttribute{Required: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "First address of the range."},
					"end_address":   schema.StringAttribute{Required: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Last address of the range."},
				}},
			},
			"lease_duration": schema.StringAttribute{
				Optional: true, CustomType: framework.SpelledType[framework.LeaseDurationRule]{},
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.LeaseDurationRule]()},
				MarkdownDescription: "Lease of the policy's clients, such as `8d`, `12h`, `90m` or `unlimited`. Left out: that of the scope.",
			},
			"dns_suffix": schema.StringAttribute{Optional: true, MarkdownDescription: "DNS suffix under which the server registers the policy's clients."},
			"options":    optionattr.Attribute(windows.IPv4, "policy", "66 = [\"boot.example\"]"),
			"replicated": framework.ReplicatedAttribute(),
			"replicate":  framework.ReplicateAttribute(),
		},
	}
}
