package reservationset

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
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keyed"
)

const description = `Many reservations of one scope of a Windows DHCP server in one resource: a map whose keys you choose. Terraform is much faster with one resource of a thousand reservations than with a thousand resources, and the plan shows the change of each key.

With ` + "`exclusive = false`" + ` the set manages only its own reservations and takes over none that exists. With ` + "`exclusive = true`" + ` it manages all reservations of the scope: those that are not in the map are removed, at most ` +
	"`max_removals` at once; a refreshed plan shows them under their addresses. Single `dhcp_reservation` resources in the same scope are refused then.\n\n" +
	"When some reservations fail, the others are made all the same, the state holds exactly what exists, and the error names the keys. " +
	"A reservation keeps its options and DNS settings when its client changes, unless clients swap addresses in a circle. " +
	"Renaming a key changes nothing on the server.\n\n" +
	"An import takes all reservations of the scope, each under its address. Reservations that are then not in the configuration are removed: look at the plan. " +
	"To move from single resources, take these out of the state (`removed` blocks with `destroy = false`) and import the set."

func schemaOf(ctx context.Context) schema.Schema {
	return schema.Schema{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}, MarkdownDescription: "The network address of the scope.",
			},
			"scope_id": schema.StringAttribute{
				Required: true, CustomType: iptypes.IPv4AddressType{}, PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "Network address of the scope. A change replaces the set.",
			},
			"exclusive": schema.BoolAttribute{
				Optional: true, Computed: true, Default: booldefault.StaticBool(false),
				MarkdownDescription: "Whether reservations of the scope that are not in the map are removed. Default: false.",
			},
			"max_removals": schema.Int64Attribute{
				Optional: true, Computed: true, Default: int64default.StaticInt64(keyed.DefaultRemovals), Validators: []validator.Int64{int64validator.AtLeast(0)},
				MarkdownDescription: "With `exclusive`, how many reservations may be removed at once: a plan that would remove more is an error. Default: 10.",
			},
			"reservations": schema.MapNestedAttribute{
				Required: true, MarkdownDescription: "The reservations, by keys of your choice. No two may have the same address or client.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"address": schema.StringAttribute{Required: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "The address, in the subnet of the scope."},
					"client_id": schema.StringAttribute{
						Required: true, CustomType: framework.SpelledType[framework.ClientIdentifierRule]{}, PlanModifiers: []planmodifier.String{framework.KeepSpelling[framework.ClientIdentifierRule]()},
						MarkdownDescription: "MAC address or other id of the client, 1 to 255 bytes in hexadecimal, in any usual spelling.",
					},
					"name": schema.StringAttribute{Optional: true, MarkdownDescription: "Name of the reservation. Left out: not managed, so that a client may set it; the empty text clears it."},
					"description": schema.StringAttribute{
						Optional: true, Computed: true, Default: stringdefault.StaticString(""), MarkdownDescription: "Description, at most 127 characters. Default: empty.",
					},
					"type": schema.StringAttribute{
						Optional: true, Computed: true, CustomType: framework.SpelledType[framework.ScopeTypeRule]{}, Default: stringdefault.StaticString("Both"),
						PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.ScopeTypeRule]()},
						MarkdownDescription: "Clients that the reservation serves: `Dhcp`, `Bootp` or `Both`. Default: `Both`.",
					},
				}},
			},
			"replicated": framework.ReplicatedAttribute(),
			"replicate":  framework.ReplicateAttribute(),
			"timeouts":   timeouts.Attributes(ctx, timeouts.Opts{Create: true, Read: true, Update: true, Delete: true}),
		},
	}
}
