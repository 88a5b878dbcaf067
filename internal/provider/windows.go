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

// windowsFields gives the attribute behind each field that the transport refuses.
var windowsFields = map[string]path.Path{
	winrm.FieldCACert:            path.Root("windows").AtName("ca_certificate"),
	winrm.FieldCredSSPCACert:     path.Root("windows").AtName("credssp").AtName("ca_certificate"),
	winrm.FieldCredSSPServerName: path.Root("windows").AtName("credssp").AtName("server_name"),
	winrm.FieldCredSSPCertSHA256: path.Root("windows").AtName("credssp").AtName("certificate_sha256"),
	winrm.FieldCredSSPUnverified: path.Root("windows").AtName("credssp").AtName("unverified"),
	winrm.FieldClientCert:        path.Root("windows").AtName("client_certificate"),
	winrm.FieldKrbRealm:          path.Root("windows").AtName("kerberos").AtName("realm"),
	winrm.FieldKrbConfig:         path.Root("windows").AtName("kerberos").AtName("config_file"),
	winrm.FieldKrbKeytab:         path.Root("windows").AtName("kerberos").AtName("keytab"),
	winrm.FieldKrbCCache:         path.Root("windows").AtName("kerberos").AtName("ccache"),
	winrm.FieldKrbSPN:            path.Root("windows").AtName("kerberos").AtName("spn"),
}

// windowsSettings is the resolved windows block.
type windowsSettings struct {
	transport winrm.Config
	client    windows.Config
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
	w.transport.UserAgent = userAgent
	pool, err := winrm.New(w.transport)
	var refused *winrm.ConfigError
	switch {
	case errors.As(err, &refused):
		at, ok := windowsFields[refused.Field]
		if !ok {
			at = s.block.AtName(refused.Field)
		}
		s.diags.AddAttributeError(at, "Invalid provider configuration", fmt.Sprintf("%s.", refused.Detail))
		return nil
	case err != nil:
		s.diags.AddAttributeError(s.block, "Invalid provider configuration", fmt.Sprintf("%v.", err))
		return nil
	}
	w.client.Runner = pool
	return windows.New(w.client)
}
