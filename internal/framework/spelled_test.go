package framework

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type upper struct{}

func (upper) Kind() string { return "word" }
func (upper) Canonical(s string) (string, error) {
	if strings.Contains(s, " ") {
		return "", errors.New("a word has no blank")
	}
	return strings.ToUpper(s), nil
}

func TestKeepSpelling(t *testing.T) {
	for _, c := range []struct{ name, state, plan, want string }{
		{"another spelling", "abc", "ABC", "abc"},
		{"another value", "abc", "ABD", "ABD"},
		{"no value at all", "abc", "a b", "a b"},
	} {
		req := planmodifier.StringRequest{StateValue: types.StringValue(c.state), PlanValue: types.StringValue(c.plan)}
		resp := planmodifier.StringResponse{PlanValue: req.PlanValue}
		KeepSpelling[upper]().PlanModifyString(context.Background(), req, &resp)
		if got := resp.PlanValue.ValueString(); got != c.want {
			t.Errorf("%s: planned %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSpelledEquality(t *testing.T) {
	a, b := SpelledValue[upper]("abc"), SpelledValue[upper]("Abc")
	if same, _ := a.StringSemanticEquals(context.Background(), b); !same {
		t.Error("two spellings of one value differ")
	}
	if a.Equal(b) {
		t.Error("two texts are equal")
	}
	if same, _ := a.StringSemanticEquals(context.Background(), SpelledNull[upper]()); same {
		t.Error("a value equals null")
	}
}

func TestSentence(t *testing.T) {
	for in, want := range map[string]string{"no such scope": "No such scope.", "Done!": "Done!", "": "No reason was given."} {
		if got := Sentence(errors.New(in)); got != want {
			t.Errorf("Sentence(%q) = %q, want %q", in, got, want)
		}
	}
}
