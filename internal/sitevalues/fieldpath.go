package sitevalues

import (
	"fmt"
	"strconv"
	"strings"
)

// fieldPath is the way to a value: map keys as strings, list indexes as ints.
type fieldPath []any

// with returns the path one step further down, without touching p's own array.
func (p fieldPath) with(step any) fieldPath {
	return append(p[:len(p):len(p)], step)
}

// String writes keys joined by dots and indexes in brackets. A key that would be
// unclear without quotes stands in brackets as a JSON string.
func (p fieldPath) String() string {
	var b strings.Builder
	for _, step := range p {
		switch step := step.(type) {
		case int:
			b.WriteString("[" + strconv.Itoa(step) + "]")
		case string:
			switch {
			case !isPlainKey(step):
				b.WriteString("[" + quoteJSON(step) + "]")
			case b.Len() > 0:
				b.WriteString("." + step)
			default:
				b.WriteString(step)
			}
		}
	}
	return b.String()
}

// isPlainKey tells whether a key is [A-Za-z_][A-Za-z0-9_-]*.
func isPlainKey(key string) bool {
	for i := range len(key) {
		c := key[i]
		letter := c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z'
		inner := c == '-' || c >= '0' && c <= '9'
		if !letter && (i == 0 || !inner) {
			return false
		}
	}
	return key != ""
}

var shortEscapes = map[rune]string{
	'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`,
}

// quoteJSON writes a JSON string with no other escapes than JSON needs. encoding/json
// always escapes U+2028 and U+2029 as well.
func quoteJSON(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch short, ok := shortEscapes[r]; {
		case ok:
			b.WriteString(short)
		case r < 0x20:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
