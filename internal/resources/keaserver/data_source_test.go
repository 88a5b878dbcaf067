package keaserver_test

import (
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

func TestServer(t *testing.T) {
	for name, c := range map[string]struct {
		options             keaapi.Options
		mode, wantHash      string
		reservation, subnet string
	}{
		"config":       {keaapi.Options{Version: "2.2"}, "auto", "", "config", "config"},
		"hooks":        {keaapi.Options{Version: "3.0", HostCommands: true, SubnetCommands: true}, "auto", "hash", "hooks", "hooks"},
		"one hook":     {keaapi.Options{Version: "3.0", HostCommands: true}, "auto", "hash", "hooks", "config"},
		"forced apart": {keaapi.Options{Version: "3.0", HostCommands: true, SubnetCommands: true}, "config", "hash", "config", "config"},
	} {
		server := acctest.StartKea(t, c.options)
		p := acctest.NewProtocol(t)
		if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}, "mode": c.mode}})); got != "" {
			t.Fatal(got)
		}
		state, diags := p.ReadDataSource(t, "kea_server", map[string]any{})
		if len(diags) > 0 {
			t.Fatalf("%s: %s", name, acctest.Messages(diags))
		}
		list, _ := state["servers"].([]any)
		m, _ := list[0].(map[string]any)
		if m["reservation_mode"] != c.reservation || m["subnet_mode"] != c.subnet || m["version"] != c.options.Version+".0" || (m["config_hash"] != nil) != (c.wantHash != "") || m["ha_mode"] != nil {
			t.Errorf("%s: %v", name, m)
		}
	}
}

func TestForcedHooksAreMissing(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "2.6"})
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}, "mode": "hooks"}})); got != "" {
		t.Fatal(got)
	}
	_, diags := p.ReadDataSource(t, "kea_server", map[string]any{})
	if got := acctest.Messages(diags); !strings.Contains(got, "libdhcp_host_cmds.so") {
		t.Errorf("got %q", got)
	}
}
