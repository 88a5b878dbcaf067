package failover

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

const description = `A failover relationship between this Windows DHCP server and a partner, with the scopes that are in it.

The mode decides which fields count: ` + "`server_role` and `reserve_percent` belong to `HotStandby`, `load_balance_percent` to `LoadBalance`" + `. Fields of the other mode are refused.
Every scope of the relationship is in ` + "`scope_ids`" + `; scopes are joined and detached one at a time. A scope that leaves stays on this server and is deleted on the partner.
Windows copies a scope when it joins. Later changes of a scope are replicated by the provider after each write, never by Windows; option definitions, classes and server-level
options are not replicated at all: manage them on both servers.

Adding, removing and replicating make this server log on to its partner with the user's credentials, which an ordinary network logon does not allow: see the failover guide.`

func schemaOf(ctx context.Context) schema.Schema {
	return schema.Schema{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, MarkdownDescription: "The name of the relationship.",
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
			"name": schema.StringAttribute{
				Required: true, PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "Name of the relationship, 1 to 126 characters. It is the same on both servers. A change makes the relationship anew.",
			},
			"partner_server": schema.StringAttribute{
				Required:            true,
				MarkdownDescription: "Name or address of the partner. Short name, full name and address of one host are the same. Another host makes the relationship anew.",
			},
			"scope_ids": schema.SetAttribute{
				Required: true, ElementType: iptypes.IPv4AddressType{}, Validators: []validator.Set{setvalidator.SizeAtLeast(1)},
				MarkdownDescription: "Network addresses of all scopes of the relationship, at least one. The partner must not have them before they join.",
			},
			"mode": schema.StringAttribute{
				Optional: true, Computed: true, CustomType: framework.SpelledType[framework.FailoverModeRule]{}, Default: stringdefault.StaticString("LoadBalance"),
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.FailoverModeRule]()},
				MarkdownDescription: "`LoadBalance` (both servers answer) or `HotStandby` (one answers, the other waits). Default: `LoadBalance`.",
			},
			"server_role": schema.StringAttribute{
				Optional: true, Computed: true, CustomType: framework.SpelledType[framework.FailoverRoleRule]{},
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.FailoverRoleRule]()},
				MarkdownDescription: "Role of this server, `Active` or `Standby`; only with `HotStandby`. A change makes the relationship anew. Default: `Active`.",
			},
			"reserve_percent": schema.Int64Attribute{
				Optional: true, Computed: true, Validators: []validator.Int64{int64validator.Between(0, 100)},
				MarkdownDescription: "Share of the free addresses that the standby server may give out while the active one does not answer, 0 to 100; only with `HotStandby`. Default: 5.",
			},
			"load_balance_percent": schema.Int64Attribute{
				Optional: true, Computed: true, Validators: []validator.Int64{int64validator.Between(0, 100)},
				MarkdownDescription: "Share of the clients that this server answers, 0 to 100; only with `LoadBalance`. Default: 50.",
			},
			"max_client_lead_time": schema.StringAttribute{
				Optional: true, Computed: true, CustomType: framework.SpelledType[framework.LeaseDurationRule]{}, Default: stringdefault.StaticString("1h"),
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.LeaseDurationRule]()},
				MarkdownDescription: "How much longer than the partner knows a server may extend a lease, with a unit. Default: `1h`.",
			},
			"state_switch_interval": schema.StringAttribute{
				Optional: true, CustomType: framework.SpelledType[framework.LeaseDurationRule]{},
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.LeaseDurationRule]()},
				MarkdownDescription: "After how long without contact a server assumes that its partner is down, with a unit. It needs `auto_state_transition`. Default: none, an administrator decides.",
			},
			"auto_state_transition": schema.BoolAttribute{
				Optional: true, Computed: true,
				MarkdownDescription: "Whether the state changes to partner down by itself after `state_switch_interval`. Default: true with a `state_switch_interval`, else false.",
			},
			"shared_secret_wo": schema.StringAttribute{
				Optional: true, Sensitive: true, WriteOnly: true,
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1), stringvalidator.AlsoRequires(path.MatchRoot("shared_secret_wo_version"))},
				MarkdownDescription: "Secret with which the two servers authenticate each other. It is never stored; a new value is sent when `shared_secret_wo_version` changes. Needs Terraform or OpenTofu 1.11.",
			},
			"shared_secret_wo_version": schema.Int64Attribute{
				Optional: true, Validators: []validator.Int64{int64validator.AtLeast(1)},
				MarkdownDescription: "Counter of the secret: raise it to send a new one. Taken out of the configuration, authentication is turned off.",
			},
			"timeouts": timeouts.Attributes(ctx, timeouts.Opts{Create: true, Read: true, Update: true, Delete: true}),
		},
	}
}
