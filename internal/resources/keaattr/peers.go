package keaattr

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// DifferingPeers is the attribute of an object that the peers of a pair shall have alike.
// A peer that differs is drift, and an apply repairs it: none is planned.
func DifferingPeers() schema.ListAttribute {
	return schema.ListAttribute{
		Computed: true, ElementType: types.StringType,
		PlanModifiers:       []planmodifier.List{nonePlanned{}},
		MarkdownDescription: "Endpoints of the peers of a pair that do not have the object as it stands here. The next apply repairs them. Always empty for a single server.",
	}
}

// NoPeers is the value after a change, which succeeds at every peer or not at all.
func NoPeers() types.List { return types.ListValueMust(types.StringType, []attr.Value{}) }

// Peers is the value after a read that compared the peers.
func Peers(names []string) types.List {
	return types.ListValueMust(types.StringType, textValues(names))
}

type nonePlanned struct{}

func (nonePlanned) Description(context.Context) string {
	return "Plans that no peer differs after the apply."
}

func (m nonePlanned) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

// PlanModifyList plans an empty list. A state that an older version of the provider wrote
// has none, and the next read fills it in.
func (nonePlanned) PlanModifyList(_ context.Context, req planmodifier.ListRequest, resp *planmodifier.ListResponse) {
	if req.State.Raw.IsNull() || !req.StateValue.IsNull() {
		resp.PlanValue = NoPeers()
	}
}
