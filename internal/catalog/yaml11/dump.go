package yaml11

import (
	"fmt"
	"strings"
)

// Dump writes a value as a document in block style, without a marker in front, ending
// in one line break. Values that stand at several places, dates and collections alone,
// are written once with an anchor, id001 and on in the order of their second places.
func Dump(v *Value) string {
	w := &writer{anchors: anchors(v), written: map[*Value]bool{}, indent: -1, blank: true, atIndent: true}
	w.node(v, false)
	w.indent = -1
	w.newLine()
	return w.out.String()
}

// anchors names the values that stand at several places.
func anchors(root *Value) map[*Value]string {
	names := map[*Value]string{}
	seen := map[*Value]bool{}
	var visit func(*Value)
	visit = func(v *Value) {
		if !aliasable(v.Kind) {
			return
		}
		if seen[v] {
			if names[v] == "" {
				names[v] = fmt.Sprintf("id%03d", len(names)+1)
			}
			return
		}
		seen[v] = true
		for _, item := range v.Items {
			visit(item)
		}
		for _, p := range v.Pairs {
			visit(p.Key)
			visit(p.Value)
		}
	}
	visit(root)
	return names
}

// aliasable tells which kinds have an identity: strings, numbers, booleans and null
// are written out at each of their places.
func aliasable(k Kind) bool { return k == Seq || k == Map || k == Date || k == Timestamp }

// writer holds where the output stands. blank: a space or the start of a line is just
// behind; atIndent: nothing but indentation and indicators such as "- " is on the line.
type writer struct {
	out      strings.Builder
	anchors  map[*Value]string
	written  map[*Value]bool
	column   int
	indent   int // of the open collection; -1 outside of any
	blank    bool
	atIndent bool
}

// node writes a value; inMapping tells that it is a mapping's key or value.
func (w *writer) node(v *Value, inMapping bool) {
	if w.alias(v) {
		return
	}
	switch {
	case v.Kind == Seq && len(v.Items) == 0:
		w.indicator("[", true, false)
		w.indicator("]", false, false)
	case v.Kind == Map && len(v.Pairs) == 0:
		w.indicator("{", true, false)
		w.indicator("}", false, false)
	case v.Kind == Seq:
		w.sequence(v, inMapping)
	case v.Kind == Map:
		w.mapping(v)
	default:
		text := []rune(v.Text)
		w.scalar(v, text, analyze(text), false)
	}
}

// alias writes the anchor of a value, or, where it stands again, the alias in its place.
func (w *writer) alias(v *Value) bool {
	name, ok := w.anchors[v]
	if !ok {
		return false
	}
	if w.written[v] {
		w.indicator("*"+name, true, false)
		return true
	}
	w.written[v] = true
	w.indicator("&"+name, true, false)
	return false
}

// sequence writes the items below each other, in a mapping at the mapping's own indent.
func (w *writer) sequence(v *Value, inMapping bool) {
	outer := w.indent
	if !inMapping || w.atIndent {
		w.deepen()
	}
	for _, item := range v.Items {
		w.newLine()
		w.indicator("-", true, true)
		w.node(item, false)
	}
	w.indent = outer
}

func (w *writer) mapping(v *Value) {
	outer := w.indent
	w.deepen()
	for _, p := range v.Pairs {
		w.newLine()
		w.pair(p)
	}
	w.indent = outer
}

func (w *writer) pair(p Pair) {
	text := []rune(p.Key.Text)
	t := analyze(text)
	name := w.anchors[p.Key]
	switch {
	case w.written[p.Key]:
		w.indicator("*"+name, true, false)
	case simpleKey(p.Key, name, text, t):
		w.alias(p.Key)
		w.scalar(p.Key, text, t, true)
	default:
		w.indicator("?", true, true)
		w.node(p.Key, true)
		w.newLine()
		w.indicator(":", true, true)
		w.node(p.Value, true)
		return
	}
	w.indicator(":", false, false)
	w.node(p.Value, true)
}

func (w *writer) deepen() {
	if w.indent < 0 {
		w.indent = 0
		return
	}
	w.indent += 2
}

func (w *writer) scalar(v *Value, text []rune, t traits, simpleKey bool) {
	outer := w.indent
	if w.indent < 0 {
		w.indent = 0
	}
	w.indent += 2
	fold := !simpleKey
	switch chooseStyle(v, t, simpleKey) {
	case plain:
		w.plain(text, fold)
	case singleQuoted:
		w.singleQuoted(text, fold)
	default:
		w.doubleQuoted(text, fold)
	}
	w.indent = outer
}
