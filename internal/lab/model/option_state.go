package model

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
)

// The two standard options that are more than options: a scope's lease duration is kept
// as option 51, a level's DNS settings as option 81.
const (
	optionLease = 51
	optionDNS   = 81

	optionDNSServers = 6
)

// optionKey names an option: ids of each vendor class are a space of their own.
// user is set at a reservation only; elsewhere a user class has a policy of its name.
type optionKey struct {
	vendor, user string
	id           int64
}

// optionValue is a value as the server stores it: texts in the form that it reads back.
type optionValue struct {
	kind   string // Byte, Word, DWord, DWordDWord, IPv4Address, String, BinaryData, …
	values []string
}

// optionStore holds the values of one level.
type optionStore map[optionKey]optionValue

func (o optionStore) clone() optionStore {
	out := make(optionStore, len(o))
	for k, v := range o {
		v.values = slices.Clone(v.values)
		out[k] = v
	}
	return out
}

// drop removes the values whose keys match.
func (o optionStore) drop(match func(optionKey) bool) {
	maps.DeleteFunc(o, func(k optionKey, _ optionValue) bool { return match(k) })
}

// keys returns the store's keys: standard options first, by id.
func (o optionStore) keys() []optionKey {
	return slices.SortedFunc(maps.Keys(o), optionKey.compare)
}

func (k optionKey) compare(o optionKey) int {
	switch {
	case k.vendor != o.vendor:
		return cmp.Compare(k.vendor, o.vendor)
	case k.user != o.user:
		return cmp.Compare(k.user, o.user)
	}
	return cmp.Compare(k.id, o.id)
}

// optionDefinition says what an option is.
type optionDefinition struct {
	key               optionKey
	name, description string
	kind              string
	multi             bool
	defaults          []string
}

//go:embed standard-options.json
var standardOptions []byte

// standardDefinitions returns the definitions of a fresh server: 66 standard ones, and
// those of Microsoft's own vendor classes.
func standardDefinitions() map[optionKey]*optionDefinition {
	var standard []struct {
		ID    int64  `json:"id"`
		Name  string `json:"name"`
		Type  string `json:"type"`
		Multi bool   `json:"multi"`
	}
	if err := json.Unmarshal(standardOptions, &standard); err != nil {
		panic("model: standard-options.json: " + err.Error())
	}
	out := map[optionKey]*optionDefinition{}
	add := func(vendor string, id int64, name, kind string, multi bool) {
		key := optionKey{vendor: vendor, id: id}
		out[key] = &optionDefinition{key: key, name: name, kind: kind, multi: multi, defaults: zeroValue(kind)}
	}
	for _, o := range standard {
		add("", o.ID, o.Name, o.Type, o.Multi)
	}
	for _, vendor := range []string{classMicrosoft, classWindows2000} {
		add(vendor, 1, "Microsoft Disable Netbios Option", kindDWord, false)
		add(vendor, 2, "Microsoft Release DHCP Lease On Shutdown Option", kindDWord, false)
		add(vendor, 3, "Microsoft Default Router Metric Base", kindDWord, false)
	}
	return out
}
