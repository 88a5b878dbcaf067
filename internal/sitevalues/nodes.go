package sitevalues

import (
	"regexp"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
	"sigs.k8s.io/yaml"
)

// duplicate is a key that stands more than once in one map.
type duplicate struct {
	field       string
	first, line int
}

// duplicateKeys lists the duplicate keys below a node, each path once. Aliases are not
// followed: what an anchored map repeats is reported at the anchor's place.
func duplicateKeys(root *yamlv3.Node) []duplicate {
	d := duplicates{reported: map[string]bool{}}
	d.visit(root, nil)
	return d.found
}

type duplicates struct {
	found    []duplicate
	reported map[string]bool
}

func (d *duplicates) visit(n *yamlv3.Node, at fieldPath) {
	if n == nil {
		return
	}
	switch n.Kind {
	case yamlv3.MappingNode:
		seen := make(map[string]int, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := keyOf(n.Content[i])
			// Shared with the siblings: in deep nesting, a copy at each level would be much.
			here := append(at, key)
			if first, twice := seen[key]; twice {
				d.report(here, first, n.Content[i].Line)
			} else {
				seen[key] = n.Content[i].Line
			}
			d.visit(n.Content[i+1], here)
		}
	case yamlv3.SequenceNode:
		for i, item := range n.Content {
			d.visit(item, append(at, i))
		}
	}
}

func (d *duplicates) report(at fieldPath, first, line int) {
	field := at.String()
	if !d.reported[field] {
		d.reported[field] = true
		d.found = append(d.found, duplicate{field: field, first: first, line: line})
	}
}

// plainWord matches keys that are strings by any YAML 1.1 rule once the words for
// booleans and null are taken out.
var (
	plainWord = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)
	notString = regexp.MustCompile(`^(?i:y|n|yes|no|on|off|true|false|null)$`)
)

// keyOf returns the string that Helm's parser makes of a key.
func keyOf(n *yamlv3.Node) string {
	for n.Kind == yamlv3.AliasNode && n.Alias != nil {
		n = n.Alias
	}
	tagged := n.Style&yamlv3.TaggedStyle != 0
	quoted := n.Style&^yamlv3.TaggedStyle != 0
	if n.Kind != yamlv3.ScalarNode || !tagged && (quoted || plainWord.MatchString(n.Value) && !notString.MatchString(n.Value)) {
		return n.Value
	}
	// Let the parser itself decide, on a document that holds this key only.
	text := n.Value
	if quoted || tagged {
		text = quoteJSON(text)
	}
	if tagged {
		text = "!<" + strings.Replace(n.Tag, "!!", "tag:yaml.org,2002:", 1) + "> " + text
	}
	var one map[string]any
	if err := yaml.Unmarshal([]byte("  "+text+": 0"), &one); err != nil || len(one) != 1 {
		return n.Value
	}
	for key := range one {
		return key
	}
	return n.Value
}

// line returns the line of the value at a path and how many steps of the path the file
// has. It is the line of the deepest key or list element that is there.
func (f *file) line(at fieldPath) (line, depth int) {
	n, line := f.root, 1
	if n != nil {
		line = n.Line
	}
	for depth, step := range at {
		mark, value := child(n, step)
		if value == nil {
			return line, depth
		}
		n, line = value, mark.Line
	}
	return line, len(at)
}

// child returns the node to point at and the value of a key or a list element.
func child(n *yamlv3.Node, step any) (mark, value *yamlv3.Node) {
	for n != nil && n.Kind == yamlv3.AliasNode {
		n = n.Alias
	}
	if n == nil {
		return nil, nil
	}
	switch step := step.(type) {
	case int:
		if n.Kind == yamlv3.SequenceNode && step < len(n.Content) {
			return n.Content[step], n.Content[step]
		}
	case string:
		if n.Kind == yamlv3.MappingNode {
			return mapEntry(n, step)
		}
	}
	return nil, nil
}

// mapEntry finds a key of a map as the parser would: the last writer wins, and << is
// the place where the keys of the other map are written.
func mapEntry(n *yamlv3.Node, key string) (mark, value *yamlv3.Node) {
	for i := len(n.Content) - 2; i >= 0; i -= 2 {
		k, v := n.Content[i], n.Content[i+1]
		if k.Kind == yamlv3.ScalarNode && k.Tag == "!!merge" {
			if mark, value := merged(v, key); value != nil {
				return mark, value
			}
			continue
		}
		if keyOf(k) == key {
			return k, v
		}
	}
	return nil, nil
}

// merged looks a key up in what stands behind <<: of a list of maps the first one wins.
func merged(n *yamlv3.Node, key string) (mark, value *yamlv3.Node) {
	if n.Kind != yamlv3.SequenceNode {
		return child(n, key)
	}
	for _, item := range n.Content {
		if mark, value := child(item, key); value != nil {
			return mark, value
		}
	}
	return nil, nil
}
