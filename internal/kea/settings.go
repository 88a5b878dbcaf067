package kea

import (
	"encoding/json"
	"reflect"
	"strconv"
)

// Settings are what subnets and shared networks have in common, and in part the global
// level. A nil member is not set and so inherited.
type Settings struct {
	// Options is nil when they shall stay as they are.
	Options []Option

	ValidLifetime, MinValidLifetime, MaxValidLifetime             *int64
	PreferredLifetime, MinPreferredLifetime, MaxPreferredLifetime *int64
	RenewTimer, RebindTimer                                       *int64
	Interface, NextServer, ServerHostname, BootFileName           *string
	ReservationsGlobal, ReservationsInSubnet                      *bool
	ReservationsOutOfPool                                         *bool
	// Relay are the addresses of relay agents.
	Relay []string
	// ClientClasses may use the subnet or network: one at most below Kea 3.0.
	ClientClasses []string
	// EvaluateClasses are evaluated additionally: require-client-classes below Kea 3.0,
	// evaluate-additional-classes from then on.
	EvaluateClasses []string
	// UserContext is a JSON object, empty when unset.
	UserContext string
}

// member ties a name of the configuration to a member of Settings.
type member struct {
	name string
	// get gives the value for the configuration, nil when unset.
	get func() any
	// set takes the value from the configuration.
	set func(any)
	// clear makes the member unset.
	clear func()
}

func number(name string, at **int64) member {
	return member{name, func() any {
		if *at == nil {
			return nil
		}
		return json.Number(strconv.FormatInt(**at, 10))
	}, func(value any) { n := numberOf(value); *at = &n }, func() { *at = nil }}
}

func text(name string, at **string) member {
	return member{name, func() any {
		if *at == nil {
			return nil
		}
		return **at
	}, func(value any) { t := textOf(value); *at = &t }, func() { *at = nil }}
}

func flag(name string, at **bool) member {
	return member{name, func() any {
		if *at == nil {
			return nil
		}
		return **at
	}, func(value any) { b := value == true; *at = &b }, func() { *at = nil }}
}

// scalars are the members with a value of their own, the same for both families.
func (s *Settings) scalars() []member {
	return []member{
		number("valid-lifetime", &s.ValidLifetime), number("min-valid-lifetime", &s.MinValidLifetime), number("max-valid-lifetime", &s.MaxValidLifetime),
		number("preferred-lifetime", &s.PreferredLifetime), number("min-preferred-lifetime", &s.MinPreferredLifetime), number("max-preferred-lifetime", &s.MaxPreferredLifetime),
		number("renew-timer", &s.RenewTimer), number("rebind-timer", &s.RebindTimer),
		text("interface", &s.Interface), text("next-server", &s.NextServer), text("server-hostname", &s.ServerHostname), text("boot-file-name", &s.BootFileName),
		flag("reservations-global", &s.ReservationsGlobal), flag("reservations-in-subnet", &s.ReservationsInSubnet), flag("reservations-out-of-pool", &s.ReservationsOutOfPool),
	}
}

// dialect are the names that differ between versions of Kea.
type dialect struct {
	// classLists says that client classes are a list with the name client-classes, and that
	// further ones are called evaluate-additional-classes (Kea 3.0 on).
	classLists bool
}

func (d dialect) putClasses(raw map[string]any, classes, evaluate []string) {
	for _, name := range []string{"client-class", "client-classes", "require-client-classes", "evaluate-additional-classes"} {
		delete(raw, name)
	}
	if d.classLists {
		setOrDrop(raw, "client-classes", anyList(classes), len(classes) > 0)
		setOrDrop(raw, "evaluate-additional-classes", anyList(evaluate), len(evaluate) > 0)
		return
	}
	setOrDrop(raw, "client-class", first(classes), len(classes) > 0)
	setOrDrop(raw, "require-client-classes", anyList(evaluate), len(evaluate) > 0)
}

// classesOf reads the classes under whatever name the server gives them.
func classesOf(raw map[string]any) (classes, evaluate []string) {
	classes, evaluate = []string{}, []string{}
	if one := textOf(raw["client-class"]); one != "" {
		classes = append(classes, one)
	}
	classes = append(classes, textsOf(raw["client-classes"])...)
	evaluate = append(evaluate, textsOf(raw["require-client-classes"])...)
	return classes, append(evaluate, textsOf(raw["evaluate-additional-classes"])...)
}

func settingsFrom(raw map[string]any) Settings {
	s := Settings{Options: optionsFrom(raw["option-data"]), UserContext: contextText(raw["user-context"])}
	for _, m := range s.scalars() {
		if value, set := raw[m.name]; set {
			m.set(value)
		}
	}
	s.ClientClasses, s.EvaluateClasses = classesOf(raw)
	s.Relay = append([]string{}, textsOf(mapOf(raw["relay"])["ip-addresses"])...)
	return s
}

// merge changes the object in the configuration. What this package does not know stays,
// and so do options that are nil.
func (s *Settings) merge(family Family, d dialect, raw map[string]any) {
	for _, m := range s.scalars() {
		if value := m.get(); value != nil {
			raw[m.name] = value
		} else {
			delete(raw, m.name)
		}
	}
	d.putClasses(raw, s.ClientClasses, s.EvaluateClasses)
	if len(s.Relay) > 0 || raw["relay"] != nil {
		raw["relay"] = map[string]any{"ip-addresses": anyList(s.Relay)}
	}
	setContext(raw, s.UserContext)
	if s.Options != nil {
		raw["option-data"] = mergeOptions(family, raw["option-data"], s.Options)
	}
}

// contains reports whether the server has everything that is wanted: what is not set must
// be inherited, what is set must apply, and options that are nil may be anything.
func (s *Settings) contains(family Family, current, effective Settings) bool {
	set, applies := current.scalars(), effective.scalars()
	for i, m := range s.scalars() {
		value := m.get()
		if value == nil && set[i].get() != nil || value != nil && !reflect.DeepEqual(value, applies[i].get()) {
			return false
		}
	}
	relays := current.Relay
	if len(relays) == 0 && len(s.Relay) > 0 {
		relays = effective.Relay
	}
	return SameJSON(s.UserContext, current.UserContext) && sameSet(s.Relay, relays) && sameSet(s.ClientClasses, current.ClientClasses) &&
		sameSet(s.EvaluateClasses, current.EvaluateClasses) && (s.Options == nil || sameOptions(family, s.Options, current.Options))
}
