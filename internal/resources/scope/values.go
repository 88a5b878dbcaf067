package scope

import (
	"context"
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

func addresses(list types.List) []netip.Addr {
	var out []netip.Addr
	for _, e := range list.Elements() {
		if v, ok := e.(iptypes.IPv4Address); ok {
			if a, ok := framework.Address(v); ok {
				out = append(out, a)
			}
		}
	}
	return out
}

func canonical[R framework.Rule](v framework.Spelled[R]) string {
	text, _ := v.Canonical()
	return text
}

// exclusionRanges reads a known set of exclusions.
func exclusionRanges(ctx context.Context, set types.Set) ([]dhcp.Range, diag.Diagnostics) {
	var diags diag.Diagnostics
	ranges := []dhcp.Range{}
	for _, e := range set.Elements() {
		r, ok, err := exclusionRange(ctx, e)
		if err != nil {
			framework.AddAttributeError(&diags, path.Root("exclusions").AtSetValue(e), invalid, err)
		}
		if ok {
			ranges = append(ranges, r)
		}
	}
	return ranges, diags
}

func exclusionSet(ranges []dhcp.Range) types.Set {
	elements := make([]attr.Value, len(ranges))
	for i, r := range ranges {
		elements[i] = types.ObjectValueMust(exclusionType.AttrTypes, map[string]attr.Value{
			"start_address": framework.AddressValue(r.Start), "end_address": framework.AddressValue(r.End),
		})
	}
	return types.SetValueMust(exclusionType, elements)
}

// addressList keeps an empty list empty when the server has no address: it means the
// same as no list.
func addressList(addrs []netip.Addr, before types.List) types.List {
	if len(addrs) == 0 {
		if !before.IsNull() && !before.IsUnknown() {
			return types.ListValueMust(iptypes.IPv4AddressType{}, nil)
		}
		return types.ListNull(iptypes.IPv4AddressType{})
	}
	elements := make([]attr.Value, len(addrs))
	for i, a := range addrs {
		elements[i] = framework.AddressValue(a)
	}
	return types.ListValueMust(iptypes.IPv4AddressType{}, elements)
}

func textValue(text string) types.String {
	if text == "" {
		return types.StringNull()
	}
	return types.StringValue(text)
}
