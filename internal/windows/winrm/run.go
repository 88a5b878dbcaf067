package winrm

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// Command is what runs on the server.
type Command struct {
	// Line is the command line. It passes cmd.exe: at most about 8,000 characters, and
	// %VAR% and & | < > ^ mean something.
	Line string
	// Stdin is sent as standard input, then closed. A command that has one must do
	// nothing before it has read and checked all of it: an incomplete input is reported
	// as "never started". Without one, no input is sent and none is closed.
	Stdin []byte
	// ReadOnly commands are run again when their outcome is unknown.
	ReadOnly bool
}

// Result is what a command left.
type Result struct {
	Stdout, Stderr []byte
	ExitCode       int
}

const (
	maxTries     = 3  // for failures that waiting seldom cures
	maxBusy      = 3  // times one chunk is sent that the server is too busy for
	maxPauseRise = 10 // doublings of the pause between tries
)

// Run runs a command and waits for its end. The error is a *Error.
func (p *Pool) Run(ctx context.Context, cmd Command) (Result, error) {
	ctx = p.logContext(ctx)
	if e := p.enter(ctx); e != nil {
		e.Outcome = NeverStarted
		return Result{}, p.complete(e)
	}
	defer p.leave()
	ctx, cancel := context.WithTimeoutCause(ctx, p.config.CommandTimeout, errCommandTimeout)
	defer cancel()
	relogons := 0
	for try := 0; ; try++ {
		res, e := p.attempt(ctx, cmd)
		if e == nil {
			return res, nil
		}
		if e.relogon {
			relogons++
		}
		if !e.again(cmd, try, relogons) || p.barred() != nil || !pause(ctx, p.backoff(try)) {
			return Result{}, p.complete(e)
		}
		p.stats.retries.Add(1)
		logRetry(ctx, e, try)
	}
}

func (p *Pool) complete(e *Error) *Error {
	e.Server = p.config.address()
	return e
}

// again is the rule for another try: nothing has run, or running twice does no harm. A
// limit of the server is waited for as long as the command may take.
func (e *Error) again(cmd Command, try, relogons int) bool {
	safe := e.Outcome == NeverStarted || cmd.ReadOnly && e.Outcome == Unknown
	switch {
	case !e.transient || !safe:
		return false
	case e.relogon:
		return relogons < 2
	case e.Kind == KindQuota:
		return true
	}
	return try+1 < maxTries
}

// backoff doubles with each try and varies by half, so that clients that failed together
// do not come back together.
func (p *Pool) backoff(try int) time.Duration {
	d := p.config.Timing.Backoff << min(try, maxPauseRise)
	return d/2 + rand.N(d)
}

// attempt runs the command once, in a shell of its own: a shell gives the operations of
// its commands back only when it is deleted.
func (p *Pool) attempt(ctx context.Context, cmd Command) (Result, *Error) {
	s, e := p.session(ctx)
	if e != nil {
		e.Outcome = NeverStarted
		return Result{}, e
	}
	r := &run{pool: p, session: s, cmd: cmd, shell: newID(), id: newID()}
	res, e := r.do(ctx)
	r.cleanUp(ctx)
	return res, e
}

// run is one try of one command.
type run struct {
	pool    *Pool
	session *session
	cmd     Command
	shell   string // id asked for, then the one the server gave
	id      string // of the command, likewise
	exists  bool   // the shell exists, or may exist
	started bool   // the command runs, or may run
	result  Result
}

func (r *run) do(ctx context.Context) (Result, *Error) {
	for _, step := range []func(context.Context) (ended bool, e *Error){r.create, r.start, r.feed, r.collect} {
		ended, e := step(ctx)
		if e != nil {
			return Result{}, e
		}
		if ended {
			break
		}
	}
	return r.result, nil
}

// post sends one message and names the action in the error.
func (r *run) post(ctx context.Context, m *message) (*envelope, *Error) {
	env, e := r.session.post(ctx, m)
	if e != nil && e.Action == "" {
		e.Action = string(m.action)
	}
	return env, e
}

// malformed is a reply that is a SOAP message but lacks what it must hold.
func malformed(a action, outcome Outcome, err error) *Error {
	return &Error{Kind: KindProtocol, Outcome: outcome, Action: string(a), Detail: err.Error(), Err: err, transient: true}
}

func (r *run) create(ctx context.Context) (bool, *Error) {
	before := r.session.sent
	env, e := r.post(ctx, r.pool.messages.create(r.shell))
	// A fault and a refusal leave no shell; any other failure may.
	r.exists = r.session.sent > before && (e == nil || e.Code == 0 && e.Kind != KindAuth)
	if e != nil {
		e.Outcome = NeverStarted
		return false, e
	}
	id, err := env.shellID()
	if err != nil {
		return false, malformed(actionCreate, NeverStarted, err)
	}
	r.shell = id
	return false, nil
}

func (r *run) start(ctx context.Context) (bool, *Error) {
	r.started = true
	env, e := r.post(ctx, r.pool.messages.command(r.shell, r.id, r.cmd.Line))
	if e != nil {
		r.started = e.Code == 0
		e.Outcome = r.unfed()
		if e.Code != 0 {
			e.Outcome = NeverStarted
		}
		return false, e
	}
	id, err := env.commandID()
	if err != nil {
		return false, malformed(actionCommand, r.unfed(), err)
	}
	r.id = id
	return false, nil
}

