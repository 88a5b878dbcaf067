// Package keaclass is a client class of a Kea server: the resource kea_client_class.
package keaclass

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

var (
	_ resource.ResourceWithConfigure      = (*classResource)(nil)
	_ resource.ResourceWithIdentity       = (*classResource)(nil)
	_ resource.ResourceWithImportState    = (*classResource)(nil)
	_ resource.ResourceWithValidateConfig = (*classResource)(nil)
)

type classResource struct {
	framework.KeaObject[model, *model]
}

// NewResource makes the resource kea_client_class.
func NewResource() resource.Resource {
	return &classResource{framework.KeaObject[model, *model]{TypeName: "kea_client_class", Shape: schemaOf}}
}

// Title names the class.
func (m *model) Title() string { return "Kea client class " + m.Name.ValueString() }

// Identifier is the id.
func (m *model) Identifier() types.String { return m.ID }

// Create adds the class behind those that are there.
func (m *model) Create(ctx context.Context, client *kea.Client, diags *diag.Diagnostics) (kea.Warning, error) {
	return client.CreateClass(ctx, m.family(), m.toKea(ctx, diags))
}

// Read takes over the class.
func (m *model) Read(ctx context.Context, client *kea.Client, diags *diag.Diagnostics) error {
	found, err := client.Class(ctx, m.family(), m.Name.ValueString())
	if err != nil {
		return err
	}
	m.fromKea(ctx, found, diags)
	differing, err := client.PeersWithoutClass(ctx, m.family(), found)
	m.DifferingPeers = keaattr.Peers(differing)
	return err
}

// Update changes the class in its place.
func (m *model) Update(ctx context.Context, client *kea.Client, _ *model, diags *diag.Diagnostics) (kea.Warning, error) {
	return client.UpdateClass(ctx, m.family(), m.toKea(ctx, diags))
}

// Delete removes the class.
func (m *model) Delete(ctx context.Context, client *kea.Client) (kea.Warning, error) {
	return client.DeleteClass(ctx, m.family(), m.Name.ValueString())
}

// Import takes the service and the name: dhcp4/phones.
func (m *model) Import(_ context.Context, _ *kea.Client, id string) error {
	family, name, err := keaattr.ParseID(id, "name")
	if err != nil {
		return err
	}
	m.ID, m.Service, m.Name = types.StringValue(id), types.StringValue(family.Service()), types.StringValue(name)
	return nil
}
