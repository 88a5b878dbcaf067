package kea

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

// holding is a set of a subnet: which client (by a number) has which address (last byte).
type holding map[int]int

func (h holding) set(subnet int, owned holding) ReservationSet {
	set := ReservationSet{SubnetID: uint32(subnet)}
	for _, client := range slices.Sorted(maps.Keys(h)) {
		r := reservation(subnet, client)
		r.Addresses, r.Hostname = []string{subnetAddress(subnet, h[client])}, "h"+itoa(client)
		set.Wanted = append(set.Wanted, r)
	}
	for client := range owned {
		set.Owned = append(set.Owned, reservation(subnet, client).ReservationKey)
	}
	return set
}

// holdingOf reads what a subnet has, with a client that has read nothing before.
func (b *bench) holdingOf(t *testing.T, subnet int) holding {
	t.Helper()
	list, err := b.newClient(t).SubnetReservations(context.Background(), V4, uint32(subnet))
	if err != nil {
		t.Fatal(err)
	}
	return holdingFrom(t, list)
}

func holdingFrom(t *testing.T, list []Reservation) holding {
	t.Helper()
	found := holding{}
	for _, r := range list {
		var client, address int
		_, err := fmt.Sscanf(r.Identifier[strings.LastIndex(r.Identifier, ":")+1:], "%x", &client)
		if err == nil {
			_, err = fmt.Sscanf(r.Addresses[0][strings.LastIndex(r.Addresses[0], ".")+1:], "%d", &address)
		}
		if err != nil {
			t.Fatal(err)
		}
		found[client] = address
	}
	return found
}

