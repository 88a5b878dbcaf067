package kea

import (
	"context"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keadaemon"
)

// commandTable reads the commands that the guide says a version has.
func commandTable(t *testing.T, v keadaemon.Version) []string {
	t.Helper()
	text, err := os.ReadFile("../../templates/guides/kea-commands.md")
	if err != nil {
		t.Fatal(err)
	}
	column := map[keadaemon.Version]int{keadaemon.V22: 4, keadaemon.V26: 5, keadaemon.V30: 6}[v]
	name := regexp.MustCompile("`([a-z0-9-]+)`")
	var commands []string
	for line := range strings.SplitSeq(string(text), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 8 || strings.TrimSpace(cells[column]) != "yes" {
			continue
		}
		for _, m := range name.FindAllStringSubmatch(cells[1], -1) {
			commands = append(commands, m[1])
		}
	}
	slices.Sort(commands)
	return commands
}

// try is one command with arguments that a server of the table test can carry out.
type try struct{ command, arguments string }

// tries are in an order in which each finds what it needs. A command that is not among
// them is sent without arguments.
var tries = []try{
	{"config-test", `{"Dhcp4": {"subnet4": []}}`},
	{"subnet4-add", `{"subnet4": [{"id": 8, "subnet": "10.8.0.0/24"}]}`},
	{"subnet4-get", `{"id": 8}`},
	{"subnet4-delta-add", `{"subnet4": [{"id": 8, "subnet": "10.8.0.0/24", "renew-timer": 100}]}`},
	{"subnet4-delta-del", `{"subnet4": [{"id": 8, "subnet": "10.8.0.0/24", "renew-timer": 100}]}`},
	{"subnet4-update", `{"subnet4": [{"id": 8, "subnet": "10.8.0.0/24", "valid-lifetime": 800}]}`},
	{"subnet4-select-test", `{"address": "10.8.0.7"}`},
	{"subnet4o6-select-test", `{"address": "10.8.0.7"}`},
	{"network4-add", `{"shared-networks": [{"name": "floor"}]}`},
	{"network4-get", `{"name": "floor"}`},
	{"network4-subnet-add", `{"name": "floor", "id": 8}`},
	{"network4-subnet-del", `{"name": "floor", "id": 8}`},
	{"network4-del", `{"name": "floor"}`},
	{"reservation-add", `{"reservation": {"subnet-id": 8, "hw-address": "02:00:00:00:00:01", "ip-address": "10.8.0.9", "hostname": "h"}, "operation-target": "memory"}`},
	{"reservation-get", `{"subnet-id": 8, "identifier-type": "hw-address", "identifier": "02:00:00:00:00:01", "operation-target": "memory"}`},
	{"reservation-get-all", `{"subnet-id": 8, "operation-target": "memory"}`},
	{"reservation-get-page", `{"subnet-id": 8, "limit": 10, "operation-target": "memory"}`},
	{"reservation-get-by-address", `{"ip-address": "10.8.0.9", "operation-target": "memory"}`},
	{"reservation-get-by-hostname", `{"hostname": "h", "operation-target": "memory"}`},
	{"reservation-get-by-id", `{"identifier-type": "hw-address", "identifier": "02:00:00:00:00:01", "operation-target": "memory"}`},
	{"reservation-update", `{"reservation": {"subnet-id": 8, "hw-address": "02:00:00:00:00:01", "ip-address": "10.8.0.9", "hostname": "g"}, "operation-target": "memory"}`},
	{"reservation-del", `{"subnet-id": 8, "identifier-type": "hw-address", "identifier": "02:00:00:00:00:01", "operation-target": "memory"}`},
	{"class-add", `{"client-classes": [{"name": "phones", "test": "option[60].text == 'x'"}]}`},
	{"class-get", `{"name": "phones"}`},
	{"class-update", `{"client-classes": [{"name": "phones", "test": "option[60].text == 'y'"}]}`},
	{"class-del", `{"name": "phones"}`},
	{"lease4-add", `{"ip-address": "10.1.0.50", "hw-address": "02:00:00:00:00:02", "subnet-id": 1}`},
	{"lease4-update", `{"ip-address": "10.1.0.50", "hw-address": "02:00:00:00:00:02", "subnet-id": 1, "hostname": "h"}`},
	{"lease4-get", `{"ip-address": "10.1.0.50"}`},
	{"lease4-get-page", `{"from": "start", "limit": 10}`},
	{"lease4-get-by-hw-address", `{"hw-address": "02:00:00:00:00:02"}`},
	{"lease4-get-by-client-id", `{"client-id": "01:02:03:04"}`},
	{"lease4-get-by-hostname", `{"hostname": "h"}`},
	{"lease4-resend-ddns", `{"ip-address": "10.1.0.50"}`},
	{"lease4-del", `{"ip-address": "10.1.0.50"}`},
	{"lease4-wipe", `{"subnet-id": 1}`},
	{"subnet4-del", `{"id": 8}`},
	{"subnet6-select-test", `{"remote": "2001:db8:1::7"}`},
	{"statistic-get", `{"name": "pkt4-received"}`},
	{"statistic-sample-age-set", `{"name": "pkt4-received", "duration": 60}`},
	{"statistic-sample-age-set-all", `{"duration": 60}`},
	{"statistic-sample-count-set", `{"name": "pkt4-received", "max-samples": 5}`},
	{"statistic-sample-count-set-all", `{"max-samples": 5}`},
	{"statistic-reset", `{"name": "pkt4-received"}`},
	{"statistic-remove", `{"name": "pkt4-received"}`},
	{"leases-reclaim", `{"remove": true}`},
	{"dhcp-disable", `{"max-period": 60}`},
	{"ha-scopes", `{"scopes": ["primary"]}`},
	{"ha-sync", `{"server-name": "standby", "max-period": 60}`},
	{"ha-maintenance-notify", `{"cancel": false}`},
	{"ha-sync-complete-notify", `{}`},
	{"subnet6-add", `{"subnet6": [{"id": 9, "subnet": "2001:db8:9::/64"}]}`},
	{"subnet6-get", `{"id": 9}`},
	{"subnet6-delta-add", `{"subnet6": [{"id": 9, "subnet": "2001:db8:9::/64", "renew-timer": 100}]}`},
	{"subnet6-delta-del", `{"subnet6": [{"id": 9, "subnet": "2001:db8:9::/64", "renew-timer": 100}]}`},
	{"subnet6-update", `{"subnet6": [{"id": 9, "subnet": "2001:db8:9::/64", "valid-lifetime": 800}]}`},
	{"network6-add", `{"shared-networks": [{"name": "floor"}]}`},
	{"network6-get", `{"name": "floor"}`},
	{"network6-subnet-add", `{"name": "floor", "id": 9}`},
	{"network6-subnet-del", `{"name": "floor", "id": 9}`},
	{"network6-del", `{"name": "floor"}`},
	{"subnet6-del", `{"id": 9}`},
	{"lease6-add", `{"ip-address": "2001:db8:1::50", "duid": "01:02:03:04", "iaid": 1, "subnet-id": 1}`},
	{"lease6-update", `{"ip-address": "2001:db8:1::50", "duid": "01:02:03:04", "iaid": 1, "subnet-id": 1, "hostname": "h"}`},
	{"lease6-get", `{"ip-address": "2001:db8:1::50"}`},
	{"lease6-get-page", `{"from": "start", "limit": 10}`},
	{"lease6-get-by-duid", `{"duid": "01:02:03:04"}`},
	{"lease6-get-by-hostname", `{"hostname": "h"}`},
	{"lease6-resend-ddns", `{"ip-address": "2001:db8:1::50"}`},
	{"lease6-bulk-apply", `{"deleted-leases": [{"ip-address": "2001:db8:1::50"}], "leases": []}`},
	{"lease6-del", `{"ip-address": "2001:db8:1::50"}`},
	{"lease6-wipe", `{"subnet-id": 1}`},
}

