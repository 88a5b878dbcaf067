// Package optionattr holds what the resources that give values to options of a Windows
// DHCP server share: the way of values between attributes and the client, and when two
// spellings mean the same.
package optionattr

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

// Texts gives the elements of a list of texts; known is false while one of them, or the
// list itself, is not.
func Texts(list types.List) (texts []string, known bool) {
	if list.IsUnknown() {
		return nil, false
	}
	for _, e := range list.Elements() {
		if e.IsUnknown() {
			return nil, false
		}
		texts = append(texts, e.(types.String).ValueString())
	}
	return texts, true
}

// List makes a list of texts.
func List(texts []string) types.List {
	elements := make([]attr.Value, len(texts))
	for i, v := range texts {
		elements[i] = types.StringValue(v)
	}
	return types.ListValueMust(types.StringType, elements)
}

// Same tells whether two spellings of values of a type mean the same, such as 0x10 and 16.
func Same(t dhcp.OptionType, a, b []string) bool {
	x, errA := dhcp.NormalizeOption(t, a)
	y, errB := dhcp.NormalizeOption(t, b)
	return errA == nil && errB == nil && slices.Equal(x, y)
}
