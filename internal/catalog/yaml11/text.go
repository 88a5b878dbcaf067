package yaml11

import (
	"fmt"
	"strings"
	"unicode"
)

// PlainText is a value as it stands inside a longer text, such as a name made of it
// and a suffix: a string as it is, True, False and None with capitals, numbers and
// dates in their one spelling, collections as Repr shows them.
func PlainText(v *Value) string {
	switch {
	case v == nil || v.Kind == Null:
		return "None"
	case v.Kind == Bool && v.Text == "true":
		return "True"
	case v.Kind == Bool:
		return "False"
	case v.Kind == Float:
		return floatRepr(v.Text)
	case v.Kind == Seq || v.Kind == Map:
		return Repr(v)
	default:
		return v.Text
	}
}

// Repr is a value as a message quotes it: 'text', False, 7, ['a', 'b'].
func Repr(v *Value) string {
	switch {
	case v == nil || v.Kind != Str && v.Kind != Seq && v.Kind != Map:
		return PlainText(v)
	case v.Kind == Str:
		return reprString(v.Text)
	case v.Kind == Seq:
		parts := make([]string, len(v.Items))
		for i, item := range v.Items {
			parts[i] = Repr(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	default:
		parts := make([]string, len(v.Pairs))
		for i, p := range v.Pairs {
			parts[i] = Repr(p.Key) + ": " + Repr(p.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
}

// floatRepr undoes the two spellings that only YAML has.
func floatRepr(text string) string {
	text = strings.Replace(text, ".0e", "e", 1)
	return strings.Replace(strings.Replace(text, ".inf", "inf", 1), ".nan", "nan", 1)
}

// reprString quotes a text: in single quotes unless it holds those and no double ones.
func reprString(s string) string {
	quote := '\''
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	var b strings.Builder
	b.WriteRune(quote)
	for _, r := range s {
		switch {
		case r == quote || r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r <= 0xff:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteRune(quote)
	return b.String()
}
