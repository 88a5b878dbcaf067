package winrm_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// mutation is a command that changes something: it reads all of its input, refuses one
// that does not match its hash, and counts how often it ran. It answers in pieces, so
// that there are three Receives.
type mutation struct{ ran atomic.Int32 }

const refusedInput = 90

// seal makes an input that a mutation accepts.
func seal(payload []byte) []byte {
	sum := sha256.Sum256(payload)
	return append(sum[:], payload...)
}

func (m *mutation) exec(_ context.Context, _ winrmserver.Session, _ string, stdin io.Reader, stdout, _ io.Writer) int {
	input, err := io.ReadAll(stdin)
	if err != nil || len(input) < sha256.Size || !bytes.Equal(seal(input[sha256.Size:]), input) {
		return refusedInput
	}
	m.ran.Add(1)
	for _, piece := range []string{"first ", "second "} {
		if _, err := io.WriteString(stdout, piece); err != nil {
			return 1
		}
		<-time.After(time.Second) // on the fake clock: the piece is fetched before the next
	}
	return 0
}

// fakeLab is a server with a mutation and a pool, in memory and on the fake clock.
type fakeLab struct {
	server *winrmserver.Server
	pool   *winrm.Pool
	mutation
}

func newFakeLab(t *testing.T, o winrmserver.Options, change func(*winrm.Config)) *fakeLab {
	t.Helper()
	l := &fakeLab{}
	pipe := winrmserver.NewPipe()
	o.Listener = pipe
	if o.Exec == nil {
		o.Exec = l.exec
	}
	o.Users = map[string]string{testUser: testPassword}
	var err error
	if l.server, err = winrmserver.New(o); err != nil {
		t.Fatal(err)
	}
	config := winrm.Config{
		Host: "dhcp01.lab.test", Username: testUser, Password: testPassword,
		CommandTimeout: 10 * time.Minute, Dial: pipe.Dial, InputChunk: 100,
	}
	if ca := l.server.CACert(); ca != nil {
		config.HTTPS, config.CACert, config.TLSServerName = true, ca, "localhost"
	}
	if change != nil {
		change(&config)
	}
	if l.pool, err = winrm.New(config); err != nil {
		t.Fatal(err)
	}
	return l
}

// end closes both sides and checks that nothing is left of the commands.
func (l *fakeLab) end(t *testing.T) {
	t.Helper()
	if err := l.pool.Close(context.Background()); err != nil {
		t.Error(err)
	}
	l.server.AssertNothingLeft(t)
	if err := l.server.Close(); err != nil {
		t.Error(err)
	}
}

// The three Sends of threeSends, and the three Receives of a mutation.
var threeSends = seal(bytes.Repeat([]byte("payload "), 30))

// steps are the requests of one command at which a fault can strike.
var steps = []struct {
	name   string
	action winrmserver.Action
	call   int
}{
	{"create", winrmserver.ActionCreate, 1},
	{"command", winrmserver.ActionCommand, 1},
	{"first send", winrmserver.ActionSend, 1},
	{"middle send", winrmserver.ActionSend, 2},
	{"last send", winrmserver.ActionSend, 3},
	{"first receive", winrmserver.ActionReceive, 1},
	{"middle receive", winrmserver.ActionReceive, 2},
	{"last receive", winrmserver.ActionReceive, 3},
	{"delete", winrmserver.ActionDelete, 1},
}

