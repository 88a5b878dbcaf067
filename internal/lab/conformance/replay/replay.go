// Package replay runs the cases of package conformance on real Windows DHCP servers,
// through the provider's own client: moved into addresses that nobody else uses, under
// names of their own, and without a trace when it is over. So somebody who has a server
// finds out where the lab's model is wrong.
package replay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/conformance"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// Runner replays cases.
type Runner struct {
	// Server is the server; Partner a second one for failover, nil where there is none.
	Server, Partner *windows.Client
	// PartnerName is what Server is told as its partner.
	PartnerName string
	// Delegated tells whether the logon on a server reaches the other one.
	Delegated bool
	Blocks    Blocks
	// Prefix begins the names of all objects that are made.
	Prefix string
	// Pause is the time between two looks at a relationship that is not in order yet.
	Pause time.Duration
	// Progress is told after each case how many are done; it may be nil.
	Progress func(done, all int)

	others others
	// filters are the hardware addresses that calls have put into the filter lists: there
	// is nothing about them that could bear the prefix.
	filters []string
}

// DefaultPrefix begins the names of what a run makes, unless told otherwise.
const DefaultPrefix = "tfconf-"

// sweepTime is how long the removal of what was made may take after an interruption.
const sweepTime = 3 * time.Minute

var errInterrupted = errors.New("interrupted: the rest of the cases was not tried")

// Run replays cases one after the other and removes what each has made. It begins only on
// servers that have nothing in the block or under the prefix. Its error is what ended it
// early: the report has what was found until then.
func (r *Runner) Run(ctx context.Context, cases []conformance.Case) (*Report, error) {
	report := &Report{Format: reportFormat, Servers: 1, Delegated: r.Delegated}
	if r.Partner != nil {
		report.Servers = 2
	}
	var err error
	if report.Server, err = r.inspect(ctx); err != nil {
		return report, err
	}
	for i, c := range cases {
		if err == nil && ctx.Err() != nil {
			err = errInterrupted
		}
		if err != nil {
			report.add(Outcome{Case: c.Name, Grade: c.Grade, Outcome: NotTried, Reason: "the run ended before"})
			continue
		}
		var outcome Outcome
		outcome, err = r.replay(ctx, c)
		report.add(outcome)
		if r.Progress != nil {
			r.Progress(i+1, len(cases))
		}
	}
	return report, err
}

// replay replays one case and removes what it has made. Its error means that the rest of
// the cases cannot be replayed.
func (r *Runner) replay(ctx context.Context, c conformance.Case) (Outcome, error) {
	outcome := Outcome{Case: c.Name, Grade: c.Grade}
	s, reason := r.prepare(c)
	if reason != "" {
		outcome.Outcome, outcome.Reason = NotTried, reason
		return outcome, nil
	}
	err := s.play(ctx, &outcome)
	switch {
	case ctx.Err() != nil:
		err = errInterrupted
		outcome.Outcome, outcome.Reason = NotTried, "the run was interrupted"
	case err != nil:
		outcome.Outcome, outcome.Reason = NotTried, "the server did not answer"
	}
	clean, cancel := context.WithTimeout(context.WithoutCancel(ctx), sweepTime)
	defer cancel()
	if left := r.sweep(clean); left != nil {
		return outcome, errors.Join(err, fmt.Errorf("after case %s: %w", c.Name, left))
	}
	return outcome, err
}
