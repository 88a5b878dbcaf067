package framework_test

import (
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

func TestPlain(t *testing.T) {
	texts := func(values ...string) []attr.Value {
		list := make([]attr.Value, len(values))
		for i, v := range values {
			list[i] = types.StringValue(v)
		}
		return list
	}
	object := types.ObjectValueMust(
		map[string]attr.Type{"n": types.NumberType, "h": types.NumberType, "s": types.SetType{ElemType: types.StringType}, "x": types.DynamicType},
		map[string]attr.Value{
			"n": types.NumberValue(big.NewFloat(4180)), "h": types.NumberValue(big.NewFloat(0.5)),
			"s": types.SetValueMust(types.StringType, texts("b", "a")), "x": types.DynamicNull(),
		})
	got, err := framework.Plain(types.DynamicValue(types.TupleValueMust(
		[]attr.Type{object.Type(t.Context()), types.BoolType, types.MapType{ElemType: types.Int64Type}},
		[]attr.Value{object, types.BoolValue(true), types.MapValueMust(types.Int64Type, map[string]attr.Value{"k": types.Int64Value(7)})})))
	if err != nil {
		t.Fatal(err)
	}
	want := []any{
		map[string]any{"n": int64(4180), "h": 0.5, "s": []any{"a", "b"}, "x": nil},
		true, map[string]any{"k": int64(7)},
	}
	if diff := cmp.Diff(any(want), got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if _, err := framework.Plain(types.ObjectNull(nil)); err != nil {
		t.Errorf("null: %v", err)
	}
}
