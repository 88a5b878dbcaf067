package yaml11

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestScalars: what a plain scalar is, and the spelling in which it is written again.
func TestScalars(t *testing.T) {
	for text, want := range map[string]struct {
		kind Kind
		text string
	}{
		"off": {Bool, "false"}, "Yes": {Bool, "true"}, "yEs": {Str, "yEs"}, "y": {Str, "y"}, "n": {Str, "n"},
		"~": {Null, "null"}, "Null": {Null, "null"}, "": {Null, "null"}, "nULL": {Str, "nULL"},
		"0123": {Int, "83"}, "0o17": {Str, "0o17"}, "08": {Str, "08"}, "0x1F": {Int, "31"}, "-0x1f": {Int, "-31"},
		"0b1010": {Int, "10"}, "1_000": {Int, "1000"}, "-0": {Int, "0"}, "+12": {Int, "12"}, "0_": {Int, "0"},
		"12:30:45": {Int, "45045"}, "0:30": {Str, "0:30"}, "1:60": {Str, "1:60"},
		"123456789012345678901234567890": {Int, "123456789012345678901234567890"},
		"1.0":                            {Float, "1.0"}, "5.": {Float, "5.0"}, ".5": {Float, "0.5"}, "-.5": {Str, "-.5"}, "1e3": {Str, "1e3"},
		"1.0e+16": {Float, "1.0e+16"}, "1.0e+15": {Float, "1000000000000000.0"}, "0.00001": {Float, "1.0e-05"},
		"1.0e+400": {Float, ".inf"}, "-.INF": {Float, "-.inf"}, ".NaN": {Float, ".nan"}, "-0.0": {Float, "-0.0"},
		"1:30.5": {Float, "90.5"}, "1_0.5": {Float, "10.5"},
		"2026-01-01": {Date, "2026-01-01"}, "2026-1-1": {Str, "2026-1-1"},
		"2026-1-1 1:02:03 +2":       {Timestamp, "2026-01-01 01:02:03+02:00"},
		"2026-01-01T10:20:30.25Z":   {Timestamp, "2026-01-01 10:20:30.250000+00:00"},
		"2026-01-01T10:20:30-00:30": {Timestamp, "2026-01-01 10:20:30-00:30"},
		"2026-01-01 10:20:30.0":     {Timestamp, "2026-01-01 10:20:30"},
		`!!int "42"`:                {Int, "42"}, "!!str 123": {Str, "123"}, "! 12": {Int, "12"}, "!!float 3": {Float, "3.0"},
		`"yes"`: {Str, "yes"}, "'1'": {Str, "1"}, "!!null x": {Null, "null"},
	} {
		v, err := Load("k: " + text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := v.Get("k"); got.Kind != want.kind || got.Text != want.text {
			t.Errorf("%s is kind %d %q, want kind %d %q", text, got.Kind, got.Text, want.kind, want.text)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		text, want string
		line       int
	}{
		"duplicate key":      {"a: 1\nb: 2\na: 3\n", "the key 'a' is written a second time; the first is in line 1", 3},
		"one number":         {"1: a\ntrue: b\n", "the key True is written a second time", 2},
		"two documents":      {"a: 1\n---\nb: 1\n", "a second document", 2},
		"syntax":             {"a: [1\nb: 2\n", "did not find expected ',' or ']'", 2},
		"contains itself":    {"a: &x [*x]\n", `the value of anchor "x" contains itself`, 1},
		"merges itself":      {"a: &x {<<: *x}\n", `the value of anchor "x" contains itself`, 1},
		"merge of a scalar":  {"<<: 1\n", "can be merged", 1},
		"merge of scalars":   {"<<: [{a: 1}, 2]\n", "only mappings can be merged", 1},
		"key is a list":      {"? [a]\n: 1\n", "a key must be a scalar", 1},
		"unknown tag":        {"a: !Ref b\n", "the tag !Ref is not supported", 1},
		"set":                {"a: !!set {b}\n", "the tag !!set is not supported", 1},
		"binary":             {"a: !!binary aGk=\n", "the tag !!binary is not supported", 1},
		"no such day":        {"a: 2026-02-30\n", "no day of the calendar", 1},
		"no such hour":       {"a: 2026-02-03 25:00:00\n", "no time of a day", 1},
		"bare merge sign":    {"a: <<\n", "needs quotes", 1},
		"bare equals sign":   {"a: =\n", "needs quotes", 1},
		"no boolean":         {"a: !!bool maybe\n", "no boolean", 1},
		"no integer":         {"a: !!int 0b\n", "no integer", 1},
		"control characters": {"a: \x01\n", "control characters are not allowed", 0},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Load(c.text)
			var e *Error
			if !errors.As(err, &e) || !strings.Contains(e.Message, c.want) || e.Line != c.line {
				t.Errorf("Load = %v (line %d), want %q in line %d", err, lineOf(e), c.want, c.line)
			}
		})
	}
}

func lineOf(e *Error) int {
	if e == nil {
		return -1
	}
	return e.Line
}

// TestLoadBounds: small inputs that stand for a lot are refused, not followed.
func TestLoadBounds(t *testing.T) {
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i < 12; i++ {
		bomb += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10), ", "))
	}
	for name, text := range map[string]string{
		"aliases of aliases": bomb,
		"deep flow":          "a: " + strings.Repeat("[", 100_000),
		"deep block":         strings.Repeat("- ", 100_000),
	} {
		if _, err := Load(text); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestMerge(t *testing.T) {
	for text, want := range map[string]string{
		"<<: [{a: 1, b: 2}, {b: 3, c: 4}]\n<<: {d: 1}\nd: 5\n": "b: 2\nc: 4\na: 1\nd: 5\n",
		"x: 1\n<<: {x: 2, y: 3}\n":                             "x: 1\ny: 3\n",
		"\"<<\": 1\n":                                          "<<: 1\n",
		"a: &a {l: [1]}\nb: {<<: *a, m: 2}\n":                  "a:\n  l: &id001\n  - 1\nb:\n  l: *id001\n  m: 2\n",
		"=: 1\n":                                               "'=': 1\n",
	} {
		v, err := Load(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := Dump(v); strings.ReplaceAll(got, "'<<'", "<<") != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}

func TestRepr(t *testing.T) {
	for text, want := range map[string]string{
		"off": "False", "~": "None", "7": "7", "1.0e+16": "1e+16", ".inf": "inf", "2026-01-01": "2026-01-01",
		"a": "'a'", "\"it's\"": `"it's"`, `"it's \"x\""`: `'it\'s "x"'`, `"a\nb\t\\"`: `'a\nb\t\\'`, `"\u200b\x01é"`: `'\u200b\x01é'`,
		"[a, 1]": "['a', 1]", "{a: [], b: {}}": "{'a': [], 'b': {}}",
	} {
		v, err := Load("k: " + text)
		if err != nil {
			t.Fatal(err)
		}
		if got := Repr(v.Get("k")); got != want {
			t.Errorf("Repr(%s) = %s, want %s", text, got, want)
		}
	}
}
