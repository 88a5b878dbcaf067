// Package keaoptiondefinition is the definition of an option of a Kea server: the resource
// kea_option_definition.
package keaoptiondefinition

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

var (
	_ resource.ResourceWithConfigure      = (*definitionResource)(nil)
	_ resource.ResourceWithIdentity       = (*definitionResource)(nil)
	_ resource.ResourceWithImportState    = (*definitionResource)(nil)
	_ resource.ResourceWithValidateConfig = (*definitionResource)(nil)
)

type definitionResource struct {
	framework.KeaObject[model, *model]
}

// NewResource makes the resource kea_option_definition.
func NewResource() resource.Resource {
	return &definitionResource{framework.KeaObject[model, *model]{TypeName: "kea_option_definition", Shape: schemaOf}}
}

// Title names the definition.
func (m *model) Title() string {
	return fmt.Sprintf("Kea option definition %s/%d", m.space(), m.Code.ValueInt64())
}

// Identifier is the id.
func (m *model) Identifier() types.String { return m.ID }

// Create adds the definition.
func (m *model) Create(ctx context.Context, client *kea.Client, _ *diag.Diagnostics) (kea.Warning, error) {
	return client.CreateOptionDefinition(ctx, m.family(), m.toKea())
}

// Read takes over the definition.
func (m *model) Read(ctx context.Context, client *kea.Client, _ *diag.Diagnostics) error {
	found, err := client.OptionDefinition(ctx, m.family(), m.space(), uint32(m.Code.ValueInt64()))
	if err != nil {
		return err
	}
	m.fromKea(found)
	differing, err := client.PeersWithoutOptionDefinition(ctx, m.family(), found)
	m.DifferingPeers = keaattr.Peers(differing)
	return err
}

// Update changes everything but space and code.
func (m *model) Update(ctx context.Context, client *kea.Client, _ *model, _ *diag.Diagnostics) (kea.Warning, error) {
	return client.UpdateOptionDefinition(ctx, m.family(), m.toKea())
}

// Delete removes the definition.
func (m *model) Delete(ctx context.Context, client *kea.Client) (kea.Warning, error) {
	return client.DeleteOptionDefinition(ctx, m.family(), m.space(), uint32(m.Code.ValueInt64()))
}

// Import takes the service, the space and the code: dhcp4/dhcp4/234.
func (m *model) Import(_ context.Context, _ *kea.Client, id string) error {
	family, rest, err := keaattr.ParseID(id, "space/code")
	if err != nil {
		return err
	}
	space, number, _ := strings.Cut(rest, "/")
	code, err := strconv.ParseUint(number, 10, 16)
	if err != nil || space == "" {
		return fmt.Errorf("%q is no import id: write service, space and code, as in dhcp4/dhcp4/234", id)
	}
	m.Service, m.Space, m.Code = types.StringValue(family.Service()), types.StringValue(space), types.Int64Value(int64(code))
	m.ID = types.StringValue(fmt.Sprintf("%s/%s/%d", family.Service(), space, code))
	return nil
}
