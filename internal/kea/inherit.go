package kea

import "reflect"

// inherited are the members that config-get copies from the global level and from shared
// networks into each subnet, as if they were set there (Kea 2.2, 2.6 and 3.0). Sent back,
// they would be frozen. Relays are copied from shared networks only.
var inherited = []string{
	"allocator", "cache-max-age", "cache-threshold", "calculate-tee-times",
	"max-preferred-lifetime", "max-valid-lifetime", "min-preferred-lifetime", "min-valid-lifetime",
	"pd-allocator", "preferred-lifetime", "rapid-commit", "rebind-timer", "relay", "renew-timer",
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
	// The global limits are derived in the same way, and frozen they would refuse every
	// other lease time of a subnet.
	for _, trio := range lifetimeTrios {
		stripDerived(d.tree, nil, trio)
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

// lifetimeTrios are the lifetimes that belong together: lowest, highest, default.
var lifetimeTrios = [][3]string{
	{"min-valid-lifetime", "max-valid-lifetime", "valid-lifetime"},
	{"min-preferred-lifetime", "max-preferred-lifetime", "preferred-lifetime"},
}

func strip(raw, parent map[string]any) {
	for _, trio := range lifetimeTrios {
		stripDerived(raw, parent, trio)
	}
	for _, key := range inherited {
		value, set := raw[key]
		if set && reflect.DeepEqual(value, parent[key]) {
			delete(raw, key)
		}
	}
}

// stripDerived removes the limits of a lifetime that Kea derived from the lifetime itself:
// a later change of the lifetime alone would otherwise be refused as not between them.
func stripDerived(raw, parent map[string]any, trio [3]string) {
	value, set := raw[trio[2]]
	if !set {
		return
	}
	for _, limit := range trio[:2] {
		if derives(parent, limit, trio[2]) && reflect.DeepEqual(raw[limit], value) {
			delete(raw, limit)
		}
	}
}

// derives reports whether a limit is not set above, so that it follows the lifetime.
func derives(parent map[string]any, limit, lifetime string) bool {
	return parent[limit] == nil || reflect.DeepEqual(parent[limit], parent[lifetime])
}
