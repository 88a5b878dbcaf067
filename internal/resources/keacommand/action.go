package keacommand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

var (
	_ action.ActionWithConfigure      = (*commandAction)(nil)
	_ action.ActionWithValidateConfig = (*commandAction)(nil)
	_ action.ActionWithModifyPlan     = (*commandAction)(nil)
)

type commandAction struct{ framework.KeaAction }

// NewAction makes the action kea_command.
func NewAction() action.Action { return &commandAction{} }

type commandModel struct {
	Service   types.String `tfsdk:"service"`
	Command   types.String `tfsdk:"command"`
	Arguments types.String `tfsdk:"arguments"`
}

func (a *commandAction) Metadata(_ context.Context, _ action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = "kea_command"
}

func (a *commandAction) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Sends one command of the control API to a Kea server, or to the servers of a pair one after the other. Commands that only read are always sent; every other one must be named by `allowed_commands` in the `kea` block of the provider.\n\n" +
			"Dangerous commands, which no configuration should allow without need: `config-set` and `config-reload` replace what resources manage; `shutdown` ends the daemon and nothing here starts it again; `dhcp-disable` leaves clients without answers; " +
			"`lease4-wipe`, `lease6-wipe` and `statistic-remove-all` throw data away; `subnet4-del`, `network4-del`, `class-del`, `reservation-del` and their relatives remove objects behind the back of the resources that manage them; `ha-reset`, `ha-scopes` and `ha-maintenance-start` change who serves. " +
			"`config-get` is never sent, because its answer holds passwords: read the data source `kea_config`.\n\nNeeds Terraform 1.14. Elsewhere the data source `kea_command` sends commands that read.",
		Attributes: map[string]schema.Attribute{
			"service":   schema.StringAttribute{Optional: true, Validators: serviceValidators(), MarkdownDescription: serviceText},
			"command":   schema.StringAttribute{Required: true, MarkdownDescription: "Name of the command, such as `lease4-resend-ddns`. `kea_server` lists what a server knows."},
			"arguments": schema.StringAttribute{Optional: true, MarkdownDescription: "Arguments of the command: a JSON object, best written with `jsonencode`. Default: none are sent."},
		},
	}
}

func (a *commandAction) ValidateConfig(ctx context.Context, req action.ValidateConfigRequest, resp *action.ValidateConfigResponse) {
	var config commandModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	arguments(config.Arguments, &resp.Diagnostics)
}

// ModifyPlan refuses a command that the provider configuration does not allow before
// anything is applied.
func (a *commandAction) ModifyPlan(ctx context.Context, req action.ModifyPlanRequest, resp *action.ModifyPlanResponse) {
	var config commandModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() || !a.Configured() || config.Command.IsUnknown() {
		return
	}
	if err := a.Client(&resp.Diagnostics).CheckCommand(config.Command.ValueString()); err != nil {
		framework.AddAttributeError(&resp.Diagnostics, path.Root("command"), "The Kea command is not sent", err)
	}
}

func (a *commandAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config commandModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	raw := arguments(config.Arguments, &resp.Diagnostics)
	client := a.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	answers, err := client.Command(ctx, family(config.Service), config.Command.ValueString(), raw)
	report(resp, answers)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to run the Kea command "+config.Command.ValueString(), err)
	}
}
