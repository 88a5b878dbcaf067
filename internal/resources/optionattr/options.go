package optionattr

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

const invalid = "Invalid DHCP option value"

var (
	valuesType = types.ListType{ElemType: types.StringType}
	root       = path.Root("options")
)

// None is the attribute of an object whose options are not managed.
var None = types.MapNull(valuesType)

// Attribute is the attribute options of an object: the values of its own options by number.
func Attribute(family windows.Family, of, example string) schema.MapAttribute {
	single := family.Resource("dhcp_option_value")
	return schema.MapAttribute{
		Optional: true, ElementType: valuesType,
		MarkdownDescription: "Options of the " + of + " by their numbers, each a list of values as in `values` of `" + single + "`: `{ " + example + " }`. " +
			"What is listed is managed, and set over what stands there; what is taken out of the configuration again is removed; other options of the " + of + " are left alone. Options for a class are for `" + single + "`.",
	}
}

// number reads the key of an option. Only one spelling is taken, so that none is listed
// twice.
func number(family windows.Family, key string) (int64, error) {
	highest := map[windows.Family]int64{windows.IPv4: 255, windows.IPv6: 65535}[family]
	id, err := strconv.ParseInt(key, 10, 64)
	switch {
	case err != nil || strconv.FormatInt(id, 10) != key || id < 1 || id > highest:
		return 0, fmt.Errorf("%q is not the number of an option: write 1 to %d", key, highest)
	case family == windows.IPv4 && id == dhcp.OptionLeaseTime:
		return 0, fmt.Errorf("option 51 is the lease time: set it with lease_duration of dhcp_scope or dhcp_policy")
	case family == windows.IPv4 && id == dhcp.OptionDNSUpdate:
		return 0, fmt.Errorf("option 81 holds the DNS settings: set them with dhcp_dns_settings")
	}
	return id, nil
}

// Validate checks what needs no server; unknown values pass.
func Validate(family windows.Family, options types.Map, diags *diag.Diagnostics) {
	for key, v := range options.Elements() {
		if _, err := number(family, key); err != nil {
			framework.AddAttributeError(diags, root.AtMapKey(key), invalid, err)
		}
		if list := v.(types.List); !list.IsUnknown() && len(list.Elements()) == 0 {
			framework.AddAttributeError(diags, root.AtMapKey(key), invalid, fmt.Errorf("option %s needs at least one value: leave it out to remove it", key))
		}
	}
}

// listed gives the values by number; what is unknown or misspelled is left out.
func listed(family windows.Family, options types.Map) map[int64][]string {
	out := map[int64][]string{}
	for key, v := range options.Elements() {
		id, err := number(family, key)
		if texts, known := Texts(v.(types.List)); known && err == nil {
			out[id] = texts
		}
	}
	return out
}

// Change gives what an apply is to do with the options of an object: those listed before
// and no more are removed.
func Change(family windows.Family, before, want types.Map) windows.OptionsChange {
	c := windows.OptionsChange{Set: listed(family, want)}
	for id := range listed(family, before) {
		if _, ok := c.Set[id]; !ok {
			c.Remove = append(c.Remove, id)
		}
	}
	slices.Sort(c.Remove)
	return c
}

// Take gives the attribute for the values of the server. What means the same keeps the
// spelling that stands here, what is not there is left out.
func Take(have types.Map, level windows.OptionLevel, now []windows.OptionValue) types.Map {
	if have.IsNull() {
		return have
	}
	elements := map[string]attr.Value{}
	for _, v := range now {
		key := strconv.FormatInt(v.ID, 10)
		old, managed := have.Elements()[key]
		if !managed || v.VendorClass != "" || v.UserClass != "" || v.Policy != "" && level.Policy == "" {
			continue
		}
		elements[key] = List(v.Values)
		if texts, known := Texts(old.(types.List)); known && Same(v.Type, texts, v.Values) {
			elements[key] = old
		}
	}
	return types.MapValueMust(valuesType, elements)
}
