package yaml11

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"
)

const (
	// maxDepth bounds nesting, so that no input exhausts the stack.
	maxDepth = 1000
	// maxExpanded bounds the values of a document with every alias written out. A few
	// lines of aliases of aliases would otherwise stand for billions of values.
	maxExpanded = 1_000_000
)

// Error says what is wrong with a text and where; Line is 0 when it concerns no line.
type Error struct {
	Line, Column int
	Message      string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Message)
}

// Load reads the one document of a text. An empty text is null. Several documents,
// duplicate keys, tags other than those of plain data, and values that contain
// themselves are errors, always an *Error.
func Load(text string) (*Value, error) {
	loader, err := yaml.NewLoader(strings.NewReader(text),
		yaml.WithUniqueKeys(false), // checked here, with the key's line
		yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(maxDepth), loaderlimits.AliasNone())))
	if err != nil {
		return nil, &Error{Message: err.Error()}
	}
	var document, second yaml.Node
	if err := loader.Load(&document); errors.Is(err, io.EOF) {
		return &Value{Kind: Null, Text: "null", Line: 1, Column: 1}, nil
	} else if err != nil {
		return nil, syntaxError(err)
	}
	if err := loader.Load(&second); err == nil {
		return nil, &Error{second.Line, second.Column, "a second document starts here; one file holds one document"}
	} else if !errors.Is(err, io.EOF) {
		return nil, syntaxError(err)
	}
	b := &builder{made: map[*yaml.Node]*Value{}, open: map[*yaml.Node]bool{}}
	v, err := b.build(document.Content[0])
	if err != nil {
		return nil, err
	}
	if expanded(v, map[*Value]int{}) > maxExpanded {
		return nil, &Error{Message: fmt.Sprintf("its aliases stand for more than %d values", maxExpanded)}
	}
	return v, nil
}

// syntaxError keeps the library's words and its place.
func syntaxError(err error) error {
	var e *yaml.LoadError
	if errors.As(err, &e) {
		return &Error{e.Mark.Line, e.Mark.Column, e.Message}
	}
	return &Error{Message: err.Error()}
}

// expanded counts the values that v stands for with every alias written out.
func expanded(v *Value, known map[*Value]int) int {
	if n, ok := known[v]; ok {
		return n
	}
	n := 1
	for _, item := range v.Items {
		n = min(n+expanded(item, known), maxExpanded+1)
	}
	for _, p := range v.Pairs {
		n = min(n+1+expanded(p.Value, known), maxExpanded+1)
	}
	known[v] = n
	return n
}

// builder turns the library's nodes into values, each node once, so that aliases of
// one node become one value.
type builder struct {
	made map[*yaml.Node]*Value
	open map[*yaml.Node]bool // collections being built: an alias to one contains itself
}

func (b *builder) build(n *yaml.Node) (*Value, error) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if v, ok := b.made[n]; ok {
		return v, nil
	}
	if b.open[n] {
		return nil, errorAt(n, "the value of anchor %q contains itself", n.Anchor)
	}
	b.open[n] = true
	defer delete(b.open, n)
	v, err := b.construct(n)
	if err != nil {
		return nil, err
	}
	v.Line, v.Column = n.Line, n.Column
	b.made[n] = v
	return v, nil
}

func (b *builder) construct(n *yaml.Node) (*Value, error) {
	switch tag := tagOf(n); {
	case n.Kind == yaml.ScalarNode:
		return scalar(n, tag)
	case n.Kind == yaml.SequenceNode && tag == tagSeq:
		return b.sequence(n)
	case n.Kind == yaml.MappingNode && tag == tagMap:
		return b.mapping(n)
	default:
		return nil, errorAt(n, "the tag %s is not supported here", tag)
	}
}

// tagOf is the tag that YAML 1.1 gives a node: an explicit one, or by style and text.
// The library's own resolution, by YAML 1.2, is left aside.
func tagOf(n *yaml.Node) string {
	switch {
	case n.Style&yaml.TaggedStyle != 0:
		return n.ShortTag()
	case n.Kind == yaml.SequenceNode:
		return tagSeq
	case n.Kind == yaml.MappingNode:
		return tagMap
	case n.Tag == "!": // resolves by its text even in quotes
		return resolvePlain(n.Value)
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return tagStr
	default:
		return resolvePlain(n.Value)
	}
}

func (b *builder) sequence(n *yaml.Node) (*Value, error) {
	v := &Value{Kind: Seq, Items: make([]*Value, 0, len(n.Content))}
	for _, c := range n.Content {
		item, err := b.build(c)
		if err != nil {
			return nil, err
		}
		v.Items = append(v.Items, item)
	}
	return v, nil
}

func scalar(n *yaml.Node, tag string) (*Value, error) {
	v, err := typed(tag, n.Value)
	if err != nil {
		return nil, errorAt(n, "%s", err)
	}
	return v, nil
}

// typed makes the value of a scalar's text under a tag.
func typed(tag, text string) (v *Value, err error) {
	v = &Value{}
	switch tag {
	case tagNull:
		v.Kind, v.Text = Null, "null"
	case tagStr:
		v.Kind, v.Text = Str, text
	case tagBool:
		v.Kind = Bool
		v.Text, err = boolean(text)
	case tagInt:
		v.Kind = Int
		v.Text, err = integer(text)
	case tagFloat:
		v.Kind = Float
		v.Text, err = float(text)
	case tagTimestamp:
		v.Kind, v.Text, err = timestamp(text)
	case tagMerge, tagValue:
		err = fmt.Errorf("%q has a meaning of its own in YAML 1.1; as a text it needs quotes", text)
	default:
		err = fmt.Errorf("the tag %s is not supported here", tag)
	}
	return v, err
}

func boolean(text string) (string, error) {
	switch strings.ToLower(text) {
	case "yes", "true", "on":
		return "true", nil
	case "no", "false", "off":
		return "false", nil
	}
	return "", fmt.Errorf("%q is no boolean", text)
}

func errorAt(n *yaml.Node, format string, args ...any) error {
	return &Error{n.Line, n.Column, fmt.Sprintf(format, args...)}
}
