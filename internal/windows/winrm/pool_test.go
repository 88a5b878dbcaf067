package winrm_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	testUser     = "svc-dhcp"
	testPassword = "Pässw0rd! 東京"
)

// program is what the test server runs: it reads all of its input, then does what the
// command line says.
func program(ctx context.Context, s winrmserver.Session, line string, stdin io.Reader, stdout, stderr io.Writer) int {
	input, err := io.ReadAll(stdin)
	if err != nil {
		return 97
	}
	var n int
	switch line {
	case "cat":
		if _, err := stdout.Write(input); err != nil {
			return 96
		}
		_, _ = fmt.Fprint(stderr, "read ", len(input))
	case "whoami":
		_, _ = fmt.Fprintf(stdout, "%s delegated=%v", s.User, s.Delegated)
	case "block":
		_, _ = fmt.Fprint(stdout, "started")
		<-ctx.Done()
		return 95
	default:
		if _, err := fmt.Sscanf(line, "exit %d", &n); err != nil {
			return 94
		}
	}
	return n
}

func startServer(t *testing.T, o winrmserver.Options) *winrmserver.Server {
	t.Helper()
	if o.Exec == nil {
		o.Exec = program
	}
	if o.Users == nil {
		o.Users = map[string]string{testUser: testPassword}
	}
	s, err := winrmserver.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.AssertNothingLeft(t)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// clientConfig is for a server; its times are short where a test has to wait for them.
func clientConfig(s *winrmserver.Server) winrm.Config {
	c := winrm.Config{
		Host: "127.0.0.1", Port: s.Port(), Username: testUser, Password: testPassword,
		CommandTimeout: 20 * time.Second,
		Timing:         winrm.Timing{Backoff: time.Millisecond, Busy: time.Millisecond},
	}
	if ca := s.CACert(); ca != nil {
		c.HTTPS, c.CACert = true, ca
	}
	return c
}

func newPool(t *testing.T, c winrm.Config) *winrm.Pool {
	t.Helper()
	p, err := winrm.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return p
}

func TestAuthModes(t *testing.T) {
	for _, c := range []struct {
		name   string
		server winrmserver.Options
		change func(*winrm.Config)
	}{
		{"ntlm sealed over http", winrmserver.Options{}, nil},
		{"ntlm over https", winrmserver.Options{HTTPS: true}, nil},
		{"ntlm over https, strict binding", winrmserver.Options{HTTPS: true, StrictBinding: true}, nil},
		{"ntlm with a domain", winrmserver.Options{}, func(c *winrm.Config) { c.Username = `LAB\` + testUser }},
		{"ntlm with a UPN", winrmserver.Options{}, func(c *winrm.Config) { c.Username = testUser + "@lab.test" }},
		{"basic over https", winrmserver.Options{HTTPS: true}, func(c *winrm.Config) { c.Auth = winrm.AuthBasic }},
		{"other ids than asked for", winrmserver.Options{IgnoreIDs: true}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := startServer(t, c.server)
			config := clientConfig(s)
			if c.change != nil {
				c.change(&config)
			}
			p := newPool(t, config)
			res, err := p.Run(t.Context(), winrm.Command{Line: "whoami", Stdin: []byte("x")})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := string(res.Stdout), testUser+" delegated=false"; got != want {
				t.Errorf("stdout %q, want %q", got, want)
			}
			for _, r := range s.Log() {
				if sealed := r.Action != winrmserver.ActionLogon; r.Sealed != (sealed && !config.HTTPS) {
					t.Errorf("%s over https=%v: sealed=%v", r.Action, config.HTTPS, r.Sealed)
				}
			}
		})
	}
}

func TestLargeInputAndOutput(t *testing.T) {
	s := startServer(t, winrmserver.Options{})
	p := newPool(t, clientConfig(s))
	input := make([]byte, 400<<10)
	if _, err := rand.Read(input); err != nil {
		t.Fatal(err)
	}
	res, err := p.Run(t.Context(), winrm.Command{Line: "cat", Stdin: input})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(res.Stdout, input) || string(res.Stderr) != fmt.Sprint("read ", len(input)) {
		t.Errorf("got %d bytes and %q", len(res.Stdout), res.Stderr)
	}
	if got := s.Calls(winrmserver.ActionSend); got != 4 {
		t.Errorf("%d Sends, want 4", got)
	}
}

func TestSmallPieces(t *testing.T) {
	s := startServer(t, winrmserver.Options{OutputPiece: 1})
	p := newPool(t, clientConfig(s))
	res, err := p.Run(t.Context(), winrm.Command{Line: "cat", Stdin: []byte("東京 🙂")})
	if err != nil || string(res.Stdout) != "東京 🙂" {
		t.Errorf("got %q, %v", res.Stdout, err)
	}
}

func TestExitCode(t *testing.T) {
	s := startServer(t, winrmserver.Options{})
	p := newPool(t, clientConfig(s))
	res, err := p.Run(t.Context(), winrm.Command{Line: "exit 90", Stdin: []byte("x")})
	if err != nil || res.ExitCode != 90 {
		t.Errorf("got %d, %v", res.ExitCode, err)
	}
}

func TestParallel(t *testing.T) {
	s := startServer(t, winrmserver.Options{})
	p := newPool(t, clientConfig(s))
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			for j := range 5 {
				want := fmt.Sprintf("%d/%d", i, j)
				res, err := p.Run(t.Context(), winrm.Command{Line: "cat", Stdin: []byte(want)})
				if err != nil || string(res.Stdout) != want {
					t.Errorf("got %q, %v, want %q", res.Stdout, err, want)
				}
			}
		})
	}
	wg.Wait()
	if got := s.Connections(); got > 4 {
		t.Errorf("%d connections for 4 commands at a time", got)
	}
	st := p.Stats()
	if want := int64(2*s.Connections() + 100*4 + s.Calls(winrmserver.ActionReceive)); st.Requests != want {
		t.Errorf("%d requests, want %d", st.Requests, want)
	}
	if st.Connections != int64(s.Connections()) || st.BytesSent == 0 || st.BytesReceived == 0 || st.Leaked != 0 {
		t.Errorf("stats %+v", st)
	}
}