// ordered gives the commands of a server in the order of tries, those without arguments
// after them, and shutdown at the end.
func ordered(commands []string) []try {
	left := map[string]bool{}
	for _, c := range commands {
		left[c] = true
	}
	var order []try
	for _, next := range tries {
		if left[next.command] {
			order = append(order, next)
			delete(left, next.command)
		}
	}
	for _, c := range commands {
		if left[c] && c != "shutdown" && c != "config-set" {
			order = append(order, try{command: c})
		}
	}
	return append(order, try{command: "shutdown"})
}

// serviceFor is the daemon that a command is tried on. libreload takes a 2.2 that runs the
// hook ha down, so it goes to the one without.
func serviceFor(command string) Family {
	object, _, _ := strings.Cut(strings.TrimPrefix(command, "stat-"), "-")
	if command == "libreload" || strings.HasSuffix(object, "6") && object != "subnet4o6" {
		return V6
	}
	return V4
}

// unmet are commands whose refusal shows that they were reached: what they ask for is not
// there on a server of the test.
var unmet = map[string]string{
	"lease4-resend-ddns":      "no DDNS",
	"lease6-resend-ddns":      "no DDNS",
	"subnet4o6-select-test":   "an IPv6 address is wanted",
	"lease4-write":            "a file name is wanted",
	"lease6-write":            "a file name is wanted",
	"ha-sync-complete-notify": "only the partner may say so",
	"ha-maintenance-notify":   "only the partner may say so",
	"ha-scopes":               "not in this state",
	"ha-sync":                 "not in this state",
	"ha-continue":             "nothing is paused",
	"ha-maintenance-start":    "the partner refuses",
	"ha-maintenance-cancel":   "nothing to cancel",
}

