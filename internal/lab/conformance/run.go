package conformance

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

// Engine runs one call on a server of the lab, as far as the cmdlet itself.
type Engine interface {
	Call(ctx context.Context, server *model.Server, cmdlet string, args map[string]any) (model.Result, error)
}

// Counts says how the cases of a run ended.
type Counts struct{ Passed, Failed, Skipped int }

// Plus adds the counts of another run.
func (n Counts) Plus(m Counts) Counts {
	return Counts{n.Passed + m.Passed, n.Failed + m.Failed, n.Skipped + m.Skipped}
}

// String is the last line of a run.
func (n Counts) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", n.Passed, n.Failed, n.Skipped)
}

// Failure is what a case did that it should not.
type Failure struct {
	Case      string
	Step      int
	Want, Got string
}

// String is one line: the case, the step, what was expected and what came.
func (f Failure) String() string {
	return fmt.Sprintf("%s step %d: expected %s, got %s", f.Case, f.Step, f.Want, f.Got)
}

// start is the moment at which every case begins.
var start = time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)

// Run runs cases one after the other, each on servers of its own, and writes a line for
// each failure. A case that calls a cmdlet which the model does not know is skipped.
func Run(ctx context.Context, engine Engine, cases []Case, out io.Writer) (Counts, error) {
	var n Counts
	for _, c := range cases {
		if unknown(c) != "" {
			n.Skipped++
			continue
		}
		failure, err := runCase(ctx, engine, c)
		if err != nil {
			return n, fmt.Errorf("case %s: %w", c.Name, err)
		}
		if failure == nil {
			n.Passed++
			continue
		}
		n.Failed++
		if _, err := fmt.Fprintln(out, failure); err != nil {
			return n, err
		}
	}
	return n, nil
}

// unknown returns the first cmdlet of a case that the model does not know.
func unknown(c Case) string {
	for _, name := range c.cmdlets() {
		if !model.Knows(name) {
			return name
		}
	}
	return ""
}

// runCase runs one case to its first failure.
func runCase(ctx context.Context, engine Engine, c Case) (*Failure, error) {
	servers := 1
	if c.secondServer() {
		servers = 2
	}
	world := model.NewWorld(servers, start)
	for i, step := range c.Steps {
		name := step.Server
		if name == "" {
			name = "DHCP1"
		}
		server := world.Server(name)
		if server == nil {
			return nil, fmt.Errorf("step %d: there is no server %s", i, name)
		}
		if step.Event != "" {
			if err := world.Event(server, step.Event, step.Args); err != nil {
				return nil, fmt.Errorf("step %d: event %s: %w", i, step.Event, err)
			}
			continue
		}
		result, err := engine.Call(ctx, server, step.Cmdlet, step.Args)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i, err)
		}
		if want, got, ok := Compare(step.Expect, result); !ok {
			return &Failure{c.Name, i, want, got}, nil
		}
	}
	return nil, nil
}
