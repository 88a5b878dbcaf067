package provider_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/provider"
)

// keaFaults are what can happen to a command of Kea and its answer. The last ones are the
// ways in which a config-set fails.
var keaFaults = []fault{
	{name: "HTTP 400", kea: keaapi.Fault{Status: http.StatusBadRequest}},
	{name: "HTTP 401", kea: keaapi.Fault{Status: http.StatusUnauthorized}},
	{name: "HTTP 403", kea: keaapi.Fault{Status: http.StatusForbidden}},
	{name: "HTTP 408", kea: keaapi.Fault{Status: http.StatusRequestTimeout}},
	{name: "HTTP 500", kea: keaapi.Fault{Status: http.StatusInternalServerError}},
	{name: "HTTP 503", kea: keaapi.Fault{Status: http.StatusServiceUnavailable}},
	{name: "cut before", kea: keaapi.Fault{Drop: true}},
	{name: "cut after", kea: keaapi.Fault{LoseAnswer: true}},
	{name: "hang before", kea: keaapi.Fault{HangBefore: true}},
	{name: "hang after", kea: keaapi.Fault{HangAfter: true}},
	{name: "slow", kea: keaapi.Fault{Late: 50 * time.Second}},
	{name: "late", kea: keaapi.Fault{Late: 70 * time.Second}},
	{name: "empty", kea: keaapi.Fault{Empty: true}},
	{name: "malformed", kea: keaapi.Fault{Malformed: true}},
	{name: "truncated", kea: keaapi.Fault{Truncated: true}},
	{name: "refused", kea: keaapi.Fault{Result: 1, Text: "unable to open database"}},
	{name: "config-set fails", kea: keaapi.Fault{Command: "config-set", Result: 1, Text: "unable to open database"}},
	{name: "config-set loses the lease manager", kea: keaapi.Fault{Command: "config-set", Result: 5, Text: "fatal", LosesLeases: true}},
	{name: "config-set loses the lease manager and says 1", kea: keaapi.Fault{Command: "config-set", Result: 1, Text: "unable to open lease file", LosesLeases: true}},
	{name: "config-set loses the hooks", kea: keaapi.Fault{Command: "config-set", Result: 5, Text: "One or more hook libraries failed to load", LosesHooks: true}},
	{name: "config-set loses the hooks and says 1", kea: keaapi.Fault{Command: "config-set", Result: 1, Text: "One or more hook libraries failed to load", LosesHooks: true}},
}

// keaSite is the lab's Kea API, reached in memory and on the fake clock.
type keaSite struct {
	*keaapi.Server
	pipe *winrmserver.Pipe
	host string
}

var keaSites atomic.Int64

// keaWith opens a Kea server with options of its own.
func keaWith(o keaapi.Options) func(*testing.T) site {
	return func(t *testing.T) site {
		t.Helper()
		pipe := winrmserver.NewPipe()
		o.Listener = pipe
		// The provider has a lock for each server by its name, so each has its own.
		return &keaSite{Server: acctest.StartKea(t, o), pipe: pipe, host: fmt.Sprintf("kea%d.lab.example", keaSites.Add(1))}
	}
}

func (s *keaSite) provider(t *testing.T) *acctest.Protocol {
	t.Helper()
	p := acctest.ProtocolOf(t, provider.Dialing(s.pipe.Dial))
	if got := acctest.Messages(p.Configure(t, attributes{"kea": attributes{"endpoints": []any{"http://" + s.host + ":8000"}}})); got != "" {
		t.Fatal(got)
	}
	return p
}

// stands is the configuration that is in force and the one on the disk, which a restart
// brings back.
func (s *keaSite) stands() string {
	text := ""
	for _, service := range []string{"dhcp4", "dhcp6"} {
		answer, err := s.Do(service, "config-get", nil)
		if err != nil {
			return err.Error()
		}
		if tree, ok := answer.Arguments.(map[string]any); ok {
			delete(tree, "hash")
		}
		line, err := json.Marshal(answer.Arguments)
		if err != nil {
			return err.Error()
		}
		text += string(line) + "\n"
	}
	return text
}

