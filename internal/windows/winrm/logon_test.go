package winrm_test

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// runErr runs a command that must fail, and checks the kind of failure and that nothing
// has started.
func runErr(t *testing.T, p *winrm.Pool, kind winrm.Kind, words ...string) {
	t.Helper()
	_, err := p.Run(t.Context(), winrm.Command{Line: "whoami", Stdin: []byte("x")})
	if got := winrm.KindOf(err); got != kind {
		t.Fatalf("kind %q, want %q: %v", got, kind, err)
	}
	if got := winrm.OutcomeOf(err); got != winrm.NeverStarted {
		t.Errorf("outcome %v: %v", got, err)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q is missing in: %v", w, err)
		}
	}
	if strings.Contains(err.Error(), testPassword) {
		t.Errorf("the password is in the error: %v", err)
	}
}

func TestWrongPasswordIsTriedOnce(t *testing.T) {
	for _, auth := range []winrm.Auth{winrm.AuthNTLM, winrm.AuthBasic} {
		t.Run(string(auth), func(t *testing.T) {
			s := startServer(t, winrmserver.Options{HTTPS: true})
			config := clientConfig(s)
			config.Auth, config.Password = auth, "wrong"
			p := newPool(t, config)
			var wg sync.WaitGroup
			for range 30 {
				wg.Go(func() { runErr(t, p, winrm.KindAuth, "refused", "Negotiate, Basic", "password") })
			}
			wg.Wait()
			if got := s.Logons().Refused; got != 1 {
				t.Errorf("%d failed logons, want 1", got)
			}
			before := s.Connections()
			runErr(t, p, winrm.KindAuth, "refused")
			if s.Connections() != before {
				t.Error("it connected again after the refusal")
			}
		})
	}
}

// TestPasswordExpiresInTheMiddle: sessions that are logged on go on, the next logon
// fails once, and then nothing is tried any more.
func TestPasswordExpiresInTheMiddle(t *testing.T) {
	s := startServer(t, winrmserver.Options{})
	p := newPool(t, clientConfig(s))
	if _, err := p.Run(t.Context(), winrm.Command{Line: "whoami", Stdin: []byte("x")}); err != nil {
		t.Fatal(err)
	}
	s.SetPassword(testUser, "changed")
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			_, err := p.Run(t.Context(), winrm.Command{Line: "whoami", Stdin: []byte("x")})
			if err != nil && winrm.KindOf(err) != winrm.KindAuth {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := s.Logons().Refused; got != 1 {
		t.Errorf("%d failed logons, want 1", got)
	}
}

func TestDowngradeIsRefused(t *testing.T) {
	var seen sync.Map
	s := startServer(t, winrmserver.Options{Offer: []string{"Basic"}, AllowUnencrypted: true})
	config := clientConfig(s)
	config.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, network, address)
		return recordingConn{c, &seen}, err
	}
	p := newPool(t, config)
	runErr(t, p, winrm.KindAuth, "does not offer Negotiate", "offered: Basic")
	seen.Range(func(sent, _ any) bool {
		if strings.Contains(sent.(string), "Authorization: Basic") {
			t.Error("the password was sent in clear")
		}
		return true
	})
}

// recordingConn remembers what is written.
type recordingConn struct {
	net.Conn
	written *sync.Map
}

func (c recordingConn) Write(b []byte) (int, error) {
	c.written.Store(string(b), true)
	return c.Conn.Write(b)
}

func TestWeakenedChallengeIsRefused(t *testing.T) {
	for name, flag := range map[string]uint32{"unicode": 1, "sign": 1 << 4, "seal": 1 << 5, "extended session": 1 << 19, "128 bit": 1 << 29, "key exchange": 1 << 30} {
		t.Run(name, func(t *testing.T) {
			s := startServer(t, winrmserver.Options{DropNTLMFlags: flag})
			runErr(t, newPool(t, clientConfig(s)), winrm.KindInsecure, "security flags")
		})
	}
}

// TestRelayIsRefused puts a man in the middle who has a certificate that the client
// accepts: the channel binding is of the wrong certificate, and the server refuses.
func TestRelayIsRefused(t *testing.T) {
	s := startServer(t, winrmserver.Options{HTTPS: true})
	ca, err := winrmserver.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	cert, err := ca.Issue("127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	middle, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{*cert}})
	if err != nil {
		t.Fatal(err)
	}
	var relays sync.WaitGroup
	defer relays.Wait()
	defer func() { _ = middle.Close() }()
	config := clientConfig(s)
	behind := net.JoinHostPort("127.0.0.1", portOf(config))
	relays.Go(func() {
		for {
			client, err := middle.Accept()
			if err != nil {
				return
			}
			server, err := (&tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true}}).DialContext(context.Background(), "tcp", behind)
			if err != nil {
				_ = client.Close()
				return
			}
			relays.Go(func() { _, _ = io.Copy(server, client); _ = server.Close() })
			relays.Go(func() { _, _ = io.Copy(client, server); _ = client.Close() })
		}
	})
	// A control: without the man in the middle it works.
	if _, err := newPool(t, config).Run(t.Context(), winrm.Command{Line: "whoami", Stdin: []byte("x")}); err != nil {
		t.Fatal(err)
	}
	config.CACert = ca.PEM()
	config.Port = middle.Addr().(*net.TCPAddr).Port
	p := newPool(t, config)
	runErr(t, p, winrm.KindAuth, "refused")
	if err := p.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestLogonFaults strikes the steps of the NTLM handshake.
