package yaml11

import "strings"

// lineWidth is the column after which a scalar is folded at its next single space.
const lineWidth = 4096

// maxKey is the length, tag and anchor counted, from which a key is written with "?".
const maxKey = 128

type style int

const (
	plain style = iota
	singleQuoted
	doubleQuoted
)

// traits is what decides how a text can be written.
type traits struct {
	multiline         bool // holds a line break
	plain, singleQuot bool // may be written plain, in single quotes
}

// analyze looks at a text once. The rules, in PyYAML's terms:
//
//   - special characters (all but printable ASCII and line feeds), and a space before a
//     line break: double quotes only;
//   - a space after a line break: double quotes only;
//   - a leading or trailing space or break, any break, an indicator: not plain.
func analyze(text []rune) traits {
	if len(text) == 0 {
		return traits{plain: true, singleQuot: true}
	}
	special, spacesAtBreak := false, false
	multiline := false
	for i, r := range text {
		if isBreak(r) {
			multiline = true
			spacesAtBreak = spacesAtBreak || i > 0 && text[i-1] == ' '
		}
		if r == ' ' && i > 0 && isBreak(text[i-1]) {
			spacesAtBreak = true
		}
		if r != '\n' && (r < 0x20 || r > 0x7e) {
			special = true
		}
	}
	quotable := !special && !spacesAtBreak
	edge := isSpaceOrBreak(text[0]) || isSpaceOrBreak(text[len(text)-1])
	return traits{
		multiline:  multiline,
		singleQuot: quotable,
		plain:      quotable && !multiline && !edge && !hasIndicator(text),
	}
}

// hasIndicator tells whether a block plain scalar would be read as something else:
// a document marker or an indicator at its start, ": " or a colon at the end, " #".
func hasIndicator(text []rune) bool {
	if s := string(text[:min(3, len(text))]); s == "---" || s == "..." {
		return true
	}
	if strings.ContainsRune("#,[]{}&*!|>'\"%@`", text[0]) {
		return true
	}
	if strings.ContainsRune("?-", text[0]) && blankAt(text, 1) {
		return true
	}
	for i, r := range text {
		if r == ':' && blankAt(text, i+1) {
			return true
		}
		if r == '#' && i > 0 && isBlank(text[i-1]) {
			return true
		}
	}
	return false
}

// chooseStyle picks plain where the text may be plain and would still be read with its
// type, then single quotes, then double quotes. A key is never folded, so one that is
// empty or has line breaks cannot stand in a simple key's place other than quoted.
func chooseStyle(v *Value, t traits, simpleKey bool) style {
	empty := v.Text == ""
	readsBack := v.Kind != Str || resolvePlain(v.Text) == tagStr
	switch {
	case readsBack && t.plain && !(simpleKey && empty):
		return plain
	case t.singleQuot && !(simpleKey && t.multiline):
		return singleQuoted
	default:
		return doubleQuoted
	}
}

// simpleKey tells whether a key fits in front of its colon: not empty, on one line,
// and short with its anchor and tag counted.
func simpleKey(v *Value, anchor string, text []rune, t traits) bool {
	return len(text) > 0 && !t.multiline && len(anchor)+len(keyTag(v.Kind))+len(text) < maxKey
}

// keyTag is the tag of a scalar, which counts in the length of a key though it is not
// written.
func keyTag(k Kind) string {
	switch k {
	case Null:
		return tagNull
	case Bool:
		return tagBool
	case Int:
		return tagInt
	case Float:
		return tagFloat
	case Date, Timestamp:
		return tagTimestamp
	default:
		return tagStr
	}
}

func isBreak(r rune) bool { return r == '\n' || r == '\u0085' || r == '\u2028' || r == '\u2029' }

func isSpaceOrBreak(r rune) bool { return r == ' ' || isBreak(r) }

// isBlank is what may stand beside an indicator for it to count.
func isBlank(r rune) bool {
	return r == 0 || r == '\t' || r == '\r' || isSpaceOrBreak(r)
}

// blankAt tells whether a blank, or the end, is at i.
func blankAt(text []rune, i int) bool { return i >= len(text) || isBlank(text[i]) }
