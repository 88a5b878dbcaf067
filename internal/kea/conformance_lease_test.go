package kea

import (
	"context"
	"net/netip"
	"strings"
	"testing"
	"time"
)

func testLeases(t *testing.T, b *bench) {
	for host := 20; host < 23; host++ {
		b.raw(t, "lease4-add", map[string]any{"ip-address": subnetAddress(9, host), "hw-address": mac(9, host), "subnet-id": 9, "hostname": "L" + itoa(host)})
	}
	id := uint32(9)
	leases, err := b.client.Leases(context.Background(), V4, LeaseFilter{SubnetID: &id})
	if err != nil || len(leases) != 3 || leases[0].Address != subnetAddress(9, 20) || !leases[0].Active(time.Now()) {
		t.Fatalf("%+v %v", leases, err)
	}
	leases, err = b.client.Leases(context.Background(), V4, LeaseFilter{Hostname: "l21."})
	if err != nil || len(leases) != 1 || leases[0].HWAddress != mac(9, 21) {
		t.Errorf("by name: %+v %v", leases, err)
	}
	for host, want := range map[int]bool{20: true, 30: false} {
		if _, found, err := b.client.Lease(context.Background(), netip.MustParseAddr(subnetAddress(9, host))); err != nil || found != want {
			t.Errorf("lease of %d: %v %v", host, found, err)
		}
	}
}

func testLeaseChanges(t *testing.T, b *bench) {
	ctx := context.Background()
	wanted := Lease{Address: subnetAddress(22, 30), HWAddress: mac(22, 30), ClientID: "01:02:03", Hostname: "Pinned.example", ValidLifetime: Infinite, Forward: true, UserContext: `{"a":1}`}
	read := func(want Lease) Lease {
		t.Helper()
		got, err := b.newClient(t).FindLease(ctx, V4, want)
		if err != nil || !got.Serves(want) || got.SubnetID != 22 {
			t.Fatalf("%+v %v", got, err)
		}
		return got
	}
	create := func(l Lease) func() (Warning, error) {
		return func() (Warning, error) { return b.client.CreateLease(ctx, V4, l) }
	}
	wantDone(t, create(wanted))
	read(wanted)
	if got := wantDone(t, create(wanted)).Summary; got != "The object existed already" {
		t.Errorf("the same again: %q", got)
	}
	other := Lease{Address: wanted.Address, HWAddress: mac(22, 31)}
	wantRefused(t, create(other), KindExists, wanted.Address, wanted.HWAddress)
	wanted = Lease{Address: wanted.Address, HWAddress: mac(22, 32), ValidLifetime: 500}
	if err := b.client.UpdateLease(ctx, V4, wanted); err != nil {
		t.Fatal(err)
	}
	if got := read(wanted); got.ClientID != "" || got.UserContext != "" || got.ValidLifetime != 500 {
		t.Errorf("updated: %+v", got)
	}
	for name, filter := range map[string]LeaseFilter{"hardware": {HWAddress: mac(22, 32)}, "address": {Address: wanted.Address}, "subnet and hardware": {SubnetID: pointer(uint32(22)), HWAddress: mac(22, 32)}} {
		if leases, err := b.client.Leases(ctx, V4, filter); err != nil || len(leases) != 1 || leases[0].Address != wanted.Address {
			t.Errorf("by %s: %v %v", name, leases, err)
		}
	}
	if leases, err := b.client.Leases(ctx, V4, LeaseFilter{ClientID: "01:02:03"}); err != nil || len(leases) != 0 {
		t.Errorf("by a client that has none: %v %v", leases, err)
	}
	if _, err := create(Lease{Address: "192.168.77.1", HWAddress: mac(22, 33)})(); err == nil || !strings.Contains(err.Error(), "192.168.77.1") {
		t.Errorf("outside of every subnet: %v", err)
	}
	// One that has ended stands there until it is reclaimed; it is in nobody's way.
	b.raw(t, "lease4-add", map[string]any{"ip-address": subnetAddress(22, 40), "hw-address": mac(22, 40), "expire": 1000, "valid-lft": 10})
	ended := Lease{Address: subnetAddress(22, 40), HWAddress: mac(22, 41)}
	if _, err := b.client.FindLease(ctx, V4, ended); KindOf(err) != KindNotFound {
		t.Errorf("a lease that has ended: %v", err)
	}
	wantDone(t, create(ended))
	read(ended)
	for range 2 {
		if err := b.client.DeleteLease(ctx, V4, wanted); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.newClient(t).FindLease(ctx, V4, wanted); KindOf(err) != KindNotFound {
		t.Errorf("after the delete: %v", err)
	}
}

func testLease6(t *testing.T, client *Client) {
	t.Helper()
	ctx := context.Background()
	address := Lease{Address: "2001:db8:1::5", Type: "IA_NA", DUID: "00:03:00:01:aa:bb:cc:dd:ee:ff", IAID: 7, Hostname: "six.example"}
	prefix := Lease{Address: "2001:db8:9000::", Type: "IA_PD", PrefixLength: 56, DUID: address.DUID, IAID: 7, SubnetID: 1}
	for _, wanted := range []Lease{address, prefix} {
		wantDone(t, func() (Warning, error) { return client.CreateLease(ctx, V6, wanted) })
		wanted.IAID, wanted.PreferredLifetime, wanted.ValidLifetime = 8, 100, 200
		if err := client.UpdateLease(ctx, V6, wanted); err != nil {
			t.Fatal(err)
		}
		if got, err := client.FindLease(ctx, V6, wanted); err != nil || !got.Serves(wanted) || got.ID() != wanted.ID() {
			t.Errorf("%+v %v", got, err)
		}
	}
	if leases, err := client.Leases(ctx, V6, LeaseFilter{DUID: address.DUID, Type: "IA_PD"}); err != nil || len(leases) != 1 || leases[0].Address != prefix.Address {
		t.Errorf("prefixes of the client: %v %v", leases, err)
	}
	for _, wanted := range []Lease{address, prefix} {
		if err := client.DeleteLease(ctx, V6, wanted); err != nil {
			t.Fatal(err)
		}
		if _, err := client.FindLease(ctx, V6, wanted); KindOf(err) != KindNotFound {
			t.Errorf("after the delete: %v", err)
		}
	}
}
