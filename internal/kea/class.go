package kea

import (
	"context"
	"fmt"
	"reflect"
)

// Class is a client class. An empty or nil member is not set.
type Class struct {
	Name string
	// Test is the expression that a client must meet; empty for a class that is assigned
	// otherwise, by a reservation for example.
	Test string
	// TemplateTest makes a class for each value of an expression; needs Kea 2.4.
	TemplateTest string
	// OnlyAdditional says that the class is evaluated where a level asks for it only.
	OnlyAdditional bool
	Options        []Option

	ValidLifetime, MinValidLifetime, MaxValidLifetime             *int64
	PreferredLifetime, MinPreferredLifetime, MaxPreferredLifetime *int64

	NextServer, ServerHostname, BootFileName string
	// UserContext is a JSON object, empty when unset.
	UserContext string
}

func (k *Class) numbers() []member {
	return []member{
		number("valid-lifetime", &k.ValidLifetime), number("min-valid-lifetime", &k.MinValidLifetime), number("max-valid-lifetime", &k.MaxValidLifetime),
		number("preferred-lifetime", &k.PreferredLifetime), number("min-preferred-lifetime", &k.MinPreferredLifetime), number("max-preferred-lifetime", &k.MaxPreferredLifetime),
	}
}

// classTexts are the texts of a class, with what Kea shows where nothing is set.
func (k *Class) texts() []struct {
	name, unset string
	at          *string
} {
	return []struct {
		name, unset string
		at          *string
	}{
		{"test", "", &k.Test}, {"template-test", "", &k.TemplateTest}, {"next-server", "0.0.0.0", &k.NextServer}, {"server-hostname", "", &k.ServerHostname}, {"boot-file-name", "", &k.BootFileName},
	}
}

func classFrom(raw map[string]any) Class {
	k := Class{Name: textOf(raw["name"]), Options: optionsFrom(raw["option-data"]), UserContext: contextText(raw["user-context"])}
	k.OnlyAdditional = raw["only-if-required"] == true || raw["only-in-additional-list"] == true
	for _, m := range k.numbers() {
		if value, set := raw[m.name]; set {
			m.set(value)
		}
	}
	for _, t := range k.texts() {
		if value := textOf(raw[t.name]); value != t.unset {
			*t.at = value
		}
	}
	return k
}

func (k *Class) merge(family Family, d dialect, raw map[string]any) {
	raw["name"] = k.Name
	for _, m := range k.numbers() {
		setOrDrop(raw, m.name, m.get(), m.get() != nil)
	}
	for _, t := range k.texts() {
		setOrDrop(raw, t.name, *t.at, *t.at != "")
	}
	delete(raw, "only-if-required")
	delete(raw, "only-in-additional-list")
	setOrDrop(raw, d.onlyAdditional(), true, k.OnlyAdditional)
	raw["option-data"] = mergeOptions(family, raw["option-data"], k.Options)
	setContext(raw, k.UserContext)
}

// onlyAdditional is the name of the flag: a new one from Kea 3.0 on.
func (d dialect) onlyAdditional() string {
	if d.classLists {
		return "only-in-additional-list"
	}
	return "only-if-required"
}

func (k *Class) same(family Family, other Class) bool {
	a, b := *k, other
	equal := SameJSON(a.UserContext, b.UserContext) && sameOptions(family, orEmpty(a.Options), orEmpty(b.Options))
	a.UserContext, b.UserContext, a.Options, b.Options = "", "", nil, nil
	return equal && reflect.DeepEqual(a, b)
}

// Class gives the client class with a name.
func (c *Client) Class(ctx context.Context, family Family, name string) (Class, error) {
	at, err := c.listedClass(family, Class{Name: name}, dialect{}).read(ctx)
	if err != nil {
		return Class{}, err
	}
	return classFrom(at.raw), nil
}

// PeersWithoutClass names the peers of a pair that do not have a client class as it is
// given; always none for a single server.
func (c *Client) PeersWithoutClass(ctx context.Context, family Family, k Class) ([]string, error) {
	return c.listedClass(family, k, dialect{}).differing(ctx)
}

// CreateClass adds a client class behind the others: it may refer to those that are there.
func (c *Client) CreateClass(ctx context.Context, family Family, wanted Class) (Warning, error) {
	l, err := c.classChange(ctx, family, wanted)
	if err != nil {
		return Warning{}, err
	}
	return l.create(ctx)
}

// UpdateClass changes a client class in its place.
func (c *Client) UpdateClass(ctx context.Context, family Family, wanted Class) (Warning, error) {
	l, err := c.classChange(ctx, family, wanted)
	if err != nil {
		return Warning{}, err
	}
	return l.change(ctx)
}

// DeleteClass removes a client class; one that is gone is no error. Kea refuses it while
// another class refers to it.
func (c *Client) DeleteClass(ctx context.Context, family Family, name string) (Warning, error) {
	return c.listedClass(family, Class{Name: name}, dialect{}).remove(ctx)
}

func (c *Client) classChange(ctx context.Context, family Family, wanted Class) (*listed, error) {
	names, err := c.dialect(ctx, family)
	if err != nil {
		return nil, err
	}
	s := c.first(family)
	if wanted.TemplateTest != "" {
		// Kea 2.2 takes the member and forgets it; the hash came with the version that does not.
		if known, err := s.can(ctx, commandHash); err != nil || !known {
			if err == nil {
				err = &Error{Kind: KindUnsupported, Endpoint: s.peer.endpoint, Text: "this version of Kea has no template classes", Advice: "Leave template_test out, or upgrade to Kea 2.4 or later."}
			}
			return nil, err
		}
	}
	return c.listedClass(family, wanted, names), nil
}

func (c *Client) listedClass(family Family, wanted Class, names dialect) *listed {
	same := func(_ *document, raw map[string]any) bool { return wanted.same(family, classFrom(raw)) }
	return &listed{
		client: c, family: family, list: "client-classes", what: fmt.Sprintf("client class %q", wanted.Name), importID: family.Service() + "/" + wanted.Name,
		is:    func(raw map[string]any) bool { return textOf(raw["name"]) == wanted.Name },
		merge: func(_ *document, raw map[string]any) { wanted.merge(family, names, raw) },
		holds: same, exact: same,
		add: "class-add", update: "class-update", del: "class-del", name: wanted.Name,
	}
}
