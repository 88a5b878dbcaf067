package keasubnet

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

const description = `A subnet of a Kea server. The prefix decides the service: IPv4 is kea-dhcp4, IPv6 is kea-dhcp6.

What is left out is inherited from the shared network or from the global settings, and stays inherited. Reservations, and everything else in the subnet that this resource has no attribute for, are left alone; so are pools and options while their attribute is left out. ` +
	"A subnet that exists otherwise is never taken over: import it."

func schemaOf() schema.Schema {
	attributes := keaattr.SettingsAttributes("subnet")
	maps.Copy(attributes, map[string]schema.Attribute{
		"id": keaattr.ID("Service and id of the subnet: `dhcp4/1`."),
		"subnet": schema.StringAttribute{
			Required: true, CustomType: framework.SpelledType[framework.SubnetPrefixRule]{},
			PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.SubnetPrefixRule](), stringplanmodifier.RequiresReplace()},
			MarkdownDescription: "Prefix of the subnet, such as `192.0.2.0/24` or `2001:db8:1::/64`. A change replaces the subnet.",
		},
		"subnet_id": schema.Int64Attribute{
			Optional: true, Computed: true,
			Validators:          []validator.Int64{int64validator.Between(1, 4294967294)},
			PlanModifiers:       []planmodifier.Int64{int64planmodifier.UseStateForUnknown(), int64planmodifier.RequiresReplace()},
			MarkdownDescription: "Id of the subnet, which leases refer to. Default: the lowest free one, kept from then on. A change replaces the subnet.",
		},
		"shared_network":  schema.StringAttribute{Optional: true, MarkdownDescription: "Name of the shared network that the subnet belongs to. It must exist."},
		"pools":           poolsAttribute(),
		"pd_pools":        pdPoolsAttribute(),
		"differing_peers": keaattr.DifferingPeers(),
		"force_destroy": schema.BoolAttribute{
			Optional: true, Computed: true, Default: booldefault.StaticBool(false),
			MarkdownDescription: "Delete the subnet even when it has reservations or leases. Reservations are then deleted with it. Default: false.",
		},
	})
	return schema.Schema{MarkdownDescription: description, Attributes: attributes}
}

func poolsAttribute() schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		Optional:            true,
		MarkdownDescription: "Ranges of addresses that are leased. The order does not matter. Left out, the pools of the subnet are managed elsewhere, for example by `kea_pool`.",
		PlanModifiers:       []planmodifier.List{keepPools{}},
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"pool": schema.StringAttribute{
				Required: true, CustomType: framework.SpelledType[framework.PoolRangeRule]{},
				MarkdownDescription: "Range such as `192.0.2.100-192.0.2.199`, or an aligned prefix.",
			},
			"option_data":                 keaattr.OptionData("pool"),
			"client_classes":              keaattr.Classes("Clients of these classes only get addresses of the pool. Below Kea 3.0 one class at most."),
			"evaluate_additional_classes": keaattr.Classes("Classes that are evaluated for clients of the pool additionally."),
			"user_context":                keaattr.UserContext("pool"),
		}},
	}
}

func pdPoolsAttribute() schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		Optional:            true,
		MarkdownDescription: "Pools of delegated prefixes (IPv6). Left out, those of the subnet are managed elsewhere.",
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"prefix": schema.StringAttribute{
				Required: true, CustomType: framework.SpelledType[framework.SubnetPrefixRule]{},
				MarkdownDescription: "Prefix that is divided, such as `2001:db8:8000::/48`.",
			},
			"delegated_length": schema.Int64Attribute{
				Required: true, Validators: []validator.Int64{int64validator.Between(1, 128)},
				MarkdownDescription: "Length of the prefixes that clients get.",
			},
			"excluded_prefix": schema.StringAttribute{
				Optional: true, CustomType: framework.SpelledType[framework.SubnetPrefixRule]{},
				MarkdownDescription: "Prefix that is left out of a delegated one.",
			},
			"option_data":                 keaattr.OptionData("pool"),
			"client_classes":              keaattr.Classes("Clients of these classes only get prefixes of the pool."),
			"evaluate_additional_classes": keaattr.Classes("Classes that are evaluated for clients of the pool additionally."),
			"user_context":                keaattr.UserContext("pool"),
		}},
	}
}
