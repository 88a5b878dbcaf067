// Package serversettings is the settings of a Windows DHCP server itself: the resource
// dhcp_server_settings.
package serversettings

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

var (
	_ resource.ResourceWithConfigure   = (*settingsResource)(nil)
	_ resource.ResourceWithImportState = (*settingsResource)(nil)
	_ resource.ResourceWithIdentity    = (*settingsResource)(nil)
)

type settingsResource struct{ framework.WindowsResource }

// NewResource makes the resource dhcp_server_settings.
func NewResource() resource.Resource { return &settingsResource{} }

func (r *settingsResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_server_settings"
}

func (r *settingsResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	number := func(least, most int64, text string) schema.Int64Attribute {
		return schema.Int64Attribute{
			Optional: true, Computed: true, MarkdownDescription: text, Validators: []validator.Int64{int64validator.Between(least, most)},
			PlanModifiers: []planmodifier.Int64{int64planmodifier.UseStateForUnknown()},
		}
	}
	flag := func(text string) schema.BoolAttribute {
		return schema.BoolAttribute{Optional: true, Computed: true, MarkdownDescription: text, PlanModifiers: []planmodifier.Bool{boolplanmodifier.UseStateForUnknown()}}
	}
	text := func(text string) schema.StringAttribute {
		return schema.StringAttribute{
			Optional: true, Computed: true, MarkdownDescription: text, Validators: []validator.String{stringvalidator.LengthBetween(1, 260)},
			PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		}
	}
	const most = 4294967295
	resp.Schema = schema.Schema{
		MarkdownDescription: "Settings of a Windows DHCP server itself. Use it once for a server.\n\n" +
			"An attribute left out is not managed: it shows what the server has. Destroying the resource only stops managing: the server keeps its settings. " +
			"Windows copies none of them to a failover partner: manage them on both servers. Changes of the audit log and of the database take effect when the DHCP service is started the next time.",
		Attributes: map[string]schema.Attribute{
			"id":                            schema.StringAttribute{Computed: true, MarkdownDescription: "Always `server`.", PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}},
			"conflict_detection_attempts":   number(0, 5, "How often the server pings an address before it offers it, 0 to 5. Each ping delays the offer by a second."),
			"activate_policies":             flag("Whether the policies of the server and of its scopes are in force."),
			"audit_log_enabled":             flag("Whether the server writes an audit log."),
			"audit_log_path":                text("Folder of the audit log on the server."),
			"audit_log_max_size":            number(1, most, "Largest size of all files of the audit log together, in megabytes."),
			"audit_log_disk_check_interval": number(1, most, "Number of events between two looks at the free space of the disk."),
			"audit_log_min_free_space":      number(0, most, "Free space of the disk in megabytes below which nothing is written."),
			"database_backup_path":          text("Folder of the backups of the database on the server."),
			"database_backup_interval":      number(1, most, "Minutes between two backups of the database."),
			"database_cleanup_interval":     number(1, most, "Minutes between two clean-ups of the database."),
		},
	}
}

func (r *settingsResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, types.StringValue("server"), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	now, err := client.UpdateServerSettings(ctx, plan.apply)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to set the settings of the DHCP server", err)
	}
	if now != nil {
		plan.take(*now)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

func (r *settingsResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	framework.SetIdentity(ctx, resp.Identity, types.StringValue("server"), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if id := state.ID.ValueString(); id != "server" {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("id"), "Invalid id of server settings", errors.New("the settings of a server are imported as server"))
	}
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := client.ReadServerSettings(ctx)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to read the settings of the DHCP server", err)
		return
	}
	state.take(*found)
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
}

func (r *settingsResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	framework.SetIdentity(ctx, resp.Identity, types.StringValue("server"), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	now, err := client.UpdateServerSettings(ctx, plan.apply)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to update the settings of the DHCP server", err)
	}
	if now != nil {
		plan.take(*now)
		resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	}
}

// Delete only stops managing: there is no telling what the settings should be then.
func (r *settingsResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {
}
