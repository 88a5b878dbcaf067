package kea

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/url"
	"time"
)

// Mode says which way changes go to the server.
type Mode string

// The modes.
const (
	// ModeAuto uses the command hooks where they are loaded and edits the configuration elsewhere.
	ModeAuto Mode = "auto"
	// ModeHooks uses the command hooks only and fails where they are missing.
	ModeHooks Mode = "hooks"
	// ModeConfig always edits the configuration.
	ModeConfig Mode = "config"
)

// Target says where reservations are kept in hook mode.
type Target string

// The targets of reservations.
const (
	// TargetMemory keeps reservations in the configuration of the running server.
	TargetMemory Target = "memory"
	// TargetDatabase keeps reservations in the server's hosts database.
	TargetDatabase Target = "database"
)

// Config is everything a Client needs to know. The zero value of every member but
// Endpoints is usable.
type Config struct {
	// Endpoints are the URLs of the server: one, or the peers of a pair.
	Endpoints []string
	// Username and Password are the basic authentication; an empty user name sends none.
	Username, Password string
	// CACertificate is the PEM bundle that the server's certificate is checked with; empty
	// means the system's certificates.
	CACertificate string
	// ClientCertificate and ClientKey are the PEM of a client certificate; both or none.
	ClientCertificate, ClientKey string
	// ServerName replaces the host of the URL in the check of the server's certificate.
	ServerName string
	// Insecure accepts any server certificate.
	Insecure bool
	// Timeout bounds one command; 0 means DefaultTimeout.
	Timeout time.Duration
	// Mode and Target choose the way of changes; empty means ModeAuto and TargetMemory.
	Mode   Mode
	Target Target
	// Persist runs config-write after each batch of changes.
	Persist bool
	// AllowedCommands are the commands beyond the reading ones that Client.Command sends:
	// names, or patterns as of path.Match.
	AllowedCommands []string
	// MaxConcurrency bounds the commands under way at one server; 0 means DefaultMaxConcurrency.
	MaxConcurrency int
	// Gather is how long a change waits for company before the configuration is edited; 0
	// means DefaultGather.
	Gather time.Duration
	// SnapshotAge is how long what was read once may serve further reads; 0 means
	// DefaultSnapshotAge.
	SnapshotAge time.Duration
	// UserAgent is sent with every request.
	UserAgent string
	// Dial opens the TCP connections; nil means a net.Dialer.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Defaults of a Config.
const (
	// DefaultTimeout leaves room for a config-set of a large configuration, which takes 8 s
	// at 50,000 reservations.
	DefaultTimeout = 60 * time.Second
	// DefaultMaxConcurrency is small because Kea runs one command at a time.
	DefaultMaxConcurrency = 4
	// DefaultGather turns Terraform's parallel operations into one config-set.
	DefaultGather = 100 * time.Millisecond
	// DefaultSnapshotAge covers one walk over many resources.
	DefaultSnapshotAge = 15 * time.Second
)

func (c Config) withDefaults() Config {
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	if c.Mode == "" {
		c.Mode = ModeAuto
	}
	if c.Target == "" {
		c.Target = TargetMemory
	}
	if c.MaxConcurrency == 0 {
		c.MaxConcurrency = DefaultMaxConcurrency
	}
	if c.Dial == nil {
		c.Dial = (&net.Dialer{Timeout: 8 * time.Second}).DialContext
	}
	if c.Gather == 0 {
		c.Gather = DefaultGather
	}
	if c.SnapshotAge == 0 {
		c.SnapshotAge = DefaultSnapshotAge
	}
	return c
}

// Check says what is wrong with the configuration, before anything is sent.
func (c Config) Check() error {
	if len(c.Endpoints) == 0 {
		return &Error{Kind: KindInvalid, Text: "no endpoint is configured", Advice: "Set kea.endpoints or the environment variable DHCP_KEA_ENDPOINTS."}
	}
	for _, endpoint := range c.Endpoints {
		if err := checkEndpoint(endpoint); err != nil {
			return err
		}
	}
	_, err := c.tlsConfig()
	return err
}

func checkEndpoint(endpoint string) error {
	parsed, err := url.Parse(endpoint)
	if err != nil || parsed.Host == "" || (parsed.Scheme != "http" && parsed.Scheme != "https") {
		return &Error{Kind: KindInvalid, Text: "the endpoint is not an http or https URL", Advice: "Write it like https://kea.example.com:8000."}
	}
	if parsed.User != nil {
		return &Error{Kind: KindInvalid, Endpoint: parsed.Host, Text: "the endpoint contains credentials", Advice: "Use username and password instead, so that they do not appear in messages."}
	}
	return nil
}

func (c Config) tlsConfig() (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12, ServerName: c.ServerName, InsecureSkipVerify: c.Insecure}
	if c.CACertificate != "" {
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM([]byte(c.CACertificate)) {
			return nil, &Error{Kind: KindInvalid, Text: "the CA certificate holds no PEM certificate"}
		}
	}
	if (c.ClientCertificate == "") != (c.ClientKey == "") {
		return nil, &Error{Kind: KindInvalid, Text: "a client certificate needs its key, and a key its certificate"}
	}
	if c.ClientCertificate != "" {
		pair, err := tls.X509KeyPair([]byte(c.ClientCertificate), []byte(c.ClientKey))
		if err != nil {
			return nil, &Error{Kind: KindInvalid, Text: fmt.Sprintf("the client certificate and key do not fit: %v", err)}
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}