// unfed is the outcome of a command that may have started and has not got all its input.
func (r *run) unfed() Outcome {
	if len(r.cmd.Stdin) > 0 {
		return NeverStarted
	}
	return Unknown
}

// feed sends the standard input. ended is true when the command ended without reading
// it all.
func (r *run) feed(ctx context.Context) (ended bool, e *Error) {
	for rest := r.cmd.Stdin; len(rest) > 0; {
		chunk := rest[:min(len(rest), r.pool.config.InputChunk)]
		rest = rest[len(chunk):]
		last := len(rest) == 0
		e := r.send(ctx, chunk, last)
		// An operation that timed out may be delivered all the same, and a chunk sent
		// twice is damage. The command checks its input.
		if e == nil || e.Code == codeOperationTimeout {
			continue
		}
		if e.Code != 0 && r.lookBack(ctx) {
			return true, nil
		}
		e.Outcome = NeverStarted
		if last {
			e.Outcome = Unknown
		}
		return false, e
	}
	return false, nil
}

// send sends one chunk, again when the server is still working on the one before.
func (r *run) send(ctx context.Context, chunk []byte, last bool) *Error {
	for busy := 0; ; busy++ {
		_, e := r.post(ctx, r.pool.messages.send(r.shell, r.id, chunk, last))
		if e == nil || e.Code != codeBusy || busy == maxBusy || !pause(ctx, r.pool.config.Timing.Busy) {
			return e
		}
	}
}

// lookBack asks, after the server refused input, whether the command has ended: then its
// exit code says more than the refusal. It waits a moment, not for an operation.
func (r *run) lookBack(ctx context.Context) bool {
	for {
		m := r.pool.messages.receive(r.shell, r.id, min(r.pool.config.Timing.Operation, 2*time.Second))
		done, e := r.receive(ctx, m)
		if e != nil {
			return false
		}
		if done {
			return true
		}
	}
}

func (r *run) collect(ctx context.Context) (bool, *Error) {
	for {
		before := len(r.result.Stdout) + len(r.result.Stderr)
		done, e := r.receive(ctx, r.pool.messages.receive(r.shell, r.id, r.pool.config.Timing.Operation))
		if done && e == nil {
			return true, nil
		}
		if e != nil && e.Code != codeOperationTimeout {
			return false, e
		}
		// A server answers a Receive when it has something. One that answers at once with
		// nothing is not asked as fast as it answers.
		if len(r.result.Stdout)+len(r.result.Stderr) == before {
			pause(ctx, r.pool.config.Timing.Backoff/10)
		}
	}
}

// receive takes one piece of output.
func (r *run) receive(ctx context.Context, m *message) (done bool, e *Error) {
	env, e := r.post(ctx, m)
	if e != nil {
		return false, e
	}
	out, err := env.output(r.id)
	if err != nil {
		outcome := Unknown
		if out.done {
			outcome = Finished
		}
		return out.done, malformed(actionReceive, outcome, err)
	}
	r.result.Stdout = append(r.result.Stdout, out.stdout...)
	r.result.Stderr = append(r.result.Stderr, out.stderr...)
	r.result.ExitCode = out.exitCode
	if most := r.pool.config.MaxOutput; len(r.result.Stdout)+len(r.result.Stderr) > most {
		return out.done, &Error{Kind: KindProtocol, Action: string(actionReceive), Detail: fmt.Sprintf("the output is larger than %d bytes", most)}
	}
	if out.done {
		r.started = false
	}
	return out.done, nil
}

// cleanUp deletes the shell and gives the session back. It has a time of its own, because
// ctx may be what ended, and takes a fresh session when the old one broke.
func (r *run) cleanUp(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	defer func() { r.pool.put(r.session) }()
	if !r.exists || r.deleteShell(ctx) {
		return
	}
	if r.freshSession(ctx) && r.deleteShell(ctx) {
		return
	}
	r.pool.stats.leaked.Add(1)
	logLeak(ctx, r.pool.config.Timing.ShellIdle)
}

// freshSession replaces a broken session, unless a logon was refused.
func (r *run) freshSession(ctx context.Context) bool {
	r.session.close()
	if r.pool.refusedLogon() {
		return false
	}
	ctx, cancel := r.cleanUpTime(ctx)
	defer cancel()
	s, e := r.pool.newSession(ctx)
	if e != nil {
		return false
	}
	r.session = s
	return true
}

// cleanUpTime is the share of one session in the time for cleaning up.
func (r *run) cleanUpTime(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, r.pool.config.Timing.Cleanup/2)
}

// deleteShell tells whether the shell is gone.
func (r *run) deleteShell(ctx context.Context) bool {
	ctx, cancel := r.cleanUpTime(ctx)
	defer cancel()
	if r.started && !r.session.wire.broken {
		// Deleting the shell ends the command too; a failure here shows there.
		_, _ = r.post(ctx, r.pool.messages.terminate(r.shell, r.id))
	}
	if r.session.wire.broken {
		return false
	}
	_, e := r.post(ctx, r.pool.messages.delete(r.shell))
	return e == nil || e.Code == codeNotFound || strings.HasSuffix(e.Subcode, ":InvalidSelectors")
}

func (p *Pool) refusedLogon() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.refusal != nil
}