// faultTable says what becomes of a changing command when one request meets a fault, in
// the order of steps:
//
//	.  success
//	R  success at the second try, nothing having run at the first
//	N  error, never started
//	U  error, unknown
//	F  error, finished
//	t  error, unknown, after the whole time for the command
//	X  the command itself refuses its input
//	-  does not apply
var faultTable = []struct {
	name  string
	fault winrmserver.Fault
	want  string
}{
	{"access denied", winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 5, Subcode: "w:AccessDenied"}, "NNNNUUUU."},
	{"quota", winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 2150859174, Subcode: "w:QuotaLimit"}, "RRRRUUUU."},
	{"quota as WMI error", winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 2150859173, WMI: true}, "RRRRUUUU."},
	{"quota by subcode", winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 1, Subcode: "w:QuotaLimit"}, "RRRRUUUU."},
	{"busy", winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 170}, "RR...UUU."},
	{"shell timeout", winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 1460}, "RRRRUUUU."},
	{"not found", winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 2150858843, Subcode: "w:InvalidSelectors"}, "RRRRUUUU-"},
	{"command line too long", winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 2147942606}, "-N-------"},
	{"operation timeout", winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 2150858793}, "RRXXt...."},
	{"operation timeout, done all the same", winrmserver.Fault{Effect: winrmserver.FaultAfter, Code: 2150858793}, "-R...---."},
	{"HTTP 401", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusUnauthorized}, "RRRRUUUU."},
	{"HTTP 401 with a body", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusUnauthorized, Body: strings.Repeat("no ", 4000)}, "RRRRUUUU."},
	{"HTTP 403", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusForbidden}, "NNNNUUUU."},
	{"HTTP 500", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusInternalServerError}, "RRRRUUUU."},
	{"HTTP 503", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusServiceUnavailable}, "RRRRUUUU."},
	{"redirection", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusTemporaryRedirect, Header: http.Header{"Location": {"http://elsewhere.test/wsman"}}}, "NNNNUUUU."},
	{"cut before", winrmserver.Fault{Effect: winrmserver.CutBefore}, "RRRRUUUU."},
	{"cut after", winrmserver.Fault{Effect: winrmserver.CutAfter}, "RRRRUUUU."},
	{"cut in the reply", winrmserver.Fault{Effect: winrmserver.CutReply}, "RRRRUUUU."},
	{"hang before", winrmserver.Fault{Effect: winrmserver.HangBefore}, "RRRRUUUU."},
	{"hang after", winrmserver.Fault{Effect: winrmserver.HangAfter}, "RRRRUUUU."},
	{"late, in time", winrmserver.Fault{Effect: winrmserver.Late, Delay: 3 * time.Second}, "........."},
	{"later than a Receive may be", winrmserver.Fault{Effect: winrmserver.Late, Delay: 31 * time.Second}, "..RRUUUU."},
	{"later than anything may be", winrmserver.Fault{Effect: winrmserver.Late, Delay: 71 * time.Second}, "RRRRUUUU."},
	{"empty", winrmserver.Fault{Effect: winrmserver.Empty}, "RRRRUUUU."},
	{"malformed", winrmserver.Fault{Effect: winrmserver.Malformed}, "RRRRUUUU."},
	{"truncated", winrmserver.Fault{Effect: winrmserver.Truncated}, "RRRRUUUU."},
	{"unrelated", winrmserver.Fault{Effect: winrmserver.Unrelated}, "RRRRUUUU."},
	{"huge", winrmserver.Fault{Effect: winrmserver.Huge}, "-----U-U."},
	{"without id", winrmserver.Fault{Effect: winrmserver.NoID}, "RR-------"},
	{"without exit code", winrmserver.Fault{Effect: winrmserver.NoExitCode}, "-------F-"},
	{"bad base64", winrmserver.Fault{Effect: winrmserver.BadBase64}, "-----UU--"},
	{"tampered", winrmserver.Fault{Effect: winrmserver.Tampered}, "NNNNUUUU."},
	{"unsealed", winrmserver.Fault{Effect: winrmserver.Unsealed}, "NNNNUUUU."},
	{"replayed", winrmserver.Fault{Effect: winrmserver.Replayed}, "-NNNUUUU."},
}

// TestFaults strikes each request of a changing command with each fault, once.
func TestFaults(t *testing.T) {
	for _, row := range faultTable {
		for i, step := range steps {
			want := row.want[i]
			if want == '-' {
				continue
			}
			t.Run(row.name+"/"+step.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { strike(t, row.fault, step.action, step.call, want, false) })
			})
		}
	}
}

// TestFaultsReadOnly does the same to a command that only reads, with some of the
// faults: what is unknown is tried again, unless somebody altered the reply or the server
// said no.
func TestFaultsReadOnly(t *testing.T) {
	again := map[string]bool{
		"quota": true, "cut before": true, "cut after": true, "hang before": true, "empty": true, "truncated": true,
		"access denied": false, "HTTP 403": false, "tampered": false, "unsealed": false, "without exit code": false,
	}
	for _, row := range faultTable {
		retried, chosen := again[row.name]
		for i, step := range steps {
			want := row.want[i]
			if want == '-' || !chosen {
				continue
			}
			if want == 'U' && retried {
				want = 'r'
			}
			t.Run(row.name+"/"+step.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { strike(t, row.fault, step.action, step.call, want, true) })
			})
		}
	}
}

