package functions

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// numberPrecision is the precision in bits that Terraform keeps numbers with. With less,
// 0.1 from a text would not equal 0.1 in a configuration.
const numberPrecision = 512

// fromGo makes a Terraform value of one that was decoded from JSON with json.Number:
// maps become objects and lists become tuples.
func fromGo(v any) (attr.Value, error) {
	switch v := v.(type) {
	case nil:
		return types.DynamicNull(), nil
	case string:
		return types.StringValue(v), nil
	case bool:
		return types.BoolValue(v), nil
	case json.Number:
		n, _, err := big.ParseFloat(v.String(), 10, numberPrecision, big.ToNearestEven)
		if err != nil {
			return nil, fmt.Errorf("the number %s cannot be kept: %w", v, err)
		}
		return types.NumberValue(n), nil
	case []any:
		return tupleFromGo(v)
	case map[string]any:
		return objectFromGo(v)
	default:
		return nil, fmt.Errorf("a value of type %T cannot be kept", v)
	}
}

func tupleFromGo(list []any) (attr.Value, error) {
	elements := make([]attr.Value, 0, len(list))
	elementTypes := make([]attr.Type, 0, len(list))
	for _, item := range list {
		element, err := fromGo(item)
		if err != nil {
			return nil, err
		}
		elements = append(elements, element)
		elementTypes = append(elementTypes, element.Type(context.Background()))
	}
	return types.TupleValueMust(elementTypes, elements), nil
}

func objectFromGo(m map[string]any) (attr.Value, error) {
	members := make(map[string]attr.Value, len(m))
	memberTypes := make(map[string]attr.Type, len(m))
	for name, v := range m {
		member, err := fromGo(v)
		if err != nil {
			return nil, err
		}
		members[name] = member
		memberTypes[name] = member.Type(context.Background())
	}
	return types.ObjectValueMust(memberTypes, members), nil
}

// toGo makes of a Terraform value what JSON would be decoded to.
func toGo(v attr.Value) (any, error) {
	if v == nil || v.IsNull() {
		return nil, nil
	}
	if v.IsUnknown() {
		return nil, fmt.Errorf("a value in it is known only after apply")
	}
	switch v := v.(type) {
	case types.Dynamic:
		return toGo(v.UnderlyingValue())
	case types.String:
		return v.ValueString(), nil
	case types.Bool:
		return v.ValueBool(), nil
	case types.Number:
		n, _ := v.ValueBigFloat().Float64()
		return n, nil
	case types.List:
		return listToGo(v.Elements())
	case types.Set:
		return listToGo(v.Elements())
	case types.Tuple:
		return listToGo(v.Elements())
	case types.Map:
		return mapToGo(v.Elements())
	case types.Object:
		return mapToGo(v.Attributes())
	default:
		return nil, fmt.Errorf("a value of type %T cannot be read", v)
	}
}

func listToGo(elements []attr.Value) (any, error) {
	out := make([]any, 0, len(elements))
	for _, element := range elements {
		item, err := toGo(element)
		if err != nil {
			return nil, err
		}
		out = append(out, item)
	}
	return out, nil
}

func mapToGo(members map[string]attr.Value) (any, error) {
	out := make(map[string]any, len(members))
	for name, member := range members {
		item, err := toGo(member)
		if err != nil {
			return nil, err
		}
		out[name] = item
	}
	return out, nil
}
