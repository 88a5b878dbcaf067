package kea

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

// An edit is one change of a server, in the two ways in which it can be made.
type edit struct {
	// key names the reservation that is changed; it is zero for other edits.
	key ReservationKey
	// frees says that the edit gives up addresses of key, so that others may wait for it.
	frees bool
	// wanted is the reservation of key as it shall be; nil for other edits.
	wanted *Reservation
	// apply changes a configuration, or returns an error and leaves it as it was. With force
	// it takes addresses that other reservations hold: their edits follow in the same batch.
	apply func(d *document, force bool) error
	// holds reports whether a configuration has the change.
	holds func(d *document) bool
	// stage tells which commands of a batch may run at once: see runAll.
	stage stage
	// hook is the command that carries out this kind of change where it is loaded; empty
	// when only the configuration can be edited.
	hook string
	// fix keeps what was chosen at the first peer for the others; nil when nothing is chosen.
	fix func()
	// run carries out the change by commands.
	run func(ctx context.Context, s *service) error
	// shared says that the change went to a database that all peers read.
	shared bool
}

// stage orders the commands of a batch.
type stage int

// The stages. Removals come first, since they free addresses, and additions last.
// What changes an object goes one after the other: whether an address is free is looked at
// before reservation-update, which has no way back.
const (
	stageChange stage = iota
	stageRemove
	stageAdd
)

// heldError says which other reservation holds an address that an edit wants.
type heldError struct {
	reason *Error
	holder ReservationKey
}

func (e *heldError) Error() string { return e.reason.Error() }
func (e *heldError) Unwrap() error { return e.reason }

// pending is an edit that waits for its outcome.
type pending struct {
	*edit
	ctx      context.Context
	done     chan outcome
	patience time.Time
}

type outcome struct {
	warning Warning
	err     error
}

// editor gathers the edits of one DHCP service and carries them out batch by batch.
type editor struct {
	client *Client
	family Family

	mu      sync.Mutex
	queue   []*pending
	arrival time.Time
	running bool
}

// patience is how many gathering times an edit waits for another one to free an address:
// two resources that swap addresses arrive one after the other.
const patience = 20

// longestGather is how many gathering times a batch may grow while edits keep arriving.
const longestGather = 50

func (e *editor) submit(ctx context.Context, change *edit) (Warning, error) {
	result := e.submitAll(ctx, []*edit{change})[0]
	return result.warning, result.err
}

// submitAll hands over edits that shall go in one batch, and waits for all of them.
func (e *editor) submitAll(ctx context.Context, edits []*edit) []outcome {
	batch := make([]*pending, len(edits))
	for i, change := range edits {
		batch[i] = &pending{edit: change, ctx: ctx, done: make(chan outcome, 1), patience: time.Now().Add(patience * e.client.config.Gather)}
	}
	e.mu.Lock()
	e.queue = append(e.queue, batch...)
	e.arrival = time.Now()
	if !e.running && len(batch) > 0 {
		e.running = true
		// The batch outlives the operation that started it: others wait for it too.
		go e.work(context.WithoutCancel(ctx))
	}
	e.mu.Unlock()
	results := make([]outcome, len(batch))
	for i, p := range batch {
		select {
		case results[i] = <-p.done:
		case <-ctx.Done():
			results[i] = e.stopped(ctx, p)
		}
	}
	return results
}

// stopped gives the outcome of an edit whose operation was ended. A batch that is under way
// goes on, and its commands end within their timeout: an interrupted apply then still
// knows what it has made.
func (e *editor) stopped(ctx context.Context, p *pending) outcome {
	patience := time.NewTimer(e.client.config.Timeout)
	defer patience.Stop()
	select {
	case result := <-p.done:
		return result
	case <-patience.C:
		return outcome{err: &Error{Kind: KindTimeout, Text: "the operation was stopped; the change may or may not have been made", Advice: "Run terraform plan to see how the server stands.", Cause: ctx.Err()}}
	}
}

// work runs batches until nothing is left to do.
func (e *editor) work(ctx context.Context) {
	var waiting []*pending
	for {
		e.gather(ctx, len(waiting) > 0)
		e.mu.Lock()
		arrived := e.queue
		e.queue = nil
		if len(arrived) == 0 && len(waiting) == 0 {
			e.running = false
			e.mu.Unlock()
			return
		}
		e.mu.Unlock()
		if len(arrived) == 0 && !impatient(waiting) {
			continue // nothing has changed for those that wait
		}
		waiting = e.runBatch(ctx, live(append(waiting, arrived...)))
	}
}

func impatient(waiting []*pending) bool {
	for _, p := range waiting {
		if time.Now().After(p.patience) || p.ctx.Err() != nil {
			return true
		}
	}
	return false
}

// live gives the edits that somebody still waits for, and tells the others that nothing was sent.
func live(batch []*pending) []*pending {
	var kept []*pending
	for _, p := range batch {
		if err := p.ctx.Err(); err != nil {
			p.done <- outcome{err: &Error{Kind: KindTimeout, Text: "the operation was stopped before the change was sent", Cause: err}}
			continue
		}
		kept = append(kept, p)
	}
	return kept
}

