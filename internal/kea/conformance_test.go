package kea

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func itoa(n int) string { return strconv.Itoa(n) }

// TestConformance runs one suite over the lab's API and over real daemons of three
// versions, in both ways of making changes.
func TestConformance(t *testing.T) {
	for _, b := range backends() {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			server := &bench{backend: b, config: b.start(t)}
			server.client = server.newClient(t)
			for _, test := range conformance {
				t.Run(test.name, func(t *testing.T) { test.run(t, server) })
			}
		})
	}
}

var conformance = []struct {
	name string
	run  func(t *testing.T, b *bench)
}{
	{"reservation with every field", testReservationFields},
	{"reservation that exists", testReservationExists},
	{"address that is taken", testAddressTaken},
	{"two addresses swapped", testSwap},
	{"refused update keeps the reservation", testRefusedUpdate},
	{"free address", testAllocation},
	{"two clients at once", testTwoClients},
	{"one bad of many", testOneBad},
	{"set of reservations", testReservationSet},
	{"set among strangers", testReservationSetStrangers},
	{"identifiers", testIdentifiers},
	{"subnet fields", testSubnetFields},
	{"subnet choices", testSubnetChoices},
	{"inherited stays inherited", testInherited},
	{"foreign settings stay", testForeign},
	{"pool", testPool},
	{"subnet in use", testSubnetInUse},
	{"shared network", testNetwork},
	{"client class", testClass},
	{"option definition", testDefinition},
	{"global settings", testGlobals},
	{"leases", testLeases},
	{"lease changes", testLeaseChanges},
	{"statistics", testStatistics},
	{"subnet for an address", testSelection},
	{"configuration without secrets", testConfiguration},
	{"server", testServer},
	{"kept over a restart", testRestart},
}

func mac(subnet, host int) string { return fmt.Sprintf("02:00:00:00:%02x:%02x", subnet, host) }

func reservation(subnet, host int) Reservation {
	return Reservation{ReservationKey: ReservationKey{SubnetID: uint32(subnet), IdentifierType: HWAddress, Identifier: mac(subnet, host)}, Addresses: []string{subnetAddress(subnet, host)}}
}

func create(t *testing.T, c *Client, r Reservation) Reservation {
	t.Helper()
	created, _, err := c.CreateReservation(context.Background(), V4, r, nil)
	if err != nil {
		t.Fatalf("create %s: %v", r.ReservationKey, err)
	}
	return created
}

// stored reads with a client that has read nothing before.
func (b *bench) stored(t *testing.T, key ReservationKey) Reservation {
	t.Helper()
	r, err := b.newClient(t).Reservation(context.Background(), V4, key)
	if err != nil {
		t.Fatalf("read %s: %v", key, err)
	}
	return r
}

func testReservationFields(t *testing.T, b *bench) {
	r := reservation(1, 10)
	r.Identifier = "02-00-00-00-01-0A"
	r.Hostname, r.ClientClasses = "Host.Example.", []string{"b", "a", "b"}
	r.NextServer, r.ServerHostname, r.BootFileName = "192.0.2.5", "boot", "/pxe"
	r.UserContext = `{"owner": {"team": 7}}`
	r.Options = []Option{{Name: "domain-name-servers", Data: "192.0.2.53, 192.0.2.54"}, {Code: 224, Data: "0102", AlwaysSend: true}}
	created := create(t, b.client, r)
	got := b.stored(t, created.ReservationKey)
	if !got.equal(V4, created) || got.Identifier != mac(1, 10) || got.Options[0].Code != 6 || !slices.Equal(got.ClientClasses, []string{"b", "a"}) {
		t.Errorf("stored %+v\ncreated %+v", got, created)
	}
	changed := Reservation{ReservationKey: got.ReservationKey, Addresses: []string{subnetAddress(1, 11)}, Hostname: "other"}
	if _, _, err := b.client.UpdateReservation(context.Background(), V4, changed); err != nil {
		t.Fatal(err)
	}
	got = b.stored(t, created.ReservationKey)
	if !got.equal(V4, changed) {
		t.Errorf("after the update: %+v", got)
	}
	for range 2 { // the second time it is gone already
		if _, err := b.client.DeleteReservation(context.Background(), V4, created.ReservationKey); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.newClient(t).Reservation(context.Background(), V4, created.ReservationKey); KindOf(err) != KindNotFound {
		t.Errorf("after the delete: %v", err)
	}
}

func wantKind(t *testing.T, err error, kind Kind, words ...string) {
	t.Helper()
	if KindOf(err) != kind {
		t.Fatalf("kind %d, want %d: %v", KindOf(err), kind, err)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q does not say %q", err, word)
		}
	}
}

