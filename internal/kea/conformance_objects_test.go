package kea

import (
	"context"
	"net/netip"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wantRefused runs a change that must be refused, and checks the kind.
func wantRefused(t *testing.T, change func() (Warning, error), kind Kind, words ...string) {
	t.Helper()
	_, err := change()
	wantKind(t, err, kind, words...)
}

func wantDone(t *testing.T, change func() (Warning, error)) Warning {
	t.Helper()
	warning, err := change()
	if err != nil {
		t.Fatal(err)
	}
	return warning
}

func testNetwork(t *testing.T, b *bench) {
	ctx := context.Background()
	full := Network{Name: "floor 2", Settings: Settings{
		Options: []Option{{Name: "routers", Data: "172.30.0.1"}}, ValidLifetime: pointer(int64(3600)), MinValidLifetime: pointer(int64(1800)), MaxValidLifetime: pointer(int64(7200)),
		RenewTimer: pointer(int64(900)), RebindTimer: pointer(int64(1800)), NextServer: pointer("192.0.2.9"), ServerHostname: pointer("boot"), BootFileName: pointer("/pxe"),
		ReservationsGlobal: pointer(true), Relay: []string{"192.0.2.77"}, ClientClasses: []string{"c1"}, EvaluateClasses: []string{"c2"}, UserContext: `{"site":"x"}`,
	}}
	create := func(n Network) func() (Warning, error) {
		return func() (Warning, error) { return b.client.CreateNetwork(ctx, V4, n) }
	}
	read := func(want Network, subnets int) {
		t.Helper()
		got, err := b.newClient(t).Network(ctx, V4, want.Name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.Set, sameSubnet); diff != "" || len(got.Subnets) != subnets {
			t.Errorf("%d subnets, want %d\n%s", len(got.Subnets), subnets, diff)
		}
	}
	wantDone(t, create(full))
	read(full, 0)
	if got := wantDone(t, create(full)).Summary; got != "The object existed already" {
		t.Errorf("the same again: %q", got)
	}
	wantRefused(t, create(Network{Name: full.Name}), KindExists, "floor 2")
	subnet := Subnet{ID: 600, Prefix: netip.MustParsePrefix("172.30.0.0/24"), Network: full.Name}
	if _, _, err := b.client.CreateSubnet(ctx, subnet); err != nil {
		t.Fatal(err)
	}
	wantRefused(t, create(full), KindExists)
	remove := func() (Warning, error) { return b.client.DeleteNetwork(ctx, V4, full.Name) }
	wantRefused(t, remove, KindInUse, "172.30.0.0/24")
	bare := Network{Name: full.Name, Settings: Settings{Options: []Option{}, ValidLifetime: pointer(int64(600))}}
	wantDone(t, func() (Warning, error) { return b.client.UpdateNetwork(ctx, V4, bare) })
	read(bare, 1)
	if got := b.subnet(t, 600); got.Set.ValidLifetime != nil || *got.Effective.ValidLifetime != 600 || got.Set.Network != full.Name {
		t.Errorf("the subnet does not inherit: %+v", got)
	}
	wantRefused(t, create(Network{Name: "bad", Settings: Settings{Options: []Option{{Name: "routers", Data: "nowhere"}}}}), KindInvalid, "nowhere")
	if _, err := b.client.DeleteSubnet(ctx, V4, 600, true); err != nil {
		t.Fatal(err)
	}
	wantDone(t, remove)
	wantDone(t, remove)
	if _, err := b.newClient(t).Network(ctx, V4, full.Name); KindOf(err) != KindNotFound {
		t.Errorf("after the delete: %v", err)
	}
	wantRefused(t, func() (Warning, error) { return b.client.UpdateNetwork(ctx, V4, bare) }, KindNotFound, "floor 2")
}

func testClass(t *testing.T, b *bench) {
	ctx := context.Background()
	full := Class{
		Name: "phones", Test: "option[60].hex == 'phone'", OnlyAdditional: true, Options: []Option{{Name: "domain-name", Data: "phones.example"}},
		ValidLifetime: pointer(int64(600)), NextServer: "192.0.2.9", ServerHostname: "boot", BootFileName: "/pxe", UserContext: `{"a":1}`,
	}
	create := func(k Class) func() (Warning, error) {
		return func() (Warning, error) { return b.client.CreateClass(ctx, V4, k) }
	}
	remove := func(name string) func() (Warning, error) {
		return func() (Warning, error) { return b.client.DeleteClass(ctx, V4, name) }
	}
	read := func(want Class) {
		t.Helper()
		got, err := b.newClient(t).Class(ctx, V4, want.Name)
		if err != nil {
			t.Fatal(err)
		}
		if !want.same(V4, got) {
			t.Errorf("%s", cmp.Diff(want, got))
		}
	}
	wantDone(t, create(full))
	read(full)
	if got := wantDone(t, create(full)).Summary; got != "The object existed already" {
		t.Errorf("the same again: %q", got)
	}
	wantRefused(t, create(Class{Name: "phones"}), KindExists, "phones")
	wantDone(t, create(Class{Name: "old phones", Test: "member('phones')"}))
	wantRefused(t, create(Class{Name: "bad", Test: "member('nobody')"}), KindInvalid, "nobody")
	wantRefused(t, create(Class{Name: "bad", Test: "substring(option[60].hex,0,3"}), KindInvalid, "substring")
	bare := Class{Name: "phones", Test: "option[60].hex == 'handset'"}
	wantDone(t, func() (Warning, error) { return b.client.UpdateClass(ctx, V4, bare) })
	read(bare)
	if _, err := remove("phones")(); err == nil {
		t.Error("a class that another one refers to was removed")
	}
	read(bare)
	for range 2 {
		wantDone(t, remove("old phones"))
		wantDone(t, remove("phones"))
	}
	if _, err := b.newClient(t).Class(ctx, V4, "phones"); KindOf(err) != KindNotFound {
		t.Errorf("after the delete: %v", err)
	}
	wantRefused(t, func() (Warning, error) { return b.client.UpdateClass(ctx, V4, bare) }, KindNotFound, "phones")
	template := create(Class{Name: "by relay", TemplateTest: "relay4[1].hex"})
	if can, err := b.client.first(V4).can(ctx, commandHash); err != nil || !can {
		wantRefused(t, template, KindUnsupported, "template")
		return
	}
	wantDone(t, template)
	read(Class{Name: "by relay", TemplateTest: "relay4[1].hex"})
}

func testDefinition(t *testing.T, b *bench) {
	ctx := context.Background()
	full := OptionDefinition{Space: "dhcp4", Code: 234, Name: "call-server", Type: "record", RecordTypes: "uint8, ipv4-address", Encapsulate: "calls", UserContext: `{"a":1}`}
	create := func(o OptionDefinition) func() (Warning, error) {
		return func() (Warning, error) { return b.client.CreateOptionDefinition(ctx, V4, o) }
	}
	remove := func() (Warning, error) { return b.client.DeleteOptionDefinition(ctx, V4, "dhcp4", 234) }
	read := func(want OptionDefinition) {
		t.Helper()
		got, err := b.newClient(t).OptionDefinition(ctx, V4, want.Space, want.Code)
		if err != nil || !want.same(got) {
			t.Errorf("%v %s", err, cmp.Diff(want, got))
		}
	}
	wantDone(t, create(full))
	read(full)
	if got := wantDone(t, create(full)).Summary; got != "The object existed already" {
		t.Errorf("the same again: %q", got)
	}
	changed := OptionDefinition{Space: "dhcp4", Code: 234, Name: "call-servers", Type: "ipv4-address", Array: true}
	wantRefused(t, create(changed), KindExists, "234")
	wantRefused(t, create(OptionDefinition{Space: "dhcp4", Code: 235, Name: "call-server", Type: "string"}), KindExists, "call-server")
	wantRefused(t, create(OptionDefinition{Space: "dhcp4", Code: 3, Name: "gate", Type: "string"}), KindInvalid, "override")
	wantRefused(t, create(OptionDefinition{Space: "dhcp4", Code: 236, Name: "x", Type: "banana"}), KindInvalid)
	wantDone(t, create(OptionDefinition{Space: "calls", Code: 1, Name: "sub", Type: "uint16"}))
	wantDone(t, func() (Warning, error) { return b.client.UpdateOptionDefinition(ctx, V4, changed) })
	read(changed)
	// An option by its new name: while it is there the definition stays.
	class := Class{Name: "callers", Options: []Option{{Name: "call-servers", Data: "192.0.2.1, 192.0.2.2"}}}
	wantDone(t, func() (Warning, error) { return b.client.CreateClass(ctx, V4, class) })
	if _, err := remove(); err == nil {
		t.Error("a definition that an option needs was removed")
	}
	wantDone(t, func() (Warning, error) { return b.client.DeleteClass(ctx, V4, "callers") })
	wantDone(t, remove)
	wantDone(t, remove)
	wantDone(t, func() (Warning, error) { return b.client.DeleteOptionDefinition(ctx, V4, "calls", 1) })
	if _, err := b.newClient(t).OptionDefinition(ctx, V4, "dhcp4", 234); KindOf(err) != KindNotFound {
		t.Errorf("after the delete: %v", err)
	}
}

func testGlobals(t *testing.T, b *bench) {
	ctx := context.Background()
	set := func(wanted, released Settings, create bool) func() (Warning, error) {
		return func() (Warning, error) { return b.client.SetGlobals(ctx, V4, wanted, released, create) }
	}
	globals := func() Settings {
		t.Helper()
		got, err := b.newClient(t).Globals(ctx, V4)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	foreign := Settings{Options: []Option{{Name: "ntp-servers", Data: "192.0.2.123"}}}
	wantDone(t, set(foreign, Settings{}, true))
	wanted := Settings{
		Options: []Option{{Name: "domain-name", Data: "a.example"}, {Name: "domain-name-servers", Data: "192.0.2.53"}}, ValidLifetime: pointer(int64(4000)), MinValidLifetime: pointer(int64(4000)),
		RenewTimer: pointer(int64(900)), RebindTimer: pointer(int64(1800)), NextServer: pointer("192.0.2.9"), ReservationsGlobal: pointer(true),
	}
	wantDone(t, set(wanted, Settings{}, true))
	wantDone(t, set(wanted, Settings{}, true)) // as an apply that was broken off leaves it
	got := globals()
	if len(got.Options) != 3 || *got.ValidLifetime != 4000 || *got.MinValidLifetime != 4000 || *got.RenewTimer != 900 || *got.NextServer != "192.0.2.9" || !*got.ReservationsGlobal {
		t.Errorf("set: %+v", got)
	}
	if subnet := b.subnet(t, 20); *subnet.Effective.ValidLifetime != 4000 || subnet.Set.ValidLifetime != nil {
		t.Errorf("the subnet does not follow: %d", *subnet.Effective.ValidLifetime)
	}
	wantRefused(t, set(Settings{Options: []Option{{Code: 15, Data: "b.example"}}}, Settings{}, true), KindExists, "domain-name", "a.example")
	fewer := Settings{Options: []Option{{Name: "domain-name", Data: "b.example"}}, ValidLifetime: pointer(int64(1000))}
	wantDone(t, set(fewer, wanted, false))
	got = globals()
	if len(got.Options) != 2 || got.Options[1].Data != "b.example" || *got.ValidLifetime != 1000 || got.RenewTimer != nil || got.RebindTimer != nil || *got.NextServer != "0.0.0.0" {
		t.Errorf("changed: %+v", got)
	}
	wantRefused(t, set(Settings{MinValidLifetime: pointer(int64(9000))}, Settings{}, false), KindInvalid, "valid-lifetime")
	wantDone(t, set(Settings{ValidLifetime: pointer(int64(1000))}, fewer, false))
	wantDone(t, set(Settings{}, foreign, false))
	if got = globals(); len(got.Options) != 0 || *got.ValidLifetime != 1000 {
		t.Errorf("released: %+v", got)
	}
}