func (b *bench) applySet(t *testing.T, set ReservationSet) ReservationSetResult {
	t.Helper()
	result, _, err := b.client.ApplyReservations(context.Background(), V4, set)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// testReservationSet leads one set to another: new ones, one gone, addresses handed on in
// a chain and exchanged in a circle.
func testReservationSet(t *testing.T, b *bench) {
	before := holding{}
	for _, c := range []struct {
		name string
		to   holding
	}{
		{"new", holding{1: 51, 2: 52, 3: 53, 4: 54}},
		{"nothing", holding{1: 51, 2: 52, 3: 53, 4: 54}},
		{"one gone, its address handed on", holding{1: 51, 2: 54, 3: 53}},
		{"chain", holding{1: 54, 2: 53, 3: 60}},
		{"swap", holding{1: 53, 2: 54, 3: 60}},
		{"circle and a new one", holding{1: 54, 2: 60, 3: 53, 9: 59}},
		{"another client for each address", holding{11: 54, 12: 60, 13: 53, 14: 59}},
	} {
		result := b.applySet(t, c.to.set(15, before))
		if len(result.Failed) > 0 || !maps.Equal(holdingFrom(t, result.Now), c.to) || !maps.Equal(b.holdingOf(t, 15), c.to) {
			t.Fatalf("%s: %v, failed %v", c.name, b.holdingOf(t, 15), result.Failed)
		}
		before = c.to
	}
	if result := b.applySet(t, holding{}.set(15, before)); len(result.Failed) > 0 || len(b.holdingOf(t, 15)) > 0 {
		t.Errorf("removed: %v, failed %v", b.holdingOf(t, 15), result.Failed)
	}
}

// testReservationSetStrangers leaves reservations of others alone, names what fails and
// makes the rest; an exclusive set removes strangers, within its guard.
func testReservationSetStrangers(t *testing.T, b *bench) {
	create(t, b.client, reservation(16, 90))
	set := holding{1: 51, 2: 90, 90: 55}.set(16, nil)
	outside := reservation(16, 3)
	outside.Addresses = []string{"192.0.2.7"}
	set.Wanted = append(set.Wanted, outside)
	result := b.applySet(t, set)
	if len(result.Failed) != 3 || !maps.Equal(b.holdingOf(t, 16), holding{1: 51, 90: 90}) || !maps.Equal(holdingFrom(t, result.Now), holding{1: 51, 90: 90}) {
		t.Fatalf("%v, failed %v", b.holdingOf(t, 16), result.Failed)
	}
	wantKind(t, result.Failed[reservation(16, 2).ReservationKey], KindConflict, mac(16, 90))
	wantKind(t, result.Failed[reservation(16, 90).ReservationKey], KindExists, mac(16, 90))
	wantKind(t, result.Failed[outside.ReservationKey], KindInvalid)

	set = holding{1: 51, 2: 90}.set(16, holding{1: 51})
	set.Exclusive = true
	_, _, err := b.client.ApplyReservations(context.Background(), V4, set)
	wantKind(t, err, KindInUse, "1 reservations that others made", mac(16, 90))
	set.MaxRemovals = 1
	if result := b.applySet(t, set); len(result.Failed) > 0 || !maps.Equal(b.holdingOf(t, 16), holding{1: 51, 2: 90}) {
		t.Errorf("exclusive: %v, failed %v", b.holdingOf(t, 16), result.Failed)
	}
	// Exactly what stands already is taken over: an apply that was broken off leaves it.
	if result, warning, err := b.newClient(t).ApplyReservations(context.Background(), V4, holding{1: 51}.set(16, nil)); err != nil || len(result.Failed) > 0 || warning.Summary != "The object existed already" {
		t.Errorf("the same again: %v, %v, %v", result.Failed, warning, err)
	}
	_, _, err = b.client.ApplyReservations(context.Background(), V4, ReservationSet{SubnetID: 16, Wanted: []Reservation{{ReservationKey: ReservationKey{0, HWAddress, "xx"}}}})
	wantKind(t, err, KindInvalid, "xx")
}

// TestReservationSetRandomly leads any set to any other, in both ways of making changes.
func TestReservationSetRandomly(t *testing.T) {
	for _, options := range []keaapi.Options{{Version: "2.6"}, {Version: "3.0", HostCommands: true}} {
		server, client := labClient(t, options, nil)
		b := &bench{backend: &backend{}, config: Config{Endpoints: []string{server.URL()}}, client: client}
		random := rand.New(rand.NewPCG(3, 4))
		before := holding{}
		for round := range 40 {
			after, addresses := holding{}, random.Perm(14)
			for i := range random.IntN(13) {
				after[random.IntN(14)] = 50 + addresses[i]
			}
			result := b.applySet(t, after.set(15, before))
			if now := holdingFrom(t, result.Now); len(result.Failed) > 0 || !maps.Equal(now, after) {
				t.Fatalf("%s, round %d: from %v to %v: %v, failed %v", options.Version, round, before, after, now, result.Failed)
			}
			before = after
		}
	}
}

// TestPairRepairsSet lets one peer lose and change reservations of a set.
func TestPairRepairsSet(t *testing.T) {
	ctx := context.Background()
	for name, options := range pairModes {
		for lost := range 2 {
			_, pair, each := labPair(t, options, nil)
			b := &bench{backend: &backend{}, client: pair}
			have := holding{1: 51, 2: 52, 3: 53}
			b.applySet(t, have.set(15, nil))
			if _, err := each[lost].DeleteReservation(ctx, V4, reservation(15, 1).ReservationKey); err != nil {
				t.Fatal(err)
			}
			if _, _, err := each[lost].UpdateReservation(ctx, V4, holding{2: 62}.set(15, nil).Wanted[0]); err != nil {
				t.Fatal(err)
			}
			if _, err := each[lost].DeleteReservation(ctx, V4, reservation(15, 3).ReservationKey); err != nil {
				t.Fatal(err)
			}
			set := holding{1: 51, 2: 52}.set(15, have) // 3 is to go at the other peer
			if names, err := pair.PeersWithoutReservation(ctx, V4, set.Wanted...); err != nil || len(names) != 1 {
				t.Errorf("%s, lost at %d: peers without it %v, %v", name, lost, names, err)
			}
			result := b.applySet(t, set)
			for i, c := range each {
				list, err := c.SubnetReservations(ctx, V4, 15)
				if err != nil || len(result.Failed) > 0 || !maps.Equal(holdingFrom(t, list), holding{1: 51, 2: 52}) {
					t.Errorf("%s, lost at %d: peer %d has %v, failed %v, %v", name, lost, i, holdingFrom(t, list), result.Failed, err)
				}
			}
		}
	}
}

// TestReservationSetCosts makes a thousand reservations in one set: one config-set, or one
// command for each, and a handful of others.
func TestReservationSetCosts(t *testing.T) {
	for _, mode := range scaleModes {
		server := largeServer(t, mode.options)
		client := largeClient(t, server, mode.target)
		set := ReservationSet{SubnetID: 2}
		for n := range created {
			set.Wanted = append(set.Wanted, largeReservation(n))
		}
		for _, change := range []struct {
			name string
			set  ReservationSet
		}{{"create", set}, {"the same again", set}, {"remove", ReservationSet{SubnetID: 2, Owned: keysOf(set)}}} {
			server.ResetCounts()
			result, _, err := client.ApplyReservations(context.Background(), V4, change.set)
			if err != nil || len(result.Failed) > 0 {
				t.Fatalf("%s, %s: %v, %d failed", mode.name, change.name, err, len(result.Failed))
			}
			each := server.Count("reservation-add") + server.Count("reservation-del")
			if others := server.Count("") - each; server.Count("config-set") > 1 || others > 12 || change.name == "the same again" && each+server.Count("config-set") > 0 {
				t.Errorf("%s, %s: %d config-sets, %d commands for single ones, %d others", mode.name, change.name, server.Count("config-set"), each, others)
			}
		}
	}
}

func keysOf(set ReservationSet) []ReservationKey {
	keys := make([]ReservationKey, 0, len(set.Wanted))
	for _, r := range set.Wanted {
		keys = append(keys, r.ReservationKey)
	}
	return keys
}
