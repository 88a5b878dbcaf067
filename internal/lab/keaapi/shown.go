package keaapi

import (
	"cmp"
	"encoding/json"
	"slices"
)

// shown is what config-get shows: defaults filled in, and inherited values in every subnet
// as if they were set there.
func (d *daemon) shown() map[string]any {
	config := tree(copied(d.config))
	withDefault(config, d.inheritedDefaults())
	limits(config)
	d.showClasses(config)
	for _, subnet := range trees(config[d.subnetList()]) {
		d.inherit(subnet, config)
	}
	networks := trees(config["shared-networks"])
	slices.SortFunc(networks, func(a, b map[string]any) int { return cmp.Compare(text(a["name"]), text(b["name"])) })
	config["shared-networks"] = anyList(networks)
	for _, network := range networks {
		d.inherit(network, config)
		for _, member := range []string{"pools", "pd-pools", "reservations", "4o6-interface", "4o6-interface-id", "4o6-subnet"} {
			delete(network, member)
		}
		withDefault(network, map[string]any{d.subnetList(): []any{}})
		for _, subnet := range trees(network[d.subnetList()]) {
			d.inherit(subnet, network)
		}
	}
	return config
}

func (d *daemon) inheritedDefaults() map[string]any {
	defaults := map[string]any{
		"calculate-tee-times": d.family == 6, "store-extended-info": false,
		"t1-percent": json.Number("0.5"), "t2-percent": json.Number("0.875"), "valid-lifetime": 7200,
	}
	if d.family == 6 {
		defaults["t2-percent"] = json.Number("0.8")
	} else {
		defaults["next-server"], defaults["server-hostname"], defaults["boot-file-name"] = "0.0.0.0", "", ""
	}
	defaults["option-data"], defaults["option-def"] = []any{}, []any{}
	if !d.is("2.2") {
		defaults["allocator"] = "iterative"
	}
	return defaults
}

// limits sets the limits of the lease time that are not given to the lease time itself.
func limits(holder map[string]any) {
	if valid, set := holder["valid-lifetime"]; set {
		withDefault(holder, map[string]any{"min-valid-lifetime": valid, "max-valid-lifetime": valid})
	}
}

func (d *daemon) inherit(holder, parent map[string]any) {
	if holder["valid-lifetime"] != nil && parent["min-valid-lifetime"] == parent["valid-lifetime"] {
		limits(holder)
	}
	for _, key := range []string{
		"allocator", "cache-max-age", "cache-threshold", "calculate-tee-times", "valid-lifetime", "min-valid-lifetime", "max-valid-lifetime",
		"preferred-lifetime", "rapid-commit", "rebind-timer", "relay", "renew-timer", "store-extended-info", "t1-percent", "t2-percent",
	} {
		if value, set := parent[key]; set {
			withDefault(holder, map[string]any{key: value})
		}
	}
	withDefault(holder, map[string]any{"option-data": []any{}, "pools": []any{}, "relay": map[string]any{"ip-addresses": []any{}}, "reservations": []any{}})
	for _, pool := range trees(holder["pools"]) {
		withDefault(pool, map[string]any{"option-data": []any{}})
	}
	if d.family == 4 {
		withDefault(holder, map[string]any{"4o6-interface": "", "4o6-interface-id": "", "4o6-subnet": ""})
	} else {
		withDefault(holder, map[string]any{"pd-pools": []any{}, "rapid-commit": false})
	}
}
