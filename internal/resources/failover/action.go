package failover

import (
	"context"
	"fmt"
	"net/netip"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/sync/errgroup"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

var _ action.ActionWithConfigure = (*replicateAction)(nil)

type replicateAction struct{ framework.WindowsAction }

// NewReplicateAction makes the action dhcp_failover_replicate.
func NewReplicateAction() action.Action { return &replicateAction{} }

// replicateModel is the configuration of the action.
type replicateModel struct {
	Failover types.String `tfsdk:"failover_name"`
	ScopeIDs types.Set    `tfsdk:"scope_ids"`
}

func (a *replicateAction) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_failover_replicate"
}

func (a *replicateAction) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Copies scopes of a failover relationship to the partner, over what stands there. The provider does so by itself after each change that it makes; " +
			"this action is for changes that others made on this server. It goes from the server of the provider configuration to its partner, never the other way. Needs Terraform 1.14; " +
			"elsewhere run `Invoke-DhcpServerv4FailoverReplication -Name <relationship> -Force` on the server.",
		Attributes: map[string]schema.Attribute{
			"failover_name": schema.StringAttribute{Required: true, MarkdownDescription: "Name of the relationship."},
			"scope_ids": schema.SetAttribute{
				Optional: true, ElementType: iptypes.IPv4AddressType{}, Validators: []validator.Set{setvalidator.SizeAtLeast(1)},
				MarkdownDescription: "Network addresses of the scopes to copy. Default: all scopes of the relationship.",
			},
		},
	}
}

func (a *replicateAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config replicateModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := a.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	name := config.Failover.ValueString()
	summary := fmt.Sprintf("Unable to replicate the failover relationship %s", name)
	f, err := client.ReadFailover(ctx, name)
	if err != nil {
		framework.AddError(&resp.Diagnostics, summary, err)
		return
	}
	copied, replicate := len(f.Scopes), func() error { return client.ReplicateFailover(ctx, name) }
	if !config.ScopeIDs.IsNull() {
		scopes := addresses(config.ScopeIDs)
		for _, scope := range scopes {
			if !slices.Contains(f.Scopes, scope) {
				resp.Diagnostics.AddError(summary, fmt.Sprintf("Scope %s is not in the relationship, so there is nowhere to copy it to.", scope))
				return
			}
		}
		copied, replicate = len(scopes), func() error { return replicateEach(ctx, client, scopes) }
	}
	resp.SendProgress(action.InvokeProgressEvent{Message: fmt.Sprintf("Copying %d scopes to %s", copied, f.Partner)})
	if err := replicate(); err != nil {
		framework.AddError(&resp.Diagnostics, summary, err)
	}
}

// replicateEach copies scopes to the partner. Those that are replicated at the same time
// go together.
func replicateEach(ctx context.Context, client *windows.Client, scopes []netip.Addr) error {
	var group errgroup.Group
	for _, scope := range scopes {
		group.Go(func() error { return client.Replicate(ctx, scope) })
	}
	return group.Wait()
}
