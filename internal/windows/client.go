package windows

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// Runner runs one command line on the server: a *winrm.Pool, or the lab's.
type Runner interface {
	Run(ctx context.Context, cmd winrm.Command) (winrm.Result, error)
}

// Config says how a client works. Only Runner is mandatory.
type Config struct {
	Runner Runner
	// Server is the name of the DHCP server in messages: the host, or the computer name.
	Server string
	// ComputerName is a DHCP server other than the one that Runner reaches; "" is the same.
	ComputerName string

	MaxConcurrency          int           // processes at a time; 0 means 4
	EnvironmentCheckTimeout time.Duration // for the first look at the server; 0 means 15 s

	ReadMode       ReadMode      // "" means ReadAuto
	SnapshotMaxAge time.Duration // after which a snapshot is not used; 0 means one minute

	// Replicate copies each change of a scope in a failover relationship to the partner.
	Replicate bool
	// Partner reads the failover partner over its own connection; nil when there is none.
	Partner *Client

	// Hop is a logon, made on the server, for what must reach a second machine. nil means
	// that the logon of the session does, or that nothing shall.
	Hop *script.Hop

	// Clock is the time; the zero value is the real one.
	Clock Clock
}

// Clock is the time as the client sees it: tests put in their own.
type Clock struct {
	Now   func() time.Time
	Sleep func(ctx context.Context, d time.Duration) error
}

// Client reads and changes one Windows DHCP server. It is safe for concurrent use.
// Nothing connects before the first operation.
type Client struct {
	config   Config
	locks    keyLocks
	loading  sync.Mutex // held by the flight that loads a snapshot
	reads    *gatherer[*readJob]
	looks    *gatherer[*readJob] // reads before a change, which do not wait for a snapshot
	writes   *gatherer[*writeJob]
	snapshot *snapshot
	checked  environmentCheck
	slots    chan struct{}
	closed   context.Context
	close    context.CancelFunc
	handled  sync.Map // objects that were made or changed, by name
	stats    struct{ processes, replications, changes atomic.Int64 }
}

// Sizes of a flight and of the pause after one (see gatherer).
const (
	readsPerFlight   = 500
	writesPerFlight  = 50
	waitingForFlight = 8
	lingerAfter      = 50 * time.Millisecond
)

// New makes a client.
func New(config Config) *Client {
	if config.MaxConcurrency == 0 {
		config.MaxConcurrency = 4
	}
	if config.EnvironmentCheckTimeout == 0 {
		config.EnvironmentCheckTimeout = 15 * time.Second
	}
	if config.ReadMode == "" {
		config.ReadMode = ReadAuto
	}
	if config.SnapshotMaxAge == 0 {
		config.SnapshotMaxAge = time.Minute
	}
	if config.Clock.Now == nil {
		config.Clock = Clock{Now: time.Now, Sleep: sleep}
	}
	c := &Client{config: config, snapshot: newSnapshot(config.ReadMode, config.SnapshotMaxAge, config.Clock.Now)}
	c.closed, c.close = context.WithCancel(context.Background())
	c.slots = make(chan struct{}, config.MaxConcurrency)
	c.reads, c.looks = newGatherer(c, readsPerFlight, (*readJob).context, c.flyReads), newGatherer(c, readsPerFlight, (*readJob).context, c.flyReads)
	c.writes = newGatherer(c, writesPerFlight, (*writeJob).context, c.flyWrites)
	return c
}

// newGatherer makes a gatherer for the client's processes. The first look at the server
// comes before the first flight, so that all who wait for it go together.
func newGatherer[J any](c *Client, most int, of func(J) context.Context, fly func([]J)) *gatherer[J] {
	return &gatherer[J]{
		fly: fly, slots: c.slots, most: most, another: waitingForFlight, linger: lingerAfter,
		prepare: func(job J) {
			ctx, release := c.flight([]context.Context{of(job)})
			defer release()
			_ = c.ready(ctx) // the flight asks again, and has the answer at once
		},
	}
}

// Close ends what is under way. The Runner stays with who made it.
func (c *Client) Close() { c.close() }

// Stats counts what a client has done since it was made.
type Stats struct {
	Processes    int64 // PowerShell processes started
	Replications int64 // failover replications asked for
}

// Stats returns the counters as they stand.
func (c *Client) Stats() Stats {
	return Stats{Processes: c.stats.processes.Load(), Replications: c.stats.replications.Load()}
}

// Server is the name of the DHCP server in messages.
func (c *Client) Server() string { return c.config.Server }

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

var errAllGone = errors.New("everybody who waited has given up")

// flight makes the context of what several callers share: it lives until the last of them
// gives up or the client is closed, and logs as the first.
func (c *Client) flight(callers []context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(callers[0]))
	var left atomic.Int64
	left.Store(int64(len(callers)))
	stops := []func() bool{context.AfterFunc(c.closed, func() { cancel(errors.New("the client was closed")) })}
	for _, caller := range callers {
		stops = append(stops, context.AfterFunc(caller, func() {
			if left.Add(-1) == 0 {
				cancel(errAllGone)
			}
		}))
	}
	return ctx, func() {
		for _, stop := range stops {
			stop()
		}
		cancel(nil)
	}
}
