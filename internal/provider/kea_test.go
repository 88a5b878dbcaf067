package provider

import (
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

func keaSettings(env map[string]string) (settings, *diag.Diagnostics) {
	diags := &diag.Diagnostics{}
	return settings{block: path.Root("kea"), prefix: keaPrefix, getenv: func(k string) string { return env[k] }, diags: diags}, diags
}

func urls(list ...string) types.List {
	values := make([]attr.Value, 0, len(list))
	for _, u := range list {
		values = append(values, types.StringValue(u))
	}
	return types.ListValueMust(types.StringType, values)
}

func TestKeaSettings(t *testing.T) {
	env := map[string]string{
		"DHCP_KEA_ENDPOINTS": "http://a:1, http://b:2", "DHCP_KEA_USERNAME": "u", "DHCP_KEA_PASSWORD": "p", "DHCP_KEA_MODE": "config", "DHCP_KEA_RESERVATION_TARGET": "database",
		"DHCP_KEA_PERSIST": "false", "DHCP_KEA_TIMEOUT": "5s", "DHCP_KEA_MAX_CONCURRENCY": "2", "DHCP_KEA_TLS_SERVER_NAME": "n", "DHCP_KEA_INSECURE": "true", "DHCP_KEA_SNAPSHOT_MAX_AGE": "1m",
	}
	s, diags := keaSettings(env)
	var none *keaModel
	got, ok := none.resolve(s, "agent")
	if !ok || diags.HasError() || strings.Join(got.Endpoints, " ") != "http://a:1 http://b:2" || got.Username != "u" || got.Password != "p" || got.Mode != kea.ModeConfig || got.Target != kea.TargetDatabase ||
		got.Persist || got.Timeout != 5*time.Second || got.MaxConcurrency != 2 || got.ServerName != "n" || !got.Insecure || got.SnapshotAge != time.Minute || got.UserAgent != "agent" {
		t.Errorf("from the environment: %+v %v", got, diags)
	}
	got, _ = (&keaModel{Endpoints: urls("http://c:3"), Mode: types.StringValue("hooks"), Persist: types.BoolValue(true)}).resolve(s, "")
	if strings.Join(got.Endpoints, " ") != "http://c:3" || got.Mode != kea.ModeHooks || !got.Persist || got.Username != "u" {
		t.Errorf("the configuration beats the environment: %+v", got)
	}
	s, diags = keaSettings(nil)
	if _, ok := none.resolve(s, ""); ok {
		t.Error("a server without block and environment")
	}
	got, _ = (&keaModel{Endpoints: urls("http://c:3")}).resolve(s, "")
	if got.Mode != kea.ModeAuto || got.Target != kea.TargetMemory || !got.Persist || got.Timeout != kea.DefaultTimeout || diags.HasError() {
		t.Errorf("defaults: %+v %v", got, diags)
	}
}

func TestKeaSettingsAreChecked(t *testing.T) {
	for name, m := range map[string]*keaModel{
		"no endpoint":            {Endpoints: urls()},
		"no URL":                 {Endpoints: urls("kea:8000")},
		"credentials in the URL": {Endpoints: urls("http://u:hush@kea:8000")},
		"certificate, no key":    {Endpoints: urls("https://kea:8000"), ClientCertificate: types.StringValue("x")},
		"no certificate":         {Endpoints: urls("https://kea:8000"), CACertificate: types.StringValue("x")},
		"no duration":            {Endpoints: urls("https://kea:8000"), Timeout: types.StringValue("5")},
	} {
		s, diags := keaSettings(nil)
		if config, ok := m.resolve(s, ""); ok && !diags.HasError() {
			s.openKea(config)
		}
		if !diags.HasError() || strings.Contains((*diags)[0].Detail(), "hush") {
			t.Errorf("%s: %v", name, diags)
		}
	}
}
