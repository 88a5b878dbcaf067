package kea

import (
	"context"
	"fmt"
	"net/netip"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keadaemon"
)

// TestConformanceDHCPv6 runs what differs for DHCPv6 over the lab's API and real daemons.
func TestConformanceDHCPv6(t *testing.T) {
	settings := map[string]any{"subnet6": []any{map[string]any{"id": 1, "subnet": "2001:db8:1::/64"}}}
	run := func(name string, start func(t *testing.T) string) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, err := New(Config{Endpoints: []string{start(t)}, Persist: true})
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			testSubnet6(t, client)
			testReservation6(t, client)
			testLease6(t, client)
			testAllocation6(t, client)
		})
	}
	run("lab", func(t *testing.T) string {
		server, err := keaapi.Start(keaapi.Options{Version: "2.6", LeaseCommands: true, Config6: settings})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(server.Close)
		return server.URL()
	})
	for _, options := range []keadaemon.Options{
		{Version: keadaemon.V22}, {Version: keadaemon.V26}, {Version: keadaemon.V30, Direct: true}, {Version: keadaemon.V30, Direct: true, Hooks: []string{"host_cmds", "subnet_cmds"}},
	} {
		options.Service, options.Settings = "dhcp6", settings
		name := string(options.Version)
		if len(options.Hooks) > 0 {
			name += " hooks"
		}
		options.Hooks = append(options.Hooks, "lease_cmds")
		run(name, func(t *testing.T) string { return keadaemon.Start(t, options).URL })
	}
}

func testSubnet6(t *testing.T, client *Client) {
	t.Helper()
	ctx := context.Background()
	want := Subnet{
		Prefix: netip.MustParsePrefix("2001:db8:2::/64"), Pools: []Pool{{Range: mustRange(t, "2001:db8:2::100-2001:db8:2::1ff")}},
		PDPools:  []PDPool{{Prefix: netip.MustParsePrefix("2001:db8:8000::/48"), DelegatedLength: 56}},
		Settings: Settings{Options: []Option{{Name: "dns-servers", Data: "2001:db8::53"}}, PreferredLifetime: pointer(int64(600)), ValidLifetime: pointer(int64(1200))},
	}
	made, _, err := client.CreateSubnet(ctx, want)
	if err != nil {
		t.Fatal(err)
	}
	want.ID = 2
	if diff := cmp.Diff(want, made.Set, sameSubnet); diff != "" {
		t.Errorf("created:\n%s", diff)
	}
	want.PDPools, want.PreferredLifetime, want.ValidLifetime, want.Options = []PDPool{}, nil, nil, []Option{}
	changed, _, err := client.UpdateSubnet(ctx, want)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, changed.Set, sameSubnet); diff != "" {
		t.Errorf("changed:\n%s", diff)
	}
}

func testReservation6(t *testing.T, client *Client) {
	t.Helper()
	ctx := context.Background()
	want := Reservation{
		ReservationKey: ReservationKey{2, DUID, "00030001AABBCCDDEEFF"}, Addresses: []string{"2001:DB8:2:0::20", "2001:db8:2::10"}, Prefixes: []string{"2001:db8:8000::/56"}, Hostname: "six",
	}
	made, _, err := client.CreateReservation(ctx, V6, want, nil)
	if err != nil {
		t.Fatal(err)
	}
	made.Addresses = []string{"2001:db8:2::30"}
	if _, _, err := client.UpdateReservation(ctx, V6, made); err != nil {
		t.Fatal(err)
	}
	got, err := client.ReservationByAddress(ctx, netip.MustParseAddr("2001:db8:2::30"))
	if err != nil || got.Identifier != "00:03:00:01:aa:bb:cc:dd:ee:ff" || !got.equal(V6, made) {
		t.Errorf("%+v %v", got, err)
	}
	other := want
	other.Identifier, other.Addresses, other.Prefixes = "00030001000000000001", []string{"2001:db8:2::30"}, nil
	_, _, err = client.CreateReservation(ctx, V6, other, nil)
	wantKind(t, err, KindConflict, "2001:db8:2::30")
	if _, err := client.Reservation(ctx, V6, ReservationKey{2, DUID, "00:03:00:01:00:00:00:00:00:01"}); KindOf(err) != KindNotFound {
		t.Errorf("what was refused: %v", err)
	}
	if _, err := client.DeleteReservation(ctx, V6, got.ReservationKey); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Reservation(ctx, V6, got.ReservationKey); KindOf(err) != KindNotFound {
		t.Errorf("after the delete: %v", err)
	}
}

// testAllocation6 chooses addresses in ranges of 2^64 addresses: each is free, and twenty
// clients of two processes get twenty.
func testAllocation6(t *testing.T, client *Client) {
	t.Helper()
	ctx := context.Background()
	second, err := New(client.config)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	reserved := Reservation{ReservationKey: ReservationKey{1, DUID, "00030001000000000001"}, Addresses: []string{"2001:db8:1::1"}, Prefixes: []string{"2001:db8:1::8/126"}}
	if _, _, err := client.CreateReservation(ctx, V6, reserved, nil); err != nil {
		t.Fatal(err)
	}
	lease := map[string]any{"subnet-id": 1, "ip-address": "2001:db8:1::2", "duid": "00:03:00:01:00:00:00:00:00:02", "iaid": 1}
	if _, err := client.first(V6).call(ctx, "lease6-add", lease); err != nil {
		t.Fatal(err)
	}
	from := &Allocation{Ranges: []AddressRange{mustRange(t, "2001:db8::/32")}, Exclude: []AddressRange{mustRange(t, "2001:db8:1::3")}}
	var group errgroup.Group
	for n := range 20 {
		group.Go(func() error {
			wanted := Reservation{ReservationKey: ReservationKey{1, DUID, fmt.Sprintf("000300010000000001%02x", n)}}
			_, _, err := []*Client{client, second}[n%2].CreateReservation(ctx, V6, wanted, from)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	client.first(V6).keep(nil)
	all, err := client.Reservations(ctx, V6)
	if err != nil {
		t.Fatal(err)
	}
	owners := map[string]string{}
	for _, r := range all {
		for _, address := range r.Addresses {
			if r.SubnetID == 1 && owners[address] != "" {
				t.Errorf("%s is reserved for %s and %s", address, owners[address], r.Identifier)
			}
			owners[address] = r.Identifier
		}
	}
	// Twenty from ::4 on, without the four of the delegated prefix.
	for n := 4; n < 28; n++ {
		address := fmt.Sprintf("2001:db8:1::%x", n)
		if delegated := n >= 8 && n < 12; (owners[address] == "") != delegated {
			t.Errorf("%s: %q", address, owners[address])
		}
	}
	for _, address := range []string{"2001:db8:1::", "2001:db8:1::2", "2001:db8:1::3"} {
		if owners[address] != "" {
			t.Errorf("%s is not free, and reserved for %s", address, owners[address])
		}
	}
	outside := &Allocation{Ranges: []AddressRange{mustRange(t, "2001:db9::/32")}}
	_, _, err = client.CreateReservation(ctx, V6, Reservation{ReservationKey: ReservationKey{1, DUID, "00030001000000000003"}}, outside)
	wantKind(t, err, KindConflict, "no free address is left")
}
