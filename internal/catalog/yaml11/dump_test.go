package yaml11

import (
	"strings"
	"testing"
)

// TestFold: where a scalar past the width is folded, and where it is not. What is
// expected is what PyYAML writes.
func TestFold(t *testing.T) {
	long := strings.Repeat("y", 4100)
	for name, c := range map[string]struct{ text, want string }{
		"plain, one space":                  {long + " b", long + "\n  b"},
		"plain, two spaces":                 {long + "  b", long + "  b"},
		"single quotes, one space":          {": " + long + " b", "': " + long + "\n  b'"},
		"single quotes, a space at the end": {": " + long + " ", "': " + long + " '"},
		"single quotes, two spaces":         {": " + long + "  b", "': " + long + "  b'"},
		"double quotes, before a space":     {"é" + long + " bc", `"\xE9` + long + "\\\n  \\ bc\""},
		"double quotes, behind an escape":   {long + "éabc", `"` + long + "\\xE9\\\n  abc\""},
		"double quotes, last character":     {"é" + long + " ", `"\xE9` + long + ` "`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Dump(Object().SetString("k", c.text)); got != "k: "+c.want+"\n" {
				i := 0
				want := "k: " + c.want + "\n"
				for i < len(got) && i < len(want) && got[i] == want[i] {
					i++
				}
				t.Errorf("differs at byte %d: %q, want %q", i, got[i:min(i+20, len(got))], want[i:min(i+20, len(want))])
			}
		})
	}
}

func TestLayout(t *testing.T) {
	date := &Value{Kind: Date, Text: "2026-01-01"}
	shared := List(String("a"))
	v := Object().
		Set("empty", List(Object(), List())).
		Set("nested", List(List(String("a"), List(Object().SetString("k", "v").Set("l", List(String("m"))))))).
		Set("first", shared).Set("date", date).Set("again", date).Set("second", shared).
		Set("", List(String("under an empty key"))).
		Set("a\nb", Object().SetString("c", "d"))
	want := `empty:
- {}
- []
nested:
- - a
  - - k: v
      l:
      - m
first: &id002
- a
date: &id001 2026-01-01
again: *id001
second: *id002
? ''
: - under an empty key
? 'a

  b'
: c: d
`
	if got := Dump(v); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
