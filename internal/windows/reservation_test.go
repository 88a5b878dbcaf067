package windows

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
)

func clientID(n int) dhcp.ClientID {
	return dhcp.ClientID{0xaa, 0xbb, 0xcc, 0, byte(n >> 8), byte(n)}
}

// printer is a reservation in the office scope.
func printer(last int, n int) Reservation {
	return Reservation{
		Scope: ip("10.1.0.0"), Address: netip.AddrFrom4([4]byte{10, 1, 0, byte(last)}), ClientID: clientID(n),
		Name: "printer 'ä'", Description: "second floor", Type: ScopeBoth,
	}
}

func mustReserve(t *testing.T, l *lab, list ...Reservation) {
	t.Helper()
	for _, r := range list {
		if _, err := l.CreateReservation(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
}

func TestReservationLifecycle(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	want := printer(50, 1)
	made, err := l.CreateReservation(t.Context(), want)
	if err != nil || !made.equal(want) {
		t.Fatalf("made %+v, %v", made, err)
	}
	for _, scope := range []netip.Addr{want.Scope, {}} {
		if read, err := l.ReadReservation(t.Context(), scope, want.Address); err != nil || !read.equal(want) {
			t.Errorf("read %+v, %v", read, err)
		}
	}
	name := ""
	now, err := l.UpdateReservation(t.Context(), ReservationUpdate{Scope: want.Scope, Address: want.Address, ClientID: clientID(2), Name: &name, Type: ScopeDhcp})
	if err != nil || now.Name != "" || now.Description != "" || now.Type != ScopeDhcp || now.ClientID.String() != clientID(2).String() {
		t.Fatalf("updated %+v, %v", now, err)
	}
	_ = wantKind(t, l.DeleteReservation(t.Context(), want.Scope, want.Address, clientID(1)), KindChangedMeanwhile)
	for range 2 {
		if err := l.DeleteReservation(t.Context(), want.Scope, want.Address, clientID(2)); err != nil {
			t.Fatal(err)
		}
	}
	_, err = l.ReadReservation(t.Context(), want.Scope, want.Address)
	_ = wantKind(t, err, KindNotFound)
	_, err = l.ReadReservation(t.Context(), ip("10.9.0.0"), ip("10.9.0.5"))
	_ = wantKind(t, err, KindNotFound)
	_, err = l.ReadReservation(t.Context(), netip.Addr{}, ip("10.9.0.5"))
	_ = wantKind(t, err, KindNotFound)
}

func TestReservationUpdatePlan(t *testing.T) {
	base := printer(50, 1)
	for _, c := range []struct {
		name string
		edit func(*Reservation)
		want []string
	}{
		{"nothing", func(*Reservation) {}, nil},
		{"name", func(r *Reservation) { r.Name = "x" }, []string{"-IPAddress -Name"}},
		{"cleared", func(r *Reservation) { r.Name, r.Description = "", "" }, []string{"-Description -IPAddress -Name"}},
		{"type", func(r *Reservation) { r.Type = ScopeDhcp }, []string{"-IPAddress -Type"}},
		{"client", func(r *Reservation) { r.ClientID = clientID(2) }, []string{"-ClientId -IPAddress"}},
		{"client and name", func(r *Reservation) { r.ClientID, r.Name = clientID(2), "x" }, []string{"-ClientId -IPAddress", "-IPAddress -Name"}},
	} {
		desired := base
		c.edit(&desired)
		calls := planReservationUpdate(base, desired)
		if len(calls) != len(c.want) {
			t.Errorf("%s: %v", c.name, calls)
			continue
		}
		for i, call := range calls {
			if err := call.Check(); err != nil || call.String() != "Set-DhcpServerv4Reservation "+c.want[i] {
				t.Errorf("%s: %s, %v", c.name, call, err)
			}
		}
	}
}

func TestReservationConflictsAreExplained(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	mustReserve(t, l, printer(50, 1))
	l.lease(t, "10.1.0.60")
	for name, c := range map[string]struct {
		r    Reservation
		kind Kind
		want string
	}{
		"the same":       {printer(50, 1), KindExists, "exists already"},
		"address":        {printer(50, 2), KindConflict, "reserved for the client aa-bb-cc-00-00-01 (\"printer 'ä'\")"},
		"client":         {printer(51, 1), KindConflict, "has the reservation of 10.1.0.50"},
		"lease":          {printer(60, 2), KindConflict, `leased to the client aa-bb-cc-00-00-01 ("pc") until 2030-01-01 09:00 UTC`},
		"outside subnet": {Reservation{Scope: ip("10.1.0.0"), Address: ip("10.2.0.5"), ClientID: clientID(9), Type: ScopeBoth}, KindInvalid, ""},
		"no scope":       {Reservation{Scope: ip("10.9.0.0"), Address: ip("10.9.0.5"), ClientID: clientID(9), Type: ScopeBoth}, KindNotFound, ""},
	} {
		made, err := l.CreateReservation(t.Context(), c.r)
		if e := wantKind(t, err, c.kind); !strings.Contains(e.Message, c.want) || made != nil {
			t.Errorf("%s: %+v %q", name, made, e.Message)
		}
	}
}

// A change to a client that has a reservation would lose both, so it is not tried; when
// somebody else is faster than the look, the lost one is put back.
func TestChangeOfClientNeverLosesAReservation(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	mustReserve(t, l, printer(50, 1), printer(51, 2))
	change := ReservationUpdate{Scope: ip("10.1.0.0"), Address: ip("10.1.0.50"), ClientID: clientID(2), Description: "new", Type: ScopeBoth}
	_, err := l.UpdateReservation(t.Context(), change)
	_ = wantKind(t, err, KindConflict)
	if n := l.count("Set-DhcpServerv4Reservation"); n != 0 {
		t.Errorf("a change was tried %d times", n)
	}
	var once sync.Once
	l.engine.Before(func(c engine.Call) {
		if c.Cmdlet == "Set-DhcpServerv4Reservation" {
			once.Do(func() {
				l.invoke(t, "Add-DhcpServerv4Reservation", map[string]any{"ScopeId": "10.1.0.0", "IPAddress": "10.1.0.52", "ClientId": clientID(3).String()})
			})
		}
	})
	change.ClientID = clientID(3)
	now, err := l.UpdateReservation(t.Context(), change)
	if e := wantKind(t, err, KindConflict); !strings.Contains(e.Message, "put back") || now == nil || !now.equal(printer(50, 1)) {
		t.Errorf("%+v %q", now, e.Message)
	}
}

func TestRemovalSparesAPlainLease(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	l.lease(t, "10.1.0.60")
	if err := l.DeleteReservation(t.Context(), ip("10.1.0.0"), ip("10.1.0.60"), dhcp.ClientID{0xaa, 0xbb, 0xcc, 0, 0, 1}); err != nil {
		t.Error(err)
	}
	mustReserve(t, l, printer(61, 7))
	// Another administrator removes the reservation and a client takes the address, both
	// after it was read.
	var once sync.Once
	l.engine.Before(func(c engine.Call) {
		if _, byAddress := c.Params["IPAddress"]; c.Cmdlet == "Get-DhcpServerv4Reservation" && byAddress {
			once.Do(func() {
				l.invoke(t, "Remove-DhcpServerv4Reservation", map[string]any{"IPAddress": []any{"10.1.0.61"}})
				l.invoke(t, "Add-DhcpServerv4Lease", map[string]any{"ScopeId": "10.1.0.0", "IPAddress": "10.1.0.61", "ClientId": "aa-bb-cc-00-00-09"})
			})
		}
	})
	if err := l.DeleteReservation(t.Context(), ip("10.1.0.0"), ip("10.1.0.61"), clientID(7)); err != nil {
		t.Error(err)
	}
	leases, err := l.ReadLeases(t.Context(), ip("10.1.0.0"))
	if err != nil || len(leases) != 2 {
		t.Errorf("%v, %v", leases, err)
	}
}

func TestReservationWithLostAnswer(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	l.failWrites(lostEarly)
	made, err := l.CreateReservation(t.Context(), printer(50, 1))
	_ = wantKind(t, err, KindUnknownOutcome)
	if made != nil {
		t.Errorf("made %+v", made)
	}
	l.failWrites(lostAfter)
	if made, err = l.CreateReservation(t.Context(), printer(50, 1)); err != nil || made == nil {
		t.Errorf("%+v, %v", made, err)
	}
	if err := l.DeleteReservation(t.Context(), ip("10.1.0.0"), ip("10.1.0.50"), clientID(1)); err != nil {
		t.Error(err)
	}
	if n := l.count("Add-DhcpServerv4Reservation"); n != 1 {
		t.Errorf("added %d times", n)
	}
}

// Two providers, each with many reservations at once, share the free addresses of a
// scope: the server decides, and nobody gets an address twice.
func TestFreeAddressesAreGivenOnce(t *testing.T) {
	a := newLab(t, 1)
	b := &lab{world: a.world, server: a.server, engine: a.engine}
	b.attach(t)
	mustCreate(t, a, office())
	mustReserve(t, a, printer(10, 999))
	a.lease(t, "10.1.0.11")
	const each = 12
	got := make([]netip.Addr, 2*each)
	var wait sync.WaitGroup
	for i := range got {
		wait.Go(func() {
			l := []*lab{a, b}[i%2]
			r := printer(0, i)
			r.Address = netip.Addr{}
			made, err := l.CreateReservationOnFree(t.Context(), r)
			if err != nil {
				t.Error(err)
				return
			}
			got[i] = made.Address
		})
	}
	wait.Wait()
	seen := map[netip.Addr]bool{ip("10.1.0.10"): true, ip("10.1.0.11"): true}
	for i, addr := range got {
		if seen[addr] || pool("10.1.0.20", "10.1.0.29").Contains(addr) || !office().Pool.Contains(addr) {
			t.Errorf("client %d got %s", i, addr)
		}
		seen[addr] = true
	}
	_, err := a.CreateReservationOnFree(t.Context(), Reservation{Scope: ip("10.1.0.0"), ClientID: clientID(0), Type: ScopeBoth})
	_ = wantKind(t, err, KindConflict)
}

func TestNoFreeAddress(t *testing.T) {
	l := newLab(t, 1)
	s := office()
	s.Pool, s.Exclusions = pool("10.1.0.10", "10.1.0.11"), nil
	mustCreate(t, l, s)
	mustReserve(t, l, printer(10, 1))
	free, err := l.FreeAddresses(t.Context(), s.ID(), 5, dhcp.Range{})
	if err != nil || fmt.Sprint(free) != "[10.1.0.11]" {
		t.Errorf("%v, %v", free, err)
	}
	mustReserve(t, l, printer(11, 2))
	_, err = l.CreateReservationOnFree(t.Context(), Reservation{Scope: s.ID(), ClientID: clientID(3), Type: ScopeBoth})
	_ = wantKind(t, err, KindExhausted)
	_, err = l.FreeAddresses(t.Context(), ip("10.9.0.0"), 1, dhcp.Range{})
	_ = wantKind(t, err, KindNotFound)
}

func TestReservationIsReplicated(t *testing.T) {
	l := newLab(t, 2)
	mustCreate(t, l, office())
	l.invoke(t, "Add-DhcpServerv4Failover", map[string]any{"Name": "pair", "ScopeId": []any{"10.1.0.0"}, "PartnerServer": "DHCP2"})
	o := l.other(t)
	mustReserve(t, l, printer(50, 1))
	if _, err := o.ReadReservation(t.Context(), ip("10.1.0.0"), ip("10.1.0.50")); err != nil {
		t.Errorf("on the partner: %v", err)
	}
	if err := l.DeleteReservation(t.Context(), ip("10.1.0.0"), ip("10.1.0.50"), clientID(1)); err != nil {
		t.Fatal(err)
	}
	_, err := o.ReadReservation(t.Context(), ip("10.1.0.0"), ip("10.1.0.50"))
	_ = wantKind(t, err, KindNotFound)
	o.server.StopService()
	made, err := l.CreateReservation(t.Context(), printer(51, 2))
	_ = wantKind(t, err, KindNotReplicated)
	if made == nil || !made.equal(printer(51, 2)) {
		t.Errorf("made %+v", made)
	}
	o.server.StartService()
	if _, err := l.UpdateReservation(t.Context(), ReservationUpdate{Scope: made.Scope, Address: made.Address, ClientID: made.ClientID, Description: made.Description, Type: made.Type, Replicate: true}); err != nil {
		t.Error(err)
	}
	if _, err := o.ReadReservation(t.Context(), ip("10.1.0.0"), ip("10.1.0.51")); err != nil {
		t.Errorf("on the partner: %v", err)
	}
}

func TestListReservations(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office(), numbered(2), numbered(3))
	mustReserve(t, l, printer(60, 2), printer(50, 1), Reservation{Scope: ip("10.3.0.0"), Address: ip("10.3.0.10"), ClientID: clientID(1), Type: ScopeDhcp})
	all, err := l.ListReservations(t.Context(), netip.Addr{})
	if err != nil || len(all) != 3 || all[0].Address != ip("10.1.0.50") || all[2].Scope != ip("10.3.0.0") {
		t.Errorf("%v, %v", all, err)
	}
	one, err := l.ListReservations(t.Context(), ip("10.2.0.0"))
	if err != nil || len(one) != 0 {
		t.Errorf("%v, %v", one, err)
	}
	_, err = l.ListReservations(t.Context(), ip("10.9.0.0"))
	_ = wantKind(t, err, KindNotFound)
}

// Reading many reservations costs one snapshot, and a change is seen at once.
func TestReservationsComeFromOneSnapshot(t *testing.T) {
	l := newLab(t, 1)
	for n := byte(1); n <= 20; n++ {
		mustCreate(t, l, numbered(n))
		a := netip.AddrFrom4([4]byte{10, n, 0, 50})
		mustReserve(t, l, Reservation{Scope: numbered(n).ID(), Address: a, ClientID: clientID(int(n)), Type: ScopeBoth})
	}
	l.engine.Reset()
	for n := byte(1); n <= 20; n++ {
		if _, err := l.ReadReservation(t.Context(), numbered(n).ID(), netip.AddrFrom4([4]byte{10, n, 0, 50})); err != nil {
			t.Fatal(err)
		}
	}
	if n := l.engine.Processes(); n > snapshotThreshold+2 {
		t.Errorf("%d processes for 20 reservations", n)
	}
	n := byte(1 + rand.IntN(20))
	if err := l.DeleteReservation(t.Context(), numbered(n).ID(), netip.AddrFrom4([4]byte{10, n, 0, 50}), clientID(int(n))); err != nil {
		t.Fatal(err)
	}
	_, err := l.ReadReservation(t.Context(), numbered(n).ID(), netip.AddrFrom4([4]byte{10, n, 0, 50}))
	_ = wantKind(t, err, KindNotFound)
}
