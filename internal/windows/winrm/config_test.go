package winrm_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

func TestConfigIsChecked(t *testing.T) {
	ca, err := winrmserver.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	cert, key, err := ca.IssueClient("svc")
	if err != nil {
		t.Fatal(err)
	}
	_, otherKey, err := ca.IssueClient("svc")
	if err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(t.TempDir(), "missing")
	good := winrm.Config{Host: "dhcp01", HTTPS: true, Username: "svc", Password: "secret"}
	krbConfig := filepath.Join(t.TempDir(), "krb5.conf")
	if err := os.WriteFile(krbConfig, []byte("[libdefaults]\n dns_lookup_kdc = false\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	kerberos := func(c *winrm.Config) {
		c.Auth, c.Kerberos.Realm, c.Kerberos.Config = winrm.AuthKerberos, "LAB.TEST", krbConfig
	}
	certificate := func(c *winrm.Config) {
		c.Auth, c.Username, c.Password, c.ClientCert, c.ClientKey = winrm.AuthCertificate, "", "", cert, key
	}
	for _, c := range []struct {
		name   string
		change func(*winrm.Config)
		field  string // "" means that it is accepted
	}{
		{"good", func(*winrm.Config) {}, ""},
		{"IPv4 address", func(c *winrm.Config) { c.Host = "192.0.2.1" }, ""},
		{"IPv6 address", func(c *winrm.Config) { c.Host = "2001:db8::1" }, ""},
		{"IPv6 address in brackets", func(c *winrm.Config) { c.Host = "[2001:db8::1]" }, ""},
		{"no host", func(c *winrm.Config) { c.Host = "" }, winrm.FieldHost},
		{"scheme", func(c *winrm.Config) { c.Host = "https://dhcp01" }, winrm.FieldHost},
		{"path", func(c *winrm.Config) { c.Host = "dhcp01/wsman" }, winrm.FieldHost},
		{"port in the host", func(c *winrm.Config) { c.Host = "dhcp01:5986" }, winrm.FieldHost},
		{"user in the host", func(c *winrm.Config) { c.Host = "svc@dhcp01" }, winrm.FieldHost},
		{"blank in the host", func(c *winrm.Config) { c.Host = "dhcp 01" }, winrm.FieldHost},
		{"newline in the host", func(c *winrm.Config) { c.Host = "dhcp01\r\nX: y" }, winrm.FieldHost},
		{"port too large", func(c *winrm.Config) { c.Port = 65536 }, winrm.FieldPort},
		{"port negative", func(c *winrm.Config) { c.Port = -1 }, winrm.FieldPort},
		{"unknown auth", func(c *winrm.Config) { c.Auth = "digest" }, winrm.FieldAuth},
		{"ntlm over http", func(c *winrm.Config) { c.HTTPS = false }, ""},
		{"basic over https", func(c *winrm.Config) { c.Auth = winrm.AuthBasic }, ""},
		{"basic over http", func(c *winrm.Config) { c.Auth, c.HTTPS = winrm.AuthBasic, false }, winrm.FieldAuth},
		{"basic with a colon", func(c *winrm.Config) { c.Auth, c.Username = winrm.AuthBasic, "a:b" }, winrm.FieldUsername},
		{"kerberos over http", func(c *winrm.Config) { kerberos(c); c.HTTPS = false }, winrm.FieldAuth},
		{"certificate over http", func(c *winrm.Config) { certificate(c); c.HTTPS = false }, winrm.FieldAuth},
		{"no user", func(c *winrm.Config) { c.Username = "" }, winrm.FieldUsername},
		{"no password", func(c *winrm.Config) { c.Password = "" }, winrm.FieldPassword},
		{"kerberos", kerberos, ""},
		{"kerberos without user", func(c *winrm.Config) { kerberos(c); c.Username = "" }, winrm.FieldUsername},
		{"kerberos without secret", func(c *winrm.Config) { kerberos(c); c.Password = "" }, winrm.FieldPassword},
		{"kerberos with DOMAIN\\user", func(c *winrm.Config) { kerberos(c); c.Username = `LAB\svc` }, winrm.FieldUsername},
		{"kerberos to an address", func(c *winrm.Config) { kerberos(c); c.Host = "192.0.2.1" }, winrm.FieldKrbSPN},
		{"kerberos to an address with SPN", func(c *winrm.Config) { kerberos(c); c.Host, c.Kerberos.SPN = "192.0.2.1", "HTTP/dhcp01" }, ""},
		{"kerberos without realm", func(c *winrm.Config) { kerberos(c); c.Kerberos.Realm = "" }, winrm.FieldKrbRealm},
		{"keytab missing", func(c *winrm.Config) { kerberos(c); c.Kerberos.Keytab = missing }, winrm.FieldKrbKeytab},
		{"ccache missing", func(c *winrm.Config) { kerberos(c); c.Kerberos.CCache = "FILE:" + missing }, winrm.FieldKrbCCache},
		{"ccache of another type", func(c *winrm.Config) { kerberos(c); c.Kerberos.CCache = "KEYRING:x" }, winrm.FieldKrbCCache},
		{"krb5.conf missing", func(c *winrm.Config) { kerberos(c); c.Kerberos.Config = missing }, winrm.FieldKrbConfig},
		{"certificate", certificate, ""},
		{"certificate missing", func(c *winrm.Config) { certificate(c); c.ClientCert = nil }, winrm.FieldClientCert},
		{"key missing", func(c *winrm.Config) { certificate(c); c.ClientKey = nil }, winrm.FieldClientKey},
		{"key of another certificate", func(c *winrm.Config) { certificate(c); c.ClientKey = otherKey }, winrm.FieldClientCert},
		{"certificate beside ntlm", func(c *winrm.Config) { c.ClientCert, c.ClientKey = cert, key }, winrm.FieldClientCert},
		{"credssp over https", func(c *winrm.Config) { c.Auth = winrm.AuthCredSSP }, ""},
		{"credssp over http", func(c *winrm.Config) { c.Auth, c.HTTPS = winrm.AuthCredSSP, false }, winrm.FieldAuth},
		{"credssp over unverified https", func(c *winrm.Config) { c.Auth, c.Insecure = winrm.AuthCredSSP, true }, winrm.FieldAuth},
		{"credssp over http with an authority", func(c *winrm.Config) { c.Auth, c.HTTPS, c.CredSSP.CACert = winrm.AuthCredSSP, false, ca.PEM() }, ""},
		{"credssp with a name alone", func(c *winrm.Config) { c.Auth, c.CredSSP.ServerName = winrm.AuthCredSSP, "x" }, winrm.FieldCredSSPServerName},
		{"credssp with a broken pin", func(c *winrm.Config) { c.Auth, c.CredSSP.CertSHA256 = winrm.AuthCredSSP, "abcd" }, winrm.FieldCredSSPCertSHA256},
		{"credssp with a pin that is none", func(c *winrm.Config) { c.Auth, c.CredSSP.CertSHA256 = winrm.AuthCredSSP, "x" }, winrm.FieldCredSSPCertSHA256},
		{"credssp with a broken authority", func(c *winrm.Config) { c.Auth, c.CredSSP.CACert = winrm.AuthCredSSP, []byte("x") }, winrm.FieldCredSSPCACert},
		{"credssp unverified and pinned", func(c *winrm.Config) {
			c.Auth, c.CredSSP.Unverified, c.CredSSP.CertSHA256 = winrm.AuthCredSSP, true, strings.Repeat("ab", 32)
		}, winrm.FieldCredSSPUnverified},
		{"credssp without password", func(c *winrm.Config) { c.Auth, c.Password = winrm.AuthCredSSP, "" }, winrm.FieldPassword},
		{"CA certificate", func(c *winrm.Config) { c.CACert = ca.PEM() }, ""},
		{"CA certificate broken", func(c *winrm.Config) { c.CACert = []byte("no PEM") }, winrm.FieldCACert},
		{"CA certificate over http", func(c *winrm.Config) { c.HTTPS, c.CACert = false, ca.PEM() }, winrm.FieldCACert},
		{"server name over http", func(c *winrm.Config) { c.HTTPS, c.TLSServerName = false, "x" }, winrm.FieldTLSServerName},
		{"insecure over http", func(c *winrm.Config) { c.HTTPS, c.Insecure = false, true }, winrm.FieldInsecure},
		{"insecure", func(c *winrm.Config) { c.Insecure = true }, ""},
		{"insecure beside CA certificate", func(c *winrm.Config) { c.Insecure, c.CACert = true, ca.PEM() }, winrm.FieldInsecure},
		{"concurrency too large", func(c *winrm.Config) { c.MaxConcurrency = 26 }, winrm.FieldMaxConcurrency},
		{"concurrency negative", func(c *winrm.Config) { c.MaxConcurrency = -1 }, winrm.FieldMaxConcurrency},
		{"timeout negative", func(c *winrm.Config) { c.CommandTimeout = -time.Second }, winrm.FieldCommandTimeout},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := good
			c.change(&config)
			p, err := winrm.New(config)
			if c.field == "" {
				if err != nil {
					t.Fatal(err)
				}
				if err := p.Close(t.Context()); err != nil {
					t.Error(err)
				}
				return
			}
			var e *winrm.ConfigError
			if !errors.As(err, &e) || e.Field != c.field {
				t.Errorf("got %v, want a ConfigError about %s", err, c.field)
			}
		})
	}
}

// TestNothingConnectsEarly: making a pool must not need the server.
func TestNothingConnectsEarly(t *testing.T) {
	s := startServer(t, winrmserver.Options{})
	newPool(t, clientConfig(s))
	if got := s.Connections(); got != 0 {
		t.Errorf("%d connections before the first command", got)
	}
}

// TestNoProxy: the environment's proxy must not see WinRM.
func TestNoProxy(t *testing.T) {
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"} {
		t.Setenv(name, "http://127.0.0.1:1")
	}
	if os.Getenv("HTTP_PROXY") == "" {
		t.Fatal("no proxy in the environment")
	}
	s := startServer(t, winrmserver.Options{})
	if _, err := newPool(t, clientConfig(s)).Run(t.Context(), winrm.Command{Line: "whoami", Stdin: []byte("x")}); err != nil {
		t.Error(err)
	}
}
