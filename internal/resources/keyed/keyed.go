// Package keyed is what resources have in common that manage many objects of a server in
// one map, under keys of the user's choice.
package keyed

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

// DefaultRemovals is how many objects of others an exclusive set removes at once, unless
// max_removals says otherwise.
const DefaultRemovals = 10

// Kind is a kind of object that sets manage: E is its entry in the map, N its name on the
// server, O the object as the server has it.
type Kind[E any, N comparable, O any] struct {
	// Attribute is the attribute that holds the map, and Object what messages call an
	// object: "DHCP reservation".
	Attribute, Object string
	// NameOf names the object of an entry; false while that is unknown.
	NameOf func(E) (N, bool)
	// Text writes a name as users know it.
	Text func(N) string
	// Take fills an entry from its object. What means the same keeps its spelling.
	Take func(E, O) E
	// New is an entry for an object that the map does not have.
	New func(O) E
}

// Names gives the objects of entries, in the order of their texts.
func (k Kind[E, N, O]) Names(entries map[string]E) []N {
	return k.sorted(maps.Keys(k.keys(entries)))
}

func (k Kind[E, N, O]) sorted(names func(func(N) bool)) []N {
	return slices.SortedFunc(names, func(a, b N) int { return cmp.Compare(k.Text(a), k.Text(b)) })
}

// keys gives the key of each object that is known.
func (k Kind[E, N, O]) keys(entries map[string]E) map[N]string {
	out := make(map[N]string, len(entries))
	for _, key := range slices.Backward(slices.Sorted(maps.Keys(entries))) {
		if n, ok := k.NameOf(entries[key]); ok {
			out[n] = key // the first key counts when two name one object
		}
	}
	return out
}

// Keep gives those of the entries whose objects exist, as they stand.
func (k Kind[E, N, O]) Keep(entries map[string]E, now map[N]O) map[string]E {
	kept := make(map[string]E, len(entries))
	for key, e := range entries {
		n, _ := k.NameOf(e)
		if o, ok := now[n]; ok {
			kept[key] = k.Take(e, o)
		}
	}
	return kept
}

// All gives an entry for everything that exists: what the entries have under their keys,
// the rest under its name, so that a plan shows what it would remove.
func (k Kind[E, N, O]) All(entries map[string]E, now map[N]O) map[string]E {
	all := k.Keep(entries, now)
	have := k.keys(all)
	for n, o := range now {
		if _, managed := have[n]; managed {
			continue
		}
		key := k.Text(n)
		if _, taken := all[key]; taken {
			key += " (not in the configuration)"
		}
		all[key] = k.New(o)
	}
	return all
}

// Merge gives the entries of a plan, and those of the state whose objects are in no entry
// of the plan: both may exist after a failure.
func (k Kind[E, N, O]) Merge(plan, state map[string]E) map[string]E {
	planned, out := k.keys(plan), maps.Clone(plan)
	for key, e := range state {
		n, _ := k.NameOf(e)
		if _, ok := planned[n]; ok {
			continue
		}
		if _, taken := out[key]; taken {
			key = k.Text(n)
		}
		out[key] = e
	}
	return out
}

// Split tells names that an entry has from those that none has.
func (k Kind[E, N, O]) Split(names []N, entries map[string]E) (within, without []N) {
	have := k.keys(entries)
	for _, n := range names {
		if _, ok := have[n]; ok {
			within = append(within, n)
		} else {
			without = append(without, n)
		}
	}
	return within, without
}

// Guard refuses a plan of an exclusive set that would remove too much of what there is.
func (k Kind[E, N, O]) Guard(have []N, want map[string]E, most int64, diags *diag.Diagnostics) {
	if _, gone := k.Split(have, want); int64(len(gone)) > most {
		diags.AddAttributeError(path.Root("max_removals"), "Too many "+k.Attribute+" would be removed",
			fmt.Sprintf("The plan removes %d %s (%s), and at most %d may be removed at once. Add them to the map, or raise max_removals when this is meant.", len(gone), k.Attribute, k.FirstFew(gone), most))
	}
}

// FirstFew lists names, of many only the first.
func (k Kind[E, N, O]) FirstFew(names []N) string {
	const few = 5
	var texts []string
	for _, n := range names[:min(few, len(names))] {
		texts = append(texts, k.Text(n))
	}
	list := strings.Join(texts, ", ")
	if len(names) > few {
		list += fmt.Sprintf(" and %d more", len(names)-few)
	}
	return list
}

// Report names each key that failed, in order.
func (k Kind[E, N, O]) Report(entries map[string]E, failed map[N]error, diags *diag.Diagnostics) {
	keys := k.keys(entries)
	for _, n := range slices.SortedFunc(maps.Keys(failed), func(a, b N) int {
		return cmp.Or(cmp.Compare(keys[a], keys[b]), cmp.Compare(k.Text(a), k.Text(b)))
	}) {
		if key, ok := keys[n]; ok {
			framework.AddAttributeError(diags, path.Root(k.Attribute).AtMapKey(key), fmt.Sprintf("Unable to apply the %s %q", k.Object, key), failed[n])
		} else {
			framework.AddError(diags, fmt.Sprintf("Unable to remove the %s %s", k.Object, k.Text(n)), failed[n])
		}
	}
}

// Twice reports a value that two entries have.
func (k Kind[E, N, O]) Twice(seen map[string]string, key, attribute, value string, diags *diag.Diagnostics) {
	if first, ok := seen[value]; ok {
		diags.AddAttributeError(path.Root(k.Attribute).AtMapKey(key).AtName(attribute), "Invalid "+k.Object,
			fmt.Sprintf("%q and %q have the same %s, %s.", first, key, attribute, value))
		return
	}
	seen[value] = key
}
