package cmdlet

import (
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The signatures are those of the generated stubs of module version 2.0.0.0 as shipped
// with Windows Server 2016.
//
//go:embed facts/dhcpserver-cmdlets.json
var signatureFacts []byte

//go:embed facts/dhcpserver-classes.json
var classFacts []byte

// AllSets is the name that PowerShell gives to the set of a parameter that belongs to every set.
const AllSets = "__AllParameterSets"

// Signature is what a cmdlet accepts and returns.
type Signature struct {
	// Output names the classes of the returned objects; empty where nothing or plain text is returned.
	Output []string `json:"output"`
	// DefaultSet is the parameter set taken when several fit; empty where there is one set only.
	DefaultSet string `json:"default_set"`
	// ShouldProcess is true for cmdlets with -WhatIf and -Confirm.
	ShouldProcess bool `json:"should_process"`
	// Confirm is the impact that decides whether the cmdlet asks before it acts.
	Confirm string `json:"confirm"`
	// Parameters by their full names.
	Parameters map[string]*Parameter `json:"parameters"`
}

// Parameter is one parameter of a cmdlet with its type and the checks that PowerShell makes.
type Parameter struct {
	Name                 string   `json:"-"`
	Type                 string   `json:"type"`
	Sets                 []string `json:"sets"`
	Mandatory            []string `json:"mandatory"` // the sets in which it is mandatory
	Aliases              []string `json:"aliases"`
	Values               []string `json:"values"` // ValidateSet
	Range                []string `json:"range"`  // ValidateRange: two whole numbers
	NotEmpty             bool     `json:"not_empty"`
	NotNull              bool     `json:"not_null"`
	Pipeline             bool     `json:"pipeline"`
	AllowNull            bool     `json:"AllowNull"`
	AllowEmptyString     bool     `json:"AllowEmptyString"`
	AllowEmptyCollection bool     `json:"AllowEmptyCollection"`
	// Position holds a number, or a number by set name where the sets differ.
	Position json.RawMessage `json:"position"`
}

var signatures = sync.OnceValue(func() map[string]*Signature {
	table := map[string]*Signature{}
	if err := json.Unmarshal(signatureFacts, &table); err != nil {
		panic("cmdlet: embedded signatures: " + err.Error())
	}
	for _, s := range table {
		for name, p := range s.Parameters {
			p.Name = name
		}
	}
	return table
})

var classes = sync.OnceValue(func() map[string]map[string]string {
	table := map[string]map[string]string{}
	if err := json.Unmarshal(classFacts, &table); err != nil {
		panic("cmdlet: embedded classes: " + err.Error())
	}
	return table
})

// canonical maps the cmdlet names in small letters to their usual spelling.
var canonical = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for name := range signatures() {
		names[strings.ToLower(name)] = name
	}
	return names
})

// Names returns the names of all cmdlets of the module, sorted.
func Names() []string { return slices.Sorted(maps.Keys(signatures())) }

// Canonical returns a cmdlet's name in its usual spelling, empty when the module has no such
// cmdlet. Case does not matter.
func Canonical(name string) string { return canonical()[strings.ToLower(name)] }

// Lookup returns a cmdlet's signature, nil when the module has no such cmdlet. Case does not matter.
func Lookup(name string) *Signature { return signatures()[Canonical(name)] }

// Class returns the properties of a class of returned objects with their types (string,
// bool, ip, ip[], timespan, datetime, uint16, uint32, uint64, single, string[]), nil for an unknown class.
func Class(name string) map[string]string { return classes()[name] }

// Has tells whether the cmdlet has a parameter of exactly this name.
func (s *Signature) Has(parameter string) bool { return s.Parameters[parameter] != nil }

// SetNames returns the names of the cmdlet's parameter sets, sorted.
func (s *Signature) SetNames() []string {
	names := map[string]bool{}
	for _, p := range s.Parameters {
		for _, set := range p.Sets {
			if set != AllSets {
				names[set] = true
			}
		}
	}
	if len(names) == 0 {
		return []string{AllSets}
	}
	return slices.Sorted(maps.Keys(names))
}

// in tells whether the parameter belongs to a set; one that names no set belongs to all.
func (p *Parameter) in(set string) bool {
	return len(p.Sets) == 0 || slices.Contains(p.Sets, set) || slices.Contains(p.Sets, AllSets)
}

// mandatoryIn tells whether the parameter must be given in a set.
func (p *Parameter) mandatoryIn(set string) bool {
	return slices.Contains(p.Mandatory, set) || slices.Contains(p.Mandatory, AllSets)
}

// Element returns the type without its list mark or its mark for "may be null".
func (p *Parameter) Element() string {
	return strings.TrimSuffix(strings.TrimSuffix(p.Type, "[]"), "?")
}

// List tells whether the parameter takes a list.
func (p *Parameter) List() bool { return strings.HasSuffix(p.Type, "[]") }

// Nullable tells whether the parameter's type has a null of its own.
func (p *Parameter) Nullable() bool { return strings.HasSuffix(p.Type, "?") }

// bounds returns the limits of ValidateRange.
func (p *Parameter) bounds() (low, high int64, limited bool) {
	if len(p.Range) != 2 {
		return 0, 0, false
	}
	low, _ = strconv.ParseInt(p.Range[0], 10, 64)
	high, _ = strconv.ParseInt(p.Range[1], 10, 64)
	return low, high, true
}
