package winrm

import (
	"context"
	"crypto/tls"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Pool runs commands on one host over a few sessions. It is safe for concurrent use.
// Nothing connects before the first Run.
type Pool struct {
	config   Config
	tls      *tls.Config
	messages builder
	newAuth  func() authenticator
	kerberos *kerberos // nil unless AuthKerberos

	slots   chan struct{} // one for each command that may run at a time
	logon   chan struct{} // held by the one session that logs on
	refused chan struct{} // closed when the server refused a logon
	closing chan struct{} // closed by Close
	running sync.WaitGroup

	mu      sync.Mutex
	refusal *Error
	closed  bool
	idle    []*session

	stats counters
}

// counters are what Stats reports.
type counters struct {
	requests, connections, sent, received, retries, leaked atomic.Int64
}

// Stats counts what a pool has done since it was made.
type Stats struct {
	Requests      int64 // HTTP requests, those of logons included
	Connections   int64 // TCP connections opened
	BytesSent     int64 // on the wire, TLS included
	BytesReceived int64
	Retries       int64 // commands tried again
	Leaked        int64 // shells that could not be deleted; the server drops them by itself
}

// New makes a pool. It returns a *ConfigError for a configuration that cannot work.
func New(config Config) (*Pool, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	config = config.withDefaults()
	secured, err := config.tlsConfig()
	if err != nil {
		return nil, err
	}
	p := &Pool{
		config: config, tls: secured,
		messages: builder{url: config.url(), timing: config.Timing},
		slots:    make(chan struct{}, config.MaxConcurrency),
		logon:    make(chan struct{}, 1),
		refused:  make(chan struct{}),
		closing:  make(chan struct{}),
	}
	if config.Auth == AuthKerberos {
		if p.kerberos, err = newKerberos(config); err != nil {
			return nil, err
		}
	}
	p.newAuth = p.authenticators()
	return p, nil
}

// Stats returns the counters as they stand.
func (p *Pool) Stats() Stats {
	s := &p.stats
	return Stats{
		Requests: s.requests.Load(), Connections: s.connections.Load(),
		BytesSent: s.sent.Load(), BytesReceived: s.received.Load(),
		Retries: s.retries.Load(), Leaked: s.leaked.Load(),
	}
}

// Close refuses new commands, waits until those that run have ended or ctx is done, and
// closes the connections.
func (p *Pool) Close(ctx context.Context) error {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		close(p.closing)
	}
	p.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		p.running.Wait()
		close(ended)
	}()
	var err error
	select {
	case <-ended:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.idle {
		s.close()
	}
	p.idle = nil
	if p.kerberos != nil {
		p.kerberos.close()
	}
	return err
}

// enter waits for a slot. It fails at once when the pool is closed or a logon was
// refused, also while it waits.
func (p *Pool) enter(ctx context.Context) *Error {
	if e := p.barred(); e != nil {
		return e
	}
	select {
	case p.slots <- struct{}{}:
	case <-p.refused:
		return p.barred()
	case <-p.closing:
		return p.barred()
	case <-ctx.Done():
		return p.contextError(ctx)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if e := p.barredLocked(); e != nil {
		<-p.slots
		return e
	}
	p.running.Add(1)
	return nil
}

func (p *Pool) leave() {
	<-p.slots
	p.running.Done()
}

// barred tells why nothing may be sent any more, or nil.
func (p *Pool) barred() *Error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.barredLocked()
}

func (p *Pool) barredLocked() *Error {
	switch {
	case p.refusal != nil:
		e := *p.refusal
		e.Outcome = NeverStarted
		return &e
	case p.closed:
		return &Error{Kind: KindClosed, Outcome: NeverStarted, Server: p.config.address(), Detail: "the connection pool is closed"}
	}
	return nil
}

// bar makes everything waiting and later fail with e: each further try of a wrong
// password brings the account nearer to being locked.
func (p *Pool) bar(e *Error) *Error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refusal == nil {
		own := *e // the caller adds to its copy
		p.refusal = &own
		close(p.refused)
	}
	return e
}

// lockLogon makes logons wait for each other: many sessions that start at once would try
// a wrong password many times.
func (p *Pool) lockLogon(ctx context.Context) (unlock func(), e *Error) {
	select {
	case p.logon <- struct{}{}:
	case <-p.refused:
		return nil, p.barred()
	case <-ctx.Done():
		return nil, p.contextError(ctx)
	}
	unlock = sync.OnceFunc(func() { <-p.logon })
	p.mu.Lock()
	refusal := p.refusal
	p.mu.Unlock()
	if refusal != nil {
		unlock()
		return nil, p.barred()
	}
	return unlock, nil
}

// session gives an idle session or a new one.
func (p *Pool) session(ctx context.Context) (*session, *Error) {
	if s := p.takeIdle(); s != nil {
		return s, nil
	}
	return p.newSession(ctx)
}

func (p *Pool) newSession(ctx context.Context) (*session, *Error) {
	w, e := p.dial(ctx)
	if e != nil {
		return nil, e
	}
	return &session{pool: p, wire: w, auth: p.newAuth()}, nil
}

// takeIdle gives the youngest idle session and closes those too old to trust.
func (p *Pool) takeIdle() *session {
	p.mu.Lock()
	defer p.mu.Unlock()
	oldest := p.config.Now().Add(-p.config.Timing.Idle)
	p.idle = slices.DeleteFunc(p.idle, func(s *session) bool {
		if s.used.After(oldest) {
			return false
		}
		s.close()
		return true
	})
	if len(p.idle) == 0 {
		return nil
	}
	s := p.idle[len(p.idle)-1]
	p.idle = p.idle[:len(p.idle)-1]
	return s
}

// put keeps a session for the next command, unless it cannot be used again.
func (p *Pool) put(s *session) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.wire.broken || p.closed || !s.proven {
		s.close()
		return
	}
	s.used = p.config.Now()
	p.idle = append(p.idle, s)
}

var errCommandTimeout = errors.New("command timeout")

// contextError says why ctx ended.
func (p *Pool) contextError(ctx context.Context) *Error {
	e := &Error{Kind: KindCancelled, Server: p.config.address(), Detail: "cancelled", Err: context.Cause(ctx)}
	switch {
	case errors.Is(e.Err, errCommandTimeout):
		e.Kind, e.Detail = KindTimeout, "no result within "+p.config.CommandTimeout.String()
		e.Advice = "If the server is just slow, raise command_timeout"
	case errors.Is(e.Err, context.DeadlineExceeded):
		e.Kind, e.Detail = KindTimeout, "the time for the whole operation is over"
	}
	return e
}

// pause waits, unless ctx ends first.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
