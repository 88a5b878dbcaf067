// Package engine runs what arrives at the lab's WinRM server: the constant command line of
// package script with programs of cmdlets on stdin. Two engines do it. The built-in one
// needs nothing; the other runs the real script in PowerShell 7. Both end in the same
// model, which knows cmdlets only, so no behaviour exists twice.
package engine

import (
	"context"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

// Engine runs command lines on the servers of a lab.
type Engine interface {
	// Exec runs one command line on a server to its end and returns the exit code.
	Exec(ctx context.Context, on Host, commandLine string, stdin io.Reader, stdout, stderr io.Writer) int
	// Close ends what the engine has started.
	Close() error
}

// Host is a server together with the way in which the caller logged on to it.
type Host struct {
	Server *model.Server
	Logon  model.Logon
}

// Call is one bound call on its way to the model.
type Call struct {
	Host
	Cmdlet string
	Params model.Params
}

// Options change how an engine behaves. The zero value is a fast, healthy server.
type Options struct {
	// ProcessDelay and CmdletDelay make processes and cmdlets as slow as on a real server.
	ProcessDelay time.Duration
	CmdletDelay  time.Duration
	// LanguageMode is the language mode of the server's sessions, FullLanguage when empty.
	LanguageMode string
	// Accounts are the passwords of the users that a scheduled task can log on as.
	Accounts map[string]string
	// Endpoints are the session configurations with RunAs, beside the ordinary one.
	Endpoints []string
}

// Journal counts what an engine did and lets a test take part in it.
type Journal struct {
	mu           sync.Mutex
	processes    int
	commandLines []string
	calls        []Call
	before       func(Call)
	instead      func(Call) *model.Result
}

// Before sets a function that is called before each call reaches the model: a second
// administrator who changes things between the calls of one program. nil sets none.
func (j *Journal) Before(f func(Call)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.before = f
}

// Instead sets a function whose answer, unless nil, takes the place of the model's: a call
// that fails with a number which the model would not give here. nil sets none.
func (j *Journal) Instead(f func(Call) *model.Result) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.instead = f
}

// Processes returns how many processes were started for callers.
func (j *Journal) Processes() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.processes
}

// CommandLines returns the command lines of all processes, oldest first.
func (j *Journal) CommandLines() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.commandLines)
}

// Calls returns all calls that were bound, oldest first.
func (j *Journal) Calls() []Call {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.calls)
}

// Reset forgets what was counted; the functions set by Before and Instead stay.
func (j *Journal) Reset() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.processes, j.commandLines, j.calls = 0, nil, nil
}

func (j *Journal) process(commandLine string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.processes++
	j.commandLines = append(j.commandLines, commandLine)
}

// invoke hands a bound call to the model.
func (j *Journal) invoke(ctx context.Context, o Options, c Call) model.Result {
	pause(ctx, o.CmdletDelay)
	j.mu.Lock()
	j.calls = append(j.calls, c)
	before, instead := j.before, j.instead
	j.mu.Unlock()
	if before != nil {
		before(c)
	}
	if instead != nil {
		if answer := instead(c); answer != nil {
			return *answer
		}
	}
	return c.Server.Invoke(c.Logon, c.Cmdlet, c.Params)
}

// pause lets simulated work take its time.
func pause(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
