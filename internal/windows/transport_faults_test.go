package windows

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// remote is a lab whose client speaks WinRM with the server, in memory and on the fake
// clock. The lab's own client reaches the server past all faults.
type remote struct {
	*lab
	client *Client
	server *winrmserver.Server
	pool   *winrm.Pool
	ran    atomic.Int64 // processes
	damage atomic.Pointer[damage]
}

// damage is what happens to the input or the output of one process.
type damage struct {
	process int64
	input   func([]byte) []byte
	output  func([]byte) []byte
}

func newRemote(t *testing.T) *remote {
	t.Helper()
	r := &remote{lab: newLab(t, 1, func(c *Config) { c.ReadMode = ReadDirect })}
	r.repeats.Store(true)
	pipe := winrmserver.NewPipe()
	var err error
	r.server, err = winrmserver.New(winrmserver.Options{Listener: pipe, Users: map[string]string{"admin": "pw"}, Exec: r.exec})
	if err != nil {
		t.Fatal(err)
	}
	r.pool, err = winrm.New(winrm.Config{Host: "dhcp1.lab.example", Username: "admin", Password: "pw", CommandTimeout: 10 * time.Minute, Dial: pipe.Dial})
	if err != nil {
		t.Fatal(err)
	}
	r.client = New(Config{Runner: r.pool, Server: "dhcp1.lab.example", Replicate: true})
	t.Cleanup(func() {
		r.client.Close()
		if err := r.pool.Close(context.Background()); err != nil {
			t.Error(err)
		}
		r.server.AssertNothingLeft(t)
		if err := r.server.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func (r *remote) exec(ctx context.Context, _ winrmserver.Session, line string, stdin io.Reader, stdout, stderr io.Writer) int {
	input, err := io.ReadAll(stdin)
	if err != nil {
		return 1
	}
	d := r.damage.Load()
	if d == nil || d.process != r.ran.Add(1) {
		d = &damage{}
	}
	if d.input != nil {
		input = d.input(input)
	}
	var out bytes.Buffer
	on := engine.Host{Server: r.lab.server, Logon: model.Logon{Delegated: true}}
	code := r.engine.Exec(ctx, on, line, bytes.NewReader(input), &out, stderr)
	answer := out.Bytes()
	if d.output != nil {
		answer = d.output(answer)
	}
	if _, err := stdout.Write(answer); err != nil {
		return 1
	}
	return code
}

// requests counts all requests so far.
func (r *remote) requests() int {
	n := 0
	for _, a := range []winrmserver.Action{
		winrmserver.ActionLogon, winrmserver.ActionCreate, winrmserver.ActionCommand, winrmserver.ActionSend,
		winrmserver.ActionReceive, winrmserver.ActionSignal, winrmserver.ActionDelete,
	} {
		n += r.server.Calls(a)
	}
	return n
}

// changesRun counts each call that changes something, by cmdlet and parameters.
func (r *remote) changesRun() map[string]int {
	ran := map[string]int{}
	for _, c := range r.engine.Calls() {
		if !strings.HasPrefix(c.Cmdlet, "Get-") {
			ran[fmt.Sprint(c.Cmdlet, c.Params)]++
		}
	}
	return ran
}

// operation is one of what Terraform asks for, with what stands before and after it.
type operation struct {
	name   string
	exists bool // before
	run    func(ctx context.Context, c *Client) (*Scope, error)
	want   *Scope // nil: no scope
}

func edited() Scope {
	s := office()
	s.Name, s.Pool, s.DNSDomain, s.Lease = "Moved", pool("10.1.0.30", "10.1.0.220"), "", 3600
	s.Exclusions = s.Exclusions[1:]
	return s
}

func operations() []operation {
	made, changed := office(), edited()
	update := func(ctx context.Context, c *Client) (*Scope, error) {
		return c.UpdateScope(ctx, changed.ID(), func(s *Scope) { *s = edited() }, ScopeUpdate{})
	}
	return []operation{
		{"create", false, func(ctx context.Context, c *Client) (*Scope, error) { return c.CreateScope(ctx, office()) }, &made},
		{"update", true, update, &changed},
		{"delete", true, func(ctx context.Context, c *Client) (*Scope, error) {
			return nil, c.DeleteScope(ctx, office().ID(), false)
		}, nil},
	}
}

// wireFaults are what can happen to a request and its reply.
var wireFaults = []struct {
	name  string
	fault winrmserver.Fault
}{
	{"access denied", winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 5, Subcode: "w:AccessDenied"}},
	{"quota", winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 2150859174, Subcode: "w:QuotaLimit"}},
	{"HTTP 401", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusUnauthorized}},
	{"HTTP 403", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusForbidden}},
	{"HTTP 500", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusInternalServerError}},
	{"HTTP 503", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusServiceUnavailable}},
	{"cut before", winrmserver.Fault{Effect: winrmserver.CutBefore}},
	{"cut after", winrmserver.Fault{Effect: winrmserver.CutAfter}},
	{"cut in the reply", winrmserver.Fault{Effect: winrmserver.CutReply}},
	{"hang before", winrmserver.Fault{Effect: winrmserver.HangBefore}},
	{"hang after", winrmserver.Fault{Effect: winrmserver.HangAfter}},
	{"late", winrmserver.Fault{Effect: winrmserver.Late, Delay: 71 * time.Second}},
	{"empty", winrmserver.Fault{Effect: winrmserver.Empty}},
	{"malformed", winrmserver.Fault{Effect: winrmserver.Malformed}},
	{"truncated", winrmserver.Fault{Effect: winrmserver.Truncated}},
	{"tampered", winrmserver.Fault{Effect: winrmserver.Tampered}},
	{"unsealed", winrmserver.Fault{Effect: winrmserver.Unsealed}},
	{"unrelated", winrmserver.Fault{Effect: winrmserver.Unrelated}},
	{"without exit code", winrmserver.Fault{Effect: winrmserver.NoExitCode}},
}

