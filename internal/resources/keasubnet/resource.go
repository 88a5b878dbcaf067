// Package keasubnet is the subnet of a Kea server: the resource kea_subnet and the data
// source kea_subnets.
package keasubnet

import (
	"context"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

var (
	_ resource.ResourceWithConfigure      = (*subnetResource)(nil)
	_ resource.ResourceWithImportState    = (*subnetResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*subnetResource)(nil)
	_ resource.ResourceWithValidateConfig = (*subnetResource)(nil)
)

type subnetResource struct {
	framework.KeaResource
	framework.Importable
}

// NewResource makes the resource kea_subnet.
func NewResource() resource.Resource { return &subnetResource{} }

func (r *subnetResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "kea_subnet"
}

func (r *subnetResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schemaOf()
}

func (r *subnetResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	client := r.Client(&resp.Diagnostics)
	want := plan.toKea(ctx, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	made, warning, err := client.CreateSubnet(ctx, want)
	framework.AddKeaWarning(&resp.Diagnostics, warning)
	if err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to create Kea subnet %s", want.Prefix), err)
		return
	}
	plan.fromKea(ctx, made, false, &resp.Diagnostics)
	framework.SetIdentity(ctx, resp.Identity, plan.ID, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (r *subnetResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := client.Subnet(ctx, state.family(), uint32(state.SubnetID.ValueInt64()))
	if kea.KindOf(err) == kea.KindNotFound {
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to read Kea subnet "+state.Subnet.ValueString(), err)
		return
	}
	// Only an import leaves the defaults of the configuration open.
	state.fromKea(ctx, found, state.ForceDestroy.IsNull(), &resp.Diagnostics)
	differing, err := client.PeersWithoutSubnet(ctx, state.toKea(ctx, &resp.Diagnostics))
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to compare the peers that have Kea subnet "+state.Subnet.ValueString(), err)
		return
	}
	state.DifferingPeers = keaattr.Peers(differing)
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

func (r *subnetResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	want := plan.toKea(ctx, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	state.release(plan, &want)
	changed, warning, err := client.UpdateSubnet(ctx, want)
	framework.AddKeaWarning(&resp.Diagnostics, warning)
	if err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to update Kea subnet %s", want.Prefix), err)
		return
	}
	plan.fromKea(ctx, changed, false, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

// release clears lists that were managed and no longer are; lists that were never in the
// configuration stay as they are.
func (m *model) release(plan model, want *kea.Subnet) {
	if plan.Pools.IsNull() && !m.Pools.IsNull() {
		want.Pools = []kea.Pool{}
	}
	if plan.PDPools.IsNull() && !m.PDPools.IsNull() {
		want.PDPools = []kea.PDPool{}
	}
	if plan.OptionData.IsNull() && !m.OptionData.IsNull() {
		want.Options = []kea.Option{}
	}
}

func (r *subnetResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	warning, err := client.DeleteSubnet(ctx, state.family(), uint32(state.SubnetID.ValueInt64()), state.ForceDestroy.ValueBool())
	framework.AddKeaWarning(&resp.Diagnostics, warning)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to delete Kea subnet "+state.Subnet.ValueString(), err)
	}
}

// ImportState takes the prefix, or the id with the service before it.
func (r *subnetResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	id := framework.ImportID(ctx, req, &resp.Diagnostics).ValueString()
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := find(ctx, client, id)
	if err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to import Kea subnet %q", id), err)
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), fmt.Sprintf("%s/%d", kea.FamilyOf(found.Set.Prefix.Addr()).Service(), found.Set.ID))...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("subnet"), found.Set.Prefix.String())...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("subnet_id"), int64(found.Set.ID))...)
}

func find(ctx context.Context, client *kea.Client, id string) (kea.SubnetState, error) {
	if prefix, err := netip.ParsePrefix(id); err == nil {
		return client.SubnetByPrefix(ctx, prefix)
	}
	service, number, named := strings.Cut(id, "/")
	if !named {
		service, number = kea.V4.Service(), id
	}
	family, known := kea.ParseService(service)
	subnetID, err := strconv.ParseUint(number, 10, 32)
	if err != nil || !known {
		return kea.SubnetState{}, fmt.Errorf("%q is no import id: import a subnet by its prefix (192.0.2.0/24) or by service and id (dhcp4/1)", id)
	}
	return client.Subnet(ctx, family, uint32(subnetID))
}
