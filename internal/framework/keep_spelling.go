package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
)

// KeepSpelling is the plan modifier of every [Spelled] attribute: when the user rewrites
// a value in another spelling (8d as 192h), the plan keeps the state's text, so that the
// rewrite is no change. It stands before RequiresReplace, which would otherwise destroy
// the object for a change of spelling: semantic equality does not act at plan time.
func KeepSpelling[R Rule]() planmodifier.String { return keepSpelling[R]{} }

type keepSpelling[R Rule] struct{}

func (keepSpelling[R]) Description(context.Context) string {
	return "Another spelling of the same value is no change."
}

func (m keepSpelling[R]) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (keepSpelling[R]) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if req.StateValue.IsNull() || req.PlanValue.IsNull() || req.PlanValue.IsUnknown() {
		return
	}
	if (Spelled[R]{StringValue: req.StateValue}).same(Spelled[R]{StringValue: req.PlanValue}) {
		resp.PlanValue = req.StateValue
	}
}
