// Package dnssettings is the DNS settings of a Windows DHCP server, and of its scopes,
// reservations and policies: the resource dhcp_dns_settings.
package dnssettings

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var (
	_ resource.ResourceWithConfigure      = (*settingsResource)(nil)
	_ resource.ResourceWithImportState    = (*settingsResource)(nil)
	_ resource.ResourceWithIdentity       = (*settingsResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*settingsResource)(nil)
	_ resource.ResourceWithValidateConfig = (*settingsResource)(nil)
)

type settingsResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_dns_settings.
func NewResource() resource.Resource { return &settingsResource{} }

func (r *settingsResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_dns_settings"
}

func (r *settingsResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	replace := []planmodifier.String{stringplanmodifier.RequiresReplace()}
	off := func(text string) schema.BoolAttribute {
		return schema.BoolAttribute{Optional: true, Computed: true, Default: booldefault.StaticBool(false), MarkdownDescription: text + " Default: false."}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "How a Windows DHCP server registers its clients in DNS: for the server as a whole, or for a scope, a reservation or a policy.\n\n" +
			"A scope, reservation or policy follows the level above it until it has settings of its own. Settings that one has already, and that differ, are not taken over: import them. " +
			"Destroying the resource makes the level follow the one above again; the server then has the settings of a fresh one. " +
			"Settings of a scope and of what belongs to it are copied to its failover partner; Windows does not copy those of the server: manage them on both servers. " +
			"The DNS suffix of a policy is an attribute of `dhcp_policy`.",
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
				MarkdownDescription: "The level: `server`, `scope/10.1.0.0`, `reservation/10.1.0.50`, `policy/NAME` or `scope/10.1.0.0/policy/NAME`.",
			},
			"scope_id":            schema.StringAttribute{Optional: true, CustomType: iptypes.IPv4AddressType{}, PlanModifiers: replace, MarkdownDescription: "Network address of the scope. A change replaces the settings."},
			"reservation_address": schema.StringAttribute{Optional: true, CustomType: iptypes.IPv4AddressType{}, PlanModifiers: replace, MarkdownDescription: "Address of the reservation, without `scope_id`. A change replaces the settings."},
			"policy_name":         schema.StringAttribute{Optional: true, PlanModifiers: replace, MarkdownDescription: "Name of the policy of the scope, or of the server without `scope_id`. A change replaces the settings."},
			"dynamic_updates": schema.StringAttribute{
				Optional: true, Computed: true, CustomType: framework.SpelledType[framework.DynamicUpdatesRule]{}, Default: stringdefault.StaticString("OnClientRequest"),
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.DynamicUpdatesRule]()},
				MarkdownDescription: "When the server updates DNS: `OnClientRequest`, `Always` or `Never`. Default: `OnClientRequest`.",
			},
			"delete_records_on_expiry": schema.BoolAttribute{Optional: true, Computed: true, MarkdownDescription: "Whether records go when the lease ends. Default: true; false with `Never`."},
			"update_for_older_clients": off("Whether the server also registers clients that do not ask for it."),
			"name_protection":          off("Whether a name stays with the client that has registered it first."),
			"disable_ptr_updates":      off("Whether only A records are made, and no PTR records."),
			"replicated":               framework.ReplicatedAttribute(),
			"replicate":                framework.ReplicateAttribute(),
		},
	}
}

func (r *settingsResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(config.validate()...)
	}
}

// ModifyPlan plans the id, and the default that depends on another attribute.
func (r *settingsResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan, config model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if level, known := plan.level(); known {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), idOf(level))...)
	}
	if updates, known := plan.DynamicUpdates.Canonical(); known && config.DeleteRecordsOnExpiry.IsNull() {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("delete_records_on_expiry"), updates != string(windows.DNSNever))...)
	}
	if !req.State.Raw.IsNull() {
		framework.PlanReplicated(ctx, plan.Replicated, &resp.Plan, &resp.Diagnostics)
	}
}

func (r *settingsResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	level, _ := plan.level()
	framework.SetIdentity(ctx, resp.Identity, types.StringValue(idOf(level)), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, plan.Replicate)
	if resp.Diagnostics.HasError() {
		return
	}
	made, err := client.CreateDNSSettings(ctx, level, plan.settings())
	if err != nil {
		framework.AddCreateError(&resp.Diagnostics, "Unable to set the DNS settings of "+idOf(level), err)
	}
	if made != nil {
		plan.take(level, *made)
		plan.Replicated = framework.Replicated(err)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *settingsResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	level, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	found, err := client.ReadDNSSettings(ctx, level)
	switch imported := state.DynamicUpdates.IsNull(); {
	case windows.IsNotFound(err) && imported:
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("There are no DNS settings of %s to import", idOf(level)), err)
	case windows.IsNotFound(err):
		resp.State.RemoveResource(ctx)
	case err != nil:
		framework.AddError(&resp.Diagnostics, "Unable to read the DNS settings of "+idOf(level), err)
	default:
		state.take(level, *found)
		if imported {
			state.Replicated = framework.Replicated(nil)
		}
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
}

func (r *settingsResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, state.ID, &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, plan.Replicate)
	level, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	now, err := client.UpdateDNSSettings(ctx, level, plan.settings(), !state.Replicated.ValueBool())
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to update the DNS settings of "+idOf(level), err)
	}
	if now != nil {
		plan.take(level, *now)
		plan.Replicated = framework.Replicated(err)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *settingsResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client := r.Client(&resp.Diagnostics)
	ctx = framework.Replicating(ctx, state.Replicate)
	level, ok := parseID(state.ID, &resp.Diagnostics)
	if !ok || resp.Diagnostics.HasError() {
		return
	}
	if err := client.DeleteDNSSettings(ctx, level); err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to remove the DNS settings of "+idOf(level), err)
	}
}
