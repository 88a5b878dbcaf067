package framework

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
)

// Plain makes plain Go of a known value whose type is not known beforehand: nil, string,
// bool, int64 (float64 for a number that is not whole), []any (of a set in an order of
// its own, the same each time) and map[string]any.
func Plain(v attr.Value) (any, error) {
	if v.IsNull() {
		return nil, nil
	}
	switch v := v.(type) {
	case basetypes.DynamicValue:
		return Plain(v.UnderlyingValue())
	case basetypes.StringValue:
		return v.ValueString(), nil
	case basetypes.BoolValue:
		return v.ValueBool(), nil
	case basetypes.Int64Value:
		return v.ValueInt64(), nil
	case basetypes.NumberValue:
		return plainNumber(v.ValueBigFloat()), nil
	case basetypes.ListValue:
		return plainList(v.Elements())
	case basetypes.TupleValue:
		return plainList(v.Elements())
	case basetypes.SetValue:
		elements := v.Elements()
		slices.SortFunc(elements, func(a, b attr.Value) int { return strings.Compare(a.String(), b.String()) })
		return plainList(elements)
	case basetypes.MapValue:
		return plainMap(v.Elements())
	case basetypes.ObjectValue:
		return plainMap(v.Attributes())
	default:
		return nil, fmt.Errorf("a value of type %T cannot be used here", v)
	}
}

func plainNumber(n *big.Float) any {
	if i, accuracy := n.Int64(); accuracy == big.Exact {
		return i
	}
	f, _ := n.Float64()
	return f
}

func plainList(elements []attr.Value) (any, error) {
	list := make([]any, len(elements))
	for i, element := range elements {
		item, err := Plain(element)
		if err != nil {
			return nil, err
		}
		list[i] = item
	}
	return list, nil
}

func plainMap(elements map[string]attr.Value) (any, error) {
	m := make(map[string]any, len(elements))
	for name, element := range elements {
		member, err := Plain(element)
		if err != nil {
			return nil, err
		}
		m[name] = member
	}
	return m, nil
}
