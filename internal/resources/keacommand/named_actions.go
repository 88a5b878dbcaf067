package keacommand

import (
	"context"
	"maps"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

// namedAction is an action for one command whose arguments are attributes. Its name in
// the configuration is permission enough: kea.allowed_commands is not asked.
type namedAction struct {
	framework.KeaAction
	name, description string
	// attributes are those beside service.
	attributes map[string]schema.Attribute
	run        func(ctx context.Context, client *kea.Client, f kea.Family, config tfsdk.Config) ([]kea.Said, error)
}

var _ action.ActionWithConfigure = (*namedAction)(nil)

func (a *namedAction) Metadata(_ context.Context, _ action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = a.name
}

func (a *namedAction) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	attributes := map[string]schema.Attribute{
		"service": schema.StringAttribute{Optional: true, Validators: serviceValidators(), MarkdownDescription: serviceText},
	}
	maps.Copy(attributes, a.attributes)
	resp.Schema = schema.Schema{
		MarkdownDescription: a.description + " The servers of a pair get it one after the other. Needs Terraform 1.14.",
		Attributes:          attributes,
	}
}

func (a *namedAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var service types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("service"), &service)...)
	client := a.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	answers, err := a.run(ctx, client, family(service), req.Config)
	report(resp, answers)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to run the action "+a.name, err)
	}
}

// argument reads an attribute of an action; its zero value when the configuration has none.
func argument[T any](ctx context.Context, config tfsdk.Config, name string) T {
	var value *T
	var zero T
	if config.GetAttribute(ctx, path.Root(name), &value).HasError() || value == nil {
		return zero
	}
	return *value
}

// NewReloadAction makes the action kea_config_reload.
func NewReloadAction() action.Action {
	return &namedAction{
		name:        "kea_config_reload",
		description: "Lets a Kea server read its configuration file again (`config-reload`), for changes that something else made in the file. What was changed since the last `config-write` is lost. A file with a mistake is refused and changes nothing. The server answers no client for a moment (0.1 s at 1,000 reservations, 0.4 s at 10,000).",
		run: func(ctx context.Context, client *kea.Client, f kea.Family, _ tfsdk.Config) ([]kea.Said, error) {
			return client.ReloadConfiguration(ctx, f)
		},
	}
}

// NewWriteAction makes the action kea_config_write.
func NewWriteAction() action.Action {
	return &namedAction{
		name:        "kea_config_write",
		description: "Lets a Kea server write its running configuration into its configuration file (`config-write`), so that a restart keeps it. The provider does so by itself after each batch of changes unless `kea.persist` is false.",
		attributes: map[string]schema.Attribute{
			"filename": schema.StringAttribute{Optional: true, MarkdownDescription: "File on the server to write instead. Kea 3.0 takes files of its own configuration directory only. Default: the file that the server was started with."},
		},
		run: func(ctx context.Context, client *kea.Client, f kea.Family, config tfsdk.Config) ([]kea.Said, error) {
			return client.WriteConfiguration(ctx, f, argument[string](ctx, config, "filename"))
		},
	}
}

// NewReclaimAction makes the action kea_leases_reclaim.
func NewReclaimAction() action.Action {
	return &namedAction{
		name:        "kea_leases_reclaim",
		description: "Lets a Kea server deal now with all leases that have expired (`leases-reclaim`): DNS entries are removed, and the addresses are free. The server does it by itself every few seconds.",
		attributes: map[string]schema.Attribute{
			"remove": schema.BoolAttribute{Optional: true, MarkdownDescription: "Whether the leases are removed from the database, not only marked. Default: false."},
		},
		run: func(ctx context.Context, client *kea.Client, f kea.Family, config tfsdk.Config) ([]kea.Said, error) {
			return client.ReclaimLeases(ctx, f, argument[bool](ctx, config, "remove"))
		},
	}
}

// NewWipeAction makes the action kea_lease_wipe.
func NewWipeAction() action.Action {
	return &namedAction{
		name:        "kea_lease_wipe",
		description: "Removes all leases of a subnet from a Kea server (`lease4-wipe`, `lease6-wipe`). Clients go on using their addresses until they renew, and the server may give the same addresses to others meanwhile: for laboratories, and for subnets that nobody uses any more. Needs the hook library lease_cmds.",
		attributes: map[string]schema.Attribute{
			"subnet_id": schema.Int64Attribute{Required: true, Validators: []validator.Int64{int64validator.Between(1, 4294967294)}, MarkdownDescription: "Id of the subnet, 1 to 4294967294."},
		},
		run: func(ctx context.Context, client *kea.Client, f kea.Family, config tfsdk.Config) ([]kea.Said, error) {
			return client.WipeLeases(ctx, f, uint32(argument[int64](ctx, config, "subnet_id")))
		},
	}
}

// NewDisableAction makes the action kea_dhcp_disable.
func NewDisableAction() action.Action {
	return &namedAction{
		name:        "kea_dhcp_disable",
		description: "Stops the DHCP service of a Kea server (`dhcp-disable`): clients get no answer, the control API goes on. `kea_dhcp_enable` starts it again.",
		attributes: map[string]schema.Attribute{
			"max_period": schema.Int64Attribute{Optional: true, Validators: []validator.Int64{int64validator.Between(1, 86400)}, MarkdownDescription: "Seconds after which the service starts again by itself, 1 to 86400. Default: it stays disabled."},
		},
		run: func(ctx context.Context, client *kea.Client, f kea.Family, config tfsdk.Config) ([]kea.Said, error) {
			return client.Disable(ctx, f, time.Duration(argument[int64](ctx, config, "max_period"))*time.Second)
		},
	}
}

// NewEnableAction makes the action kea_dhcp_enable.
func NewEnableAction() action.Action {
	return &namedAction{
		name:        "kea_dhcp_enable",
		description: "Starts the DHCP service of a Kea server again (`dhcp-enable`), also where it runs already.",
		run: func(ctx context.Context, client *kea.Client, f kea.Family, _ tfsdk.Config) ([]kea.Said, error) {
			return client.Enable(ctx, f)
		},
	}
}
