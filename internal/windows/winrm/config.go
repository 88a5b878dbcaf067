package winrm

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Auth is a way to authenticate. It is chosen by configuration and never by what the
// server offers.
type Auth string

// The ways to authenticate.
const (
	// AuthNTLM is NTLMv2: sealed messages over http, channel binding over https.
	AuthNTLM Auth = "ntlm"
	// AuthKerberos is SPNEGO with a Kerberos ticket, over https only: gokrb5 cannot seal.
	AuthKerberos Auth = "kerberos"
	// AuthBasic sends the password in every request, over https only.
	AuthBasic Auth = "basic"
	// AuthCertificate is a TLS client certificate mapped to a local account.
	AuthCertificate Auth = "certificate"
	// AuthCredSSP is NTLM that hands the password to the server, so that the server can
	// reach another one with it. Messages are sealed over http and https.
	AuthCredSSP Auth = "credssp"
)

// Names of the configuration's fields as a ConfigError reports them.
const (
	FieldHost              = "host"
	FieldPort              = "port"
	FieldAuth              = "auth"
	FieldUsername          = "username"
	FieldPassword          = "password"
	FieldCACert            = "ca_cert"
	FieldTLSServerName     = "tls_server_name"
	FieldInsecure          = "insecure"
	FieldClientCert        = "client_cert"
	FieldClientKey         = "client_key"
	FieldKrbRealm          = "krb_realm"
	FieldKrbConfig         = "krb_config"
	FieldKrbKeytab         = "krb_keytab"
	FieldKrbCCache         = "krb_ccache"
	FieldKrbSPN            = "krb_spn"
	FieldCredSSPCACert     = "credssp_ca_cert"
	FieldCredSSPServerName = "credssp_server_name"
	FieldCredSSPCertSHA256 = "credssp_cert_sha256"
	FieldCredSSPUnverified = "credssp_unverified"
	FieldMaxConcurrency    = "max_concurrency"
	FieldCommandTimeout    = "command_timeout"
)

