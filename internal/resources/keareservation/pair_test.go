package keareservation_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keadaemon"
)

// killable is a way to a daemon on which the daemon can be ended right before a command
// reaches it.
type killable struct {
	*httptest.Server
	daemon *keadaemon.Daemon
	// before is the command, nil when the daemon shall live.
	before atomic.Pointer[string]
}

func newKillable(t *testing.T, daemon *keadaemon.Daemon) *killable {
	t.Helper()
	target, err := url.Parse(daemon.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ErrorHandler = func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) }
	k := &killable{daemon: daemon}
	k.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		if command := k.before.Load(); command != nil && bytes.Contains(body, []byte(*command)) {
			k.before.Store(nil)
			daemon.KillDHCP()
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(k.Close)
	return k
}

func (k *killable) killBefore(command string) { k.before.Store(&command) }

// hostnameAt gives the host name of the reservation at one peer alone.
func hostnameAt(t *testing.T, peer *keadaemon.Daemon) string {
	t.Helper()
	client, err := kea.New(kea.Config{Endpoints: []string{peer.URL}})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	r, err := client.Reservation(context.Background(), kea.V4, kea.ReservationKey{SubnetID: 1, IdentifierType: kea.HWAddress, Identifier: "02:00:5e:10:00:01"})
	if err != nil && kea.KindOf(err) != kea.KindNotFound {
		t.Fatal(err)
	}
	return r.Hostname
}

// TestDaemonPair changes a pair of real daemons of which one is ended in the middle of an
// apply: the error names it, and the next apply brings it up to date.
func TestDaemonPair(t *testing.T) {
	for _, options := range []keadaemon.Options{{Version: keadaemon.V26}, {Version: keadaemon.V30, Direct: true}} {
		t.Run(string(options.Version), func(t *testing.T) {
			t.Parallel() // most of the time is waiting for heartbeats
			options.Settings = map[string]any{"subnet4": []any{map[string]any{"id": 1, "subnet": "10.1.0.0/24", "pools": []any{map[string]any{"pool": "10.1.0.200-10.1.0.250"}}}}}
			pair := keadaemon.StartPair(t, options)
			primary, standby := newKillable(t, pair.Primary), newKillable(t, pair.Standby)
			config := func(hostname string) map[string]any {
				return map[string]any{"subnet_id": 1, "hw_address": "02:00:5e:10:00:01", "hostname": hostname}
			}
			p := acctest.NewProtocol(t)
			if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{primary.URL, standby.URL}, "snapshot_max_age": "1ms"}})); got != "" {
				t.Fatal(got)
			}
			life := p.Life(t, "kea_reservation")
			if _, got := life.Apply(t, config("one")); got != "" {
				t.Fatal(got)
			}
			checkBoth(t, pair, "one")

			// The standby comes first; the primary ends before its turn.
			primary.killBefore("config-set")
			if _, got := life.Apply(t, config("two")); !strings.Contains(got, "the other peer has the change, this one has not") || !strings.Contains(got, primary.URL) || strings.Contains(got, standby.URL) {
				t.Errorf("%s", got)
			}
			if got := hostnameAt(t, pair.Standby); got != "two" {
				t.Errorf("the standby has %q", got)
			}
			if _, got := life.Apply(t, config("three")); !strings.Contains(got, "nothing was changed at any peer") || hostnameAt(t, pair.Standby) != "two" {
				t.Errorf("with one peer down: %s", got)
			}
			pair.Primary.Restart()
			if got := life.Read(t); got != "" {
				t.Fatal(got)
			}
			if differing, _ := life.State(t)["differing_peers"].([]any); len(differing) != 1 || differing[0] != standby.URL {
				t.Errorf("peers that differ from the first: %v", differing)
			}
			if changed, got := life.Apply(t, config("two")); got != "" || len(changed) == 0 {
				t.Errorf("repair: %v %s", changed, got)
			}
			checkBoth(t, pair, "two")
			if changed, got := life.Apply(t, config("two")); got != "" || len(changed) > 0 {
				t.Errorf("after the repair: %v %s", changed, got)
			}
		})
	}
}

func checkBoth(t *testing.T, pair keadaemon.Pair, hostname string) {
	t.Helper()
	for name, peer := range map[string]*keadaemon.Daemon{"primary": pair.Primary, "standby": pair.Standby} {
		if got := hostnameAt(t, peer); got != hostname {
			t.Errorf("the %s has %q, want %q", name, got, hostname)
		}
	}
}