// gather waits until no further edit arrived for the gathering time. In hook mode nothing
// is gained by that, unless an edit waits for another one.
func (e *editor) gather(ctx context.Context, waiting bool) {
	if !waiting && e.onlyHooks(ctx) {
		return
	}
	latest := time.Now().Add(longestGather * e.client.config.Gather)
	for round := 0; ; round++ {
		e.mu.Lock()
		quiet := time.Until(e.arrival.Add(e.client.config.Gather))
		empty := len(e.queue) == 0
		e.mu.Unlock()
		if empty {
			if !waiting || round > 0 {
				return
			}
			quiet = e.client.config.Gather
		}
		if quiet <= 0 || time.Now().After(latest) {
			return
		}
		pause(ctx, quiet)
	}
}

func (e *editor) onlyHooks(ctx context.Context) bool {
	e.mu.Lock()
	queue := make([]*edit, 0, len(e.queue))
	for _, p := range e.queue {
		queue = append(queue, p.edit)
	}
	e.mu.Unlock()
	return e.allHooked(ctx, queue)
}

// allHooked reports whether no edit needs a config-set.
func (e *editor) allHooked(ctx context.Context, edits []*edit) bool {
	for _, change := range edits {
		if hooked, err := e.client.first(e.family).hooked(ctx, change); err != nil || !hooked {
			return false
		}
	}
	return true
}

func (s *service) hooked(ctx context.Context, change *edit) (bool, error) {
	if change.hook == "" {
		return false, nil
	}
	return s.hooks(ctx, change.hook)
}

// pause waits, or stops with the context.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// runBatch carries out a batch at every peer, answers the edits that are done, and gives
// back those that wait for an address to become free.
func (e *editor) runBatch(ctx context.Context, batch []*pending) []*pending {
	results := make([]outcome, len(batch))
	edits := make([]*edit, len(batch))
	for i, p := range batch {
		edits[i] = p.edit
	}
	e.everywhere(ctx, edits, results)
	var waiting []*pending
	for i, p := range batch {
		var held *heldError
		if errors.As(results[i].err, &held) && time.Now().Before(p.patience) {
			waiting = append(waiting, p)
			continue
		}
		p.done <- results[i]
	}
	return waiting
}

// everywhere carries out edits at one peer after the other.
func (e *editor) everywhere(ctx context.Context, edits []*edit, results []outcome) {
	services, err := e.order(ctx)
	if err != nil {
		for i := range results {
			results[i].err = err
		}
		return
	}
	warnings := []Warning{}
	for number, s := range services {
		open, indexes := openEdits(edits, results, number)
		if len(open) == 0 {
			continue
		}
		if number == 0 && e.client.pair() && !e.allHooked(ctx, open) {
			// A pair that was started just now is given its time. What does not come to rest
			// by itself may need this very change.
			_ = settle(ctx, services)
		}
		tflog.Info(ctx, "Changes are sent to the Kea server", map[string]any{"endpoint": s.peer.endpoint, "changes": len(open)})
		errs, warning, set := s.commit(ctx, open)
		warnings = append(warnings, warning)
		for j, err := range errs {
			results[indexes[j]].err = atPeer(number, s, err)
			if err == nil && number == 0 && open[j].fix != nil {
				open[j].fix()
			}
		}
		if !set || !e.client.pair() {
			continue
		}
		tflog.Info(ctx, "Waiting until the Kea pair serves", map[string]any{"endpoint": s.peer.endpoint})
		if err := settle(ctx, services); err != nil && number+1 < len(services) {
			// Changed as well, the next peer would leave nobody to answer clients.
			for _, i := range indexes {
				if results[i].err == nil {
					results[i].err = atPeer(number+1, services[number+1], err)
				}
			}
			return
		} else if err != nil {
			warnings = append(warnings, Warning{"The pair does not serve together", fmt.Sprintf("The change was made at every peer, but since then: %v. Look at the state of the pair in data \"kea_server\" and in Kea's log.", err)})
		}
	}
	e.spread(edits, results, warnings)
}

// spread hands the warnings of a batch to its edits, and lets go of what other peers
// remember of a database that they share.
func (e *editor) spread(edits []*edit, results []outcome, warnings []Warning) {
	next := 0
	for i := range results {
		for next < len(warnings) && results[i].warning == (Warning{}) {
			results[i].warning = e.client.firstWarning(warnings[next])
			next++
		}
		if edits[i].shared {
			for _, s := range e.client.services(e.family) {
				s.hosts.drop()
			}
		}
	}
}

// openEdits gives the edits that are still to be made at a peer: those that failed at an
// earlier one are not, and neither are those in a database that the peers share.
func openEdits(edits []*edit, results []outcome, number int) ([]*edit, []int) {
	var open []*edit
	var indexes []int
	for i, change := range edits {
		if results[i].err == nil && (number == 0 || !change.shared) {
			open = append(open, change)
			indexes = append(indexes, i)
		}
	}
	return open, indexes
}
