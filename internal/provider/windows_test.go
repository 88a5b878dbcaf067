package provider_test

import (
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
)

func TestWindowsConfigurations(t *testing.T) {
	type attributes = map[string]any
	for _, c := range []struct {
		name    string
		windows attributes
		env     map[string]string
		want    string // part of the messages, "" for none
	}{
		{"none", nil, nil, ""},
		{"least", attributes{"host": "dhcp1", "username": "u", "password": "p"}, nil, ""},
		{"environment alone", nil, map[string]string{"DHCP_WINDOWS_HOST": "dhcp1", "DHCP_WINDOWS_USERNAME": "u", "DHCP_WINDOWS_PASSWORD": "p"}, ""},
		{"password from the environment", attributes{"host": "dhcp1", "username": "u"}, map[string]string{"DHCP_WINDOWS_PASSWORD": "p"}, ""},
		{"no password", attributes{"host": "dhcp1", "username": "u"}, nil, `("password")`},
		{"no user", attributes{"host": "dhcp1", "password": "p"}, nil, `("username")`},
		{"no host", attributes{"username": "u", "password": "p"}, nil, `("host")`},
		{"host with a scheme", attributes{"host": "https://dhcp1", "username": "u", "password": "p"}, nil, `("host")`},
		{"host with a path", attributes{"host": "dhcp1/wsman", "username": "u", "password": "p"}, nil, `("host")`},
		{"Basic over http", attributes{"host": "dhcp1", "https": false, "auth": "basic", "username": "u", "password": "p"}, nil, `error at`},
		{"Kerberos over http", attributes{"host": "dhcp1", "https": false, "auth": "kerberos", "username": "u", "password": "p"}, nil, `error at`},
		{"certificate without key", attributes{"host": "dhcp1", "auth": "certificate", "client_certificate": "x"}, nil, `("client_`},
		{"bad authority", attributes{"host": "dhcp1", "username": "u", "password": "p", "ca_certificate": "x"}, nil, `("ca_certificate")`},
		{"bad timeout", attributes{"host": "dhcp1", "username": "u", "password": "p", "command_timeout": "60"}, nil, `("command_timeout")`},
		{"bad environment", nil, map[string]string{"DHCP_WINDOWS_HOST": "dhcp1", "DHCP_WINDOWS_HTTPS": "perhaps"}, "DHCP_WINDOWS_HTTPS"},
		{"bad word in the environment", attributes{"host": "dhcp1", "username": "u", "password": "p"}, map[string]string{"DHCP_WINDOWS_READ_MODE": "often"}, `("read_mode")`},
		{"unknown host", attributes{"host": acctest.Unknown}, nil, "not known yet"},
		{"delegation without Kerberos", attributes{"host": "dhcp1", "username": "u", "password": "p", "delegation": "kerberos"}, nil, `("delegation")`},
		{"task", attributes{"host": "dhcp1", "username": "u", "password": "p", "delegation": "scheduled_task"}, nil, ""},
		{"task without a password", attributes{"host": "dhcp1", "auth": "kerberos", "username": "u", "delegation": "scheduled_task"}, nil, `("delegation")`},
		{"endpoint", attributes{"host": "dhcp1", "username": "u", "password": "p", "delegation": "endpoint", "delegation_endpoint": "DhcpFailover"}, nil, ""},
		{"endpoint from the environment", attributes{"host": "dhcp1", "username": "u", "password": "p"},
			map[string]string{"DHCP_WINDOWS_DELEGATION": "endpoint", "DHCP_WINDOWS_DELEGATION_ENDPOINT": "DhcpFailover"}, ""},
		{"endpoint without a name", attributes{"host": "dhcp1", "username": "u", "password": "p", "delegation": "endpoint"}, nil, `("delegation_endpoint")`},
		{"endpoint that is not used", attributes{"host": "dhcp1", "username": "u", "password": "p", "delegation_endpoint": "DhcpFailover"}, nil, `("delegation_endpoint")`},
		{"partner", attributes{"host": "dhcp1", "username": "u", "password": "p", "partner": attributes{"host": "dhcp2"}}, nil, ""},
		{"partner from the environment", attributes{"host": "dhcp1", "username": "u", "password": "p"}, map[string]string{"DHCP_WINDOWS_PARTNER_HOST": "https://dhcp2"}, `("partner").AttributeName("host")`},
		{"partner without a host", attributes{"host": "dhcp1", "username": "u", "password": "p", "partner": attributes{"username": "r"}}, nil, `("partner").AttributeName("host")`},
		{"partner with Basic over http", attributes{"host": "dhcp1", "username": "u", "password": "p", "partner": attributes{"host": "dhcp2", "https": false, "auth": "basic"}}, nil, `("partner")`},
		{"CredSSP over https", attributes{"host": "dhcp1", "username": "u", "password": "p", "delegation": "credssp"}, nil, ""},
		{"CredSSP to an unknown server", attributes{"host": "dhcp1", "https": false, "username": "u", "password": "p", "delegation": "credssp"}, nil, "the server must be known"},
		{"CredSSP with a bad fingerprint", attributes{"host": "dhcp1", "username": "u", "password": "p", "delegation": "credssp", "credssp": attributes{"certificate_sha256": "00"}}, nil, `("certificate_sha256")`},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, name := range []string{"HOST", "USERNAME", "PASSWORD"} {
				t.Setenv("DHCP_WINDOWS_"+name, "")
			}
			for name, value := range c.env {
				t.Setenv(name, value)
			}
			config := attributes{}
			if c.windows != nil {
				config["windows"] = c.windows
			}
			got := acctest.Messages(acctest.NewProtocol(t).Configure(t, config))
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// A block that another resource gives is explained, not taken for an empty one.
func TestUnknownBlockIsExplained(t *testing.T) {
	got := acctest.Messages(acctest.NewProtocol(t).Configure(t, map[string]any{"windows": acctest.Unknown}))
	if !strings.Contains(got, "not known yet") {
		t.Errorf("got %q", got)
	}
}
