package cmdlet

import (
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
)

// Call is one step of a program that runs on the server.
type Call struct {
	// Cmdlet and Args are the command and its parameters, all by their full names.
	Cmdlet string
	Args   Args
	// Take names the properties wanted of each returned object. Without any, only empty rows come back.
	// Where the cmdlet returns plain text, Take is the one name Text.
	Take []string
	// Tolerate names error ids ("DHCP 20010") that count as success without rows.
	Tolerate []string
	// Guard ends the program with the error GuardFailed unless the step returns at least one
	// object and every one reads so: the world must still be as the program was made for.
	Guard Args
	// Undo are calls that take this step back when a later step of the program fails.
	// They run in reverse order of their steps; their own failures are reported beside the error.
	Undo []Call
	// ForEach repeats the step for every object that an earlier step returned.
	ForEach *ForEach
	// Whole allows the forms of a cmdlet that act on everything in their container, such as
	// Remove-DhcpServerv4Superscope without ScopeId. Check refuses them otherwise.
	Whole bool
}

// TextColumn is the name under which plain text that a cmdlet returns is taken.
const TextColumn = "Text"

// ForEach repeats a step within the process, so that one process can read a whole server.
type ForEach struct {
	// Step is the number of the earlier step whose objects are walked.
	Step int
	// Bind gives, by parameter, the property of the object that becomes its value. The
	// rows of the repeated step carry that value too, under the parameter's name after "@".
	Bind map[string]string
	// KeepGoing collects errors for single objects instead of ending the program at the first.
	KeepGoing bool
}

// String names the cmdlet and its parameters, never values.
func (c Call) String() string {
	names := slices.Sorted(maps.Keys(c.Args))
	if c.ForEach != nil {
		names = append(names, slices.Sorted(maps.Keys(c.ForEach.Bind))...)
	}
	for i, name := range names {
		names[i] = "-" + name
	}
	return strings.Join(append([]string{c.Cmdlet}, names...), " ")
}

// Check tells what is wrong with a call before it leaves: an unknown name, a value that the
// parameter does not take as it is, parameters that no single set accepts, a property that
// the cmdlet does not return, or a form that would destroy more than the call names.
// An error here is a mistake of the program that made the call.
func (c Call) Check() error {
	sig := signatures()[c.Cmdlet]
	if sig == nil {
		return fmt.Errorf("cmdlet %s does not exist", c.Cmdlet)
	}
	args := c.sample(sig)
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(args)) {
		problems = append(problems, sig.checkValue(name, args[name]))
	}
	if errors.Join(problems...) == nil {
		set, _, refusal := Bind(c.Cmdlet, args.Native())
		if refusal != nil {
			problems = append(problems, refusal)
		} else if why := refused(c.Cmdlet, set, args); why != "" && !c.Whole {
			problems = append(problems, errors.New(why))
		}
	}
	problems = append(problems, sig.checkColumns(c.Take), sig.checkColumns(slices.Sorted(maps.Keys(c.Guard))))
	for _, undo := range c.Undo {
		problems = append(problems, undo.Check())
	}
	if err := errors.Join(problems...); err != nil {
		return fmt.Errorf("call %s: %w", c, err)
	}
	return nil
}

// sample returns the arguments with a stand-in for each value that an earlier step gives.
func (c Call) sample(sig *Signature) Args {
	args := maps.Clone(c.Args)
	if args == nil {
		args = Args{}
	}
	if c.ForEach == nil {
		return args
	}
	for name := range c.ForEach.Bind {
		p := sig.Parameters[name]
		switch {
		case p == nil:
			args[name] = Null()
		case p.Element() == "ipaddress":
			args[name] = Text("192.0.2.1")
		case strings.HasPrefix(p.Element(), "uint"):
			args[name] = Number(1)
		default:
			args[name] = Text("x")
		}
	}
	return args
}

// foreign are the parameters that a program never gives: they are for the machinery.
var foreign = []string{"CimSession", "ThrottleLimit", "AsJob", "ComputerName"}

// checkValue demands the kind of value that needs no conversion by chance: PowerShell would
// take "24" for the address 0.0.0.24 and the number 5 for a duration of 500 ns.
func (s *Signature) checkValue(name string, v Value) error {
	p := s.Parameters[name]
	if p == nil || slices.Contains(foreign, name) {
		return fmt.Errorf("no parameter %s for a program to give", name)
	}
	var ok bool
	switch kind := v.Kind(); p.Element() {
	case "string":
		ok = kind == KindText || (p.List() && kind == KindTexts)
	case "ipaddress":
		ok = kind == KindText && isAddress(v.text) || p.List() && kind == KindTexts && !slices.ContainsFunc(v.texts, func(t string) bool { return !isAddress(t) })
	case "uint16", "uint32", "int":
		ok = kind == KindNumber || (p.List() && kind == KindNumbers)
	case "bool", "switch":
		ok = kind == KindBool
	case "timespan":
		ok = kind == KindSeconds
	case "datetime":
		ok = kind == KindTime
	case "pscredential":
		ok = kind == KindSecret
	}
	if v.Kind() == KindNull {
		ok = p.Element() != "switch" && p.Element() != "bool" || p.Nullable()
	}
	if !ok {
		return fmt.Errorf("parameter %s takes a value of type %s", name, p.Type)
	}
	return nil
}

func isAddress(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Zone() == ""
}

// checkColumns demands that the cmdlet's objects have the properties.
func (s *Signature) checkColumns(columns []string) error {
	for _, name := range columns {
		known := name == TextColumn && len(s.Output) == 0
		for _, class := range s.Output {
			known = known || Class(class)[name] != ""
		}
		if !known {
			return fmt.Errorf("the cmdlet returns no property %s", name)
		}
	}
	return nil
}
