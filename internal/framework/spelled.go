package framework

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/attr/xattr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// A Rule tells which texts are spellings of the same value. A rule is an empty struct
// type, so that the zero value of a [Spelled] attribute already knows its rule.
type Rule interface {
	// Canonical returns the one text that stands for every spelling of the value, or
	// an error, a plain sentence for the user, when the text is no spelling of any.
	Canonical(text string) (string, error)
	// Kind names the value in a diagnostic: "lease duration".
	Kind() string
}

var (
	_ basetypes.StringTypable                    = SpelledType[Rule]{}
	_ basetypes.StringValuableWithSemanticEquals = Spelled[Rule]{}
	_ xattr.ValidateableAttribute                = Spelled[Rule]{}
)

// SpelledType is the type of a text attribute with several spellings for one value
// (8d and 192h; aa-bb-cc-dd-ee-ff and AABB.CCDD.EEFF). Spellings never show as a
// difference between the configuration and what the server answers. Terraform asks for
// that equality only after an apply or a read, so such an attribute also carries the
// plan modifier [KeepSpelling].
type SpelledType[R Rule] struct{ basetypes.StringType }

// Equal tells whether o is the same type with the same rule.
func (t SpelledType[R]) Equal(o attr.Type) bool { _, ok := o.(SpelledType[R]); return ok }

// String names the type for messages of the framework.
func (t SpelledType[R]) String() string { return fmt.Sprintf("SpelledType[%T]", *new(R)) }

// ValueType returns the zero value of the type.
func (t SpelledType[R]) ValueType(context.Context) attr.Value { return Spelled[R]{} }

// ValueFromString wraps a text.
func (t SpelledType[R]) ValueFromString(_ context.Context, in basetypes.StringValue) (basetypes.StringValuable, diag.Diagnostics) {
	return Spelled[R]{StringValue: in}, nil
}

// ValueFromTerraform decodes a value of the wire.
func (t SpelledType[R]) ValueFromTerraform(ctx context.Context, in tftypes.Value) (attr.Value, error) {
	v, err := t.StringType.ValueFromTerraform(ctx, in)
	if err != nil {
		return nil, err
	}
	text, ok := v.(basetypes.StringValue)
	if !ok {
		return nil, fmt.Errorf("unexpected value type %T", v)
	}
	return Spelled[R]{StringValue: text}, nil
}

// Spelled is a value of [SpelledType]: it keeps the text as it was written.
type Spelled[R Rule] struct{ basetypes.StringValue }

// SpelledValue wraps a known text.
func SpelledValue[R Rule](text string) Spelled[R] {
	return Spelled[R]{StringValue: basetypes.NewStringValue(text)}
}

// SpelledNull is the absent value.
func SpelledNull[R Rule]() Spelled[R] { return Spelled[R]{StringValue: basetypes.NewStringNull()} }

// Type returns the type of the value.
func (v Spelled[R]) Type(context.Context) attr.Type { return SpelledType[R]{} }

// Equal tells whether o has the same text; see StringSemanticEquals for the meaning.
func (v Spelled[R]) Equal(o attr.Value) bool {
	other, ok := o.(Spelled[R])
	return ok && v.StringValue.Equal(other.StringValue)
}

// Canonical returns the canonical text of a known value. ok is false for null, unknown
// and a text that is no spelling of any value.
func (v Spelled[R]) Canonical() (text string, ok bool) {
	if v.IsNull() || v.IsUnknown() {
		return "", false
	}
	var rule R
	text, err := rule.Canonical(v.ValueString())
	return text, err == nil
}

// StringSemanticEquals tells whether the two texts spell the same value.
func (v Spelled[R]) StringSemanticEquals(_ context.Context, o basetypes.StringValuable) (bool, diag.Diagnostics) {
	other, ok := o.(Spelled[R])
	if !ok {
		return false, nil
	}
	return v.same(other), nil
}

func (v Spelled[R]) same(o Spelled[R]) bool {
	a, okA := v.Canonical()
	b, okB := o.Canonical()
	return okA && okB && a == b
}

// ValidateAttribute refuses a text that is no spelling of any value.
func (v Spelled[R]) ValidateAttribute(_ context.Context, req xattr.ValidateAttributeRequest, resp *xattr.ValidateAttributeResponse) {
	if v.IsNull() || v.IsUnknown() {
		return
	}
	var rule R
	if _, err := rule.Canonical(v.ValueString()); err != nil {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid "+rule.Kind(), Sentence(err))
	}
}
