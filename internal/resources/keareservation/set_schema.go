package keareservation

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keyed"
)

const setDescription = `Many reservations of one subnet of a Kea server in one resource: a map whose keys you choose. Terraform is much faster with one resource of a thousand reservations than with a thousand resources, and the plan shows the change of each key. Where the server has no host commands, all changes go in one configuration.

With ` + "`exclusive = false`" + ` the set manages only its own reservations and takes over none that differs from the map. With ` + "`exclusive = true`" + ` it manages all reservations of the subnet: those that are not in the map are removed, at most ` +
	"`max_removals` at once; a refreshed plan shows them under their identifiers. Single `kea_reservation` resources in the same subnet are refused then.\n\n" +
	"When some reservations fail, the others are made all the same, the state holds exactly what exists, and the error names the keys. " +
	"Addresses may be handed on and exchanged between reservations in one apply. Renaming a key changes nothing on the server. No address is chosen: a reservation without `ip_address` has none.\n\n" +
	"An import takes all reservations of the subnet, each under its identifier. Reservations that are then not in the configuration are removed: look at the plan. " +
	"To move from single resources, take these out of the state (`removed` blocks with `destroy = false`) and import the set."

func (r *setResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: setDescription,
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}, MarkdownDescription: "The prefix of the subnet.",
			},
			"subnet": schema.StringAttribute{
				Required: true, CustomType: framework.SpelledType[framework.SubnetPrefixRule]{},
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.SubnetPrefixRule](), stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "Prefix of the subnet, such as `192.0.2.0/24`. Another subnet replaces the set.",
			},
			"subnet_id": schema.Int64Attribute{
				Computed: true, PlanModifiers: []planmodifier.Int64{int64planmodifier.UseStateForUnknown()}, MarkdownDescription: "Id of the subnet.",
			},
			"exclusive": schema.BoolAttribute{
				Optional: true, Computed: true, Default: booldefault.StaticBool(false),
				MarkdownDescription: "Whether reservations of the subnet that are not in the map are removed. Default: false.",
			},
			"max_removals": schema.Int64Attribute{
				Optional: true, Computed: true, Default: int64default.StaticInt64(keyed.DefaultRemovals), Validators: []validator.Int64{int64validator.AtLeast(0)},
				MarkdownDescription: "With `exclusive`, how many reservations may be removed at once: a plan that would remove more is an error. Default: 10.",
			},
			"reservations": schema.MapNestedAttribute{
				Required: true, MarkdownDescription: "The reservations, by keys of your choice. No two may have the same identifier.",
				NestedObject: schema.NestedAttributeObject{Attributes: entryAttributes()},
			},
			"differing_peers": keaattr.DifferingPeers(),
			"timeouts":        timeouts.Attributes(ctx, timeouts.Opts{Create: true, Read: true, Update: true, Delete: true}),
		},
	}
}

// entryAttributes are those of one reservation of the map.
func entryAttributes() map[string]schema.Attribute {
	attributes := hostAttributes()
	attributes["ip_address"] = schema.StringAttribute{
		Optional: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Reserved IPv4 address. Left out, the reservation has none.",
	}
	return attributes
}
