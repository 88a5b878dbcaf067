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
	set, refusal = sig.choose(sets, bound)
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
// The cmdlet's own parameters come before the common ones when a name is cut short.
func (s *Signature) find(given string) (*Parameter, *BindError) {
	own := map[string][]string{}
	for name, p := range s.Parameters {
		own[name] = p.Aliases
	}
	if name := exactly(own, given); name != "" {
		return s.Parameters[name], nil
	}
	added := maps.Clone(common)
	if s.ShouldProcess {
		maps.Copy(added, shouldProcess)
	}
	if exactly(added, given) != "" {
		return nil, nil
	}
	for _, group := range []map[string][]string{own, added} {
		switch names := beginning(group, given); len(names) {
		case 0:
		case 1:
			return s.Parameters[names[0]], nil
		default:
			return nil, refuse(idAmbiguous, invalidArg, "parameter name '%s' may mean %s", given, strings.Join(names, ", "))
		}
	}
	return nil, refuse(idUnknownName, invalidArg, "a parameter cannot be found that matches parameter name '%s'", given)
}

// exactly returns the parameter of a group that has a name or alias, empty when none has.
func exactly(group map[string][]string, given string) string {
	for name, aliases := range group {
		if strings.EqualFold(name, given) || slices.ContainsFunc(aliases, func(a string) bool { return strings.EqualFold(a, given) }) {
			return name
		}
	}
	return ""
}

// beginning returns the parameters of a group of which a name or alias begins so, sorted.
func beginning(group map[string][]string, given string) []string {
	var names []string
	given = strings.ToLower(given)
	for name, aliases := range group {
		for _, spelling := range append([]string{name}, aliases...) {
			if strings.HasPrefix(strings.ToLower(spelling), given) {
				names = append(names, name)
				break
			}
		}
	}
	slices.Sort(names)
	return names
}

// choose picks the set among those that every given parameter belongs to: the only one,
// else the default, else the only one that lacks nothing.
func (s *Signature) choose(sets []string, bound map[string]any) (string, *BindError) {
	if len(sets) == 1 {
		return sets[0], nil
	}
	if slices.Contains(sets, s.DefaultSet) {
		return s.DefaultSet, nil
	}
	complete := slices.DeleteFunc(sets, func(set string) bool { return len(s.missing(set, bound)) > 0 })
	if len(complete) == 1 {
		return complete[0], nil
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
