// Package keaglobal is the global level of a Kea server's configuration: the resource
// kea_global_options.
package keaglobal

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

var (
	_ resource.ResourceWithConfigure      = (*globalResource)(nil)
	_ resource.ResourceWithIdentity       = (*globalResource)(nil)
	_ resource.ResourceWithImportState    = (*globalResource)(nil)
	_ resource.ResourceWithValidateConfig = (*globalResource)(nil)
)

type globalResource struct {
	framework.KeaObject[model, *model]
}

// NewResource makes the resource kea_global_options.
func NewResource() resource.Resource {
	return &globalResource{framework.KeaObject[model, *model]{TypeName: "kea_global_options", Shape: schemaOf}}
}

func (r *globalResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	config.CheckOrder(&resp.Diagnostics)
	if family, known := kea.ParseService(config.Service.ValueString()); known {
		config.Timers.CheckFamily(family, "the global level", &resp.Diagnostics)
		config.Boot.CheckFamily(family, "the global level", &resp.Diagnostics)
		keaattr.CheckOptions(ctx, family, config.OptionData, path.Root("option_data"), &resp.Diagnostics)
		config.checkTwice(ctx, family, &resp.Diagnostics)
	}
}

// checkTwice refuses an option that is named twice: only one could ever be managed.
func (m *model) checkTwice(ctx context.Context, family kea.Family, diags *diag.Diagnostics) {
	options := keaattr.Options(ctx, m.OptionData, diags)
	for i, option := range options {
		for _, before := range options[:i] {
			if (option.Code != 0 || option.Name != "") && kea.SameOption(family, option, before) {
				diags.AddAttributeError(path.Root("option_data").AtListIndex(i), "Option named twice", "The same option stands further up in the list already.")
			}
		}
	}
}

// Title names the level.
func (m *model) Title() string { return "Kea global options of " + m.Service.ValueString() }

// Identifier is the id.
func (m *model) Identifier() types.String { return m.ID }

// Create sets what is named.
func (m *model) Create(ctx context.Context, client *kea.Client, diags *diag.Diagnostics) (kea.Warning, error) {
	return client.SetGlobals(ctx, m.family(), m.toKea(ctx, diags), kea.Settings{}, true)
}

// Read takes over what is named, and after an import everything that is set.
func (m *model) Read(ctx context.Context, client *kea.Client, diags *diag.Diagnostics) error {
	current, err := client.Globals(ctx, m.family())
	if err != nil {
		return err
	}
	if m.DifferingPeers.IsNull() {
		m.imported(ctx, current, diags)
	} else {
		m.fromKea(ctx, current, diags)
	}
	m.ID = types.StringValue(m.family().Service())
	differing, err := client.PeersWithoutGlobals(ctx, m.family(), m.toKea(ctx, diags))
	m.DifferingPeers = keaattr.Peers(differing)
	return err
}

// Update sets what is named and removes what no longer is.
func (m *model) Update(ctx context.Context, client *kea.Client, prior *model, diags *diag.Diagnostics) (kea.Warning, error) {
	return client.SetGlobals(ctx, m.family(), m.toKea(ctx, diags), prior.toKea(ctx, diags), false)
}

// Delete removes what is named.
func (m *model) Delete(ctx context.Context, client *kea.Client) (kea.Warning, error) {
	var diags diag.Diagnostics
	return client.SetGlobals(ctx, m.family(), kea.Settings{}, m.toKea(ctx, &diags), false)
}

// Import takes the service.
func (m *model) Import(_ context.Context, _ *kea.Client, id string) error {
	family, known := kea.ParseService(id)
	if !known {
		return fmt.Errorf("%q is no import id: write the service, dhcp4 or dhcp6", id)
	}
	m.ID, m.Service = types.StringValue(id), types.StringValue(family.Service())
	return nil
}
