package keaattr

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

// Text gives a text of the server. What is empty there is null here, unless the user
// wrote an empty text.
func Text(prior types.String, value string) types.String {
	if value == "" && prior.ValueString() == "" && !prior.IsNull() && !prior.IsUnknown() {
		return types.StringValue("")
	}
	if value == "" {
		return types.StringNull()
	}
	return types.StringValue(value)
}

// Context gives a user context, in the spelling that the user wrote.
func Context(prior framework.UserContext, value string) framework.UserContext {
	if value == "" {
		return framework.SpelledNull[framework.UserContextRule]()
	}
	current := framework.SpelledValue[framework.UserContextRule](value)
	if a, ok := prior.Canonical(); ok {
		if b, ok := current.Canonical(); ok && a == b {
			return prior
		}
	}
	return current
}

// Texts reads a list or set of texts of whatever text type.
func Texts(elements []attr.Value) []string {
	texts := []string{}
	for _, e := range elements {
		if text, ok := e.(interface{ ValueString() string }); ok && !e.IsNull() && !e.IsUnknown() {
			texts = append(texts, text.ValueString())
		}
	}
	return texts
}

// List gives a list of texts; an empty one is null unless the user wrote an empty list.
func List(prior types.List, values []string) types.List {
	if len(values) == 0 && (prior.IsNull() || len(prior.Elements()) > 0) {
		return types.ListNull(types.StringType)
	}
	return types.ListValueMust(types.StringType, textValues(values))
}

// Set gives a set of texts; an empty one is null unless the user wrote an empty set.
func Set(prior types.Set, values []string) types.Set {
	if len(values) == 0 && (prior.IsNull() || len(prior.Elements()) > 0) {
		return types.SetNull(types.StringType)
	}
	return types.SetValueMust(types.StringType, textValues(values))
}

func textValues(values []string) []attr.Value {
	list := make([]attr.Value, 0, len(values))
	for _, value := range values {
		list = append(list, types.StringValue(value))
	}
	return list
}

// Number gives a number or null.
func Number(value *int64) types.Int64 { return types.Int64PointerValue(value) }

// NumberPointer gives nil for null and unknown.
func NumberPointer(v types.Int64) *int64 {
	if v.IsNull() || v.IsUnknown() {
		return nil
	}
	return v.ValueInt64Pointer()
}

// TextPointer gives nil for null and unknown.
func TextPointer(v types.String) *string {
	if v.IsNull() || v.IsUnknown() {
		return nil
	}
	return v.ValueStringPointer()
}

// FlagPointer gives nil for null and unknown.
func FlagPointer(v types.Bool) *bool {
	if v.IsNull() || v.IsUnknown() {
		return nil
	}
	return v.ValueBoolPointer()
}
