// Package option is the value of an option of a Windows DHCP server: the resource
// dhcp_option_value and the data source dhcp_options, and for DHCPv6 dhcp_option_value_v6
// and dhcp_options_v6.
package option

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure      = (*optionResource)(nil)
	_ resource.ResourceWithImportState    = (*optionResource)(nil)
	_ resource.ResourceWithIdentity       = (*optionResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*optionResource)(nil)
	_ resource.ResourceWithValidateConfig = (*optionResource)(nil)
)

type optionResource struct {
	framework.WindowsResource
	family windows.Family
}

// NewResource makes the resource dhcp_option_value.
func NewResource() resource.Resource { return &optionResource{} }

// NewV6Resource makes the resource dhcp_option_value_v6.
func NewV6Resource() resource.Resource { return &optionResource{family: windows.IPv6} }

// empty is a state without anything in it.
func (r *optionResource) empty() state {
	if r.family == windows.IPv6 {
		return &modelV6{}
	}
	return &model{}
}

func (r *optionResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = r.family.Resource(req.ProviderTypeName + "_option_value")
}

func (r *optionResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	if r.family == windows.IPv6 {
		resp.Schema = schemaV6()
		return
	}
	resp.Schema = schemaOf()
}

func (r *optionResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	if r.family == windows.IPv6 {
		return // the attributes say it all
	}
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() {
		config.validate(&resp.Diagnostics)
	}
}

func (r *optionResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := r.empty()
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	k, _ := plan.key()
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(idOf(k)), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, plan.replicate())
	values, _, err := plan.wanted()
	if err != nil {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("routes"), invalid, err)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	now, err := client.SetOption(ctx, windows.OptionValue{OptionKey: k, Values: values}, windows.OptionSet{New: idOf(k), ProbeDNS: plan.shared().ProbeDNS.ValueBool()})
	if err = client.Completed(ctx, k.Scope, err); err != nil {
		framework.AddCreateError(&resp.Diagnostics, "Unable to create DHCP option value "+idOf(k), err)
	}
	if now != nil {
		plan.take(*now)
		plan.copied(err)
		resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	}
}

func (r *optionResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := r.empty()
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	framework.SetIdentity(ctx, resp.Identity, state.shared().ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	k, err := parseID(r.family, state.shared().ID.ValueString())
	if err != nil {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("id"), "Invalid option id", err)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	imported := state.shared().OptionID.IsNull()
	found, err := client.ReadOption(ctx, k)
	switch {
	case windows.IsNotFound(err) && imported:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There is no DHCP option value %s to import", state.shared().ID.ValueString()), err)
		return
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
		return
	case err != nil:
		framework.AddError(&resp.Diagnostics, "Unable to read DHCP option value "+state.shared().ID.ValueString(), err)
		return
	case imported:
		state.takeImported(*found)
	default:
		state.take(*found)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

func (r *optionResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan, state := r.empty(), r.empty()
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	framework.SetIdentity(ctx, resp.Identity, state.shared().ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, plan.replicate())
	values, _, err := plan.wanted()
	if err != nil {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("routes"), invalid, err)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	k, _ := plan.key()
	now, err := client.SetOption(ctx, windows.OptionValue{OptionKey: k, Values: values}, windows.OptionSet{ProbeDNS: plan.shared().ProbeDNS.ValueBool(), Replicate: state.owed()})
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to update DHCP option value "+idOf(k), err)
	}
	if now != nil {
		plan.take(*now)
		plan.copied(err)
		resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	}
}

func (r *optionResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := r.empty()
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, state.replicate())
	if resp.Diagnostics.HasError() {
		return
	}
	k, _ := state.key()
	if part, ok := claimed(k); ok {
		if holder := r.Claims().Holder(part); holder != "" && holder != r.family.Resource("dhcp_option_value") {
			resp.Diagnostics.AddWarning("The DHCP option now belongs to another resource",
				fmt.Sprintf("A %s of this configuration manages the %s by now, so the value was left to it.", holder, part))
			return
		}
	}
	if err := client.RemoveOption(ctx, k); err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to delete DHCP option value "+state.shared().ID.ValueString(), err)
	}
}
