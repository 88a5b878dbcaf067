package keanetwork

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

const description = `A shared network of a Kea server: subnets on one link, among which the server chooses for a client. What is set here is inherited by its subnets.

A subnet joins by ` + "`shared_network`" + ` of its ` + "`kea_subnet`" + `. A network that still has subnets is not destroyed. Settings of the network that this resource has no attribute for are left alone. ` +
	"An existing network is never taken over: import it. The hook library subnet_cmds can add and remove networks; a change of one edits the configuration."

func schemaOf() schema.Schema {
	attributes := keaattr.SettingsAttributes("shared network")
	maps.Copy(attributes, map[string]schema.Attribute{
		"id":      keaattr.ID("Service and name: `dhcp4/floor1`."),
		"service": keaattr.Service("shared network"),
		"name": schema.StringAttribute{
			Required:            true,
			Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
			MarkdownDescription: "Name of the network. A change replaces it.",
		},
		"differing_peers": keaattr.DifferingPeers(),
	})
	return schema.Schema{MarkdownDescription: description, Attributes: attributes}
}

// model is the state of a kea_shared_network.
type model struct {
	ID      types.String `tfsdk:"id"`
	Service types.String `tfsdk:"service"`
	Name    types.String `tfsdk:"name"`
	keaattr.Settings
	DifferingPeers types.List `tfsdk:"differing_peers"`
}

func (m *model) family() kea.Family { return keaattr.Family(m.Service) }

// toKea gives the network for the client; options that are left out are none.
func (m *model) toKea(ctx context.Context, diags *diag.Diagnostics) kea.Network {
	n := kea.Network{Name: m.Name.ValueString(), Settings: m.Settings.ToKea(ctx, diags)}
	if n.Options == nil {
		n.Options = []kea.Option{}
	}
	return n
}

func (m *model) fromKea(ctx context.Context, state kea.NetworkState, diags *diag.Diagnostics) {
	m.ID = types.StringValue(m.family().Service() + "/" + state.Set.Name)
	m.Settings.FromKea(state.Set.Settings, state.Effective.Settings)
	m.OptionData = keaattr.FromOptions(ctx, m.family(), m.OptionData, state.Set.Options, diags)
}
