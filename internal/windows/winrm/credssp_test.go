package winrm_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm/credssp"
)

// heard records which messages of CredSSP reached the server.
type heard struct {
	mu          sync.Mutex
	steps       []string
	credentials *credssp.Credentials
}

func (h *heard) hear(step string, c *credssp.Credentials) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.steps = append(h.steps, step)
	if c != nil {
		h.credentials = c
	}
}

// delegated is what the server got in the end; nil for nothing.
func (h *heard) delegated() *credssp.Credentials {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.credentials
}

func (h *heard) has(step string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.steps {
		if s == step {
			return true
		}
	}
	return false
}

// startCredSSP is a server that offers CredSSP, and a configuration that verifies it.
func startCredSSP(t *testing.T, o winrmserver.Options) (*winrmserver.Server, winrm.Config, *heard) {
	t.Helper()
	h := &heard{}
	if o.Offer == nil {
		o.Offer = []string{"Negotiate", "Kerberos", "CredSSP"}
	}
	o.CredSSP.Received = h.hear
	s := startServer(t, o)
	config := clientConfig(s)
	config.Auth = winrm.AuthCredSSP
	if !o.HTTPS {
		config.CredSSP = winrm.CredSSP{CACert: s.InnerCACert(), ServerName: "dhcp01.lab.test"}
	}
	return s, config, h
}

