package kea

import (
	"context"
	"net/netip"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func pointer[T any](value T) *T { return &value }

// sameSubnet compares what is set, with the spellings that Kea returns.
var sameSubnet = cmp.Options{
	cmp.Comparer(func(a, b netip.Prefix) bool { return a == b }),
	cmp.Comparer(func(a, b netip.Addr) bool { return a == b }),
	cmpopts.EquateEmpty(),
	cmpopts.IgnoreFields(Option{}, "Name", "Code", "Space", "CSVFormat"),
}

func (b *bench) subnet(t *testing.T, id uint32) SubnetState {
	t.Helper()
	state, err := b.newClient(t).Subnet(context.Background(), V4, id)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

func testSubnetFields(t *testing.T, b *bench) {
	ctx := context.Background()
	full := Subnet{
		ID: 500, Prefix: netip.MustParsePrefix("172.20.0.0/24"),
		Pools: []Pool{{Range: mustRange(t, "172.20.0.128-172.20.0.255"), Options: []Option{{Name: "domain-name", Data: "pool.example"}}, ClientClasses: []string{"c1"}}, {Range: mustRange(t, "172.20.0.10-172.20.0.20")}},
		Settings: Settings{Options: []Option{{Name: "routers", Data: "172.20.0.1"}, {Code: 15, Data: "example.com"}},
			ValidLifetime: pointer(int64(3600)), MinValidLifetime: pointer(int64(1800)), MaxValidLifetime: pointer(int64(7200)),
			RenewTimer: pointer(int64(900)), RebindTimer: pointer(int64(1800)),
			NextServer: pointer("192.0.2.9"), ServerHostname: pointer("boot"), BootFileName: pointer("/pxe"),
			ReservationsGlobal: pointer(true), ReservationsInSubnet: pointer(true), ReservationsOutOfPool: pointer(false),
			Relay: []string{"192.0.2.77"}, ClientClasses: []string{"c1"}, EvaluateClasses: []string{"c2"}, UserContext: `{"site":"x"}`,
		}}
	state, _, err := b.client.CreateSubnet(ctx, full)
	if err != nil {
		t.Fatal(err)
	}
	full.Pools[0], full.Pools[1] = full.Pools[1], full.Pools[0] // Kea sorts by address
	if diff := cmp.Diff(full, state.Set, sameSubnet); diff != "" {
		t.Errorf("created:\n%s", diff)
	}
	create(t, b.client, Reservation{ReservationKey: ReservationKey{SubnetID: 500, IdentifierType: HWAddress, Identifier: mac(50, 1)}, Addresses: []string{"172.20.0.5"}})

	bare := Subnet{ID: 500, Prefix: full.Prefix, Pools: []Pool{{Range: mustRange(t, "172.20.0.30-172.20.0.40")}}, Settings: Settings{Options: []Option{{Name: "routers", Data: "172.20.0.2"}},
		ValidLifetime: pointer(int64(600)), Relay: full.Relay, ClientClasses: full.ClientClasses, EvaluateClasses: full.EvaluateClasses, UserContext: full.UserContext}}
	if _, _, err = b.client.UpdateSubnet(ctx, bare); err != nil { // in hook mode: by deltas
		t.Fatal(err)
	}
	if diff := cmp.Diff(bare, b.subnet(t, 500).Set, sameSubnet); diff != "" {
		t.Errorf("changed:\n%s", diff)
	}
	empty := Subnet{ID: 500, Prefix: full.Prefix, Pools: []Pool{}, Settings: Settings{Options: []Option{}}}
	if _, _, err = b.client.UpdateSubnet(ctx, empty); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(empty, b.subnet(t, 500).Set, sameSubnet); diff != "" {
		t.Errorf("emptied:\n%s", diff)
	}
	if got := b.stored(t, ReservationKey{500, HWAddress, mac(50, 1)}); got.Addresses[0] != "172.20.0.5" {
		t.Errorf("the reservation in the subnet is now %+v", got)
	}
}

func mustRange(t *testing.T, text string) AddressRange {
	t.Helper()
	r, err := ParseRange(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func testSubnetChoices(t *testing.T, b *bench) {
	ctx := context.Background()
	state, _, err := b.client.CreateSubnet(ctx, Subnet{Prefix: netip.MustParsePrefix("172.21.0.0/24")})
	if err != nil {
		t.Fatal(err)
	}
	again, warning, err := b.client.CreateSubnet(ctx, Subnet{Prefix: netip.MustParsePrefix("172.21.0.0/24")})
	if err != nil || again.Set.ID != state.Set.ID || warning.Summary != "The object existed already" {
		t.Errorf("the same subnet again: %d %v %v", again.Set.ID, warning, err)
	}
	if state.Set.ID != 31 {
		t.Errorf("chosen id %d, want the lowest free one, 31", state.Set.ID)
	}
	for text, kind := range map[string]Kind{"172.21.0.0/24": KindExists, "172.21.0.128/25": KindConflict, "172.16.0.0/12": KindConflict} {
		_, _, err := b.client.CreateSubnet(ctx, Subnet{Prefix: netip.MustParsePrefix(text), Settings: Settings{RenewTimer: pointer(int64(77))}})
		wantKind(t, err, kind, "172.21.0.0/24")
	}
	_, _, err = b.client.CreateSubnet(ctx, Subnet{ID: 31, Prefix: netip.MustParsePrefix("172.22.0.0/24")})
	wantKind(t, err, KindExists, "31")
	found, err := b.client.SubnetByPrefix(ctx, netip.MustParsePrefix("172.21.0.9/24"))
	if err != nil || found.Set.ID != 31 {
		t.Errorf("by prefix with host bits: %+v %v", found.Set.ID, err)
	}
	_, err = b.client.SubnetByPrefix(ctx, netip.MustParsePrefix("172.23.0.0/24"))
	wantKind(t, err, KindNotFound, "172.23.0.0/24")
}

// testInherited changes the global lease time after edits have been made, as another
// administrator would: the subnets must follow.
func testInherited(t *testing.T, b *bench) {
	ctx := context.Background()
	create(t, b.client, reservation(10, 10))
	if _, err := b.client.CreatePool(ctx, V4, 10, Pool{Range: mustRange(t, subnetAddress(10, 220)+"-"+subnetAddress(10, 225))}); err != nil {
		t.Fatal(err)
	}
	if got := b.subnet(t, 10).Set.ValidLifetime; got != nil {
		t.Errorf("lease time %d seems to be set on the subnet", *got)
	}
	for _, seconds := range []int64{1111, 1000} {
		_, err := b.client.change(ctx, V4, &edit{
			apply: func(d *document, _ bool) error {
				for _, key := range []string{"valid-lifetime", "min-valid-lifetime", "max-valid-lifetime"} {
					d.tree[key] = seconds
				}
				return nil
			},
			holds: func(d *document) bool { return numberOf(d.tree["valid-lifetime"]) == seconds },
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := b.subnet(t, 10).Effective.ValidLifetime; got == nil || *got != seconds {
			t.Errorf("the lease time of the subnet does not follow: %v, want %d", got, seconds)
		}
	}
}

func testForeign(t *testing.T, b *bench) {
	ctx := context.Background()
	_, err := b.client.change(ctx, V4, &edit{
		apply: func(d *document, _ bool) error {
			d.subnets[11].raw["ddns-qualifying-suffix"] = "example.com"
			d.subnets[11].raw["pools"] = []any{map[string]any{"pool": subnetAddress(11, 50) + "-" + subnetAddress(11, 60), "user-context": map[string]any{"a": 1}}}
			return nil
		},
		holds: func(d *document) bool { return d.subnets[11].raw["ddns-qualifying-suffix"] == "example.com" },
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.client.UpdateSubnet(ctx, Subnet{ID: 11, Prefix: netip.MustParsePrefix(subnetText(11)), Settings: Settings{ValidLifetime: pointer(int64(4321))}}); err != nil {
		t.Fatal(err)
	}
	create(t, b.client, reservation(11, 10))
	d, err := b.newClient(t).first(V4).fetch(ctx)
	if err != nil {
		t.Fatal(err)
	}
	raw := d.subnets[11].raw
	if raw["ddns-qualifying-suffix"] != "example.com" || len(listOf(raw["pools"])) != 1 || mapsOf(raw["pools"])[0]["user-context"] == nil || numberOf(raw["valid-lifetime"]) != 4321 {
		t.Errorf("now %v", raw)
	}
}

func testPool(t *testing.T, b *bench) {
	ctx := context.Background()
	pool := Pool{Range: mustRange(t, subnetAddress(12, 208)+" - "+subnetAddress(12, 223)), Options: []Option{{Name: "domain-name", Data: "a.example"}}, ClientClasses: []string{"c1"}}
	if pool.Range.String() != subnetAddress(12, 208)+"/28" {
		t.Errorf("spelled %s", pool.Range)
	}
	if _, err := b.client.CreatePool(ctx, V4, 12, pool); err != nil {
		t.Fatal(err)
	}
	warning, err := b.client.CreatePool(ctx, V4, 12, pool)
	if err != nil || warning.Summary != "The object existed already" {
		t.Errorf("the same pool again: %v %v", warning, err)
	}
	_, err = b.client.CreatePool(ctx, V4, 12, Pool{Range: pool.Range})
	wantKind(t, err, KindExists, "pool")
	_, err = b.client.CreatePool(ctx, V4, 12, Pool{Range: mustRange(t, subnetAddress(12, 220)+"-"+subnetAddress(12, 230))})
	wantKind(t, err, KindExists, "overlaps")
	pool.Options, pool.ClientClasses = []Option{}, []string{}
	if _, err := b.client.UpdatePool(ctx, V4, 12, pool); err != nil {
		t.Fatal(err)
	}
	got, err := b.newClient(t).Pool(ctx, V4, 12, pool.Range)
	if err != nil || !got.Same(V4, pool) {
		t.Errorf("%+v %v", got, err)
	}
	for range 2 {
		if _, err := b.client.DeletePool(ctx, V4, 12, pool.Range); err != nil {
			t.Fatal(err)
		}
	}
	_, err = b.newClient(t).Pool(ctx, V4, 12, pool.Range)
	wantKind(t, err, KindNotFound)
	if n := len(b.subnet(t, 12).Set.Pools); n != 1 {
		t.Errorf("%d pools are left, want the one that was there", n)
	}
}

func testSubnetInUse(t *testing.T, b *bench) {
	ctx := context.Background()
	create(t, b.client, reservation(13, 10))
	_, err := b.client.DeleteSubnet(ctx, V4, 13, false)
	wantKind(t, err, KindInUse, "1 reservations")
	b.raw(t, "lease4-add", map[string]any{"ip-address": subnetAddress(14, 3), "hw-address": "02:00:00:00:ff:02", "subnet-id": 14})
	_, err = b.client.DeleteSubnet(ctx, V4, 14, false)
	wantKind(t, err, KindInUse, "1 leases")
	for range 2 {
		if _, err := b.client.DeleteSubnet(ctx, V4, 13, true); err != nil {
			t.Fatal(err)
		}
	}
	_, err = b.newClient(t).Subnet(ctx, V4, 13)
	wantKind(t, err, KindNotFound)
	all, err := b.newClient(t).Reservations(ctx, V4)
	if err != nil || countIn(all, 13) != 0 {
		t.Errorf("%d orphans, %v", countIn(all, 13), err)
	}
}
