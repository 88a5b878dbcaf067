// Package keanetwork is a shared network of a Kea server: the resource kea_shared_network.
package keanetwork

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

var (
	_ resource.ResourceWithConfigure      = (*networkResource)(nil)
	_ resource.ResourceWithIdentity       = (*networkResource)(nil)
	_ resource.ResourceWithImportState    = (*networkResource)(nil)
	_ resource.ResourceWithValidateConfig = (*networkResource)(nil)
)

type networkResource struct {
	framework.KeaObject[model, *model]
}

// NewResource makes the resource kea_shared_network.
func NewResource() resource.Resource {
	return &networkResource{framework.KeaObject[model, *model]{TypeName: "kea_shared_network", Shape: schemaOf}}
}

func (r *networkResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	config.CheckOrder(&resp.Diagnostics)
	if family, known := kea.ParseService(config.Service.ValueString()); known {
		config.CheckFamily(family, "a shared network", &resp.Diagnostics)
		keaattr.CheckOptions(ctx, family, config.OptionData, path.Root("option_data"), &resp.Diagnostics)
	}
}

// Title names the network.
func (m *model) Title() string { return "Kea shared network " + m.Name.ValueString() }

// Identifier is the id.
func (m *model) Identifier() types.String { return m.ID }

// Create adds the network.
func (m *model) Create(ctx context.Context, client *kea.Client, diags *diag.Diagnostics) (kea.Warning, error) {
	return client.CreateNetwork(ctx, m.family(), m.toKea(ctx, diags))
}

// Read takes over the network's settings.
func (m *model) Read(ctx context.Context, client *kea.Client, diags *diag.Diagnostics) error {
	found, err := client.Network(ctx, m.family(), m.Name.ValueString())
	if err != nil {
		return err
	}
	m.fromKea(ctx, found, diags)
	differing, err := client.PeersWithoutNetwork(ctx, m.family(), m.toKea(ctx, diags))
	m.DifferingPeers = keaattr.Peers(differing)
	return err
}

// Update changes the network's settings.
func (m *model) Update(ctx context.Context, client *kea.Client, _ *model, diags *diag.Diagnostics) (kea.Warning, error) {
	return client.UpdateNetwork(ctx, m.family(), m.toKea(ctx, diags))
}

// Delete removes the network.
func (m *model) Delete(ctx context.Context, client *kea.Client) (kea.Warning, error) {
	return client.DeleteNetwork(ctx, m.family(), m.Name.ValueString())
}

// Import takes the service and the name: dhcp4/floor1.
func (m *model) Import(_ context.Context, _ *kea.Client, id string) error {
	family, name, err := keaattr.ParseID(id, "name")
	if err != nil {
		return err
	}
	m.ID, m.Service, m.Name = types.StringValue(id), types.StringValue(family.Service()), types.StringValue(name)
	return nil
}
