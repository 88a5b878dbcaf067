package scope

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

const description = `A scope of a Windows DHCP server: a subnet, the range of addresses that it leases, and the options that its clients get.

The options 3, 6, 15, 66 and 67 belong to this resource: those left out of the configuration are absent on the server. Every other option is left alone. ` +
	"A new scope is made inactive, gets its exclusions and options, and is activated last, so that no client is given a wrong address. " +
	"An existing scope is taken over only when it is exactly as configured, with a warning; otherwise import it."

func schemaOf(ctx context.Context) schema.Schema {
	return schema.Schema{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"id": computed("The network address of the scope, which is its id on the server."),
			"scope_id": schema.StringAttribute{
				Computed: true, CustomType: iptypes.IPv4AddressType{},
				PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
				MarkdownDescription: "The same as `id`, under the name that the cmdlets use.",
			},
			"name": schema.StringAttribute{Required: true, MarkdownDescription: "Name of the scope, 1 to 255 characters."},
			"network": schema.StringAttribute{
				Required: true, CustomType: iptypes.IPv4AddressType{},
				PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "Network address of the subnet, such as `10.1.0.0`. A change replaces the scope, and all its leases are lost.",
			},
			"subnet_mask": schema.StringAttribute{
				Required:            true,
				PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "Mask of the subnet in dotted form, such as `255.255.255.0`. A change replaces the scope, and all its leases are lost.",
			},
			"start_range": schema.StringAttribute{Required: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "First address that the scope leases."},
			"end_range":   schema.StringAttribute{Required: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Last address that the scope leases."},
			"lease_duration": schema.StringAttribute{
				Optional: true, Computed: true, CustomType: framework.SpelledType[framework.LeaseDurationRule]{},
				Default:             stringdefault.StaticString("8d"),
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.LeaseDurationRule]()},
				MarkdownDescription: "How long a client may keep an address: days, hours, minutes and seconds as in `8d`, `12h`, `1d12h`, `90m`, or `unlimited`. Default: `8d`.",
			},
			"description": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString(""),
				MarkdownDescription: "Description of the scope, at most 255 characters. Default: empty.",
			},
			"gateway": schema.StringAttribute{
				Optional: true, CustomType: iptypes.IPv4AddressType{},
				MarkdownDescription: "Router that the clients get (option 3). It must lie in the subnet, and outside the range or in an exclusion.",
			},
			"dns_servers": schema.ListAttribute{
				Optional: true, ElementType: iptypes.IPv4AddressType{},
				MarkdownDescription: "DNS servers that the clients get (option 6), in order of preference. The server does not probe them.",
			},
			"dns_domain":  schema.StringAttribute{Optional: true, MarkdownDescription: "DNS domain that the clients get (option 15), without blanks, at most 256 characters."},
			"boot_server": schema.StringAttribute{Optional: true, MarkdownDescription: "Name or address of the boot server (option 66). Set together with `boot_file`, or not at all."},
			"boot_file":   schema.StringAttribute{Optional: true, MarkdownDescription: "Name of the boot file (option 67). Set together with `boot_server`, or not at all."},
			"exclusions":  exclusionsSchema(),
			"state": schema.StringAttribute{
				Optional: true, Computed: true, CustomType: framework.SpelledType[framework.ScopeStateRule]{},
				Default:             stringdefault.StaticString("Active"),
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.ScopeStateRule]()},
				MarkdownDescription: "`Active` (the scope leases addresses) or `Inactive`. Default: `Active`.",
			},
			"type": schema.StringAttribute{
				Optional: true, Computed: true, CustomType: framework.SpelledType[framework.ScopeTypeRule]{},
				Default:             stringdefault.StaticString("Dhcp"),
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.ScopeTypeRule]()},
				MarkdownDescription: "Clients that the scope serves: `Dhcp`, `Bootp` or `Both`. A change replaces the scope when clients hold addresses of it, because the server then refuses to convert it. Default: `Dhcp`.",
			},
			"delay": schema.Int64Attribute{
				Optional: true, Computed: true, Default: int64default.StaticInt64(0),
				Validators:          []validator.Int64{int64validator.Between(0, 1000)},
				MarkdownDescription: "Delay of the server's offer in milliseconds, 0 to 1000. Default: 0.",
			},
			"max_bootp_clients": schema.Int64Attribute{
				Optional: true, Validators: []validator.Int64{int64validator.Between(0, 4294967294)},
				MarkdownDescription: "Largest number of BOOTP clients; only with `type = \"Both\"`. Default: no limit.",
			},
			"activate_policies": schema.BoolAttribute{
				Optional: true, Computed: true, Default: booldefault.StaticBool(true),
				MarkdownDescription: "Whether the policies of the scope are in force. Default: true.",
			},
			"superscope_name": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "Superscope that the scope belongs to. Left out: not managed here (see `dhcp_superscope`); taken out of the configuration: the scope leaves it.",
			},
			"force_destroy": schema.BoolAttribute{
				Optional: true, Computed: true, Default: booldefault.StaticBool(false),
				MarkdownDescription: "Destroy the scope even when clients hold active leases of it. Default: false.",
			},
			"replicated": framework.ReplicatedAttribute(),
			"replicate":  framework.ReplicateAttribute(),
			"timeouts":   timeouts.Attributes(ctx, timeouts.Opts{Create: true, Read: true, Update: true, Delete: true}),
		},
	}
}

func computed(text string) schema.StringAttribute {
	return schema.StringAttribute{
		Computed: true, MarkdownDescription: text,
		PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
	}
}

func exclusionsSchema() schema.SetNestedAttribute {
	return schema.SetNestedAttribute{
		Optional: true,
		MarkdownDescription: "Ranges in the subnet that the scope does not lease. Left out: not managed here (see `dhcp_exclusion_range`); " +
			"an empty set, or the attribute taken out of the configuration: the scope has none.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"start_address": schema.StringAttribute{Required: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "First address of the range."},
			"end_address":   schema.StringAttribute{Required: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Last address of the range."},
		}},
	}
}
