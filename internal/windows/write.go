package windows

import (
	"context"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

// change is what is to be done to one object.
type change struct {
	object  string // "scope 10.1.0.0", for messages
	steps   []cmdlet.Call
	back    []query // read in the same process, whatever becomes of the steps
	touched touched
	// member is the scope that is replicated to the partner afterwards, relationship the
	// one that it is in; "" when it is in none.
	member       netip.Addr
	relationship string
	// same makes sure, in the same process as the replication, that the server is still
	// the one that the relationship was read from.
	same    cmdlet.Call
	refused *Error // why nothing may be done at all
}

// result is what became of a change.
type result struct {
	err        *Error   // of the steps
	undo       []*Error // of undo steps
	back       []answer // the object as it stands now
	replicated *Error   // of the replication
	unknown    bool     // the answer is lost; back was read afterwards
}

// writeJob is one caller's change on its way.
type writeJob struct {
	ctx    context.Context
	change change
	result result
	done   chan struct{}
}

func (j *writeJob) context() context.Context { return j.ctx }

// write carries out a change and reads back the object. It is never sent twice: when the
// answer is lost, the object is read again and the caller decides by what stands there.
// The caller holds the locks of what it changes.
func (c *Client) write(ctx context.Context, ch change) result {
	r := c.carryOut(ctx, ch)
	c.handle(ch, r)
	for range len(ch.back) - len(r.back) {
		// Nothing was read back. It must not look like an object that is not there.
		r.back = append(r.back, answer{err: &Error{Kind: KindProtocol, Object: ch.object, Server: c.config.Server, Message: "it could not be read back"}})
	}
	return r
}

func (c *Client) carryOut(ctx context.Context, ch change) result {
	switch {
	case ch.refused != nil:
		return result{err: ch.refused.about(ch.object)}
	case ctx.Err() != nil:
		return result{err: c.cancelledWhile(ctx, phaseLine).about(ch.object)}
	}
	job := &writeJob{ctx: ctx, change: ch, done: make(chan struct{})}
	c.writes.add(job)
	select {
	case <-job.done:
	case <-ctx.Done():
		if c.writes.remove(func(j *writeJob) bool { return j == job }) {
			return result{err: c.cancelledWhile(ctx, phaseLine).about(ch.object)}
		}
		// It is under way: its end is awaited, because the locks must outlive it.
		<-job.done
	}
	r := job.result
	if r.unknown {
		r.back = c.lookAgain(ctx, ch)
	}
	return r
}

// lookAgain reads an object after the answer to its change was lost. What was handed over
// may still be running: two looks must agree.
func (c *Client) lookAgain(ctx context.Context, ch change) []answer {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	var before []answer
	for try := range 4 {
		now, err := c.readFresh(ctx, ch.back...)
		if err == nil && before != nil && sameAnswers(before, now) {
			return now
		}
		if err == nil {
			before = now
		}
		if c.config.Clock.Sleep(ctx, time.Duration(1+try)*time.Second) != nil {
			break
		}
	}
	return before
}

// flyWrites is one flight of changes: each a program of its own, followed by its reads,
// and one replication for each relationship in the end.
func (c *Client) flyWrites(jobs []*writeJob) {
	ctx, release := c.flight(jobContexts(jobs, (*writeJob).context))
	defer release()
	defer func() {
		for _, job := range jobs {
			c.snapshot.drop(job.change.touched)
			close(job.done)
		}
	}()
	if err := c.ready(ctx); err != nil {
		for _, job := range jobs {
			job.result.err = err.about(job.change.object)
		}
		return
	}
	for _, job := range jobs {
		c.snapshot.drop(job.change.touched)
	}
	programs, reads, replications := c.writePrograms(jobs)
	ended := c.tellChanges(ctx, jobs)
	answers, err := c.run(ctx, false, programs)
	ended(err)
	for i, job := range jobs {
		if err != nil {
			job.result = c.failedWrite(job, err)
			continue
		}
		job.result = c.writeResult(i, job, answers, reads)
		if at := replications[job.change.relationship]; at != "" {
			if a := answers[at]; a.Err != nil {
				job.result.replicated = c.replicationError(job.change.relationship, a.Err)
			}
		}
	}
}

// writePrograms builds the batch: all changes, then each distinct read once, then the
// replications. reads tells the id of each read's program, replications that of each
// relationship's.
func (c *Client) writePrograms(jobs []*writeJob) (programs []script.Program, reads, replications map[string]string) {
	reads, replications = map[string]string{}, map[string]string{}
	members, same := map[string][]netip.Addr{}, map[string]cmdlet.Call{}
	var after []script.Program
	for i, job := range jobs {
		if len(job.change.steps) > 0 {
			programs = append(programs, script.Program{ID: "w" + strconv.Itoa(i), Steps: job.change.steps})
		}
		for _, q := range job.change.back {
			key := q.key()
			if reads[key] == "" {
				reads[key] = "b" + strconv.Itoa(len(after))
				after = append(after, script.Program{ID: reads[key], Steps: []cmdlet.Call{q.call}})
			}
		}
		if r := job.change.relationship; r != "" && !slices.Contains(members[r], job.change.member) {
			members[r] = append(members[r], job.change.member)
			replications[r], same[r] = "", job.change.same
		}
	}
	programs = append(programs, after...)
	for i, r := range sortedKeys(replications) {
		replications[r] = "r" + strconv.Itoa(i)
		programs = append(programs, script.Program{ID: replications[r], Steps: []cmdlet.Call{same[r], planReplicate(members[r])}})
		c.stats.replications.Add(1)
	}
	return programs, reads, replications
}

// writeResult takes a job's answers.
func (c *Client) writeResult(i int, job *writeJob, answers map[string]script.Answer, reads map[string]string) result {
	var r result
	if a := answers["w"+strconv.Itoa(i)]; a.Err != nil {
		r.err = c.stepError(a.Err).about(job.change.object)
		for _, u := range a.Undo {
			r.undo = append(r.undo, c.stepError(u).about(job.change.object))
		}
	}
	for _, q := range job.change.back {
		r.back = append(r.back, c.answerOf(answers[reads[q.key()]]))
	}
	return r
}

// failedWrite says what the failure of the whole batch means for one change.
func (c *Client) failedWrite(job *writeJob, err error) result {
	e := asError(err).about(job.change.object)
	if !e.lost || len(job.change.steps) == 0 {
		return result{err: e}
	}
	lost := *e
	lost.Kind, lost.Err = KindUnknownOutcome, e
	return result{err: &lost, unknown: true}
}