func TestCredSSP(t *testing.T) {
	for _, c := range []struct {
		name   string
		server winrmserver.Options
		change func(*winrmserver.Server, *winrm.Config)
		domain string
		user   string
	}{
		{"over http, authority", winrmserver.Options{}, nil, "", testUser},
		{"over https", winrmserver.Options{HTTPS: true}, nil, "", testUser},
		{"over http, pinned", winrmserver.Options{}, func(s *winrmserver.Server, c *winrm.Config) {
			sum := sha256.Sum256(s.InnerCert())
			c.CredSSP = winrm.CredSSP{CertSHA256: strings.ToUpper(hex.EncodeToString(sum[:]))}
		}, "", testUser},
		{"unverified", winrmserver.Options{}, func(_ *winrmserver.Server, c *winrm.Config) { c.CredSSP = winrm.CredSSP{Unverified: true} }, "", testUser},
		{"version 5", winrmserver.Options{CredSSP: winrmserver.CredSSP{Version: 5}}, nil, "", testUser},
		{"a version to come", winrmserver.Options{CredSSP: winrmserver.CredSSP{Version: 7}}, nil, "", testUser},
		{"with a domain", winrmserver.Options{}, func(_ *winrmserver.Server, c *winrm.Config) { c.Username = `LAB\` + testUser }, "LAB", testUser},
		{"with a UPN", winrmserver.Options{}, func(_ *winrmserver.Server, c *winrm.Config) { c.Username = testUser + "@lab.test" }, "", testUser + "@lab.test"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, config, h := startCredSSP(t, c.server)
			if c.change != nil {
				c.change(s, &config)
			}
			p := newPool(t, config)
			for range 2 {
				res, err := p.Run(t.Context(), winrm.Command{Line: "whoami", Stdin: []byte("x")})
				if err != nil || string(res.Stdout) != testUser+" delegated=true" {
					t.Fatalf("got %q, %v", res.Stdout, err)
				}
			}
			want := credssp.Credentials{Domain: c.domain, User: c.user, Password: testPassword}
			if got := h.delegated(); got == nil || *got != want {
				t.Errorf("delegated %+v, want %+v", got, want)
			}
			for _, r := range s.Log() {
				if r.Action != winrmserver.ActionLogon && !r.Sealed {
					t.Errorf("%s was sent in clear", r.Action)
				}
			}
			if got := s.Calls(winrmserver.ActionLogon); got != 5 {
				t.Errorf("the logon took %d requests, want 5", got)
			}
		})
	}
}

func TestCredSSPLargeMessages(t *testing.T) {
	_, config, _ := startCredSSP(t, winrmserver.Options{})
	input := []byte(strings.Repeat("0123456789abcdef", 25_000))
	res, err := newPool(t, config).Run(t.Context(), winrm.Command{Line: "cat", Stdin: input})
	if err != nil || string(res.Stdout) != string(input) {
		t.Errorf("%d bytes came back, %v", len(res.Stdout), err)
	}
}

// TestCredSSPKeepsThePassword: in each of these the server must not get the password.
func TestCredSSPKeepsThePassword(t *testing.T) {
	other, err := winrmserver.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	tamper := func(step string, change func(m *credssp.Message)) winrmserver.Options {
		return winrmserver.Options{CredSSP: winrmserver.CredSSP{Tamper: func(s string, m *credssp.Message) {
			if s == step {
				change(m)
			}
		}}}
	}
	for _, c := range []struct {
		name   string
		server winrmserver.Options
		change func(*winrm.Config)
		kind   winrm.Kind
		word   string
		// silent: not even the name of the user has left.
		silent bool
	}{
		{"wrong password", winrmserver.Options{}, func(c *winrm.Config) { c.Password = "wrong" }, winrm.KindAuth, "logon failure", false},
		{"wrong password, version 5", winrmserver.Options{CredSSP: winrmserver.CredSSP{Version: 5}}, func(c *winrm.Config) { c.Password = "wrong" }, winrm.KindAuth, "without a reason", false},
		{"old version", winrmserver.Options{CredSSP: winrmserver.CredSSP{Version: 4}}, nil, winrm.KindInsecure, "below 5", false},
		{"oldest version", winrmserver.Options{CredSSP: winrmserver.CredSSP{Version: 2}}, nil, winrm.KindInsecure, "below 5", false},
		{"version changes", tamper("proof", func(m *credssp.Message) { m.Version = 5 }), nil, winrm.KindInsecure, "changed its CredSSP version", false},
		{"tampered proof", tamper("proof", func(m *credssp.Message) { m.PubKeyAuth[20] ^= 1 }), nil, winrm.KindInsecure, "did not prove", false},
		{"no proof", tamper("proof", func(m *credssp.Message) { m.PubKeyAuth = nil }), nil, winrm.KindInsecure, "did not prove", false},
		{"cut proof", tamper("proof", func(m *credssp.Message) { m.PubKeyAuth = m.PubKeyAuth[:10] }), nil, winrm.KindInsecure, "did not prove", false},
		{"no challenge", tamper("challenge", func(m *credssp.Message) { m.Token = nil }), nil, winrm.KindInsecure, "no challenge", false},
		{"tampered challenge", tamper("challenge", func(m *credssp.Message) { m.Token[26] ^= 1 }), nil, winrm.KindAuth, "logon failure", false},
		{"seal flag dropped", winrmserver.Options{DropNTLMFlags: 1 << 5}, nil, winrm.KindInsecure, "security flags", false},
		{"session security dropped", winrmserver.Options{DropNTLMFlags: 1 << 19}, nil, winrm.KindInsecure, "security flags", false},
		{"other authority", winrmserver.Options{}, func(c *winrm.Config) { c.CredSSP.CACert = other.PEM() }, winrm.KindTLS, "unknown authority", true},
		{"other name", winrmserver.Options{}, func(c *winrm.Config) { c.CredSSP.ServerName = "dhcp02.lab.test" }, winrm.KindTLS, "dhcp02.lab.test", true},
		{"other pin", winrmserver.Options{}, func(c *winrm.Config) { c.CredSSP = winrm.CredSSP{CertSHA256: strings.Repeat("ab", 32)} }, winrm.KindTLS, "credssp_cert_sha256", true},
		{"not offered", winrmserver.Options{Offer: []string{"Negotiate", "Basic"}}, nil, winrm.KindAuth, "Enable-WSManCredSSP", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, config, h := startCredSSP(t, c.server)
			if c.change != nil {
				c.change(&config)
			}
			p := newPool(t, config)
			runErr(t, p, c.kind, c.word)
			if h.delegated() != nil {
				t.Error("the server has the password")
			}
			if c.silent && h.has("negotiate") {
				t.Error("NTLM was begun with an unknown server")
			}
			if s.Shells() != 0 {
				t.Error("a shell was opened")
			}
			if c.kind == winrm.KindAuth {
				before := s.Connections()
				runErr(t, p, c.kind, c.word)
				if s.Connections() != before {
					t.Error("it was tried again after a refusal")
				}
			}
		})
	}
}

func TestCredSSPDelegationRefused(t *testing.T) {
	s, config, _ := startCredSSP(t, winrmserver.Options{CredSSP: winrmserver.CredSSP{RefuseDelegation: true}})
	runErr(t, newPool(t, config), winrm.KindAuth, "delegated logon")
	if got := s.Logons(); got.Refused != 1 || got.Accepted != 0 {
		t.Errorf("logons %+v", got)
	}
}

// TestCredSSPFaults strikes the logon and the sealed messages.
func TestCredSSPFaults(t *testing.T) {
	const again = winrm.Kind("")
	for _, c := range []struct {
		name   string
		fault  winrmserver.Fault
		action winrmserver.Action
		calls  int
		kind   winrm.Kind
	}{
		{"cut", winrmserver.Fault{Effect: winrmserver.CutBefore}, winrmserver.ActionLogon, 5, again},
		{"hang", winrmserver.Fault{Effect: winrmserver.HangBefore}, winrmserver.ActionLogon, 5, again},
		{"HTTP 503", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: 503}, winrmserver.ActionLogon, 5, again},
		{"HTTP 403", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: 403}, winrmserver.ActionLogon, 4, winrm.KindHTTP},
		{"no token", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: 401}, winrmserver.ActionLogon, 5, winrm.KindAuth},
		{"bad token", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: 401, Header: http.Header{"Www-Authenticate": {"CredSSP !!"}}}, winrmserver.ActionLogon, 4, winrm.KindProtocol},
		{"rubbish token", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: 401, Header: http.Header{"Www-Authenticate": {"CredSSP AAAAAAAA"}}}, winrmserver.ActionLogon, 4, winrm.KindInsecure},
		{"tampered", winrmserver.Fault{Effect: winrmserver.Tampered}, winrmserver.ActionCreate, 1, winrm.KindInsecure},
		{"unsealed", winrmserver.Fault{Effect: winrmserver.Unsealed}, winrmserver.ActionCreate, 1, winrm.KindInsecure},
		{"replayed", winrmserver.Fault{Effect: winrmserver.Replayed}, winrmserver.ActionCommand, 1, winrm.KindInsecure},
		{"empty", winrmserver.Fault{Effect: winrmserver.Empty}, winrmserver.ActionCreate, 1, again},
		{"cut in the reply", winrmserver.Fault{Effect: winrmserver.CutReply}, winrmserver.ActionCommand, 1, again},
		{"fault", winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 170}, winrmserver.ActionCreate, 1, again},
	} {
		for call := 1; call <= c.calls; call++ {
			t.Run(c.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					l := newFakeLab(t, winrmserver.Options{Exec: program, Offer: []string{"CredSSP"}}, func(c *winrm.Config) {
						c.Auth, c.CredSSP = winrm.AuthCredSSP, winrm.CredSSP{Unverified: true}
					})
					defer l.end(t)
					f := c.fault
					f.Action, f.Call = c.action, call
					l.server.Inject(f)
					if c.kind != again {
						runErr(t, l.pool, c.kind)
						return
					}
					res, err := l.pool.Run(t.Context(), winrm.Command{Line: "whoami", Stdin: []byte("x")})
					if err != nil || string(res.Stdout) != testUser+" delegated=true" {
						t.Errorf("got %q, %v", res.Stdout, err)
					}
				})
			})
		}
	}
}
