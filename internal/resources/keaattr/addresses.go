package keaattr

import (
	"context"
	"fmt"
	"net/netip"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

// Spelled gives values of the server in the spelling and order of a list that the user
// wrote, as far as both hold the same values.
func Spelled(prior types.List, values []string, canonical func(string) (string, error)) types.List {
	if prior.IsNull() || prior.IsUnknown() {
		return List(prior, values)
	}
	written := Texts(prior.Elements())
	if sameValues(written, values, canonical) {
		return prior
	}
	return List(prior, values)
}

func sameValues(a, b []string, canonical func(string) (string, error)) bool {
	spell := func(values []string) []string {
		spelled := make([]string, 0, len(values))
		for _, value := range values {
			if text, err := canonical(value); err == nil {
				value = text
			}
			spelled = append(spelled, value)
		}
		slices.Sort(spelled)
		return spelled
	}
	return slices.Equal(spell(a), spell(b))
}

// CanonicalAddress spells an address.
func CanonicalAddress(text string) (string, error) {
	address, err := netip.ParseAddr(text)
	return address.String(), err
}

// CanonicalPrefix spells a prefix without host bits.
func CanonicalPrefix(text string) (string, error) {
	prefix, err := netip.ParsePrefix(text)
	return prefix.Masked().String(), err
}

// CanonicalRange spells a range.
func CanonicalRange(text string) (string, error) {
	r, err := kea.ParseRange(text)
	return r.String(), err
}

// SameValues is the plan modifier of a list whose order and spelling mean nothing.
func SameValues(canonical func(string) (string, error)) planmodifier.List {
	return sameList{canonical}
}

type sameList struct {
	canonical func(string) (string, error)
}

func (sameList) Description(context.Context) string {
	return "Another order or spelling is no change."
}

func (m sameList) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (m sameList) PlanModifyList(_ context.Context, req planmodifier.ListRequest, resp *planmodifier.ListResponse) {
	if req.StateValue.IsNull() || req.PlanValue.IsNull() || req.PlanValue.IsUnknown() || anyUnknown(req.PlanValue.Elements()) {
		return
	}
	if sameValues(Texts(req.StateValue.Elements()), Texts(req.PlanValue.Elements()), m.canonical) {
		resp.PlanValue = req.StateValue
	}
}

func anyUnknown(elements []attr.Value) bool {
	return slices.ContainsFunc(elements, func(e attr.Value) bool { return e.IsUnknown() })
}

// Form demands texts that can be spelled.
func Form(what string, canonical func(string) (string, error)) validator.String {
	return form{what, canonical}
}

type form struct {
	what      string
	canonical func(string) (string, error)
}

func (f form) Description(context.Context) string             { return "must be " + f.what }
func (f form) MarkdownDescription(ctx context.Context) string { return f.Description(ctx) }

func (f form) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if _, err := f.canonical(req.ConfigValue.ValueString()); err != nil {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid value", fmt.Sprintf("%q is not %s.", req.ConfigValue.ValueString(), f.what))
	}
}
