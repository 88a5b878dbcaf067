package winrm_test

import (
	"context"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

func portOf(c winrm.Config) string { return strconv.Itoa(c.Port) }

func TestCancelEndsTheCommand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newFakeLab(t, winrmserver.Options{Exec: program}, nil)
		defer l.end(t)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-time.After(5 * time.Second)
			cancel()
		}()
		began := time.Now()
		_, err := l.pool.Run(ctx, winrm.Command{Line: "block", Stdin: []byte("x")})
		if winrm.KindOf(err) != winrm.KindCancelled || winrm.OutcomeOf(err) != winrm.Unknown || !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if waited := time.Since(began); waited > 6*time.Second {
			t.Errorf("it returned after %s", waited)
		}
		if got := l.server.Calls(winrmserver.ActionSignal); got != 1 {
			t.Errorf("%d Signals, want 1", got)
		}
		if got := l.server.Connections(); got != 2 {
			t.Errorf("%d connections, want a second one for cleaning up", got)
		}
	})
}

// TestCleanUpIsBounded: the server hangs at everything that would clean up.
func TestCleanUpIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newFakeLab(t, winrmserver.Options{Exec: program}, nil)
		for _, a := range []winrmserver.Action{winrmserver.ActionSignal, winrmserver.ActionDelete} {
			l.server.Inject(winrmserver.Fault{Action: a, Effect: winrmserver.HangBefore})
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		began := time.Now()
		_, err := l.pool.Run(ctx, winrm.Command{Line: "block", Stdin: []byte("x")})
		if winrm.KindOf(err) != winrm.KindTimeout || winrm.OutcomeOf(err) != winrm.Unknown {
			t.Errorf("got %v", err)
		}
		if waited := time.Since(began); waited > 13*time.Second {
			t.Errorf("it returned after %s", waited)
		}
		if got := l.pool.Stats().Leaked; got != 1 {
			t.Errorf("%d leaked shells counted, want 1", got)
		}
		l.server.ClearFaults()
		l.server.ExpireShells()
		l.end(t)
	})
}

func TestCommandTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newFakeLab(t, winrmserver.Options{Exec: program}, func(c *winrm.Config) { c.CommandTimeout = 0 })
		defer l.end(t)
		began := time.Now()
		_, err := l.pool.Run(t.Context(), winrm.Command{Line: "block", Stdin: []byte("x"), ReadOnly: true})
		if winrm.KindOf(err) != winrm.KindTimeout || winrm.OutcomeOf(err) != winrm.Unknown || !strings.Contains(err.Error(), "command_timeout") {
			t.Errorf("got %v", err)
		}
		if waited := time.Since(began); waited < time.Minute || waited > 61*time.Second {
			t.Errorf("it returned after %s, want a minute", waited)
		}
	})
}

func TestWaitingInLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newFakeLab(t, winrmserver.Options{Exec: program}, func(c *winrm.Config) { c.MaxConcurrency = 1 })
		defer l.end(t)
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := l.pool.Run(ctx, winrm.Command{Line: "block", Stdin: []byte("x")}); winrm.OutcomeOf(err) != winrm.Unknown {
				t.Errorf("got %v", err)
			}
		})
		synctest.Wait()
		waiting, stop := context.WithCancel(t.Context())
		wg.Go(func() {
			_, err := l.pool.Run(waiting, winrm.Command{Line: "cat", Stdin: []byte("x")})
			if winrm.KindOf(err) != winrm.KindCancelled || winrm.OutcomeOf(err) != winrm.NeverStarted {
				t.Errorf("got %v", err)
			}
		})
		synctest.Wait()
		stop()
		synctest.Wait()
		if got := l.server.Shells(); got != 1 {
			t.Errorf("%d shells with a concurrency of 1", got)
		}
		cancel()
		wg.Wait()
	})
}

func TestIdleSessions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newFakeLab(t, winrmserver.Options{Exec: program}, nil)
		defer l.end(t)
		run := func() {
			t.Helper()
			if _, err := l.pool.Run(t.Context(), winrm.Command{Line: "cat", Stdin: []byte("x")}); err != nil {
				t.Fatal(err)
			}
		}
		run()
		<-time.After(59 * time.Second)
		run()
		if got := l.server.Connections(); got != 1 {
			t.Errorf("%d connections: an idle session was not used again", got)
		}
		<-time.After(60 * time.Second)
		run()
		if got := l.server.Connections(); got != 2 {
			t.Errorf("%d connections: a session idle for a minute was used again", got)
		}
	})
}

// TestQuotaIsWaitedFor: another tool has the account's only shell for half a minute.
func TestQuotaIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newFakeLab(t, winrmserver.Options{Exec: program, MaxShells: 1}, nil)
		defer l.end(t)
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() { _, _ = l.pool.Run(ctx, winrm.Command{Line: "block", Stdin: []byte("x")}) })
		go func() {
			<-time.After(30 * time.Second)
			cancel()
		}()
		synctest.Wait()
		if _, err := l.pool.Run(t.Context(), winrm.Command{Line: "cat", Stdin: []byte("x")}); err != nil {
			t.Error(err)
		}
		if got := l.pool.Stats().Retries; got < 3 || got > 20 {
			t.Errorf("%d tries in half a minute", got)
		}
		wg.Wait()
	})
}

// TestOperationsAreGivenBack: only deleting the shell frees a command's operation.
func TestOperationsAreGivenBack(t *testing.T) {
	s := startServer(t, winrmserver.Options{MaxOperations: 1})
	p := newPool(t, clientConfig(s))
	for range 3 {
		if _, err := p.Run(t.Context(), winrm.Command{Line: "cat", Stdin: []byte("x")}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestExpiredShell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newFakeLab(t, winrmserver.Options{Exec: program}, nil)
		defer l.end(t)
		go func() {
			<-time.After(5 * time.Second)
			l.server.ExpireShells()
		}()
		_, err := l.pool.Run(t.Context(), winrm.Command{Line: "block", Stdin: []byte("x")})
		if e := new(winrm.Error); err != nil && (!errors.As(err, &e) || e.Outcome != winrm.Unknown) {
			t.Errorf("got %v", err)
		}
	})
}

func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newFakeLab(t, winrmserver.Options{Exec: program}, nil)
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() { _, _ = l.pool.Run(ctx, winrm.Command{Line: "block", Stdin: []byte("x")}) })
		synctest.Wait()
		short, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		if err := l.pool.Close(short); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("closing beside a running command gave %v", err)
		}
		if _, err := l.pool.Run(t.Context(), winrm.Command{Line: "cat"}); winrm.KindOf(err) != winrm.KindClosed {
			t.Errorf("after Close: %v", err)
		}
		cancel()
		wg.Wait()
		l.end(t)
	})
}

// TestNobodyAnswers: something accepts connections and never says a word.
func TestNobodyAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ends []net.Conn
		p, err := winrm.New(winrm.Config{Host: "dhcp01", Username: testUser, Password: testPassword, CommandTimeout: 10 * time.Minute,
			Dial: func(context.Context, string, string) (net.Conn, error) {
				client, server := net.Pipe()
				ends = append(ends, server)
				go func() { _, _ = io.Copy(io.Discard, server) }()
				return client, nil
			}})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		runErr(t, p, winrm.KindTimeout, "logon")
		if waited := time.Since(began); waited > 2*time.Minute {
			t.Errorf("it gave up after %s", waited)
		}
		if err := p.Close(t.Context()); err != nil {
			t.Error(err)
		}
		for _, c := range ends {
			_ = c.Close()
		}
	})
}