func testReservationExists(t *testing.T, b *bench) {
	create(t, b.client, reservation(2, 10))
	_, warning, err := b.client.CreateReservation(context.Background(), V4, reservation(2, 10), nil)
	if err != nil || warning.Summary != "The object existed already" {
		t.Errorf("exactly the same again: %v %v", warning, err)
	}
	again := reservation(2, 10)
	again.Addresses = []string{subnetAddress(2, 11)}
	_, _, err = b.client.CreateReservation(context.Background(), V4, again, nil)
	wantKind(t, err, KindExists, mac(2, 10))
	if got := b.stored(t, again.ReservationKey); got.Addresses[0] != subnetAddress(2, 10) {
		t.Errorf("taken over: %v", got.Addresses)
	}
}

func testAddressTaken(t *testing.T, b *bench) {
	create(t, b.client, reservation(3, 10))
	other := reservation(3, 11)
	other.Addresses = []string{subnetAddress(3, 10)}
	_, _, err := b.client.CreateReservation(context.Background(), V4, other, nil)
	wantKind(t, err, KindConflict, subnetAddress(3, 10), mac(3, 10))
}

func testSwap(t *testing.T, b *bench) {
	r := []Reservation{create(t, b.client, reservation(4, 10)), create(t, b.client, reservation(4, 11))}
	r[0].Addresses, r[1].Addresses = r[1].Addresses, r[0].Addresses
	var group sync.WaitGroup
	for _, change := range r {
		group.Go(func() {
			if _, _, err := b.client.UpdateReservation(context.Background(), V4, change); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for _, want := range r {
		if got := b.stored(t, want.ReservationKey); !slices.Equal(got.Addresses, want.Addresses) {
			t.Errorf("%s has %v, want %v", want.ReservationKey, got.Addresses, want.Addresses)
		}
	}
}

func testRefusedUpdate(t *testing.T, b *bench) {
	old := create(t, b.client, reservation(5, 10))
	create(t, b.client, reservation(5, 11))
	for name, address := range map[string]string{"outside of the subnet": "192.0.2.1", "taken": subnetAddress(5, 11)} {
		wrong := old
		wrong.Addresses = []string{address}
		if _, _, err := b.client.UpdateReservation(context.Background(), V4, wrong); err == nil {
			t.Errorf("%s: accepted", name)
		}
		if got := b.stored(t, old.ReservationKey); !got.equal(V4, old) {
			t.Errorf("%s: now %+v", name, got)
		}
	}
}

func testAllocation(t *testing.T, b *bench) {
	b.raw(t, "lease4-add", map[string]any{"ip-address": subnetAddress(1, 3), "hw-address": "02:00:00:00:ff:01", "subnet-id": 1})
	taken := reservation(1, 2)
	create(t, b.client, taken)
	allocation := &Allocation{Exclude: []AddressRange{{netip.MustParseAddr(subnetAddress(1, 4)), netip.MustParseAddr(subnetAddress(1, 5))}}}
	var mu sync.Mutex
	var got []string
	var group sync.WaitGroup
	for _, client := range []*Client{b.client, b.newClient(t)} {
		for host := range 3 {
			group.Go(func() {
				r := reservation(1, 50+host)
				r.Addresses = nil
				if client != b.client {
					r.Identifier = mac(1, 60+host)
				}
				created, _, err := client.CreateReservation(context.Background(), V4, r, allocation)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
					return
				}
				got = append(got, created.Addresses...)
			})
		}
	}
	group.Wait()
	slices.Sort(got)
	// .0 is the network, .1 the router, .2 reserved, .3 leased, .4 and .5 excluded.
	want := []string{subnetAddress(1, 6), subnetAddress(1, 7), subnetAddress(1, 8), subnetAddress(1, 9)}
	if len(got) != 6 || len(slices.Compact(slices.Clone(got))) != 6 {
		t.Fatalf("chosen %v", got)
	}
	for _, address := range want {
		if !slices.Contains(got, address) {
			t.Errorf("chosen %v, want %s among them", got, address)
		}
	}
	full := &Allocation{Ranges: []AddressRange{{netip.MustParseAddr(subnetAddress(1, 2)), netip.MustParseAddr(subnetAddress(1, 3))}}}
	r := reservation(1, 70)
	r.Addresses = nil
	_, _, err := b.client.CreateReservation(context.Background(), V4, r, full)
	wantKind(t, err, KindConflict, "no free address")
}

func testTwoClients(t *testing.T, b *bench) {
	clients := []*Client{b.client, b.newClient(t)}
	var group sync.WaitGroup
	for n := range 60 {
		group.Go(func() {
			if _, _, err := clients[n%2].CreateReservation(context.Background(), V4, reservation(6, 10+n), nil); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	all, err := b.newClient(t).Reservations(context.Background(), V4)
	if err != nil {
		t.Fatal(err)
	}
	if n := countIn(all, 6); n != 60 {
		t.Errorf("%d of 60 are there", n)
	}
}

func countIn(all []Reservation, subnet uint32) int {
	n := 0
	for _, r := range all {
		if r.SubnetID == subnet {
			n++
		}
	}
	return n
}

func testOneBad(t *testing.T, b *bench) {
	var group sync.WaitGroup
	for host := 10; host < 20; host++ {
		r := reservation(7, host)
		if host == 13 {
			r.Addresses = []string{"192.0.2.200"}
		}
		group.Go(func() {
			_, _, err := b.client.CreateReservation(context.Background(), V4, r, nil)
			if (err != nil) != (host == 13) {
				t.Errorf("%s: %v", r.ReservationKey, err)
			}
			if host == 13 && (KindOf(err) != KindInvalid || strings.Contains(err.Error(), "<wire>")) {
				t.Errorf("the bad one: %v", err)
			}
		})
	}
	group.Wait()
	all, err := b.newClient(t).Reservations(context.Background(), V4)
	if err != nil {
		t.Fatal(err)
	}
	if n := countIn(all, 7); n != 9 {
		t.Errorf("%d of 9 are there", n)
	}
}

func testIdentifiers(t *testing.T, b *bench) {
	for n, c := range []struct{ kind, given, want string }{
		{ClientID, "01:aa:bb:cc", "01AABBCC"}, {ClientID, "'ether1/1'", "6574686572312F31"}, {DUID, "00:03:00:01:AA:BB", "00:03:00:01:aa:bb"},
		{CircuitID, "0x0102ff", "0102FF"}, {FlexID, "'port7'", "706F727437"}, {HWAddress, "0200.0000.08ff", "02:00:00:00:08:ff"},
	} {
		r := Reservation{ReservationKey: ReservationKey{SubnetID: 8, IdentifierType: c.kind, Identifier: c.given}, Hostname: "h" + itoa(n)}
		created := create(t, b.client, r)
		if created.Identifier != c.want {
			t.Errorf("%s %s: %s, want %s", c.kind, c.given, created.Identifier, c.want)
		}
		if got := b.stored(t, created.ReservationKey); got.Hostname != r.Hostname {
			t.Errorf("%s: stored %+v", c.given, got)
		}
	}
}

func testServer(t *testing.T, b *bench) {
	infos, err := b.client.Servers(context.Background(), V4)
	if err != nil {
		t.Fatal(err)
	}
	want := ModeConfig
	if b.hooks {
		want = ModeHooks
	}
	if len(infos) != 1 || infos[0].ReservationMode != want || infos[0].SubnetMode != want || !slices.Contains(infos[0].Commands, "config-get") || infos[0].Version == "" {
		t.Errorf("%+v", infos)
	}
}

// testRestart comes last: it ends the daemon as kill -9 does.
func testRestart(t *testing.T, b *bench) {
	before, err := b.newClient(t).Reservations(context.Background(), V4)
	if err != nil {
		t.Fatal(err)
	}
	b.restart()
	after, err := b.newClient(t).Reservations(context.Background(), V4)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, after); diff != "" || len(before) < 50 {
		t.Errorf("%d reservations before the restart; difference:\n%s", len(before), diff)
	}
}
