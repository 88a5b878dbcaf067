package kea

import (
	"context"
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

// caches are all that the client remembers, each on the kind of server where it serves.
var caches = []struct {
	name    string
	options keaapi.Options
	target  Target
}{
	{"configuration without a hash", keaapi.Options{Version: "2.2"}, TargetMemory},
	{"configuration with a hash", keaapi.Options{Version: "2.6"}, TargetMemory},
	{"configuration changed by commands", keaapi.Options{Version: "3.0", HostCommands: true, SubnetCommands: true}, TargetMemory},
	{"pages of a hosts database", keaapi.Options{Version: "3.0", HostCommands: true, SubnetCommands: true, Database: true}, TargetDatabase},
}

// TestEveryCacheShowsOthersChangesAndOwnWrites reads reservations and a subnet in one walk
// after the other. What another client does between two walks is seen by the second; what
// the client itself writes is seen at once. As a control, what another one does within a
// walk is not: without that, nothing would have been remembered.
func TestEveryCacheShowsOthersChangesAndOwnWrites(t *testing.T) {
	for _, cache := range caches {
		t.Run(cache.name, func(t *testing.T) {
			server, other := labClient(t, cache.options, func(c *Config) { c.Target = cache.target })
			walk := func(age time.Duration) *Client {
				_, client := labClient(t, keaapi.Options{}, func(c *Config) {
					c.Endpoints, c.Target, c.SnapshotAge = []string{server.URL()}, cache.target, age
				})
				return client
			}
			// A walk that never ends, and one of which each read is a new one.
			same, next := walk(time.Hour), walk(time.Nanosecond)
			r := create(t, other, reservation(1, 10))
			for _, c := range []*Client{same, next} {
				wantHostname(t, c, r, "")
			}
			changeName(t, other, r, "theirs")
			wantHostname(t, next, r, "theirs")
			wantHostname(t, same, r, "")
			changeName(t, same, r, "ours")
			wantHostname(t, same, r, "ours")
			wantHostname(t, next, r, "ours")
			if _, err := same.DeleteReservation(t.Context(), V4, r.ReservationKey); err != nil {
				t.Fatal(err)
			}
			for name, c := range map[string]*Client{"in the walk": same, "in the next one": next} {
				if _, err := c.Reservation(t.Context(), V4, r.ReservationKey); KindOf(err) != KindNotFound {
					t.Errorf("deleted, read %s: %v", name, err)
				}
			}
			testSubnetCache(t, other, same, next)
		})
	}
}

// testSubnetCache does the same for subnets.
func testSubnetCache(t *testing.T, other, same, next *Client) {
	t.Helper()
	prefix := netip.MustParsePrefix("10.99.0.0/24")
	has := func(c *Client) bool {
		_, err := c.SubnetByPrefix(t.Context(), prefix)
		return err == nil
	}
	if has(same) || has(next) {
		t.Fatal("the subnet is there before it is made")
	}
	made, _, err := other.CreateSubnet(t.Context(), Subnet{Prefix: prefix})
	if err != nil {
		t.Fatal(err)
	}
	if !has(next) {
		t.Error("a subnet that somebody else made is not seen in the next walk")
	}
	if _, err := same.DeleteSubnet(t.Context(), V4, made.Set.ID, false); err != nil {
		t.Fatal(err)
	}
	if inSame, inNext := has(same), has(next); inSame || inNext {
		t.Errorf("a subnet is still seen after its deletion: in the same walk %v, in the next one %v", inSame, inNext)
	}
}

// TestLeaseCache sees in the next walk a lease that was given since.
func TestLeaseCache(t *testing.T) {
	server, same := labClient(t, keaapi.Options{}, func(c *Config) { c.SnapshotAge = time.Hour })
	_, next := labClient(t, keaapi.Options{}, func(c *Config) {
		c.Endpoints, c.SnapshotAge = []string{server.URL()}, time.Nanosecond
	})
	has := func(c *Client) bool {
		_, found, err := c.Lease(t.Context(), netip.MustParseAddr(subnetAddress(1, 20)))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	for range fewLookups + 1 { // from then on the whole list is remembered
		if has(same) || has(next) {
			t.Fatal("a lease that nobody has")
		}
	}
	if _, err := server.Do("dhcp4", "lease4-add", map[string]any{"ip-address": subnetAddress(1, 20), "hw-address": mac(1, 20), "subnet-id": 1}); err != nil {
		t.Fatal(err)
	}
	if !has(next) || has(same) {
		t.Errorf("seen in the next walk %v, in the same one %v", has(next), has(same))
	}
}

func wantHostname(t *testing.T, c *Client, r Reservation, want string) {
	t.Helper()
	got, err := c.Reservation(t.Context(), V4, r.ReservationKey)
	if err != nil || got.Hostname != want {
		t.Errorf("host name %q, want %q, %v", got.Hostname, want, err)
	}
}

func changeName(t *testing.T, c *Client, r Reservation, name string) {
	t.Helper()
	r.Hostname = name
	if _, _, err := c.UpdateReservation(t.Context(), V4, r); err != nil {
		t.Fatal(err)
	}
}

// TestManyThingsAtOnce runs 200 operations of every kind at the same time; it is for the
// race detector, and each must have its own result.
func TestManyThingsAtOnce(t *testing.T) {
	for _, cache := range caches {
		t.Run(cache.name, func(t *testing.T) {
			t.Parallel()
			_, client := labClient(t, cache.options, func(c *Config) { c.Target, c.Timeout = cache.target, time.Minute })
			ctx := context.Background()
			var group sync.WaitGroup
			for n := range 200 {
				group.Go(func() {
					if err := oneOfMany(ctx, client, n); err != nil {
						t.Errorf("operation %d: %v", n, err)
					}
				})
			}
			group.Wait()
			all, err := client.Reservations(ctx, V4)
			if err != nil || countIn(all, 1) != 0 || countIn(all, 2) != 40 {
				t.Errorf("%d and %d reservations, want none and 40, %v", countIn(all, 1), countIn(all, 2), err)
			}
		})
	}
}

// oneOfMany does one of five things, each with objects of its own.
func oneOfMany(ctx context.Context, c *Client, n int) error {
	switch n % 5 {
	case 0: // made, changed and deleted
		r := reservation(1, 10+n/5)
		if err := createError(c, r); err != nil {
			return err
		}
		r.Hostname = "x"
		if _, _, err := c.UpdateReservation(ctx, V4, r); err != nil {
			return err
		}
		_, err := c.DeleteReservation(ctx, V4, r.ReservationKey)
		return err
	case 1:
		return createError(c, reservation(2, 10+n/5))
	case 2:
		result, _, err := c.ApplyReservations(ctx, V4, holding{50 + n/5: 50 + n/5}.set(3, nil))
		if len(result.Failed) > 0 {
			return fmt.Errorf("%v", result.Failed)
		}
		return err
	case 3:
		_, err := c.CreatePool(ctx, V4, 4, Pool{Range: AddressRange{netip.MustParseAddr(subnetAddress(4, n/5)), netip.MustParseAddr(subnetAddress(4, n/5))}})
		return err
	}
	_, err := c.Subnets(ctx, V4)
	return err
}