// strike runs one command, lets one fault happen and checks what became of it.
func strike(t *testing.T, f winrmserver.Fault, action winrmserver.Action, call int, want byte, readOnly bool) {
	t.Helper()
	l := newFakeLab(t, winrmserver.Options{}, nil)
	defer l.end(t)
	f.Action, f.Call = action, call
	l.server.Inject(f)
	res, err := l.pool.Run(t.Context(), winrm.Command{Line: "mutation", Stdin: threeSends, ReadOnly: readOnly})
	if l.server.Fired() != 1 {
		t.Fatalf("the fault struck %d times", l.server.Fired())
	}
	got := describe(res, err, l.pool.Stats().Retries)
	if want == 'r' && got == 'R' {
		got = 'r' // a second run of a command that only reads
	}
	if got != want {
		t.Errorf("got %c, want %c (%v)", got, want, err)
	}
	ran := l.ran.Load()
	switch {
	case (want == 'N' || want == 'X') && ran != 0:
		t.Errorf("it ran %d times though it never started", ran)
	case (want == '.' || want == 'R' || want == 'F') && ran != 1:
		t.Errorf("it ran %d times, want once", ran)
	case (want == 'U' || want == 't') && ran > 1:
		t.Errorf("a change ran %d times", ran)
	}
	if err != nil && want != 't' && !strings.Contains(err.Error(), string(action)) {
		t.Errorf("the error does not name %s: %v", action, err)
	}
	if n := l.pool.Stats().Leaked; n != 0 {
		t.Errorf("%d shells given up", n)
	}
}

func describe(res winrm.Result, err error, retries int64) byte {
	switch {
	case err == nil && res.ExitCode == refusedInput:
		return 'X'
	case err == nil && string(res.Stdout) != "first second ":
		return '?'
	case err == nil && retries == 0:
		return '.'
	case err == nil && retries == 1:
		return 'R'
	case err == nil:
		return '?'
	}
	if winrm.OutcomeOf(err) == winrm.Unknown && winrm.KindOf(err) == winrm.KindTimeout && strings.Contains(err.Error(), "command_timeout") {
		return 't'
	}
	return map[winrm.Outcome]byte{winrm.NeverStarted: 'N', winrm.Unknown: 'U', winrm.Finished: 'F'}[winrm.OutcomeOf(err)]
}

// TestLastingFaults checks that a fault that does not go away ends in an error, after a
// bounded number of tries, with nothing run twice.
func TestLastingFaults(t *testing.T) {
	for _, row := range faultTable {
		for i, step := range steps {
			if row.want[i] != 'R' || step.call != 1 {
				continue
			}
			t.Run(row.name+"/"+step.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					l := newFakeLab(t, winrmserver.Options{}, nil)
					defer l.end(t)
					f := row.fault
					f.Action = step.action
					l.server.Inject(f)
					_, err := l.pool.Run(t.Context(), winrm.Command{Line: "mutation", Stdin: threeSends})
					if got := winrm.OutcomeOf(err); err == nil || got != winrm.NeverStarted {
						t.Errorf("got outcome %v, %v", got, err)
					}
					if l.ran.Load() != 0 {
						t.Errorf("it ran %d times", l.ran.Load())
					}
					if tries := l.pool.Stats().Retries + 1; tries > 3 && winrm.KindOf(err) != winrm.KindQuota {
						t.Errorf("%d tries", tries)
					}
				})
			})
		}
	}
}

// TestEarlyExit checks that a command that ends without reading its input gives its exit
// code, though the server refuses the rest of the input.
func TestEarlyExit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		early := func(context.Context, winrmserver.Session, string, io.Reader, io.Writer, io.Writer) int { return 42 }
		l := newFakeLab(t, winrmserver.Options{Exec: early}, nil)
		defer l.end(t)
		res, err := l.pool.Run(t.Context(), winrm.Command{Line: "early", Stdin: threeSends})
		if err != nil || res.ExitCode != 42 {
			t.Errorf("got %d, %v", res.ExitCode, err)
		}
	})
}

func ExampleError() {
	err := &winrm.Error{Kind: winrm.KindQuota, Server: "dhcp01:5986", Action: "Create", Code: 2150859173, Outcome: winrm.NeverStarted, Detail: "too many shells", Advice: "Retry later"}
	fmt.Println(err)
	// Output: WinRM on dhcp01:5986, Create: too many shells (fault 2150859173). Retry later
}