// The guide names every command that a server lists, and each of them does something on
// a real one.
func TestEveryCommandRuns(t *testing.T) {
	t.Parallel()
	for _, v := range []keadaemon.Version{keadaemon.V22, keadaemon.V26, keadaemon.V30} {
		t.Run(string(v), func(t *testing.T) {
			keadaemon.Need(t, v)
			options := keadaemon.Options{Version: v, Hooks: []string{"stat_cmds"}, Settings: map[string]any{"subnet4": []any{map[string]any{"id": 1, "subnet": "10.1.0.0/24"}}}}
			six := options
			six.Service, six.Settings = "dhcp6", map[string]any{"subnet6": []any{map[string]any{"id": 1, "subnet": "2001:db8:1::/64"}}}
			six.Hooks = []string{"lease_cmds", "stat_cmds"}
			if v == keadaemon.V30 {
				more := []string{"host_cmds", "subnet_cmds", "class_cmds"}
				options.Direct, options.Hooks = true, append(options.Hooks, more...)
				six.Direct, six.Hooks = true, append(six.Hooks, more...)
			}
			clients := map[Family]*Client{}
			for family, url := range map[Family]string{V4: keadaemon.StartPair(t, options).Primary.URL, V6: keadaemon.Start(t, six).URL} {
				client, err := New(Config{Endpoints: []string{url}})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(client.Close)
				clients[family] = client
			}
			var listed []string
			for family, client := range clients {
				commands, err := client.first(family).list(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				listed = append(listed, commands...)
			}
			slices.Sort(listed)
			listed = slices.Compact(listed)
			if want := commandTable(t, v); !slices.Equal(listed, want) {
				t.Errorf("the server has the commands\n%s\nthe guide\n%s", listed, want)
			}
			for _, next := range ordered(listed) {
				family := serviceFor(next.command)
				_, err := clients[family].run(context.Background(), family, next.command, json.RawMessage(next.arguments))
				if err == nil {
					continue
				}
				if _, expected := unmet[next.command]; !expected || KindOf(err) != KindInvalid && KindOf(err) != KindConflict {
					t.Errorf("%s: %v", next.command, err)
				}
			}
		})
	}
}
