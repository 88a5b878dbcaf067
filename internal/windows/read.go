package windows

import (
	"context"
	"errors"
	"maps"
	"net/netip"
	"slices"
	"strconv"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

// snapshotChunk is how many owners one process reads: with some 50 ms a call it stays
// well within the time that a command may take.
const snapshotChunk = 500

// readJob is one caller's reads.
type readJob struct {
	ctx     context.Context
	queries []query
	fresh   bool // not from a snapshot
	answers []answer
	done    chan struct{}
}

func (j *readJob) context() context.Context { return j.ctx }

// read runs queries, served from a snapshot where one is in use. The answers come in the
// order of the queries. The error is that of the whole read: no answer at all.
func (c *Client) read(ctx context.Context, queries ...query) ([]answer, error) {
	job := &readJob{ctx: ctx, queries: queries, done: make(chan struct{})}
	if c.fromSnapshot(job) {
		return job.answers, nil
	}
	return c.submit(c.reads, job)
}

// readFresh runs queries on the server itself: what a change is planned on.
func (c *Client) readFresh(ctx context.Context, queries ...query) ([]answer, error) {
	return c.submit(c.looks, &readJob{ctx: ctx, queries: queries, fresh: true, done: make(chan struct{})})
}

func (c *Client) submit(line *gatherer[*readJob], job *readJob) ([]answer, error) {
	if job.ctx.Err() != nil {
		return nil, c.cancelledWhile(job.ctx, phaseRead)
	}
	line.add(job)
	select {
	case <-job.done:
	case <-job.ctx.Done():
		line.remove(func(j *readJob) bool { return j == job })
		return nil, c.cancelledWhile(job.ctx, phaseRead)
	}
	for _, a := range job.answers {
		var e *Error
		if errors.As(a.err, &e) && e.whole {
			return nil, e
		}
	}
	return job.answers, nil
}

// fromSnapshot answers a job from the snapshot, when that has all of it.
func (c *Client) fromSnapshot(job *readJob) bool {
	job.answers = make([]answer, len(job.queries))
	for i, q := range job.queries {
		rows, ok := c.snapshot.find(q)
		if !ok {
			return false
		}
		job.answers[i].rows = rows
	}
	c.snapshot.want(job.queries)
	return true
}

// flyReads is one flight of reads: a snapshot where it pays, then what is left, each
// distinct query once.
func (c *Client) flyReads(jobs []*readJob) {
	ctx, release := c.flight(jobContexts(jobs, (*readJob).context))
	defer release()
	answers := map[string]answer{}
	if err := c.ready(ctx); err != nil {
		finishReads(jobs, func(query) answer { return answer{err: err} })
		return
	}
	var cached, direct []query
	for _, job := range jobs {
		if job.fresh {
			direct = append(direct, job.queries...)
		} else {
			cached = append(cached, job.queries...)
		}
	}
	if len(cached) > 0 && c.snapshot.want(cached) {
		c.loadSnapshot(ctx, cached)
	}
	for _, q := range cached {
		// What was read before a write that ends now may still be shown: these callers
		// asked before its end.
		if rows, ok := c.snapshot.find(q); ok {
			answers[q.key()] = answer{rows: rows}
		} else {
			direct = append(direct, q)
		}
	}
	maps.Copy(answers, c.readDirect(ctx, direct))
	finishReads(jobs, func(q query) answer { return answers[q.key()] })
}

// finishReads gives each job its answers.
func finishReads(jobs []*readJob, find func(query) answer) {
	for _, job := range jobs {
		job.answers = make([]answer, len(job.queries))
		for i, q := range job.queries {
			job.answers[i] = find(q)
		}
		close(job.done)
	}
}

// readDirect runs each distinct query as a program of its own, so that one that fails
// does not stop the others.
func (c *Client) readDirect(ctx context.Context, queries []query) map[string]answer {
	answers := map[string]answer{}
	var programs []script.Program
	var keys []string
	for _, q := range queries {
		key := q.key()
		if _, asked := answers[key]; asked {
			continue
		}
		answers[key] = answer{}
		keys = append(keys, key)
		programs = append(programs, script.Program{ID: "q" + strconv.Itoa(len(programs)), Steps: []cmdlet.Call{q.call}})
	}
	if len(programs) == 0 {
		return answers
	}
	results, err := c.run(ctx, true, programs)
	for i, key := range keys {
		if err != nil {
			answers[key] = answer{err: err}
			continue
		}
		answers[key] = c.answerOf(results[programs[i].ID])
	}
	return answers
}

// answerOf takes the rows of a program of one step.
func (c *Client) answerOf(result script.Answer) answer {
	if result.Err != nil {
		return answer{err: c.stepError(result.Err)}
	}
	if len(result.Steps) == 0 {
		return answer{}
	}
	return answer{rows: result.Steps[0].Rows}
}

// loadSnapshot reads whole listings for the queries, as far as that pays. What fails is
// left to single reads.
func (c *Client) loadSnapshot(ctx context.Context, queries []query) {
	c.loading.Lock()
	defer c.loading.Unlock()
	var whole, single []*listing
	need := func(list *[]*listing, l *listing) {
		if !c.snapshot.fresh(l) && !slices.Contains(*list, l) {
			*list = append(*list, l)
		}
	}
	for _, q := range queries {
		switch {
		case q.list == nil:
		case q.list.whole.Cmdlet != "":
			need(&whole, q.list)
		default:
			need(&single, q.list)
			need(&whole, q.list.owners)
		}
	}
	c.loadWhole(ctx, whole)
	for _, l := range single {
		if owners := c.snapshot.ownersOf(l.owners); c.snapshot.pays(len(owners)) {
			c.loadOwners(ctx, l, owners)
		}
	}
}

// loadWhole reads listings that have a call for the whole server, in one process.
func (c *Client) loadWhole(ctx context.Context, lists []*listing) {
	if len(lists) == 0 {
		return
	}
	clock, at := c.snapshot.begin()
	queries := make([]query, len(lists))
	for i, l := range lists {
		queries[i] = l.all()
	}
	answers := c.readDirect(ctx, queries)
	for i, l := range lists {
		a := answers[queries[i].key()]
		got := &loadedList{clock: clock, at: at, rows: map[netip.Addr][]Row{}, all: a.rows, failed: a.err != nil}
		if l.owner != "" {
			for _, row := range a.rows {
				d := decoder{row: row}
				if o := d.addr(l.owner); d.err == nil {
					got.rows[o] = append(got.rows[o], row)
				}
			}
		}
		c.snapshot.store(l, got)
	}
}

// loadOwners reads a listing owner by owner, many in one process.
func (c *Client) loadOwners(ctx context.Context, l *listing, owners []netip.Addr) {
	clock, at := c.snapshot.begin()
	got := &loadedList{clock: clock, at: at, rows: make(map[netip.Addr][]Row, len(owners))}
	slices.SortFunc(owners, netip.Addr.Compare)
	for chunk := range slices.Chunk(owners, snapshotChunk) {
		queries := make([]query, len(chunk))
		for i, o := range chunk {
			queries[i] = l.one(o)
		}
		answers := c.readDirect(ctx, queries)
		for i, o := range chunk {
			if a := answers[queries[i].key()]; a.err == nil {
				got.rows[o] = a.rows
			}
		}
	}
	c.snapshot.store(l, got)
}
