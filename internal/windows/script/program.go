package script

import (
	"fmt"
	"maps"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// Program is a list of calls that run one after the other in one process. A failed call
// ends its program; the other programs of the batch run all the same.
type Program struct {
	ID    string
	Steps []cmdlet.Call
	// Probe asks what the server has to run programs with: Answer.Environment. It has no steps.
	Probe bool
}

// check refuses a program that could not run.
func (p Program) check() error {
	for i, step := range p.Steps {
		if err := step.Check(); err != nil {
			return fmt.Errorf("program %s: step %d: %w", p.ID, i, err)
		}
		for _, undo := range step.Undo {
			if undo.ForEach != nil || len(undo.Guard) > 0 || len(undo.Undo) > 0 {
				return fmt.Errorf("program %s: step %d: an undo step is one plain call", p.ID, i)
			}
		}
		if step.ForEach == nil {
			continue
		}
		if step.ForEach.Step < 0 || step.ForEach.Step >= i {
			return fmt.Errorf("program %s: step %d walks the objects of step %d, which is no earlier one", p.ID, i, step.ForEach.Step)
		}
		if len(step.ForEach.Bind) == 0 || len(step.Undo) > 0 {
			return fmt.Errorf("program %s: step %d is repeated: it must bind a parameter and cannot be undone", p.ID, i)
		}
	}
	return nil
}

// RequestProgram is a Program as it travels.
type RequestProgram struct {
	ID    string        `json:"id"`
	Probe bool          `json:"probe,omitempty"`
	Steps []RequestStep `json:"steps"`
}

// RequestStep is a step as it travels.
type RequestStep struct {
	Cmdlet   string                     `json:"cmdlet"`
	Args     map[string]RequestArgument `json:"args"`
	Take     []string                   `json:"take"`
	Tolerate []string                   `json:"tolerate"`
	Guard    map[string]string          `json:"guard,omitempty"` // cells
	Undo     []RequestStep              `json:"undo"`
	Each     *RequestEach               `json:"each,omitempty"`
}

// RequestArgument is the value of a parameter as it travels, with its kind.
type RequestArgument struct {
	Kind  string `json:"t"`
	Value any    `json:"v"`
}

// RequestEach is a cmdlet.ForEach as it travels.
type RequestEach struct {
	Step      int               `json:"step"`
	Bind      map[string]string `json:"bind"`
	KeepGoing bool              `json:"keep_going"`
}

// mark protects a text from being taken for a date by ConvertFrom-Json of PowerShell 7.
const mark = "="

func (p Program) wire(computer string) RequestProgram {
	w := RequestProgram{ID: mark + p.ID, Probe: p.Probe, Steps: []RequestStep{}}
	for _, step := range p.Steps {
		w.Steps = append(w.Steps, wireCall(step, computer))
	}
	return w
}

// wireCall adds -ComputerName to cmdlets that have it, when the DHCP server is another
// machine than the one that runs the script.
func wireCall(c cmdlet.Call, computer string) RequestStep {
	w := RequestStep{
		Cmdlet: c.Cmdlet, Args: map[string]RequestArgument{}, Take: append([]string{}, c.Take...),
		Tolerate: append([]string{}, c.Tolerate...), Undo: []RequestStep{},
	}
	for name, v := range c.Args {
		w.Args[name] = wireValue(v)
	}
	if computer != "" && cmdlet.Lookup(c.Cmdlet).Has("ComputerName") {
		w.Args["ComputerName"] = wireValue(cmdlet.Text(computer))
	}
	for name, v := range c.Guard {
		if w.Guard == nil {
			w.Guard = map[string]string{}
		}
		w.Guard[name] = FormatCell(v.Native())
	}
	for _, undo := range c.Undo {
		w.Undo = append(w.Undo, wireCall(undo, computer))
	}
	if c.ForEach != nil {
		w.Each = &RequestEach{c.ForEach.Step, c.ForEach.Bind, c.ForEach.KeepGoing}
	}
	return w
}

// Columns are the names of the cells in the rows of a step.
func (s RequestStep) Columns() []string {
	var names []string
	for _, parameter := range s.Bound() {
		names = append(names, "@"+parameter)
	}
	return append(names, s.Take...)
}

// Bound returns the parameters that an earlier step gives, in the order in which they travel.
func (s RequestStep) Bound() []string {
	if s.Each == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(s.Each.Bind))
}

// Name returns the program's id.
func (p RequestProgram) Name() string { name, _ := unmarked(p.ID); return name }
