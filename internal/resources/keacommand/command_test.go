package keacommand_test

import (
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

// allowing is a provider for a server, whose configuration allows commands.
func allowing(t *testing.T, server *keaapi.Server, commands ...any) *acctest.Protocol {
	t.Helper()
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}, "allowed_commands": commands}})); got != "" {
		t.Fatal(got)
	}
	return p
}

// Only what reads, and what the user has allowed, is sent.
func TestCommand(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "3.0", LeaseCommands: true})
	p := allowing(t, server, "lease4-w*")
	for name, c := range map[string]struct {
		command, arguments, want string
		sent                     int
	}{
		"reads":         {"status-get", "", "", 1},
		"allowed":       {"lease4-wipe", `{"subnet-id": 1}`, "", 1},
		"not allowed":   {"config-write", "", "kea.allowed_commands", 0},
		"secrets":       {"config-get", "", "kea_config", 0},
		"unknown":       {"lease4-write-nothing", "", "result 2", 1},
		"no object":     {"status-get", `[1]`, "jsonencode", 0},
		"not even JSON": {"status-get", `{`, "jsonencode", 0},
	} {
		server.ResetCounts()
		config := map[string]any{"command": c.command}
		if c.arguments != "" {
			config["arguments"] = c.arguments
		}
		progress, diags := p.Invoke(t, "kea_command", config)
		got := acctest.Messages(diags)
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) || server.Count(c.command) != c.sent {
			t.Errorf("%s: sent %d times, %q", name, server.Count(c.command), got)
		}
		if c.want == "" && len(progress) != 1 {
			t.Errorf("%s: progress %q", name, progress)
		}
	}
}

func TestNamedActions(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "3.0", LeaseCommands: true})
	p := allowing(t, server)
	for name, c := range map[string]struct {
		command string
		config  map[string]any
	}{
		"kea_config_write":   {"config-write", map[string]any{}},
		"kea_config_reload":  {"config-reload", map[string]any{}},
		"kea_leases_reclaim": {"leases-reclaim", map[string]any{"remove": true}},
		"kea_lease_wipe":     {"lease4-wipe", map[string]any{"subnet_id": 1}},
		"kea_dhcp_disable":   {"dhcp-disable", map[string]any{"max_period": 60}},
		"kea_dhcp_enable":    {"dhcp-enable", map[string]any{"service": "dhcp6"}},
	} {
		server.ResetCounts()
		progress, diags := p.Invoke(t, name, c.config)
		if got := acctest.Messages(diags); got != "" || len(progress) != 1 || server.Count(c.command) != 1 {
			t.Errorf("%s: %q, progress %q, sent %d times", name, got, progress, server.Count(c.command))
		}
	}
}

// What was read before a reload is not what counts after it.
func TestReloadForgets(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "2.2"})
	p := allowing(t, server)
	read := func() int {
		t.Helper()
		state, diags := p.ReadDataSource(t, "kea_subnets", map[string]any{})
		if len(diags) > 0 {
			t.Fatal(acctest.Messages(diags))
		}
		list, _ := state["subnets"].([]any)
		return len(list)
	}
	if got := read(); got != 2 {
		t.Fatalf("%d subnets", got)
	}
	if _, err := server.Do("dhcp4", "config-set", map[string]any{"Dhcp4": map[string]any{"subnet4": []any{}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := server.Do("dhcp4", "config-write", nil); err != nil {
		t.Fatal(err)
	}
	if _, diags := p.Invoke(t, "kea_config_reload", map[string]any{}); len(diags) > 0 {
		t.Fatal(acctest.Messages(diags))
	}
	if got := read(); got != 0 {
		t.Errorf("%d subnets after the reload", got)
	}
}

func TestCommandDataSource(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "3.0", LeaseCommands: true})
	p := allowing(t, server)
	state, diags := p.ReadDataSource(t, "kea_command", map[string]any{"command": "lease4-get", "arguments": `{"ip-address": "10.1.0.7"}`})
	if len(diags) > 0 {
		t.Fatal(acctest.Messages(diags))
	}
	answers, _ := state["answers"].([]any)
	if len(answers) != 1 {
		t.Fatalf("%v", state)
	}
	first, _ := answers[0].(map[string]any)
	if first["result"] != int64(3) && first["result"] != 3.0 || first["endpoint"] != server.URL() {
		t.Errorf("%#v", first)
	}
	if _, diags := p.ReadDataSource(t, "kea_command", map[string]any{"command": "lease4-wipe", "arguments": `{"subnet-id": 1}`}); !strings.Contains(acctest.Messages(diags), "only reads") && !strings.Contains(acctest.Messages(diags), "allowed_commands") {
		t.Errorf("%s", acctest.Messages(diags))
	}
	if server.Count("lease4-wipe") != 0 {
		t.Error("a command that changes was sent")
	}
}