// TestScopeSurvivesTransportFaults lets each request of each operation on a scope meet
// each fault, once.
func TestScopeSurvivesTransportFaults(t *testing.T) {
	cases, errors := 0, 0
	for _, op := range operations() {
		var requests int
		synctest.Test(t, func(t *testing.T) { requests, _ = op.soundly(t) })
		for _, w := range wireFaults {
			for n := 1; n <= requests; n++ {
				cases++
				t.Run(fmt.Sprintf("%s/%s/request %d of %d", op.name, w.name, n, requests), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						r := op.prepare(t)
						f := w.fault
						f.Call = n
						r.server.Inject(f)
						if op.strike(t, r) {
							errors++
						}
						if r.server.Fired() != 1 {
							t.Errorf("the fault struck %d times", r.server.Fired())
						}
						r.server.ClearFaults()
						op.converge(t, r)
					})
				})
			}
		}
	}
	t.Logf("%d cases, %d of them with an error", cases, errors)
}

// TestScopeSurvivesDamagedFrames damages what each process of each operation reads or
// writes, once.
func TestScopeSurvivesDamagedFrames(t *testing.T) {
	half := func(b []byte) []byte { return b[:len(b)/2] }
	flip := func(at func([]byte) int) func([]byte) []byte {
		return func(b []byte) []byte {
			if i := at(b); i >= 0 && i < len(b) {
				b = bytes.Clone(b)
				b[i] ^= 1
			}
			return b
		}
	}
	end := func(b []byte) int { return bytes.IndexByte(b, '\n') + 5 }
	damages := map[string]damage{
		"input cut":               {input: half},
		"input that is not whole": {input: flip(func(b []byte) int { return len(b) - 9 })},
		"answer cut":              {output: half},
		"answer without its end":  {output: func(b []byte) []byte { return b[:len(b)-5] }},
		"no answer":               {output: func([]byte) []byte { return nil }},
		"another nonce":           {output: flip(func([]byte) int { return 0 })},
		"another hash":            {output: flip(end)},
	}
	cases := 0
	for _, op := range operations() {
		var processes int
		synctest.Test(t, func(t *testing.T) { _, processes = op.soundly(t) })
		for name, d := range damages {
			for n := 1; n <= processes; n++ {
				cases++
				t.Run(fmt.Sprintf("%s/%s/process %d of %d", op.name, name, n, processes), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						r := op.prepare(t)
						d.process = int64(n)
						r.damage.Store(&d)
						op.strike(t, r)
						if r.ran.Load() < d.process {
							t.Error("the damage struck nothing")
						}
						r.damage.Store(nil)
						op.converge(t, r)
					})
				})
			}
		}
	}
	t.Logf("%d cases", cases)
}