func (s *keaSite) requests() int { return s.Count("") }

// changesRun counts the config-sets. A command for one object cannot run twice, since the
// server refuses the second.
func (s *keaSite) changesRun() map[string]int {
	if n := s.Count("config-set"); n > 0 {
		return map[string]int{"config-set": n}
	}
	return nil
}

// again: the previous configuration is put back, or the same one set once more.
func (s *keaSite) again() int { return 1 }

func (s *keaSite) forget() { s.ResetCounts() }

func (s *keaSite) suffer(f fault, call int) {
	f.kea.Skip = call - 1
	s.Inject(f.kea)
}

func (s *keaSite) recover(t *testing.T, _ fault) (struck int) {
	t.Helper()
	struck = s.Fired()
	s.ClearFaults()
	time.Sleep(20 * time.Minute) //nolint:forbidigo // on the clock of synctest, until all idle connections end
	for _, service := range []string{"dhcp4", "dhcp6"} {
		answer, err := s.Do(service, "leases-reclaim", map[string]any{"remove": false})
		if err != nil || answer.Result != 0 {
			t.Errorf("%s does not serve: %v %v", service, answer, err)
		}
	}
	return struck
}

// keaKinds are all resources of a Kea server, on one without hooks and on one with them.
func keaKinds() (kinds []kind) {
	for _, o := range []keaapi.Options{
		{Version: "2.6", LeaseCommands: true},
		{Version: "2.2", LeaseCommands: true},
		{Version: "3.0", LeaseCommands: true, HostCommands: true, SubnetCommands: true},
	} {
		for _, k := range []kind{
			{
				resource: "kea_reservation",
				made:     attributes{"subnet": "10.1.0.0/24", "hw_address": "02:00:00:00:00:01", "ip_address": "10.1.0.10", "hostname": "a"},
				changed:  attributes{"subnet": "10.1.0.0/24", "hw_address": "02:00:00:00:00:01", "ip_address": "10.1.0.11", "hostname": "b"},
			},
			{
				resource: "kea_reservation",
				made:     attributes{"subnet": "10.1.0.0/24", "hw_address": "02:00:00:00:00:01", "allocate_from": []any{"10.1.0.20-10.1.0.29"}},
				changed:  attributes{"subnet": "10.1.0.0/24", "hw_address": "02:00:00:00:00:01", "allocate_from": []any{"10.1.0.20-10.1.0.29"}, "hostname": "b"},
			},
			{
				resource: "kea_reservation_set",
				made: attributes{"subnet": "10.1.0.0/24", "reservations": attributes{
					"a": attributes{"hw_address": "02:00:00:00:00:01", "ip_address": "10.1.0.10"}, "b": attributes{"hw_address": "02:00:00:00:00:02", "ip_address": "10.1.0.11"},
				}},
				changed: attributes{"subnet": "10.1.0.0/24", "reservations": attributes{
					"b": attributes{"hw_address": "02:00:00:00:00:02", "ip_address": "10.1.0.12"}, "c": attributes{"hw_address": "02:00:00:00:00:03", "ip_address": "10.1.0.13"},
				}},
			},
			{
				resource: "kea_subnet",
				made:     attributes{"subnet": "192.0.2.0/24", "subnet_id": 7, "valid_lifetime": 14400, "pools": []any{attributes{"pool": "192.0.2.100-192.0.2.199"}}},
				changed:  attributes{"subnet": "192.0.2.0/24", "subnet_id": 7, "valid_lifetime": 7200, "pools": []any{attributes{"pool": "192.0.2.50-192.0.2.99"}}, "option_data": []any{attributes{"name": "routers", "data": "192.0.2.1"}}},
			},
			{
				resource: "kea_pool",
				made:     attributes{"subnet": "10.2.0.0/24", "pool": "10.2.0.200-10.2.0.239"},
				changed:  attributes{"subnet": "10.2.0.0/24", "pool": "10.2.0.200-10.2.0.239", "client_classes": []any{"guests"}},
			},
		} {
			k.open = keaWith(o)
			kinds = append(kinds, k)
		}
	}
	return kinds
}