// Config describes one WinRM host and how to talk to it.
type Config struct {
	Host  string // name or address, without scheme, port or path
	Port  int    // 0 means 5986 for https and 5985 for http
	HTTPS bool

	Auth     Auth   // "" means AuthNTLM
	Username string // user, DOMAIN\user or user@domain
	Password string

	CACert        []byte // PEM; nil means the system's roots
	TLSServerName string // name expected in the certificate; "" means Host
	Insecure      bool   // accept any certificate
	ClientCert    []byte // PEM, for AuthCertificate
	ClientKey     []byte // PEM, for AuthCertificate
	Kerberos      Kerberos
	CredSSP       CredSSP

	MaxConcurrency int           // commands at a time; 0 means 4
	CommandTimeout time.Duration // for one Run without its waiting in line; 0 means 60 s
	InputChunk     int           // bytes of input in one request; 0 means 100 KiB, which fits every server's default limit
	MaxOutput      int           // bytes of one command's output; 0 means 64 MiB
	UserAgent      string        // sent with each request

	Timing Timing
	// Now is the clock that ages idle sessions; nil means time.Now.
	Now func() time.Time
	// Dial opens the TCP connections; nil means a net.Dialer. Proxies are never used:
	// NTLM authenticates a connection and must own it.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Kerberos holds what AuthKerberos needs beside the user name. The ticket comes from
// the first that is set of CCache, Keytab and Config.Password.
type Kerberos struct {
	Realm  string // "" means the realm of user@REALM, or the krb5.conf default
	Config string // path of krb5.conf; "" means /etc/krb5.conf, or DNS when that is missing
	Keytab string // path
	CCache string // path of a credential cache file, with or without the prefix FILE:
	SPN    string // "" means HTTP/<Host>
}

// Timing holds the limits that are not the user's concern. Zero values mean the
// defaults named below.
type Timing struct {
	Dial      time.Duration // TCP and TLS: 15 s
	Start     time.Duration // server's time for Create and Command: 60 s, a first logon makes a profile
	Operation time.Duration // server's time for Send, Receive, Signal and Delete: 20 s
	Grace     time.Duration // what a reply may be later than the server's time: 10 s
	Cleanup   time.Duration // for deleting a shell, on the old and on a fresh session together: 8 s
	Idle      time.Duration // age at which an idle session is not used again: 60 s, HTTP.SYS drops it at 120 s
	ShellIdle time.Duration // after which the server may drop a shell we lost: 10 min
	Busy      time.Duration // wait before a chunk refused with fault 170 is sent again: 5 s
	Backoff   time.Duration // first wait before another try: 500 ms, doubling with jitter
}

// ConfigError is a configuration that cannot work. Field names the setting at fault.
type ConfigError struct {
	Field  string
	Detail string
}

func (e *ConfigError) Error() string { return e.Field + ": " + e.Detail }

func configError(field, format string, args ...any) error {
	return &ConfigError{Field: field, Detail: fmt.Sprintf(format, args...)}
}

func orDefault[T comparable](v *T, d T) {
	var zero T
	if *v == zero {
		*v = d
	}
}

// withDefaults fills in what the zero value leaves open.
func (c Config) withDefaults() Config {
	c.Host = strings.Trim(c.Host, "[]")
	orDefault(&c.Auth, AuthNTLM)
	if c.HTTPS {
		orDefault(&c.Port, 5986)
	}
	orDefault(&c.Port, 5985)
	orDefault(&c.MaxConcurrency, 4)
	orDefault(&c.CommandTimeout, time.Minute)
	orDefault(&c.InputChunk, 100<<10)
	orDefault(&c.MaxOutput, 64<<20)
	orDefault(&c.UserAgent, "terraform-provider-dhcp")
	orDefault(&c.Timing.Dial, 15*time.Second)
	orDefault(&c.Timing.Start, 60*time.Second)
	orDefault(&c.Timing.Operation, 20*time.Second)
	orDefault(&c.Timing.Grace, 10*time.Second)
	orDefault(&c.Timing.Cleanup, 8*time.Second)
	orDefault(&c.Timing.Idle, 60*time.Second)
	orDefault(&c.Timing.ShellIdle, 10*time.Minute)
	orDefault(&c.Timing.Busy, 5*time.Second)
	orDefault(&c.Timing.Backoff, 500*time.Millisecond)
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Dial == nil {
		c.Dial = (&net.Dialer{}).DialContext
	}
	return c
}

// Validate reports the first setting that cannot work, as a *ConfigError. It opens no
// connection and reads no file.
func (c Config) Validate() error {
	c = c.withDefaults()
	for _, check := range []func() error{c.checkHost, c.checkAuth, c.checkTLS, c.checkLimits} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (c Config) checkHost() error {
	switch {
	case c.Host == "":
		return configError(FieldHost, "a host name or address is needed")
	case strings.Contains(c.Host, "://"):
		return configError(FieldHost, "%q holds a scheme; give the name or address alone and choose http or https with the https setting", c.Host)
	case strings.ContainsAny(c.Host, "/?#\\"):
		return configError(FieldHost, "%q holds a path; give the name or address alone, the path is always /wsman", c.Host)
	case strings.ContainsAny(c.Host, "@ \t\r\n"):
		return configError(FieldHost, "%q is not a host name or address", c.Host)
	case strings.Contains(c.Host, ":") && !isAddress(c.Host):
		return configError(FieldHost, "%q holds a port; use the port setting", c.Host)
	case c.Port < 1 || c.Port > 65535:
		return configError(FieldPort, "%d is not a port number (1 to 65535)", c.Port)
	}
	return nil
}

func (c Config) checkAuth() error {
	if !c.HTTPS && slices.Contains([]Auth{AuthBasic, AuthKerberos, AuthCertificate}, c.Auth) {
		why := map[Auth]string{
			AuthBasic:       "basic sends the password readable in every request",
			AuthKerberos:    "kerberos cannot seal messages here, and would send them readable",
			AuthCertificate: "a client certificate is part of TLS",
		}[c.Auth]
		return configError(FieldAuth, "%s, so it needs https; over http use ntlm, which seals messages", why)
	}
	switch c.Auth {
	case AuthNTLM, AuthBasic:
		return c.checkPassword()
	case AuthKerberos:
		return c.checkKerberos()
	case AuthCertificate:
		return c.checkCertificate()
	case AuthCredSSP:
		return c.checkCredSSP()
	}
	return configError(FieldAuth, "%q is not one of ntlm, kerberos, basic, certificate, credssp", string(c.Auth))
}

func (c Config) checkPassword() error {
	switch {
	case c.Username == "":
		return configError(FieldUsername, "auth %s needs a user name", c.Auth)
	case c.Password == "":
		return configError(FieldPassword, "auth %s needs a password", c.Auth)
	case c.Auth == AuthBasic && strings.Contains(c.Username, ":"):
		return configError(FieldUsername, "a user name with a colon cannot be sent with auth basic")
	}
	return nil
}

func (c Config) checkKerberos() error {
	k := c.Kerberos
	switch {
	case k.CCache == "" && c.Username == "":
		return configError(FieldUsername, "auth kerberos needs a user name, or a credential cache")
	case k.CCache == "" && k.Keytab == "" && c.Password == "":
		return configError(FieldPassword, "auth kerberos needs a password, a keytab or a credential cache")
	case strings.Contains(c.Username, `\`):
		return configError(FieldUsername, `auth kerberos takes user or user@REALM, not DOMAIN\user`)
	case strings.Contains(k.CCache, ":") && !strings.HasPrefix(k.CCache, "FILE:") && !strings.HasPrefix(k.CCache, "/"):
		return configError(FieldKrbCCache, "%q is not a file; only credential caches of type FILE can be read", k.CCache)
	case k.SPN == "" && isAddress(c.Host):
		return configError(FieldKrbSPN, "a service principal belongs to a host name; give one (HTTP/<name>), or a host name instead of an address")
	}
	return nil
}

func isAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

func (c Config) checkCertificate() error {
	switch {
	case len(c.ClientCert) == 0:
		return configError(FieldClientCert, "auth certificate needs a client certificate")
	case len(c.ClientKey) == 0:
		return configError(FieldClientKey, "auth certificate needs the private key of the client certificate")
	}
	if _, err := tls.X509KeyPair(c.ClientCert, c.ClientKey); err != nil {
		return configError(FieldClientCert, "certificate and key do not go together: %v", err)
	}
	return nil
}

func (c Config) checkTLS() error {
	set := map[string]bool{
		FieldCACert:        len(c.CACert) > 0,
		FieldTLSServerName: c.TLSServerName != "",
		FieldInsecure:      c.Insecure,
	}
	for _, field := range []string{FieldCACert, FieldTLSServerName, FieldInsecure} {
		if set[field] && !c.HTTPS {
			return configError(field, "it has no meaning over http; use https")
		}
		if set[field] && c.Insecure && field != FieldInsecure {
			return configError(FieldInsecure, "it accepts any certificate and so contradicts %s", field)
		}
	}
	if (len(c.ClientCert) > 0 || len(c.ClientKey) > 0) && c.Auth != AuthCertificate {
		return configError(FieldClientCert, "it is used with auth certificate only, and auth is %s", c.Auth)
	}
	if _, err := certPool(c.CACert); err != nil {
		return configError(FieldCACert, "%v", err)
	}
	return nil
}

func (c Config) checkLimits() error {
	switch {
	case c.MaxConcurrency < 1 || c.MaxConcurrency > 25:
		return configError(FieldMaxConcurrency, "%d is not between 1 and 25; a user has 30 shells on a server by default", c.MaxConcurrency)
	case c.CommandTimeout < 0:
		return configError(FieldCommandTimeout, "%s is not a time to wait", c.CommandTimeout)
	}
	return nil
}

// address is host:port for dialling and for messages.
func (c Config) address() string {
	return net.JoinHostPort(c.Host, strconv.Itoa(c.Port))
}

// url is the endpoint as the a:To header names it.
func (c Config) url() string {
	scheme := "http"
	if c.HTTPS {
		scheme = "https"
	}
	return scheme + "://" + c.address() + "/wsman"
}
