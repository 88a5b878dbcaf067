package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

// reader reads the fields of one definition and keeps the first error.
type reader struct {
	file string
	err  error
}

// fail keeps an error about a field; at is where it was looked for.
func (r *reader) fail(at *yaml11.Value, field, format string, args ...any) {
	if r.err != nil {
		return
	}
	e := &DefinitionError{File: r.file, Field: field, Message: fmt.Sprintf(format, args...)}
	if at != nil {
		e.Line = at.Line
	}
	r.err = e
}

// section returns a mapping, or nil when it is absent or empty.
func (r *reader) section(parent *yaml11.Value, path, key string) *yaml11.Value {
	v := given(parent.Get(key))
	if v != nil && v.Kind != yaml11.Map {
		r.fail(v, join(path, key), "%s is no mapping", join(path, key))
		return nil
	}
	return v
}

// list returns the items of a sequence, none when it is absent or empty.
func (r *reader) list(parent *yaml11.Value, path, key string) []*yaml11.Value {
	v := given(parent.Get(key))
	if v == nil {
		return nil
	}
	if v.Kind != yaml11.Seq {
		r.fail(v, join(path, key), "%s is no list", join(path, key))
		return nil
	}
	return v.Items
}

// required returns a field that has no default; never nil.
func (r *reader) required(parent *yaml11.Value, path, key string) *yaml11.Value {
	if v := set(parent.Get(key)); v != nil {
		return v
	}
	r.fail(parent, join(path, key), "%s is missing", join(path, key))
	return yaml11.String("")
}

// choice returns a field that must be one of some words; absent, it is byDefault.
func (r *reader) choice(parent *yaml11.Value, path, key, refusal, byDefault string, words ...string) string {
	v := parent.Get(key)
	if v == nil {
		return byDefault
	}
	if v.Kind != yaml11.Str || !slices.Contains(words, v.Text) {
		r.fail(v, join(path, key), "%s: %s", refusal, yaml11.Repr(v))
		return byDefault
	}
	return v.Text
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// given returns the value if it is neither null nor empty, zero or false.
func given(v *yaml11.Value) *yaml11.Value {
	if v.Truthy() {
		return v
	}
	return nil
}

// set returns the value if it is not null.
func set(v *yaml11.Value) *yaml11.Value {
	if v == nil || v.Kind == yaml11.Null {
		return nil
	}
	return v
}

func orElse(v, byDefault *yaml11.Value) *yaml11.Value {
	if v != nil {
		return v
	}
	return byDefault
}

// protocol is that of a port, TCP unless given.
func protocol(item *yaml11.Value) string {
	if v := given(item.Get("protocol")); v != nil {
		return strings.ToUpper(yaml11.PlainText(v))
	}
	return "TCP"
}
