package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// ReplicatedAttribute is the attribute replicated of a resource that belongs to a scope:
// whether the failover partner has its last change.
func ReplicatedAttribute() schema.BoolAttribute {
	return schema.BoolAttribute{
		Computed:            true,
		PlanModifiers:       []planmodifier.Bool{boolplanmodifier.UseStateForUnknown()},
		MarkdownDescription: "Whether the last change reached the failover partner, where the scope has one. False after a replication that failed: the next apply repeats it. It says nothing while `replicate` is false.",
	}
}

// ReplicateAttribute is the attribute replicate of a resource that belongs to a scope.
func ReplicateAttribute() schema.BoolAttribute {
	return schema.BoolAttribute{
		Optional: true,
		MarkdownDescription: "Whether changes of this resource are copied to the failover partner, where the scope has one. A replication copies the whole scope, so what is left out here goes along with the next one " +
			"of something else in the scope. Default: `replicate` of the provider.",
	}
}

// Replicating is the context of the writes of a resource with the attribute replicate.
func Replicating(ctx context.Context, replicate types.Bool) context.Context {
	if replicate.IsNull() || replicate.IsUnknown() {
		return ctx
	}
	return windows.WithReplicate(ctx, replicate.ValueBool())
}

// PlanReplicated plans to repeat a replication that failed: an apply that does not manage
// it fails again.
func PlanReplicated(ctx context.Context, state types.Bool, plan *tfsdk.Plan, diags *diag.Diagnostics) {
	if !state.IsNull() && !state.ValueBool() {
		diags.Append(plan.SetAttribute(ctx, path.Root("replicated"), true)...)
	}
}

// Replicated is the value of the attribute after a write that ended with err.
func Replicated(err error) types.Bool {
	return types.BoolValue(windows.KindOf(err) != windows.KindNotReplicated)
}

// AddCreateError reports a failed creation. A creation that only has not reached the
// failover partner is a warning: after an error Terraform would destroy the object and
// make it anew. So is one that found its object exactly as wanted and took it over.
func AddCreateError(diags *diag.Diagnostics, summary string, err error) {
	switch windows.KindOf(err) {
	case windows.KindNotReplicated:
		diags.AddWarning(summary+" on the failover partner", Detail(err))
	case windows.KindTakenOver:
		diags.AddWarning("The object existed already", Detail(err))
	default:
		AddError(diags, summary, err)
	}
}