// prepare makes what stands before the operation, and lets the client look at the server.
func (op operation) prepare(t *testing.T) *remote {
	t.Helper()
	r := newRemote(t)
	if op.exists {
		mustCreate(t, r.lab, office())
	}
	if _, err := r.client.ReadScope(t.Context(), ip("10.77.0.0")); !IsNotFound(err) {
		t.Fatal(err)
	}
	r.engine.Reset()
	return r
}

// soundly runs the operation without a fault: the control.
func (op operation) soundly(t *testing.T) (requests, processes int) {
	t.Helper()
	r := op.prepare(t)
	r.damage.Store(&damage{}) // only counts
	before := r.requests()
	if op.strike(t, r) {
		t.Error("an error without a fault")
	}
	requests, processes = r.requests()-before, int(r.ran.Load())
	op.converge(t, r)
	return requests, processes
}

// strike runs the operation and checks that what it says is true: success means that the
// server stands as wanted, a scope that comes with an error is the one on the server, and
// an error without a scope either left all as it was or says that this is not known.
func (op operation) strike(t *testing.T, r *remote) (failed bool) {
	t.Helper()
	before := r.stands(t)
	told, err := op.run(t.Context(), r.client)
	for call, n := range r.changesRun() {
		if n > 1 {
			t.Errorf("%s ran %d times", call, n)
		}
	}
	now := r.stands(t)
	switch {
	case err == nil && !same(now, op.want):
		t.Errorf("success, and the server has %+v", now)
	case told != nil && !same(now, told):
		t.Errorf("told %+v, and the server has %+v (%v)", told, now, err)
	case err != nil && told == nil && !same(now, before) && KindOf(err) != KindUnknownOutcome:
		t.Errorf("%v, and the server was changed to %+v", err, now)
	case err != nil && asError(err).Message == "":
		t.Errorf("an error without words: %#v", err)
	}
	return err != nil
}

// converge asks for the same once more, as the next apply does, and wants it done.
func (op operation) converge(t *testing.T, r *remote) {
	t.Helper()
	err := error(nil)
	switch now := r.stands(t); {
	case op.want == nil || now == nil:
		if !same(now, op.want) {
			_, err = op.run(t.Context(), r.client)
		}
	default:
		_, err = r.client.UpdateScope(t.Context(), op.want.ID(), func(s *Scope) { *s = *op.want }, ScopeUpdate{})
	}
	if err != nil {
		t.Errorf("the next apply: %v", err)
	}
	if now := r.stands(t); !same(now, op.want) {
		t.Errorf("after the next apply the server has %+v", now)
	}
}

// stands reads the scope past the transport; nil when there is none.
func (r *remote) stands(t *testing.T) *Scope {
	t.Helper()
	s, err := r.lab.ReadScope(t.Context(), office().ID())
	if err != nil && !IsNotFound(err) {
		t.Fatal(err)
	}
	return s
}

func same(a, b *Scope) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}
