package cmdlet

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// BindError is a refusal by PowerShell's parameter binder, which comes before the cmdlet runs.
type BindError struct {
	ID       string // FullyQualifiedErrorId before the comma: "NamedParameterNotFound"
	Category string // CategoryInfo.Category: "InvalidArgument", "InvalidData"
	Message  string // in our own words; PowerShell's own is in the language of the system
}

// Error makes a BindError usable as a Go error.
func (e *BindError) Error() string { return e.ID + ": " + e.Message }

// Ids of the binder's refusals.
const (
	idUnknownName  = "NamedParameterNotFound"
	idAmbiguous    = "AmbiguousParameter"
	idTwice        = "ParameterAlreadyBound"
	idConversion   = "ParameterArgumentTransformationError"
	idValidation   = "ParameterArgumentValidationError"
	idEmptyString  = "ParameterArgumentValidationErrorEmptyStringNotAllowed"
	idNull         = "ParameterArgumentValidationErrorNullNotAllowed"
	idEmptyArray   = "ParameterArgumentValidationErrorEmptyArrayNotAllowed"
	idSets         = "AmbiguousParameterSet"
	idMissing      = "MissingMandatoryParameter"
	idNoCommand    = "CommandNotFoundException"
	invalidArg     = "InvalidArgument"
	invalidData    = "InvalidData"
	objectNotFound = "ObjectNotFound"
)

func refuse(id, category, format string, a ...any) *BindError {
	return &BindError{ID: id, Category: category, Message: fmt.Sprintf(format, a...)}
}

// Bind does what PowerShell's binder does with a call: finds each parameter by name, alias
// or unambiguous beginning, converts and checks its value, and chooses the parameter set.
// Values are nil, string, bool, int64 or int, time.Duration, time.Time, PSCredential and
// lists of those. Bound values are typed by the parameter: string, []string, netip.Addr,
// []netip.Addr, int64, []int64, bool, time.Duration, time.Time, PSCredential; nil for
// $null in a list or in a type that may be null. Parameters are tried in the order of
// their names, where PowerShell takes those of a splat in no order.
func Bind(name string, args map[string]any) (set string, bound map[string]any, refusal *BindError) {
	sig := Lookup(name)
	if sig == nil {
		return "", nil, refuse(idNoCommand, objectNotFound, "the term '%s' is not recognized as the name of a cmdlet", name)
	}
	sets := sig.SetNames()
	bound = map[string]any{}
	for _, given := range slices.Sorted(maps.Keys(args)) {
		p, err := sig.find(given)
		if err != nil {
			return "", nil, err
		}
		if p == nil {
			continue // a common parameter
		}
		if _, twice := bound[p.Name]; twice {
			return "", nil, refuse(idTwice, invalidArg, "parameter %s is given more than once", p.Name)
		}
		value, err := p.bind(args[given])
		if err != nil {
			return "", nil, err
		}
		bound[p.Name] = value
		sets = slices.DeleteFunc(sets, func(s string) bool { return !p.in(s) })
	}
	set, refusal = sig.choose(sets)
	if refusal != nil {
		return "", nil, refusal
	}
	if missing := sig.missing(set, bound); len(missing) > 0 {
		return "", nil, refuse(idMissing, invalidArg, "mandatory parameters are missing: %s", strings.Join(missing, " "))
	}
	return set, bound, nil
}

// common are the parameters that PowerShell adds to every cmdlet, with their aliases.
var common = map[string][]string{
	"Verbose": {"vb"}, "Debug": {"db"}, "ErrorAction": {"ea"}, "WarningAction": {"wa"}, "InformationAction": {"infa"},
	"ErrorVariable": {"ev"}, "WarningVariable": {"wv"}, "InformationVariable": {"iv"}, "OutVariable": {"ov"},
	"OutBuffer": {"ob"}, "PipelineVariable": {"pv"},
}

// shouldProcess are the ones added to a cmdlet that can ask before it acts.
var shouldProcess = map[string][]string{"WhatIf": {"wi"}, "Confirm": {"cf"}}

// find returns the parameter that a name means; nil without an error is a common parameter.
func (s *Signature) find(given string) (*Parameter, *BindError) {
	var begins []string
	var hit *Parameter
	exact := false
	try := func(p *Parameter, full string, spellings ...string) {
		found := false
		for _, spelling := range spellings {
			if strings.EqualFold(spelling, given) {
				exact, hit, found = true, p, true
			} else if len(spelling) > len(given) && strings.EqualFold(spelling[:len(given)], given) {
				found = true
			}
		}
		if found {
			begins = append(begins, full)
			if !exact {
				hit = p
			}
		}
	}
	for name, p := range s.Parameters {
		if exact {
			break
		}
		try(p, name, append([]string{name}, p.Aliases...)...)
	}
	extra := []map[string][]string{common}
	if s.ShouldProcess {
		extra = append(extra, shouldProcess)
	}
	for _, group := range extra {
		for name, aliases := range group {
			if !exact {
				try(nil, name, append([]string{name}, aliases...)...)
			}
		}
	}
	switch {
	case exact || len(begins) == 1:
		return hit, nil
	case len(begins) > 1:
		slices.Sort(begins)
		return nil, refuse(idAmbiguous, invalidArg, "parameter name '%s' may mean %s", given, strings.Join(begins, ", "))
	}
	return nil, refuse(idUnknownName, invalidArg, "a parameter cannot be found that matches parameter name '%s'", given)
}

// choose picks the set among those that every given parameter belongs to.
func (s *Signature) choose(sets []string) (string, *BindError) {
	switch {
	case len(sets) == 1:
		return sets[0], nil
	case slices.Contains(sets, s.DefaultSet):
		return s.DefaultSet, nil
	}
	return "", refuse(idSets, invalidArg, "no single parameter set takes these parameters together")
}

// missing returns the mandatory parameters of a set that were not given, sorted.
func (s *Signature) missing(set string, bound map[string]any) []string {
	var names []string
	for name, p := range s.Parameters {
		if _, ok := bound[name]; !ok && p.mandatoryIn(set) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
