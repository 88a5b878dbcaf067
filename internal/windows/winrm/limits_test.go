package winrm_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// TestOutputIsBounded: a command that talks without end must not fill the memory.
func TestOutputIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		talk := func(ctx context.Context, _ winrmserver.Session, _ string, _ io.Reader, stdout, _ io.Writer) int {
			for ctx.Err() == nil {
				if _, err := io.WriteString(stdout, strings.Repeat("x", 1000)); err != nil {
					return 1
				}
				<-time.After(time.Second)
			}
			return 0
		}
		l := newFakeLab(t, winrmserver.Options{Exec: talk}, func(c *winrm.Config) { c.MaxOutput = 10_000 })
		defer l.end(t)
		_, err := l.pool.Run(t.Context(), winrm.Command{Line: "talk", Stdin: []byte("x")})
		if winrm.KindOf(err) != winrm.KindProtocol || winrm.OutcomeOf(err) != winrm.Unknown || !strings.Contains(err.Error(), "larger than 10000 bytes") {
			t.Errorf("got %v", err)
		}
	})
}

// TestCompressedReplyIsRefused: nobody asked for compression, and what unpacks has no
// bound.
func TestCompressedReplyIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newFakeLab(t, winrmserver.Options{Exec: program}, nil)
		defer l.end(t)
		l.server.Inject(winrmserver.Fault{Action: winrmserver.ActionReceive, Call: 1, Effect: winrmserver.StatusBefore, Status: 200,
			Header: http.Header{"Content-Encoding": {"gzip"}}, Body: "\x1f\x8b"})
		_, err := l.pool.Run(t.Context(), winrm.Command{Line: "cat", Stdin: []byte("x")})
		if winrm.OutcomeOf(err) != winrm.Unknown || err == nil || !strings.Contains(err.Error(), "compressed") {
			t.Errorf("got %v", err)
		}
	})
}

// TestClockJumps: the clock that ages idle sessions is set forth and back.
func TestClockJumps(t *testing.T) {
	s := startServer(t, winrmserver.Options{})
	now := time.Now()
	config := clientConfig(s)
	config.Now = func() time.Time { return now }
	p := newPool(t, config)
	for _, jump := range []time.Duration{0, 24 * time.Hour, -48 * time.Hour, 0, 1000 * time.Hour} {
		now = now.Add(jump)
		if _, err := p.Run(t.Context(), winrm.Command{Line: "cat", Stdin: []byte("x")}); err != nil {
			t.Errorf("after %s: %v", jump, err)
		}
	}
}

// TestCertificateChanges: the listener gets a certificate of an authority that is not
// trusted, while a session is idle. The old session goes on, a new one is not made.
func TestCertificateChanges(t *testing.T) {
	before := startServer(t, winrmserver.Options{HTTPS: true})
	after := startServer(t, winrmserver.Options{HTTPS: true})
	now := time.Now()
	config := clientConfig(before)
	config.Now = func() time.Time { return now }
	port := before.Port()
	config.Dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, fmt.Sprint("127.0.0.1:", port))
	}
	p := newPool(t, config)
	run := func() error {
		_, err := p.Run(t.Context(), winrm.Command{Line: "cat", Stdin: []byte("x")})
		return err
	}
	if err := run(); err != nil {
		t.Fatal(err)
	}
	port = after.Port()
	if err := run(); err != nil {
		t.Errorf("the session that was open: %v", err)
	}
	now = now.Add(time.Hour)
	if err := run(); winrm.KindOf(err) != winrm.KindTLS || winrm.OutcomeOf(err) != winrm.NeverStarted {
		t.Errorf("a new session: %v", err)
	}
	if got := after.Logons(); got.Accepted+got.Refused != 0 {
		t.Error("it logged on to a server that it cannot know")
	}
}

// TestAnswersThatAreNotRead: what is too large or points elsewhere ends the command with
// a message that says so.
func TestAnswersThatAreNotRead(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault winrmserver.Fault
		kind  winrm.Kind
		word  string
	}{
		{"huge", winrmserver.Fault{Effect: winrmserver.Huge}, winrm.KindLost, "larger than 4194304 bytes"},
		{"redirection", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusFound, Header: http.Header{"Location": {"/wsman"}}}, winrm.KindHTTP, "not followed"},
		{"no such page", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusNotFound}, winrm.KindHTTP, "/wsman"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newFakeLab(t, winrmserver.Options{}, nil)
				defer l.end(t)
				c.fault.Action, c.fault.Call = winrmserver.ActionReceive, 1
				l.server.Inject(c.fault)
				_, err := l.pool.Run(t.Context(), winrm.Command{Line: "mutation", Stdin: threeSends})
				if winrm.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.word) {
					t.Errorf("got %v", err)
				}
			})
		})
	}
}
