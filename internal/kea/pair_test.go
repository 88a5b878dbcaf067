package kea

import (
	"context"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

// labPair starts two servers without the ha hook, a client of both, and one of each.
func labPair(t *testing.T, options keaapi.Options, adjust func(*Config)) (servers [2]*keaapi.Server, pair *Client, each [2]*Client) {
	t.Helper()
	urls := []string{}
	for i := range servers {
		servers[i], each[i] = labClient(t, options, func(c *Config) { c.SnapshotAge = time.Nanosecond })
		urls = append(urls, servers[i].URL())
	}
	config := Config{Endpoints: urls, Persist: true, Gather: 10 * time.Millisecond, Timeout: 5 * time.Second, SnapshotAge: time.Nanosecond}
	if adjust != nil {
		adjust(&config)
	}
	pair, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pair.Close)
	return servers, pair, each
}

// pairModes are the ways of changing a pair.
var pairModes = map[string]keaapi.Options{
	"config": {Version: "2.6"},
	"hooks":  {Version: "3.0", HostCommands: true, SubnetCommands: true},
}

// TestPairAllocates chooses one address for both peers, which is free at both.
func TestPairAllocates(t *testing.T) {
	for name, options := range pairModes {
		t.Run(name, func(t *testing.T) {
			_, pair, each := labPair(t, options, nil)
			taken := reservation(1, 10)
			create(t, each[1], taken)
			wanted := Reservation{ReservationKey: ReservationKey{1, HWAddress, mac(1, 11)}}
			from := &Allocation{Ranges: []AddressRange{mustRange(t, subnetAddress(1, 10)+"-"+subnetAddress(1, 20))}}
			made, _, err := pair.CreateReservation(context.Background(), V4, wanted, from)
			if err != nil || first(made.Addresses) != subnetAddress(1, 11) {
				t.Fatalf("%v %v", made.Addresses, err)
			}
			for i, c := range each {
				if r, err := c.Reservation(context.Background(), V4, wanted.ReservationKey); err != nil || !slices.Equal(r.Addresses, made.Addresses) {
					t.Errorf("peer %d: %v %v", i, r.Addresses, err)
				}
			}
		})
	}
}

// TestPairRepairs lets one peer lose or change what both shall have: the client names it,
// and an update brings it up to date.
func TestPairRepairs(t *testing.T) {
	ctx := context.Background()
	for name, options := range pairModes {
		for lost := range 2 {
			t.Run(name+" "+itoa(lost), func(t *testing.T) {
				servers, pair, each := labPair(t, options, nil)
				r := create(t, pair, reservation(1, 10))
				subnet, _, err := pair.CreateSubnet(ctx, Subnet{Prefix: netip.MustParsePrefix("10.99.0.0/24"), Settings: Settings{Options: []Option{}}, Pools: []Pool{{Range: mustRange(t, "10.99.0.10-10.99.0.20")}}})
				if err != nil {
					t.Fatal(err)
				}
				pool := Pool{Range: mustRange(t, "10.99.0.30-10.99.0.40")}
				if _, err := pair.CreatePool(ctx, V4, subnet.Set.ID, pool); err != nil {
					t.Fatal(err)
				}
				wanted := subnet.Set
				wanted.Pools = nil
				differing := func() [3][]string {
					t.Helper()
					var names [3][]string
					var errs [3]error
					names[0], errs[0] = pair.PeersWithoutReservation(ctx, V4, r)
					names[1], errs[1] = pair.PeersWithoutSubnet(ctx, wanted)
					names[2], errs[2] = pair.PeersWithoutPool(ctx, V4, subnet.Set.ID, pool)
					if errs != [3]error{} {
						t.Fatal(errs)
					}
					return names
				}
				if got := differing(); len(slices.Concat(got[:]...)) > 0 {
					t.Fatalf("while alike: %v", got)
				}
				if _, err := each[lost].DeleteReservation(ctx, V4, r.ReservationKey); err != nil {
					t.Fatal(err)
				}
				if _, err := each[lost].DeleteSubnet(ctx, V4, subnet.Set.ID, true); err != nil {
					t.Fatal(err)
				}
				for i, got := range differing() {
					if !slices.Equal(got, []string{servers[lost].URL()}) {
						t.Errorf("object %d: %v", i, got)
					}
				}
				if _, err := pair.Reservation(ctx, V4, r.ReservationKey); err != nil {
					t.Errorf("what one peer lost is forgotten: %v", err)
				}
				if _, _, err := pair.UpdateReservation(ctx, V4, r); err != nil {
					t.Error(err)
				}
				if _, _, err := pair.UpdateSubnet(ctx, wanted); err != nil {
					t.Error(err)
				}
				if _, err := pair.UpdatePool(ctx, V4, subnet.Set.ID, pool); err != nil {
					t.Error(err)
				}
				if got := differing(); len(slices.Concat(got[:]...)) > 0 {
					t.Errorf("after the repair: %v", got)
				}
				for _, c := range each {
					if _, err := c.DeleteReservation(ctx, V4, r.ReservationKey); err != nil {
						t.Fatal(err)
					}
				}
				_, _, err = pair.UpdateReservation(ctx, V4, r)
				wantKind(t, err, KindNotFound)
			})
		}
	}
}

