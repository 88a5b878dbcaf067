package yaml11

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// mapping builds a mapping as PyYAML does: what its merge keys bring comes first, the
// earliest mapping of a list of them last so that it wins, then its own entries. A key
// that comes again keeps its place and takes the later value; of the entries written
// in the mapping itself none may come twice.
func (b *builder) mapping(n *yaml.Node) (*Value, error) {
	entries, own, err := b.entries(n)
	if err != nil {
		return nil, err
	}
	v := &Value{Kind: Map, Pairs: make([]Pair, 0, len(entries))}
	place := make(map[string]int, len(entries))
	written := make(map[string]*yaml.Node, own)
	for i, e := range entries {
		p, err := b.entry(e)
		if err != nil {
			return nil, err
		}
		id := p.Key.identity()
		if i >= len(entries)-own {
			if first, ok := written[id]; ok {
				return nil, errorAt(e.key, "the key %s is written a second time; the first is in line %d", Repr(p.Key), first.Line)
			}
			written[id] = e.key
		}
		if at, ok := place[id]; ok {
			v.Pairs[at].Value = p.Value
			continue
		}
		place[id] = len(v.Pairs)
		v.Pairs = append(v.Pairs, p)
	}
	return v, nil
}

// nodePair is an entry before it is built.
type nodePair struct{ key, value *yaml.Node }

// entries returns the merged entries, then the mapping's own, of which there are own.
func (b *builder) entries(n *yaml.Node) (entries []nodePair, own int, err error) {
	var written []nodePair
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode || tagOf(key) != tagMerge {
			written = append(written, nodePair{key, value})
			continue
		}
		merged, err := b.merged(target(value))
		if err != nil {
			return nil, 0, err
		}
		entries = append(entries, merged...)
	}
	return append(entries, written...), len(written), nil
}

// merged returns the entries that a merge key brings.
func (b *builder) merged(n *yaml.Node) ([]nodePair, error) {
	switch n.Kind {
	case yaml.MappingNode:
		if b.open[n] {
			return nil, errorAt(n, "the value of anchor %q contains itself", n.Anchor)
		}
		b.open[n] = true
		defer delete(b.open, n)
		entries, _, err := b.entries(n)
		return entries, err
	case yaml.SequenceNode:
		var entries []nodePair
		for i := len(n.Content) - 1; i >= 0; i-- {
			item := target(n.Content[i])
			if item.Kind != yaml.MappingNode {
				return nil, errorAt(item, "only mappings can be merged")
			}
			part, err := b.merged(item)
			if err != nil {
				return nil, err
			}
			entries = append(entries, part...)
		}
		return entries, nil
	default:
		return nil, errorAt(n, "only a mapping, or a list of mappings, can be merged")
	}
}

// entry builds a key and its value. A key that is a lone "=" is just that text.
func (b *builder) entry(e nodePair) (Pair, error) {
	keyNode := target(e.key)
	if keyNode.Kind != yaml.ScalarNode {
		return Pair{}, errorAt(e.key, "a key must be a scalar, not a collection")
	}
	key, err := b.key(keyNode)
	if err != nil {
		return Pair{}, err
	}
	value, err := b.build(e.value)
	return Pair{key, value}, err
}

func (b *builder) key(n *yaml.Node) (*Value, error) {
	if tagOf(n) == tagValue {
		return &Value{Kind: Str, Text: n.Value, Line: n.Line, Column: n.Column}, nil
	}
	return b.build(n)
}

// identity is what two keys share when they count as one: a number is one key in all
// its types, and true and false are 1 and 0.
func (v *Value) identity() string {
	switch {
	case v.Kind == Bool && v.Text == "true":
		return "number 1"
	case v.Kind == Bool:
		return "number 0"
	case v.Kind == Int:
		return "number " + v.Text
	case v.Kind == Float:
		return "number " + strings.TrimSuffix(v.Text, ".0")
	default:
		return strconv.Itoa(int(v.Kind)) + v.Text
	}
}

func target(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}
