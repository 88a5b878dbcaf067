package kea

import "reflect"

// inherited are the members that config-get copies from the global level and from shared
// networks into each subnet, as if they were set there (Kea 2.2, 2.6 and 3.0). Sent back,
// they would be frozen.
var inherited = []string{
	"allocator", "cache-max-age", "cache-threshold", "calculate-tee-times",
	"max-preferred-lifetime", "max-valid-lifetime", "min-preferred-lifetime", "min-valid-lifetime",
	"pd-allocator", "preferred-lifetime", "rapid-commit", "rebind-timer", "renew-timer",
	"store-extended-info", "t1-percent", "t2-percent", "valid-lifetime",
}

// stripInherited removes from every subnet and shared network what equals the value that
// it inherits, so that it goes on being inherited.
func (d *document) stripInherited() {
	for _, id := range d.subnetIDs() {
		node := d.subnets[id]
		strip(node.raw, d.parent(node))
	}
	for _, network := range d.networks() {
		strip(network, d.tree)
	}
}

// parent gives the values that a subnet inherits.
func (d *document) parent(node *subnetNode) map[string]any {
	if node.network == nil {
		return d.tree
	}
	values := map[string]any{}
	for _, key := range inherited {
		if value, set := node.network[key]; set {
			values[key] = value
		} else if value, set := d.tree[key]; set {
			values[key] = value
		}
	}
	return values
}

// explicit gives a copy of a subnet without what it inherits.
func (d *document) explicit(node *subnetNode) map[string]any {
	raw := make(map[string]any, len(node.raw))
	for key, value := range node.raw {
		raw[key] = value
	}
	strip(raw, d.parent(node))
	return raw
}

func strip(raw, parent map[string]any) {
	stripDerived(raw, parent, "min-valid-lifetime", "max-valid-lifetime", "valid-lifetime")
	stripDerived(raw, parent, "min-preferred-lifetime", "max-preferred-lifetime", "preferred-lifetime")
	for _, key := range inherited {
		value, set := raw[key]
		if set && reflect.DeepEqual(value, parent[key]) {
			delete(raw, key)
		}
	}
}

// stripDerived removes the limits of a lifetime that Kea derived from the lifetime itself:
// a later change of the lifetime alone would otherwise be refused as not between them.
func stripDerived(raw, parent map[string]any, lowest, highest, middle string) {
	value, set := raw[middle]
	if !set {
		return
	}
	for _, limit := range []string{lowest, highest} {
		derivedAbove := parent[limit] == nil || reflect.DeepEqual(parent[limit], parent[middle])
		if derivedAbove && reflect.DeepEqual(raw[limit], value) {
			delete(raw, limit)
		}
	}
}
