package provider

import (
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// windowsPrefix begins the environment variables of the windows block.
const windowsPrefix = "DHCP_WINDOWS_"

// windowsAuths are the values of windows.auth, the default first.
var windowsAuths = []string{string(winrm.AuthNTLM), string(winrm.AuthKerberos), string(winrm.AuthBasic), string(winrm.AuthCertificate)}

// Values of windows.delegation and windows.read_mode, the default first.
var (
	windowsDelegations = []string{"none", "kerberos", "credssp", "scheduled_task", "endpoint"}
	windowsReadModes   = []string{string(windows.ReadAuto), string(windows.ReadSnapshot), string(windows.ReadDirect)}
)

// windowsFields gives the attribute behind each field of the transport that is called
// otherwise in the configuration.
var windowsFields = map[string][]string{
	winrm.FieldCACert:            {"ca_certificate"},
	winrm.FieldCredSSPCACert:     {"credssp", "ca_certificate"},
	winrm.FieldCredSSPServerName: {"credssp", "server_name"},
	winrm.FieldCredSSPCertSHA256: {"credssp", "certificate_sha256"},
	winrm.FieldCredSSPUnverified: {"credssp", "unverified"},
	winrm.FieldClientCert:        {"client_certificate"},
	winrm.FieldKrbRealm:          {"kerberos", "realm"},
	winrm.FieldKrbConfig:         {"kerberos", "config_file"},
	winrm.FieldKrbKeytab:         {"kerberos", "keytab"},
	winrm.FieldKrbCCache:         {"kerberos", "ccache"},
	winrm.FieldKrbSPN:            {"kerberos", "spn"},
}

// windowsSettings is the resolved windows block.
type windowsSettings struct {
	transport winrm.Config
	client    windows.Config
	partner   *winrm.Config // nil when the partner is not read
}

// resolve finds the value of every attribute; ok is false when there is no Windows
// server: no block, and no host in the environment.
func (m *windowsModel) resolve(s settings) (out windowsSettings, ok bool) {
	if m == nil {
		if s.getenv(s.variable("host")) == "" {
			return out, false
		}
		m = &windowsModel{}
	}
	kerberos := m.Kerberos
	if kerberos == nil {
		kerberos = &kerberosModel{}
	}
	k := s.nested("kerberos")
	out.transport = winrm.Config{
		Host:           s.text("host", m.Host, ""),
		Port:           int(s.number("port", m.Port, 0)),
		HTTPS:          s.flag("https", m.HTTPS, true),
		Auth:           winrm.Auth(s.text("auth", m.Auth, windowsAuths[0])),
		Username:       s.text("username", m.Username, ""),
		Password:       s.text("password", m.Password, ""),
		CACert:         s.pem("ca_certificate", m.CACertificate),
		TLSServerName:  s.text("tls_server_name", m.TLSServerName, ""),
		Insecure:       s.flag("insecure", m.Insecure, false),
		ClientCert:     s.pem("client_certificate", m.ClientCertificate),
		ClientKey:      s.pem("client_key", m.ClientKey),
		MaxConcurrency: int(s.number("max_concurrency", m.MaxConcurrency, 4)),
		CommandTimeout: s.duration("command_timeout", m.CommandTimeout, time.Minute),
		Kerberos: winrm.Kerberos{
			Realm:  k.text("realm", kerberos.Realm, ""),
			Config: k.text("config_file", kerberos.ConfigFile, ""),
			Keytab: k.text("keytab", kerberos.Keytab, ""),
			CCache: k.text("ccache", kerberos.CCache, ""),
			SPN:    k.text("spn", kerberos.SPN, ""),
		},
	}
	if partner, ok := m.Partner.resolve(s.nested("partner"), out.transport); ok {
		out.partner = &partner
	}
	hop := m.delegate(s, &out.transport)
	computer := s.text("computer_name", m.ComputerName, "")
	out.client = windows.Config{
		Server:                  out.transport.Host,
		ComputerName:            computer,
		Hop:                     hop,
		MaxConcurrency:          out.transport.MaxConcurrency,
		EnvironmentCheckTimeout: s.duration("environment_check_timeout", m.EnvironmentCheckTimeout, 15*time.Second),
		Replicate:               s.flag("replicate", m.Replicate, true),
		ReadMode:                windows.ReadMode(s.word("read_mode", m.ReadMode, windowsReadModes)),
		SnapshotMaxAge:          s.duration("snapshot_max_age", m.SnapshotMaxAge, time.Minute),
	}
	if computer != "" {
		out.client.Server = computer
	}
	return out, true
}

// delegate turns the delegation asked for into a way to log on: of the session, which is a
// part of the transport, or of what the server runs.
func (m *windowsModel) delegate(s settings, transport *winrm.Config) *script.Hop {
	delegation := s.word("delegation", m.Delegation, windowsDelegations)
	endpoint := s.text("delegation_endpoint", m.DelegationEndpoint, "")
	refuse := func(attribute, detail string) {
		s.diags.AddAttributeError(s.block.AtName(attribute), "Invalid provider configuration", detail)
	}
	switch {
	case delegation == "kerberos" && transport.Auth != winrm.AuthKerberos:
		refuse("delegation", `Only a Kerberos logon can be delegated by the directory: set auth = "kerberos" as well.`)
	case delegation == "credssp" && transport.Auth != winrm.AuthNTLM:
		refuse("delegation", fmt.Sprintf(`CredSSP logs on by user and password, not by %s: leave auth out.`, transport.Auth))
	case delegation == "credssp":
		transport.Auth, transport.CredSSP = winrm.AuthCredSSP, m.CredSSP.resolve(s.nested("credssp"))
	case delegation == "scheduled_task" && (transport.Username == "" || transport.Password == ""):
		refuse("delegation", "A scheduled task logs on with the password of the user: set username and password as well.")
	case delegation == "scheduled_task":
		return &script.Hop{Username: transport.Username, Password: transport.Password, Limit: transport.CommandTimeout}
	case delegation == "endpoint" && endpoint == "":
		refuse("delegation_endpoint", "Name the session configuration on the server that runs under an account of its own (Register-PSSessionConfiguration -RunAsCredential).")
	case delegation == "endpoint":
		return &script.Hop{Endpoint: endpoint}
	case !m.DelegationEndpoint.IsNull():
		refuse("delegation_endpoint", fmt.Sprintf(`It is used with delegation = "endpoint" only, and delegation is %q.`, delegation))
	}
	return nil
}

// resolve finds how CredSSP makes sure of the server.
func (c *credsspModel) resolve(s settings) winrm.CredSSP {
	if c == nil {
		c = &credsspModel{}
	}
	return winrm.CredSSP{
		CACert: s.pem("ca_certificate", c.CACertificate), ServerName: s.text("server_name", c.ServerName, ""),
		CertSHA256: s.text("certificate_sha256", c.CertificateSHA256, ""), Unverified: s.flag("unverified", c.Unverified, false),
	}
}

// open makes the client. Nothing connects before its first operation.
func (w windowsSettings) open(s settings, userAgent string) *windows.Client {
	w.client.Runner = connect(s, w.transport, userAgent)
	if w.partner != nil {
		read := windows.Config{
			Runner: connect(s.nested("partner"), *w.partner, userAgent), Server: w.partner.Host, MaxConcurrency: w.client.MaxConcurrency,
			EnvironmentCheckTimeout: w.client.EnvironmentCheckTimeout, ReadMode: w.client.ReadMode, SnapshotMaxAge: w.client.SnapshotMaxAge,
		}
		w.client.Partner = windows.New(read)
	}
	return windows.New(w.client)
}

// connect makes the sessions of one host. What the transport refuses is an error at its
// attribute.
func connect(s settings, transport winrm.Config, userAgent string) *winrm.Pool {
	transport.UserAgent = userAgent
	pool, err := winrm.New(transport)
	var refused *winrm.ConfigError
	switch {
	case errors.As(err, &refused):
		s.diags.AddAttributeError(windowsField(s.block, refused.Field), "Invalid provider configuration", fmt.Sprintf("%s.", refused.Detail))
	case err != nil:
		s.diags.AddAttributeError(s.block, "Invalid provider configuration", fmt.Sprintf("%v.", err))
	}
	return pool
}

// windowsField gives the attribute behind a field that the transport refuses.
func windowsField(block path.Path, field string) path.Path {
	steps, ok := windowsFields[field]
	if !ok {
		return block.AtName(field)
	}
	for _, name := range steps {
		block = block.AtName(name)
	}
	return block
}
