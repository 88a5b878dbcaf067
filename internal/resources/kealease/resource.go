package kealease

import (
	"context"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

var (
	_ resource.ResourceWithConfigure      = (*leaseResource)(nil)
	_ resource.ResourceWithIdentity       = (*leaseResource)(nil)
	_ resource.ResourceWithImportState    = (*leaseResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*leaseResource)(nil)
	_ resource.ResourceWithValidateConfig = (*leaseResource)(nil)
)

type leaseResource struct {
	framework.KeaObject[model, *model]
}

// NewResource makes the resource kea_lease.
func NewResource() resource.Resource {
	return &leaseResource{framework.KeaObject[model, *model]{TypeName: "kea_lease", Shape: schemaOf}}
}

func (r *leaseResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() || !config.address().IsValid() {
		return
	}
	config.checkFamily(&resp.Diagnostics)
	config.checkPrefix(&resp.Diagnostics)
}

func (m *model) checkFamily(diags *diag.Diagnostics) {
	need, wrong := map[string]attr.Value{"hw_address": m.HWAddress}, map[string]attr.Value{"duid": m.DUID, "iaid": m.IAID, "prefix_length": m.PrefixLength, "preferred_lifetime": m.PreferredLifetime}
	if m.family() == kea.V6 {
		need, wrong = map[string]attr.Value{"duid": m.DUID, "iaid": m.IAID}, map[string]attr.Value{"client_id": m.ClientID}
	}
	for name, value := range need {
		if value.IsNull() {
			diags.AddAttributeError(path.Root(name), "Missing attribute", fmt.Sprintf("A lease of %s needs %s.", m.family().Service(), name))
		}
	}
	for name, value := range wrong {
		if !value.IsNull() {
			diags.AddAttributeError(path.Root(name), "Invalid attribute combination", fmt.Sprintf("%s does not belong to a lease of %s.", name, m.family().Service()))
		}
	}
}

// checkPrefix refuses what Kea refuses of delegated prefixes.
func (m *model) checkPrefix(diags *diag.Diagnostics) {
	if m.PrefixLength.IsNull() || m.PrefixLength.IsUnknown() || m.family() == kea.V4 {
		return
	}
	prefix := netip.PrefixFrom(m.address(), int(m.PrefixLength.ValueInt64()))
	if prefix.Masked() != prefix {
		diags.AddAttributeError(path.Root("address"), "Not a prefix", fmt.Sprintf("%s has bits behind its length; the prefix is %s.", prefix, prefix.Masked().Addr()))
	}
	if m.SubnetID.IsNull() {
		diags.AddAttributeError(path.Root("subnet_id"), "Missing attribute", "Kea does not find the subnet of a delegated prefix: set subnet_id.")
	}
}

// ModifyPlan refuses a new lease of an address that another client has.
func (r *leaseResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if !r.Configured() || req.Plan.Raw.IsNull() || !req.State.Raw.IsNull() {
		return
	}
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() || !plan.address().IsValid() {
		return
	}
	wanted := plan.toKea()
	found, err := r.Client(&resp.Diagnostics).FindLease(ctx, plan.family(), wanted)
	switch {
	case kea.KindOf(err) == kea.KindUnsupported:
		framework.AddError(&resp.Diagnostics, "Unable to manage Kea leases", err)
	case err != nil:
		// Not there, or not to be asked now.
	case wanted.HWAddress != "" && found.HWAddress != wanted.HWAddress, wanted.DUID != "" && found.DUID != wanted.DUID:
		resp.Diagnostics.AddAttributeError(path.Root("address"), "The address is leased", fmt.Sprintf("The server has leased %s to another client (%s%s). Choose another address, or delete that lease first.", wanted.Address, found.HWAddress, found.DUID))
	}
}

// Title names the lease.
func (m *model) Title() string { return "Kea lease of " + m.Address.ValueString() }

// Identifier is the id.
func (m *model) Identifier() types.String { return m.ID }

// Create adds the lease.
func (m *model) Create(ctx context.Context, client *kea.Client, _ *diag.Diagnostics) (kea.Warning, error) {
	return client.CreateLease(ctx, m.family(), m.toKea())
}

// Read takes over the lease; one that has ended is gone.
func (m *model) Read(ctx context.Context, client *kea.Client, _ *diag.Diagnostics) error {
	found, err := client.FindLease(ctx, m.family(), m.toKea())
	if err != nil {
		return err
	}
	m.fromKea(found)
	differing, err := client.PeersWithoutLease(ctx, m.family(), m.toKea())
	m.DifferingPeers = keaattr.Peers(differing)
	return err
}

// Update changes everything but the address.
func (m *model) Update(ctx context.Context, client *kea.Client, _ *model, _ *diag.Diagnostics) (kea.Warning, error) {
	return kea.Warning{}, client.UpdateLease(ctx, m.family(), m.toKea())
}

// Delete removes the lease.
func (m *model) Delete(ctx context.Context, client *kea.Client) (kea.Warning, error) {
	return kea.Warning{}, client.DeleteLease(ctx, m.family(), m.toKea())
}

// Import takes the address, or the delegated prefix with its length, with or without the
// service before it.
func (m *model) Import(_ context.Context, _ *kea.Client, id string) error {
	text := strings.TrimPrefix(strings.TrimPrefix(id, "dhcp4/"), "dhcp6/")
	where, length, prefix := strings.Cut(text, "/")
	address, err := netip.ParseAddr(where)
	bits, lengthErr := strconv.ParseUint(length, 10, 7)
	if err != nil || prefix && (lengthErr != nil || address.Is4()) {
		return fmt.Errorf("%q is no import id: import a lease by its address (dhcp4/192.0.2.10), or by its delegated prefix (dhcp6/2001:db8:8000::/56)", id)
	}
	m.Address = framework.SpelledValue[framework.CanonicalAddressRule](address.String())
	if prefix {
		m.PrefixLength = types.Int64Value(int64(bits))
	}
	m.ID = types.StringValue(m.family().Service() + "/" + m.toKea().ID())
	return nil
}
