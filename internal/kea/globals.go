package kea

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
)

// Globals gives the global options, lifetimes, timers, boot settings and places of
// reservations: what applies to every subnet that says nothing else.
func (c *Client) Globals(ctx context.Context, family Family) (Settings, error) {
	d, err := c.first(family).document(ctx)
	if err != nil {
		return Settings{}, err
	}
	return d.globals(), nil
}

// globals reads the global level. Kea leaves out limits that follow from a lifetime.
func (d *document) globals() Settings {
	raw := map[string]any{}
	for key, value := range d.tree {
		raw[key] = value
	}
	deriveLimits(raw, map[string]any{})
	return settingsFrom(raw)
}

// SetGlobals sets the members of wanted that are not nil, and its options, and removes the
// members and options of released that wanted does not have; all else stays. With create it
// refuses an option that the server has with another value already: nobody else's option is
// taken over. Values are always there, so that they are.
func (c *Client) SetGlobals(ctx context.Context, family Family, wanted, released Settings, create bool) (Warning, error) {
	return c.change(ctx, family, &edit{
		apply: func(d *document, _ bool) error {
			if err := d.refuseOthers(wanted, create); err != nil {
				return err
			}
			d.putGlobals(wanted, released)
			return nil
		},
		holds: func(d *document) bool { return d.hasGlobals(wanted, released) },
	})
}

// PeersWithoutGlobals names the peers of a pair that do not have all of these settings;
// always none for a single server.
func (c *Client) PeersWithoutGlobals(ctx context.Context, family Family, wanted Settings) ([]string, error) {
	return c.lacking(ctx, family, func(d *document) bool { return d.hasGlobals(wanted, Settings{}) })
}

func (d *document) refuseOthers(wanted Settings, create bool) error {
	if !create {
		return nil
	}
	for _, option := range wanted.Options {
		at := slices.IndexFunc(optionsFrom(d.tree["option-data"]), func(o Option) bool { return SameOption(d.family, o, option) })
		if at < 0 {
			continue
		}
		if found := optionsFrom(d.tree["option-data"])[at]; !sameOptions(d.family, []Option{option}, []Option{found}) {
			return &Error{Kind: KindExists, Text: fmt.Sprintf("%s has the global option %s (code %d) already, with the value %q", d.family.Service(), found.Name, found.Code, found.Data),
				Advice: fmt.Sprintf("Import the options to manage them here (id: %s), or remove this one from the server first.", d.family.Service())}
		}
	}
	return nil
}

func (d *document) putGlobals(wanted, released Settings) {
	gone := released.scalars()
	for i, m := range wanted.scalars() {
		switch value := m.get(); {
		case value != nil:
			d.tree[m.name] = value
		case gone[i].get() != nil:
			delete(d.tree, m.name)
		}
	}
	list := []any{}
	for _, raw := range mapsOf(d.tree["option-data"]) {
		option := optionFrom(raw)
		if names(d.family, wanted.Options, option) {
			continue
		}
		if !names(d.family, released.Options, option) {
			list = append(list, raw)
		}
	}
	d.tree["option-data"] = append(list, mergeOptions(d.family, d.tree["option-data"], wanted.Options)...)
}

func names(family Family, options []Option, option Option) bool {
	return slices.ContainsFunc(options, func(o Option) bool { return SameOption(family, o, option) })
}

func (d *document) hasGlobals(wanted, released Settings) bool {
	current := d.globals()
	applies, gone := current.scalars(), released.scalars()
	for i, m := range wanted.scalars() {
		value := m.get()
		if value != nil && !reflect.DeepEqual(value, applies[i].get()) {
			return false
		}
		if value == nil && gone[i].get() != nil && d.still(m.name, gone[i].get()) {
			return false
		}
	}
	for _, option := range wanted.Options {
		if !slices.ContainsFunc(current.Options, func(o Option) bool { return sameOptions(d.family, []Option{option}, []Option{o}) }) {
			return false
		}
	}
	return !slices.ContainsFunc(optionsWithout(d.family, released.Options, wanted.Options), func(o Option) bool { return names(d.family, current.Options, o) })
}

// still reports whether a member that was to be removed is there. What has a default is
// shown with it, so that a value that equals the default may be either.
func (d *document) still(name string, value any) bool {
	current, set := d.tree[name]
	return set && reflect.DeepEqual(current, value) && !reflect.DeepEqual(current, globalDefaults[name])
}

// globalDefaults are what config-get shows of members that nobody has set.
var globalDefaults = map[string]any{
	"valid-lifetime": json.Number("7200"), "preferred-lifetime": json.Number("3600"), "next-server": "0.0.0.0", "server-hostname": "", "boot-file-name": "",
	"reservations-global": false, "reservations-in-subnet": true, "reservations-out-of-pool": false,
}

// KeepNamed drops every value that named does not have, so that only what is managed is left.
func (s *Settings) KeepNamed(named Settings) {
	wanted := named.scalars()
	for i, m := range s.scalars() {
		if wanted[i].get() == nil {
			m.clear()
		}
	}
}

// DropDefaults drops the values that the server would show anyway: Kea's own defaults, and
// limits that equal their lifetime.
func (s *Settings) DropDefaults() {
	for _, trio := range [][3]**int64{{&s.ValidLifetime, &s.MinValidLifetime, &s.MaxValidLifetime}, {&s.PreferredLifetime, &s.MinPreferredLifetime, &s.MaxPreferredLifetime}} {
		for _, limit := range trio[1:] {
			if reflect.DeepEqual(*trio[0], *limit) {
				*limit = nil
			}
		}
	}
	for _, m := range s.scalars() {
		if value := m.get(); value != nil && reflect.DeepEqual(value, globalDefaults[m.name]) {
			m.clear()
		}
	}
}
