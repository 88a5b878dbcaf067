package kea

import (
	"context"
	"errors"
	"sync"
	"time"
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
			results[i].err = &Error{Kind: KindTimeout, Text: "the operation was stopped; the change may or may not have been made", Advice: "Run terraform plan to see how the server stands.", Cause: ctx.Err()}
		}
	}
	return results
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

// live drops the edits whose operation was stopped before they began.
func live(batch []*pending) []*pending {
	var kept []*pending
	for _, p := range batch {
		if p.ctx.Err() == nil {
			kept = append(kept, p)
		}
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
	queue := append([]*pending(nil), e.queue...)
	e.mu.Unlock()
	for _, p := range queue {
		if hooked, err := e.client.first(e.family).hooked(ctx, p.edit); err != nil || !hooked {
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
	for number, s := range e.order(ctx) {
		open, indexes := openEdits(edits, results, number)
		if len(open) == 0 {
			continue
		}
		errs, warning := s.commit(ctx, open)
		if len(e.client.peers) > 1 {
			s.awaitService(ctx)
		}
		warning = e.client.firstWarning(warning)
		for j, err := range errs {
			results[indexes[j]].err = e.atPeer(number, s, err)
			if results[indexes[j]].warning == (Warning{}) {
				results[indexes[j]].warning, warning = warning, Warning{}
			}
		}
	}
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

// atPeer says for the second peer on that the first one has the change already.
func (e *editor) atPeer(number int, s *service, err error) error {
	if err == nil || number == 0 {
		return err
	}
	return &Error{Kind: KindOf(err), Endpoint: s.peer.endpoint, Text: "the other peers have the change, this one refused it: " + err.Error(), Advice: "The peers differ now. Repair this peer and apply again.", Cause: err}
}