// TestPairPartly lets the second peer fail: the error names it, and the same creation
// succeeds when the peer is back.
func TestPairPartly(t *testing.T) {
	for name, options := range pairModes {
		t.Run(name, func(t *testing.T) {
			servers, pair, each := labPair(t, options, nil)
			command := map[string]string{"config": "config-test", "hooks": "reservation-add"}[name]
			servers[1].Inject(keaapi.Fault{Command: command, Result: 1, Text: "disk on fire"})
			err := createError(pair, reservation(1, 10))
			wantKind(t, err, KindInvalid, servers[1].URL(), "the other peer has the change, this one has not", "disk on fire")
			if strings.Contains(err.Error(), servers[0].URL()) {
				t.Errorf("names the wrong peer: %v", err)
			}
			if _, err := each[0].Reservation(context.Background(), V4, reservation(1, 10).ReservationKey); err != nil {
				t.Errorf("the first peer: %v", err)
			}
			if err := createError(pair, reservation(1, 10)); err != nil {
				t.Errorf("again: %v", err)
			}
			servers[1].Inject(keaapi.Fault{Command: "status-get", Drop: true})
			err = createError(pair, reservation(1, 11))
			wantKind(t, err, KindUnreachable, servers[1].URL(), "nothing was changed at any peer")
			for i, c := range each {
				if _, err := c.Reservation(context.Background(), V4, reservation(1, 11).ReservationKey); KindOf(err) != KindNotFound {
					t.Errorf("peer %d: %v", i, err)
				}
			}
		})
	}
}

func TestPairOrder(t *testing.T) {
	states := map[string]PairState{
		"standby":    {Mode: "hot-standby", Role: "standby", State: "hot-standby", InTouch: true},
		"primary":    {Mode: "hot-standby", Role: "primary", State: "hot-standby", InTouch: true, Scopes: []string{"s1"}},
		"takes over": {Mode: "hot-standby", Role: "standby", State: "partner-down", Scopes: []string{"s1"}},
		"returning":  {Mode: "hot-standby", Role: "primary", State: "waiting", InTouch: true},
		"secondary":  {Mode: "load-balancing", Role: "secondary", State: "load-balancing", InTouch: true, Scopes: []string{"s2"}},
	}
	for _, c := range []struct{ first, second string }{{"standby", "primary"}, {"returning", "takes over"}, {"secondary", "primary"}} {
		if states[c.first].rank() >= states[c.second].rank() {
			t.Errorf("%s must be changed before %s", c.first, c.second)
		}
	}
	for name, want := range map[string]bool{"standby": true, "takes over": true, "returning": false} {
		if states[name].Settled() != want {
			t.Errorf("%s: settled %t", name, !want)
		}
	}
	if !(PairState{}).Settled() {
		t.Error("a server without the ha hook waits for nobody")
	}
}
