package kea

import (
	"context"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

// labClient starts the lab's API and a client of it.
func labClient(t *testing.T, options keaapi.Options, adjust func(*Config)) (*keaapi.Server, *Client) {
	t.Helper()
	options.LeaseCommands = true
	options.Config = labSettings(nil)
	server, err := keaapi.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	config := Config{Endpoints: []string{server.URL()}, Persist: true, Gather: 10 * time.Millisecond, Timeout: 5 * time.Second}
	if adjust != nil {
		adjust(&config)
	}
	client, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return server, client
}

func createError(c *Client, r Reservation) error {
	_, _, err := c.CreateReservation(context.Background(), V4, r, nil)
	return err
}

// TestRestore lets a config-set fail as Kea does: the previous configuration is set again
// and the server proved to serve.
func TestRestore(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault keaapi.Fault
	}{
		{"clean refusal", keaapi.Fault{Command: "config-set", Result: 1, Text: "unable to open database"}},
		{"lease manager lost", keaapi.Fault{Command: "config-set", Result: 5, Text: "fatal", LosesLeases: true}},
		{"hooks lost", keaapi.Fault{Command: "config-set", Result: 5, Text: "One or more hook libraries failed to load", LosesHooks: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, client := labClient(t, keaapi.Options{Version: "2.6"}, nil)
			server.Inject(c.fault)
			err := createError(client, reservation(1, 10))
			if err == nil || !strings.Contains(err.Error(), c.fault.Text) || KindOf(err) == KindBroken {
				t.Fatalf("%v", err)
			}
			if n := server.Count("config-set"); n != 2 {
				t.Errorf("%d config-sets, want the failed one and the restoring one", n)
			}
			if _, err := client.Leases(context.Background(), V4, LeaseFilter{}); err != nil {
				t.Errorf("the server does not serve: %v", err)
			}
			if err := createError(client, reservation(1, 10)); err != nil {
				t.Errorf("the next change: %v", err)
			}
		})
	}
}

func TestRestoreThatFails(t *testing.T) {
	server, client := labClient(t, keaapi.Options{Version: "2.6"}, nil)
	server.Inject(keaapi.Fault{Command: "config-set", Times: 2, Result: 5, Text: "fatal", LosesLeases: true})
	wantKind(t, createError(client, reservation(1, 10)), KindBroken, "could not be put back into service")
}

