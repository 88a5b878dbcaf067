package provider

import (
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func testSettings(env map[string]string) (settings, *diag.Diagnostics) {
	diags := &diag.Diagnostics{}
	return settings{block: path.Root("windows"), prefix: "DHCP_WINDOWS_", getenv: func(k string) string { return env[k] }, diags: diags}, diags
}

func TestConfigurationBeatsEnvironmentBeatsDefault(t *testing.T) {
	for _, c := range []struct {
		name   string
		config types.String
		env    string
		want   string
	}{
		{"default", types.StringNull(), "", "fallback"},
		{"environment", types.StringNull(), "env", "env"},
		{"configuration", types.StringValue("conf"), "env", "conf"},
		{"empty configuration is a value", types.StringValue(""), "env", ""},
	} {
		s, diags := testSettings(map[string]string{"DHCP_WINDOWS_HOST": c.env})
		if got := s.text("host", c.config, "fallback"); got != c.want || diags.HasError() {
			t.Errorf("%s: %q (%v), want %q", c.name, got, diags, c.want)
		}
	}
}

func TestUnknownIsExplained(t *testing.T) {
	s, diags := testSettings(map[string]string{"DHCP_WINDOWS_HOST": "env"})
	s.text("host", types.StringUnknown(), "")
	if !diags.HasError() || !strings.Contains((*diags)[0].Detail(), "DHCP_WINDOWS_HOST") {
		t.Errorf("unknown host: %v", diags)
	}
}

func TestTypedSettings(t *testing.T) {
	s, diags := testSettings(map[string]string{
		"DHCP_WINDOWS_HTTPS": "false", "DHCP_WINDOWS_PORT": "5985", "DHCP_WINDOWS_COMMAND_TIMEOUT": "90s", "DHCP_WINDOWS_KERBEROS_REALM": "LAB",
		"DHCP_WINDOWS_ENDPOINTS": " a, b,,c",
	})
	if s.flag("https", types.BoolNull(), true) {
		t.Error("https from the environment")
	}
	if n := s.number("port", types.Int64Null(), 1); n != 5985 {
		t.Errorf("port %d", n)
	}
	if d := s.duration("command_timeout", types.StringNull(), time.Minute); d != 90*time.Second {
		t.Errorf("timeout %v", d)
	}
	if r := s.nested("kerberos").text("realm", types.StringNull(), ""); r != "LAB" {
		t.Errorf("realm %q", r)
	}
	if l := s.texts("endpoints", types.ListNull(types.StringType)); strings.Join(l, "|") != "a|b|c" {
		t.Errorf("endpoints %q", l)
	}
	if diags.HasError() {
		t.Error(diags)
	}
}

func TestBadEnvironmentIsRefused(t *testing.T) {
	s, diags := testSettings(map[string]string{"DHCP_WINDOWS_HTTPS": "perhaps", "DHCP_WINDOWS_PORT": "x", "DHCP_WINDOWS_COMMAND_TIMEOUT": "60"})
	s.flag("https", types.BoolNull(), true)
	s.number("port", types.Int64Null(), 1)
	s.duration("command_timeout", types.StringNull(), time.Minute)
	if n := diags.ErrorsCount(); n != 3 {
		t.Errorf("%d errors, want 3: %v", n, diags)
	}
}