func TestLogonFaults(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault winrmserver.Fault
		kind  winrm.Kind // "" means that another try succeeds
	}{
		{"cut", winrmserver.Fault{Effect: winrmserver.CutBefore}, ""},
		{"hang", winrmserver.Fault{Effect: winrmserver.HangBefore}, ""},
		{"HTTP 503", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: 503}, ""},
		{"HTTP 500 with a body", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: 500, Body: "<html>"}, ""},
		{"HTTP 403", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: 403}, winrm.KindHTTP},
		{"HTTP 401", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: 401, Body: "no"}, winrm.KindAuth},
		{"redirection", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: 302, Header: http.Header{"Location": {"/"}}}, winrm.KindHTTP},
		{"bad token", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: 401, Header: http.Header{"Www-Authenticate": {"Negotiate AAAA"}}}, ""},
	} {
		for call := 1; call <= 2; call++ {
			kind := c.kind
			if c.name == "bad token" {
				kind = []winrm.Kind{winrm.KindInsecure, winrm.KindAuth}[call-1]
			}
			t.Run(c.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					l := newFakeLab(t, winrmserver.Options{Exec: program}, nil)
					defer l.end(t)
					f := c.fault
					f.Action, f.Call = winrmserver.ActionLogon, call
					l.server.Inject(f)
					if kind != "" {
						runErr(t, l.pool, kind)
						return
					}
					if _, err := l.pool.Run(t.Context(), winrm.Command{Line: "whoami", Stdin: []byte("x")}); err != nil {
						t.Error(err)
					}
				})
			})
		}
	}
}

func TestTLSIsVerified(t *testing.T) {
	other, err := winrmserver.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	wrongName, err := other.Issue("elsewhere.test")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		server winrmserver.Options
		change func(*winrm.Config)
		words  []string // of the error; none means that it works
	}{
		{"unknown authority", winrmserver.Options{}, func(c *winrm.Config) { c.CACert = other.PEM() }, []string{"unknown authority", "ca_cert"}},
		{"the system's roots", winrmserver.Options{}, func(c *winrm.Config) { c.CACert = nil }, []string{"ca_cert"}},
		{"wrong name", winrmserver.Options{Certificate: wrongName}, func(c *winrm.Config) { c.CACert = other.PEM() }, []string{"tls_server_name"}},
		{"name given", winrmserver.Options{Certificate: wrongName}, func(c *winrm.Config) { c.CACert, c.TLSServerName = other.PEM(), "elsewhere.test" }, nil},
		{"insecure", winrmserver.Options{Certificate: wrongName}, func(c *winrm.Config) { c.CACert, c.Insecure = nil, true }, nil},
		{"TLS 1.1", winrmserver.Options{MaxTLS: tls.VersionTLS11}, nil, []string{"TLS 1.2 is the least"}},
		{"TLS 1.2", winrmserver.Options{MaxTLS: tls.VersionTLS12}, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.server.HTTPS = true
			s := startServer(t, c.server)
			config := clientConfig(s)
			config.HTTPS = true
			if c.change != nil {
				c.change(&config)
			}
			p := newPool(t, config)
			if c.words != nil {
				runErr(t, p, winrm.KindTLS, c.words...)
				if got := s.Logons(); got.Accepted+got.Refused != 0 {
					t.Error("it logged on all the same")
				}
				if got := p.Stats().Connections; got != 1 {
					t.Errorf("%d connections for a failure that does not go away", got)
				}
				return
			}
			if _, err := p.Run(t.Context(), winrm.Command{Line: "whoami", Stdin: []byte("x")}); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestHTTPSToAnHTTPPort(t *testing.T) {
	s := startServer(t, winrmserver.Options{})
	config := clientConfig(s)
	config.HTTPS = true
	runErr(t, newPool(t, config), winrm.KindTLS, "does not speak TLS")
}

func TestClientCertificate(t *testing.T) {
	ca, err := winrmserver.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	mapped, mappedKey, err := ca.IssueClient("svc-dhcp@lab.test")
	if err != nil {
		t.Fatal(err)
	}
	stranger, strangerKey, err := ca.IssueClient("stranger@lab.test")
	if err != nil {
		t.Fatal(err)
	}
	s := startServer(t, winrmserver.Options{HTTPS: true, ClientCAs: ca.Pool(), ClientUsers: map[string]string{"svc-dhcp@lab.test": testUser}})
	config := clientConfig(s)
	config.Auth, config.Username, config.Password = winrm.AuthCertificate, "", ""
	config.ClientCert, config.ClientKey = mapped, mappedKey
	res, err := newPool(t, config).Run(t.Context(), winrm.Command{Line: "whoami", Stdin: []byte("x")})
	if err != nil || !strings.HasPrefix(string(res.Stdout), testUser) {
		t.Errorf("got %q, %v", res.Stdout, err)
	}
	config.ClientCert, config.ClientKey = stranger, strangerKey
	runErr(t, newPool(t, config), winrm.KindAuth, "client certificate", "certmapping")
}

func TestNoConnection(t *testing.T) {
	for _, c := range []struct {
		name  string
		err   error
		dials int
	}{
		{"refused", &net.OpError{Op: "dial", Err: io.ErrClosedPipe}, 3},
		{"unknown host", &net.DNSError{Err: "no such host", Name: "dhcp01", IsNotFound: true}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dials := 0
				p, err := winrm.New(winrm.Config{Host: "dhcp01", Username: testUser, Password: testPassword,
					Dial: func(context.Context, string, string) (net.Conn, error) { dials++; return nil, c.err }})
				if err != nil {
					t.Fatal(err)
				}
				began := time.Now()
				runErr(t, p, winrm.KindDial, "dhcp01:5985")
				if dials != c.dials {
					t.Errorf("%d dials, want %d", dials, c.dials)
				}
				if c.dials > 1 && time.Since(began) < 500*time.Millisecond {
					t.Error("it did not wait between its tries")
				}
				if err := p.Close(t.Context()); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
