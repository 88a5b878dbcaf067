package yaml11

// Kind is the type that a value has after reading.
type Kind int

// The types of YAML 1.1 that the reader gives. Sets, ordered maps and binary are
// refused by name.
const (
	Null Kind = iota
	Bool
	Int
	Float
	Str
	Date
	Timestamp
	Seq
	Map
)

// Value is one value of a document. A value that is named by an alias is the same
// *Value at each of its places; the writer gives such values an anchor again.
type Value struct {
	Kind Kind
	// Text is the scalar: a Str itself, for the other scalars the one spelling in
	// which it is written (true, 83, 1.0e+16, 2026-01-01 10:20:30+00:00).
	Text  string
	Items []*Value // of a Seq
	Pairs []Pair   // of a Map, in the order written
	// Line and Column are where the value was read, from 1; 0 for one that was made.
	Line, Column int
}

// Pair is one entry of a mapping. Its key is a scalar.
type Pair struct {
	Key, Value *Value
}

// String makes a string.
func String(s string) *Value { return &Value{Kind: Str, Text: s} }

// List makes a sequence.
func List(items ...*Value) *Value { return &Value{Kind: Seq, Items: items} }

// Strings makes a sequence of strings.
func Strings(items ...string) *Value {
	v := &Value{Kind: Seq, Items: make([]*Value, len(items))}
	for i, s := range items {
		v.Items[i] = String(s)
	}
	return v
}

// Boolean makes a boolean.
func Boolean(b bool) *Value {
	if b {
		return &Value{Kind: Bool, Text: "true"}
	}
	return &Value{Kind: Bool, Text: "false"}
}

// Object makes an empty mapping, to be filled with Set.
func Object() *Value { return &Value{Kind: Map} }

// Set appends an entry with a string key and returns the mapping, so that a document
// reads from top to bottom. The caller sets each key once.
func (v *Value) Set(key string, value *Value) *Value {
	v.Pairs = append(v.Pairs, Pair{String(key), value})
	return v
}

// SetString is Set of a string.
func (v *Value) SetString(key, value string) *Value { return v.Set(key, String(value)) }

// Get returns the value of a string key, or nil when v is no mapping or lacks it.
func (v *Value) Get(key string) *Value {
	if v == nil || v.Kind != Map {
		return nil
	}
	for _, p := range v.Pairs {
		if p.Key.Kind == Str && p.Key.Text == key {
			return p.Value
		}
	}
	return nil
}

// Truthy tells whether the value counts as given: not nil, null, false, zero, the
// empty string or an empty collection.
func (v *Value) Truthy() bool {
	if v == nil {
		return false
	}
	switch v.Kind {
	case Null:
		return false
	case Bool:
		return v.Text == "true"
	case Int:
		return v.Text != "0"
	case Float:
		return v.Text != "0.0" && v.Text != "-0.0"
	case Str:
		return v.Text != ""
	case Seq:
		return len(v.Items) > 0
	case Map:
		return len(v.Pairs) > 0
	default:
		return true
	}
}
