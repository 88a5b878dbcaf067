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
)

var (
	_ resource.ResourceWithConfigure      = (*poolResource)(nil)
	_ resource.ResourceWithImportState    = (*poolResource)(nil)
	_ resource.ResourceWithValidateConfig = (*poolResource)(nil)
)

type poolResource struct{ framework.KeaResource }

// NewResource makes the resource kea_pool.
func NewResource() resource.Resource { return &poolResource{} }

func (r *poolResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "kea_pool"
}

func (r *poolResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schemaOf()
}

func (r *poolResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	pool, err := kea.ParseRange(config.Pool.ValueString())
	prefix, prefixErr := netip.ParsePrefix(config.Subnet.ValueString())
	if resp.Diagnostics.HasError() || err != nil || prefixErr != nil {
		return
	}
	if !prefix.Masked().Contains(pool.First) || !prefix.Masked().Contains(pool.Last) {
		resp.Diagnostics.AddAttributeError(path.Root("pool"), "Pool outside of the subnet", fmt.Sprintf("%s is not in the subnet %s.", pool, prefix.Masked()))
	}
}

func (r *poolResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	client := r.Client(&resp.Diagnostics)
	want := plan.toKea(ctx, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !plan.locate(ctx, client, &resp.Diagnostics) {
		return
	}
	warning, err := client.CreatePool(ctx, plan.family(), plan.subnetID(), want)
	framework.AddKeaWarning(&resp.Diagnostics, warning)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to create Kea pool "+want.Range.String(), err)
		return
	}
	plan.reread(ctx, client, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (r *poolResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := client.Pool(ctx, state.family(), state.subnetID(), state.poolRange())
	if kea.KindOf(err) == kea.KindNotFound {
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to read Kea pool "+state.ID.ValueString(), err)
		return
	}
	state.fromKea(ctx, found, &resp.Diagnostics)
	state.nameSubnet(ctx, client, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

func (r *poolResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	client := r.Client(&resp.Diagnostics)
	want := plan.toKea(ctx, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !plan.locate(ctx, client, &resp.Diagnostics) {
		return
	}
	warning, err := client.UpdatePool(ctx, plan.family(), plan.subnetID(), want)
	framework.AddKeaWarning(&resp.Diagnostics, warning)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to update Kea pool "+want.Range.String(), err)
		return
	}
	plan.reread(ctx, client, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (r *poolResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	warning, err := client.DeletePool(ctx, state.family(), state.subnetID(), state.poolRange())
	framework.AddKeaWarning(&resp.Diagnostics, warning)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to delete Kea pool "+state.ID.ValueString(), err)
	}
}

// ImportState takes the prefix of the subnet, or its id, and the range: 192.0.2.0/24/192.0.2.10-192.0.2.20.
func (r *poolResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	subnet, pool, err := find(ctx, client, req.ID)
	if err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to import Kea pool %q", req.ID), err)
		return
	}
	for name, value := range map[string]any{"subnet": subnet.Set.Prefix.String(), "subnet_id": int64(subnet.Set.ID), "pool": pool.String()} {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(name), value)...)
	}
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
func (m *model) locate(ctx context.Context, client *kea.Client, diags *diag.Diagnostics) bool {
	if !m.SubnetID.IsNull() && !m.SubnetID.IsUnknown() {
		m.nameSubnet(ctx, client, diags)
		return !diags.HasError()
	}
	prefix, err := netip.ParsePrefix(m.Subnet.ValueString())
	if err != nil {
		framework.AddAttributeError(diags, path.Root("subnet"), "Invalid subnet", err)
		return false
	}
	subnet, err := client.SubnetByPrefix(ctx, prefix)
	if err != nil {
		framework.AddAttributeError(diags, path.Root("subnet"), "Unable to find the subnet of the pool", err)
		return false
	}
	m.SubnetID = types.Int64Value(int64(subnet.Set.ID))
	return true
}

// nameSubnet fills in the prefix where the configuration gives the id.
func (m *model) nameSubnet(ctx context.Context, client *kea.Client, diags *diag.Diagnostics) {
	if !m.Subnet.IsNull() && !m.Subnet.IsUnknown() {
		return
	}
	subnet, err := client.Subnet(ctx, m.family(), m.subnetID())
	if err != nil {
		framework.AddAttributeError(diags, path.Root("subnet_id"), "Unable to find the subnet of the pool", err)
		return
	}
	m.Subnet = framework.SpelledValue[framework.SubnetPrefixRule](subnet.Set.Prefix.String())
}

// reread takes over what the server filled in.
func (m *model) reread(ctx context.Context, client *kea.Client, diags *diag.Diagnostics) {
	found, err := client.Pool(ctx, m.family(), m.subnetID(), m.poolRange())
	if err != nil {
		framework.AddError(diags, "Unable to read Kea pool "+m.Pool.ValueString(), err)
		return
	}
	m.fromKea(ctx, found, diags)
}
