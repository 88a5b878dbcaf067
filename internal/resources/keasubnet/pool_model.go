package keasubnet

import (
	"context"
	"net/netip"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

type poolModel struct {
	Pool            framework.PoolRange   `tfsdk:"pool"`
	OptionData      types.List            `tfsdk:"option_data"`
	ClientClasses   types.Set             `tfsdk:"client_classes"`
	EvaluateClasses types.Set             `tfsdk:"evaluate_additional_classes"`
	UserContext     framework.UserContext `tfsdk:"user_context"`
}

type pdPoolModel struct {
	Prefix          framework.SubnetPrefix `tfsdk:"prefix"`
	DelegatedLength types.Int64            `tfsdk:"delegated_length"`
	ExcludedPrefix  framework.SubnetPrefix `tfsdk:"excluded_prefix"`
	OptionData      types.List             `tfsdk:"option_data"`
	ClientClasses   types.Set              `tfsdk:"client_classes"`
	EvaluateClasses types.Set              `tfsdk:"evaluate_additional_classes"`
	UserContext     framework.UserContext  `tfsdk:"user_context"`
}

func shared() map[string]attr.Type {
	return map[string]attr.Type{
		"option_data":    types.ListType{ElemType: keaattr.OptionType},
		"client_classes": types.SetType{ElemType: types.StringType}, "evaluate_additional_classes": types.SetType{ElemType: types.StringType},
		"user_context": framework.SpelledType[framework.UserContextRule]{},
	}
}

func poolType() types.ObjectType {
	members := shared()
	members["pool"] = framework.SpelledType[framework.PoolRangeRule]{}
	return types.ObjectType{AttrTypes: members}
}

func pdPoolType() types.ObjectType {
	members := shared()
	members["prefix"] = framework.SpelledType[framework.SubnetPrefixRule]{}
	members["excluded_prefix"] = framework.SpelledType[framework.SubnetPrefixRule]{}
	members["delegated_length"] = types.Int64Type
	return types.ObjectType{AttrTypes: members}
}

func decode[T any](ctx context.Context, list types.List, diags *diag.Diagnostics) []T {
	var models []T
	if !list.IsNull() && !list.IsUnknown() {
		diags.Append(list.ElementsAs(ctx, &models, false)...)
	}
	return models
}

// toPools gives nil for a list that is not configured.
func toPools(ctx context.Context, list types.List, diags *diag.Diagnostics) []kea.Pool {
	if list.IsNull() || list.IsUnknown() {
		return nil
	}
	pools := []kea.Pool{}
	for _, m := range decode[poolModel](ctx, list, diags) {
		r, err := kea.ParseRange(m.Pool.ValueString())
		if err != nil {
			framework.AddError(diags, "Invalid pool", err)
		}
		pools = append(pools, kea.Pool{
			Range: r, Options: keaattr.Options(ctx, m.OptionData, diags), UserContext: m.UserContext.ValueString(),
			ClientClasses: keaattr.Texts(m.ClientClasses.Elements()), EvaluateClasses: keaattr.Texts(m.EvaluateClasses.Elements()),
		})
	}
	return pools
}

// fromPools gives the pools of the server in the order and spelling of the user's list.
func fromPools(ctx context.Context, family kea.Family, prior types.List, pools []kea.Pool, diags *diag.Diagnostics) types.List {
	written := decode[poolModel](ctx, prior, diags)
	at := func(r kea.AddressRange) int {
		return slices.IndexFunc(written, func(m poolModel) bool { text, ok := m.Pool.Canonical(); return ok && text == r.String() })
	}
	pools = slices.Clone(pools)
	slices.SortStableFunc(pools, func(a, b kea.Pool) int { return rank(at(a.Range)) - rank(at(b.Range)) })
	models := []poolModel{}
	for _, p := range pools {
		m := poolModel{Pool: framework.SpelledValue[framework.PoolRangeRule](p.Range.String()), OptionData: types.ListNull(keaattr.OptionType), ClientClasses: types.SetNull(types.StringType), EvaluateClasses: types.SetNull(types.StringType)}
		if i := at(p.Range); i >= 0 {
			m = written[i]
		}
		m.OptionData = keaattr.FromOptions(ctx, family, m.OptionData, p.Options, diags)
		m.ClientClasses = keaattr.Set(m.ClientClasses, p.ClientClasses)
		m.EvaluateClasses = keaattr.Set(m.EvaluateClasses, p.EvaluateClasses)
		m.UserContext = keaattr.Context(m.UserContext, p.UserContext)
		models = append(models, m)
	}
	list, more := types.ListValueFrom(ctx, poolType(), models)
	diags.Append(more...)
	return list
}

// rank puts what the user did not write behind what the user wrote.
func rank(index int) int {
	if index < 0 {
		return 1 << 30
	}
	return index
}

func toPDPools(ctx context.Context, list types.List, diags *diag.Diagnostics) []kea.PDPool {
	if list.IsNull() || list.IsUnknown() {
		return nil
	}
	pools := []kea.PDPool{}
	for _, m := range decode[pdPoolModel](ctx, list, diags) {
		prefix, err := netip.ParsePrefix(m.Prefix.ValueString())
		if err != nil {
			framework.AddError(diags, "Invalid prefix", err)
		}
		excluded, _ := netip.ParsePrefix(m.ExcludedPrefix.ValueString())
		pools = append(pools, kea.PDPool{
			Prefix: prefix.Masked(), DelegatedLength: m.DelegatedLength.ValueInt64(), Excluded: excluded,
			Options: keaattr.Options(ctx, m.OptionData, diags), UserContext: m.UserContext.ValueString(),
			ClientClasses: keaattr.Texts(m.ClientClasses.Elements()), EvaluateClasses: keaattr.Texts(m.EvaluateClasses.Elements()),
		})
	}
	return pools
}

func fromPDPools(ctx context.Context, prior types.List, pools []kea.PDPool, diags *diag.Diagnostics) types.List {
	written := decode[pdPoolModel](ctx, prior, diags)
	at := func(prefix netip.Prefix) int {
		return slices.IndexFunc(written, func(m pdPoolModel) bool { text, ok := m.Prefix.Canonical(); return ok && text == prefix.String() })
	}
	pools = slices.Clone(pools)
	slices.SortStableFunc(pools, func(a, b kea.PDPool) int { return rank(at(a.Prefix)) - rank(at(b.Prefix)) })
	models := []pdPoolModel{}
	for _, p := range pools {
		m := pdPoolModel{Prefix: framework.SpelledValue[framework.SubnetPrefixRule](p.Prefix.String()), OptionData: types.ListNull(keaattr.OptionType), ClientClasses: types.SetNull(types.StringType), EvaluateClasses: types.SetNull(types.StringType)}
		if i := at(p.Prefix); i >= 0 {
			m = written[i]
		}
		m.DelegatedLength = types.Int64Value(p.DelegatedLength)
		if text, ok := m.ExcludedPrefix.Canonical(); !p.Excluded.IsValid() {
			m.ExcludedPrefix = framework.SpelledNull[framework.SubnetPrefixRule]()
		} else if !ok || text != p.Excluded.String() {
			m.ExcludedPrefix = framework.SpelledValue[framework.SubnetPrefixRule](p.Excluded.String())
		}
		m.OptionData = keaattr.FromOptions(ctx, kea.V6, m.OptionData, p.Options, diags)
		m.ClientClasses = keaattr.Set(m.ClientClasses, p.ClientClasses)
		m.EvaluateClasses = keaattr.Set(m.EvaluateClasses, p.EvaluateClasses)
		m.UserContext = keaattr.Context(m.UserContext, p.UserContext)
		models = append(models, m)
	}
	list, more := types.ListValueFrom(ctx, pdPoolType(), models)
	diags.Append(more...)
	return list
}

// keepPools plans no change when only the order or the spelling of the pools differs.
type keepPools struct{}

func (keepPools) Description(context.Context) string {
	return "Another order or spelling of the pools is no change."
}
func (m keepPools) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (keepPools) PlanModifyList(ctx context.Context, req planmodifier.ListRequest, resp *planmodifier.ListResponse) {
	if req.StateValue.IsNull() || req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	configured, state := toPoolsIfKnown(ctx, req.ConfigValue), toPoolsIfKnown(ctx, req.StateValue)
	if configured == nil || len(configured) != len(state) {
		return
	}
	for _, pool := range configured {
		at := slices.IndexFunc(state, func(other kea.Pool) bool { return other.Range == pool.Range })
		if at < 0 || !pool.Same(kea.FamilyOf(pool.Range.First), state[at]) {
			return
		}
	}
	resp.PlanValue = req.StateValue
}

// toPoolsIfKnown gives nil when something is unknown or wrong, which is reported elsewhere.
func toPoolsIfKnown(ctx context.Context, list types.List) []kea.Pool {
	value, err := list.ToTerraformValue(ctx)
	if err != nil || !value.IsFullyKnown() {
		return nil
	}
	var diags diag.Diagnostics
	pools := toPools(ctx, list, &diags)
	if diags.HasError() {
		return nil
	}
	return pools
}
