// Package keapool is one pool of a subnet of a Kea server: the resource kea_pool.
package keapool

import (
	"context"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

var (
	_ resource.ResourceWithConfigure      = (*poolResource)(nil)
	_ resource.ResourceWithIdentity       = (*poolResource)(nil)
	_ resource.ResourceWithImportState    = (*poolResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*poolResource)(nil)
	_ resource.ResourceWithValidateConfig = (*poolResource)(nil)
)

type poolResource struct {
	framework.KeaObject[model, *model]
}

// NewResource makes the resource kea_pool.
func NewResource() resource.Resource {
	return &poolResource{framework.KeaObject[model, *model]{TypeName: "kea_pool", Shape: schemaOf}}
}

func (r *poolResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	pool, err := kea.ParseRange(config.Pool.ValueString())
	if err == nil {
		keaattr.CheckOptions(ctx, kea.FamilyOf(pool.First), config.OptionData, path.Root("option_data"), &resp.Diagnostics)
	}
	prefix, prefixErr := netip.ParsePrefix(config.Subnet.ValueString())
	if resp.Diagnostics.HasError() || err != nil || prefixErr != nil {
		return
	}
	if !prefix.Masked().Contains(pool.First) || !prefix.Masked().Contains(pool.Last) {
		resp.Diagnostics.AddAttributeError(path.Root("pool"), "Pool outside of the subnet", fmt.Sprintf("%s is not in the subnet %s.", pool, prefix.Masked()))
	}
}

// ModifyPlan compares subnet and subnet_id of a new pool where both are given.
func (r *poolResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var config model
	if req.Plan.Raw.IsNull() || !req.State.Raw.IsNull() && len(resp.RequiresReplace) == 0 || !r.Configured() {
		return
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if _, named := config.Subnet.Canonical(); !named || config.SubnetID.IsNull() || config.SubnetID.IsUnknown() {
		return
	}
	found, err := r.Client(&resp.Diagnostics).Subnet(ctx, config.family(), config.subnetID())
	if err == nil { // a subnet that cannot be found may be made by the same apply
		keaattr.CheckSubnet(config.Subnet, framework.SpelledValue[framework.SubnetPrefixRule](found.Set.Prefix.String()), &resp.Diagnostics)
	}
}

// Title names the pool.
func (m *model) Title() string { return "Kea pool " + m.Pool.ValueString() }

// Identifier is the id.
func (m *model) Identifier() types.String { return m.ID }

// Create adds the pool to its subnet.
func (m *model) Create(ctx context.Context, client *kea.Client, diags *diag.Diagnostics) (kea.Warning, error) {
	want := m.toKea(ctx, diags)
	if err := m.locate(ctx, client); err != nil {
		return kea.Warning{}, err
	}
	return client.CreatePool(ctx, m.family(), m.subnetID(), want)
}

// Read takes over the pool, and the prefix where the configuration gives the subnet's id.
func (m *model) Read(ctx context.Context, client *kea.Client, diags *diag.Diagnostics) error {
	found, err := client.Pool(ctx, m.family(), m.subnetID(), m.poolRange())
	if err != nil {
		return err
	}
	m.fromKea(ctx, found, diags)
	if err := m.nameSubnet(ctx, client); err != nil {
		return err
	}
	differing, err := client.PeersWithoutPool(ctx, m.family(), m.subnetID(), found)
	m.DifferingPeers = keaattr.Peers(differing)
	return err
}

// Update changes everything but the range.
func (m *model) Update(ctx context.Context, client *kea.Client, _ *model, diags *diag.Diagnostics) (kea.Warning, error) {
	return client.UpdatePool(ctx, m.family(), m.subnetID(), m.toKea(ctx, diags))
}

// Delete removes the pool.
func (m *model) Delete(ctx context.Context, client *kea.Client) (kea.Warning, error) {
	return client.DeletePool(ctx, m.family(), m.subnetID(), m.poolRange())
}

// Import takes the prefix of the subnet, or its id, and the range: 192.0.2.0/24/192.0.2.10-192.0.2.20.
func (m *model) Import(ctx context.Context, client *kea.Client, id string) error {
	subnet, pool, err := find(ctx, client, id)
	if err != nil {
		return err
	}
	m.Subnet = framework.SpelledValue[framework.SubnetPrefixRule](subnet.Set.Prefix.String())
	m.SubnetID, m.Pool = types.Int64Value(int64(subnet.Set.ID)), framework.SpelledValue[framework.PoolRangeRule](pool.String())
	m.ID = types.StringValue(m.name())
	return nil
}

// find tries every way to part an import id into a subnet and a range: both may hold a slash.
func find(ctx context.Context, client *kea.Client, id string) (kea.SubnetState, kea.AddressRange, error) {
	for at, c := range id {
		if c != '/' {
			continue
		}
		pool, err := kea.ParseRange(id[at+1:])
		if err != nil {
			continue
		}
		where := strings.TrimPrefix(strings.TrimPrefix(id[:at], "dhcp4/"), "dhcp6/")
		if prefix, err := netip.ParsePrefix(where); err == nil {
			subnet, err := client.SubnetByPrefix(ctx, prefix)
			return subnet, pool, err
		}
		if number, err := strconv.ParseUint(where, 10, 32); err == nil {
			subnet, err := client.Subnet(ctx, kea.FamilyOf(pool.First), uint32(number))
			return subnet, pool, err
		}
	}
	return kea.SubnetState{}, kea.AddressRange{}, fmt.Errorf("%q is no import id: import a pool by subnet and range (192.0.2.0/24/192.0.2.10-192.0.2.20) or by subnet id and range (1/192.0.2.10-192.0.2.20)", id)
}

// locate finds the subnet's id.
func (m *model) locate(ctx context.Context, client *kea.Client) error {
	if !m.SubnetID.IsNull() && !m.SubnetID.IsUnknown() {
		return nil
	}
	prefix, err := netip.ParsePrefix(m.Subnet.ValueString())
	if err != nil {
		return err
	}
	subnet, err := client.SubnetByPrefix(ctx, prefix)
	m.SubnetID = types.Int64Value(int64(subnet.Set.ID))
	return err
}

// nameSubnet fills in the prefix where the configuration gives the id.
func (m *model) nameSubnet(ctx context.Context, client *kea.Client) error {
	if !m.Subnet.IsNull() && !m.Subnet.IsUnknown() {
		return nil
	}
	subnet, err := client.Subnet(ctx, m.family(), m.subnetID())
	if err != nil {
		return err
	}
	m.Subnet = framework.SpelledValue[framework.SubnetPrefixRule](subnet.Set.Prefix.String())
	return nil
}