// TestLostAnswers loses the answer of a command that was carried out, or the command itself.
func TestLostAnswers(t *testing.T) {
	hooks := keaapi.Options{Version: "3.0", HostCommands: true, SubnetCommands: true}
	for _, c := range []struct {
		name    string
		options keaapi.Options
		fault   keaapi.Fault
		fails   bool
	}{
		{"config-set done", keaapi.Options{}, keaapi.Fault{Command: "config-set", LoseAnswer: true}, false},
		{"config-set not done", keaapi.Options{}, keaapi.Fault{Command: "config-set", Drop: true}, false},
		{"reservation-add done", hooks, keaapi.Fault{Command: "reservation-add", LoseAnswer: true}, false},
		{"reservation-add not done", hooks, keaapi.Fault{Command: "reservation-add", Drop: true}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, client := labClient(t, c.options, nil)
			server.Inject(c.fault)
			err := createError(client, reservation(1, 10))
			if (err != nil) != c.fails {
				t.Fatalf("%v", err)
			}
			_, err = client.Reservation(context.Background(), V4, reservation(1, 10).ReservationKey)
			if (err != nil) != c.fails {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

// TestSecondWriter changes the server between the client's look and its config-set: with
// a hash the client starts again, without one it finds out afterwards.
func TestSecondWriter(t *testing.T) {
	for version, command := range map[string]string{"2.6": "config-hash-get", "2.2": "config-write"} {
		t.Run(version, func(t *testing.T) {
			server, client := labClient(t, keaapi.Options{Version: version}, nil)
			_, other := labClient(t, keaapi.Options{}, func(c *Config) { c.Endpoints = []string{server.URL()}; c.Persist = false })
			var once sync.Once
			if version == "2.6" {
				server.Before(command, func() {
					once.Do(func() {
						if err := rawReservation(server, "02:00:00:00:ff:0a"); err != nil {
							t.Error(err)
						}
					})
				})
			} else {
				// The other writer read before and sets after this client did: its change is undone.
				before, err := server.Do("dhcp4", "config-get", nil)
				if err != nil {
					t.Fatal(err)
				}
				server.Before("config-get", func() {
					if server.Count("config-set") == 1 {
						once.Do(func() {
							if answer, err := server.Do("dhcp4", "config-set", before.Arguments); err != nil || answer.Result != 0 {
								t.Errorf("%+v %v", answer, err)
							}
						})
					}
				})
			}
			if err := createError(client, reservation(1, 10)); err != nil {
				t.Fatal(err)
			}
			if _, err := other.Reservation(context.Background(), V4, reservation(1, 10).ReservationKey); err != nil {
				t.Errorf("own change: %v", err)
			}
			if version == "2.6" {
				if _, err := other.Reservation(context.Background(), V4, ReservationKey{1, HWAddress, "02:00:00:00:ff:0a"}); err != nil {
					t.Errorf("the other's change: %v", err)
				}
			} else if n := server.Count("config-set"); n != 2 {
				t.Errorf("%d config-sets, want 2: the lost change made again", n)
			}
		})
	}
}

// rawReservation adds a reservation as another tool would, by get and set.
func rawReservation(server *keaapi.Server, mac string) error {
	answer, err := server.Do("dhcp4", "config-get", nil)
	if err != nil {
		return err
	}
	d, err := newDocument(V4, []byte(keaapi.Text(answer)))
	if err != nil {
		return err
	}
	if err := d.putReservation(Reservation{ReservationKey: ReservationKey{1, HWAddress, mac}, Addresses: []string{"10.1.0.200"}}); err != nil {
		return err
	}
	_, err = server.Do("dhcp4", "config-set", d.arguments())
	return err
}

func TestNotPersistentIsSaidOnce(t *testing.T) {
	_, client := labClient(t, keaapi.Options{ReadOnlyConfig: true}, nil)
	for host, want := range []bool{true, false} {
		_, warning, err := client.CreateReservation(context.Background(), V4, reservation(1, 10+host), nil)
		if err != nil || (warning != Warning{}) != want {
			t.Errorf("%d: %q %v", host, warning, err)
		}
		if want && (!strings.Contains(warning.Detail, "lost when the server restarts") || !strings.Contains(warning.Detail, "Unable to open file")) {
			t.Errorf("%q", warning)
		}
	}
}

// TestSnapshot looks at what serves reads: one config-get for many of them, nothing stale
// after a change of one's own, and another administrator's change after the snapshot's age.
func TestSnapshot(t *testing.T) {
	for _, version := range []string{"2.2", "2.6"} {
		t.Run(version, func(t *testing.T) {
			server, client := labClient(t, keaapi.Options{Version: version}, func(c *Config) { c.SnapshotAge = time.Hour })
			read := func(c *Client, mac string) error {
				_, err := c.Reservation(context.Background(), V4, ReservationKey{1, HWAddress, mac})
				return err
			}
			server.ResetCounts()
			for range 100 {
				_ = read(client, mac(1, 10))
			}
			if n := server.Count(""); n > 2 { // list-commands, config-get
				t.Errorf("%d requests for 100 reads", n)
			}
			if err := createError(client, reservation(1, 10)); err != nil {
				t.Fatal(err)
			}
			if err := read(client, mac(1, 10)); err != nil {
				t.Errorf("read after write: %v", err)
			}
			_, quick := labClient(t, keaapi.Options{}, func(c *Config) { c.Endpoints = []string{server.URL()}; c.SnapshotAge = time.Nanosecond })
			if err := read(quick, "02:00:00:00:ff:0b"); KindOf(err) != KindNotFound {
				t.Fatal(err)
			}
			if err := rawReservation(server, "02:00:00:00:ff:0b"); err != nil {
				t.Fatal(err)
			}
			if err := read(quick, "02:00:00:00:ff:0b"); err != nil {
				t.Errorf("a change of somebody else is not seen: %v", err)
			}
		})
	}
}

func TestDiagnostics(t *testing.T) {
	server, _ := labClient(t, keaapi.Options{Username: "admin", Password: "hush-hush"}, nil)
	down := httptest.NewServer(nil)
	down.Close()
	secure := httptest.NewTLSServer(nil)
	defer secure.Close()
	for _, c := range []struct {
		name   string
		config Config
		fault  *keaapi.Fault
		kind   Kind
		words  []string
	}{
		{"wrong password", Config{Username: "admin", Password: "wrong-secret"}, nil, KindDenied, []string{"401", "admin"}},
		{"no password", Config{}, nil, KindDenied, []string{"401", "asks for a user name"}},
		{"server down", Config{Endpoints: []string{down.URL}}, nil, KindUnreachable, []string{"connection refused"}},
		{"unknown authority", Config{Endpoints: []string{secure.URL}}, nil, KindUnreachable, []string{"unknown authority"}},
		{"no TLS there", Config{Endpoints: []string{strings.Replace(server.URL(), "http:", "https:", 1)}}, nil, KindUnreachable, []string{"does not speak TLS"}},
		{"agent up, daemon down", Config{Username: "admin", Password: "hush-hush"}, &keaapi.Fault{Result: 1, Text: "unable to forward command to the dhcp4 service: No such file or directory. The server is likely to be offline"}, KindDaemonDown, []string{"offline"}},
		{"hook missing", Config{Username: "admin", Password: "hush-hush", Mode: ModeHooks}, nil, KindUnsupported, []string{"does not know the command", "hooks"}},
		{"no answer", Config{Username: "admin", Password: "hush-hush"}, &keaapi.Fault{Drop: true}, KindUnreachable, []string{"closed the connection"}},
		{"too slow", Config{Username: "admin", Password: "hush-hush"}, &keaapi.Fault{Status: 408}, KindTimeout, []string{"408"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.config.Endpoints == nil {
				c.config.Endpoints = []string{server.URL()}
			}
			client, err := New(c.config)
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			if c.fault != nil {
				c.fault.Times = 100
				defer server.ClearFaults()
				server.Inject(*c.fault)
			}
			err = createError(client, reservation(1, 10))
			wantKind(t, err, c.kind, c.words...)
			text := err.Error() + "\n" + errorAdvice(err)
			if strings.Contains(text, "secret") || strings.Contains(text, "hush") || errorAdvice(err) == "" || strings.Count(text, "\n") > 20 {
				t.Errorf("%s", text)
			}
		})
	}
}

func errorAdvice(err error) string {
	if r, ok := err.(interface{ Remedy() string }); ok {
		return r.Remedy()
	}
	return ""
}

func TestConfigCheck(t *testing.T) {
	for name, c := range map[string]Config{
		"no endpoint":            {},
		"no scheme":              {Endpoints: []string{"kea:8000"}},
		"credentials in the URL": {Endpoints: []string{"http://u:s3cret@kea:8000"}},
		"bad CA":                 {Endpoints: []string{"https://kea"}, CACertificate: "x"},
		"key without cert":       {Endpoints: []string{"https://kea"}, ClientKey: "x"},
	} {
		if _, err := New(c); KindOf(err) != KindInvalid || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNormalizeIdentifier(t *testing.T) {
	for _, c := range []struct{ kind, in, want string }{
		{HWAddress, "AA-BB-CC-00-00-01", "aa:bb:cc:00:00:01"}, {HWAddress, "aabb.cc00.0001", "aa:bb:cc:00:00:01"}, {HWAddress, "a:b:c:0:0:1", "0a:0b:0c:00:00:01"},
		{HWAddress, "aa:bb:cc:00:00", ""}, {HWAddress, "'abcdef'", ""}, {HWAddress, "", ""}, {DUID, "0001", ""}, {ClientID, "'a'", "61"}, {"remote-id", "01", ""}, {FlexID, "zz", ""},
	} {
		if got, err := NormalizeIdentifier(c.kind, c.in); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s %q: %q %v, want %q", c.kind, c.in, got, err, c.want)
		}
	}
}

func TestRanges(t *testing.T) {
	for in, want := range map[string]string{
		"192.0.2.128 - 192.0.2.255": "192.0.2.128/25", "192.0.2.7": "192.0.2.7/32", "192.0.2.5/24": "192.0.2.0/24", "192.0.2.1-192.0.2.9": "192.0.2.1-192.0.2.9",
		"2001:DB8::100-2001:db8::1ff": "2001:db8::100/120", "0.0.0.0-255.255.255.255": "0.0.0.0/0", "192.0.2.9-192.0.2.1": "", "192.0.2.1-::1": "", "x": "",
	} {
		got, err := ParseRange(in)
		if (err == nil) != (want != "") || (err == nil && got.String() != want) {
			t.Errorf("%q: %v %v, want %q", in, got, err, want)
		}
	}
	if !(AddressRange{netip.MustParseAddr("::1"), netip.MustParseAddr("::3")}).Contains(netip.MustParseAddr("::2")) {
		t.Error("::2 is between ::1 and ::3")
	}
}

// TestNothingToDo asks for what is there already: the server is spared the config-set.
func TestNothingToDo(t *testing.T) {
	server, client := labClient(t, keaapi.Options{Version: "2.6"}, nil)
	r := create(t, client, reservation(1, 10))
	n := server.Count("config-set")
	if _, _, err := client.UpdateReservation(context.Background(), V4, r); err != nil {
		t.Fatal(err)
	}
	if _, err := client.DeleteReservation(context.Background(), V4, reservation(1, 11).ReservationKey); err != nil {
		t.Fatal(err)
	}
	if again := server.Count("config-set"); again != n {
		t.Errorf("%d config-sets for nothing", again-n)
	}
	r.Hostname = "new"
	if _, _, err := client.UpdateReservation(context.Background(), V4, r); err != nil {
		t.Fatal(err)
	}
	if again := server.Count("config-set"); again != n+1 {
		t.Errorf("%d config-sets for a change", again-n)
	}
}

// TestUpdateOvertaken lets somebody else take the address between the look at it and the
// update, which removes the reservation before it fails: the old one must be put back.
func TestUpdateOvertaken(t *testing.T) {
	server, client := labClient(t, keaapi.Options{Version: "3.0", HostCommands: true}, nil)
	old := create(t, client, reservation(1, 10))
	server.Before("reservation-update", func() {
		other := map[string]any{"subnet-id": 1, "hw-address": "02:00:00:00:ff:0c", "ip-address": subnetAddress(1, 11)}
		if _, err := server.Do("dhcp4", "reservation-add", map[string]any{"reservation": other, "operation-target": "memory"}); err != nil {
			t.Error(err)
		}
	})
	changed := old
	changed.Addresses = []string{subnetAddress(1, 11)}
	if _, _, err := client.UpdateReservation(context.Background(), V4, changed); KindOf(err) != KindConflict {
		t.Errorf("%v", err)
	}
	got, err := client.Reservation(context.Background(), V4, old.ReservationKey)
	if err != nil || !got.equal(V4, old) {
		t.Errorf("the old reservation is now %+v, %v", got, err)
	}
}
