package windows

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
)

// wanting is a set of the office scope from address (last byte) to client.
func wanting(of map[int]int) ReservationSet {
	set := ReservationSet{Scope: ip("10.1.0.0")}
	for _, last := range slices.Sorted(maps.Keys(of)) {
		r := printer(last, of[last])
		set.Wanted = append(set.Wanted, ReservationUpdate{Scope: r.Scope, Address: r.Address, ClientID: r.ClientID, Name: &r.Name, Description: r.Description, Type: r.Type})
	}
	return set
}

// owning lets a set own what another one wants.
func (s ReservationSet) owning(o ReservationSet) ReservationSet {
	for _, w := range o.Wanted {
		s.Owned = append(s.Owned, w.Address)
	}
	return s
}

// standing tells which client each address of the office scope is reserved for.
func standing(t *testing.T, l *lab) map[int]int {
	t.Helper()
	list, err := l.ListReservations(t.Context(), ip("10.1.0.0"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[int]int{}
	for _, r := range list {
		out[int(r.Address.As4()[3])] = int(r.ClientID[4])<<8 | int(r.ClientID[5])
	}
	return out
}

func mustApply(t *testing.T, l *lab, set ReservationSet) {
	t.Helper()
	result, err := l.ApplyReservations(t.Context(), set)
	if err != nil || len(result.Failed) > 0 {
		t.Fatalf("%v, %v", result.Failed, err)
	}
}

func TestReservationSetChanges(t *testing.T) {
	type m = map[int]int
	for name, c := range map[string]struct {
		before, after m
		clients       int // changes of a client in place
		removals      int
	}{
		"new":          {m{}, m{50: 1, 51: 2}, 0, 0},
		"all gone":     {m{50: 1, 51: 2}, m{}, 0, 2},
		"nothing":      {m{50: 1}, m{50: 1}, 0, 0},
		"client":       {m{50: 1}, m{50: 2}, 1, 0},
		"moved client": {m{50: 1}, m{51: 1}, 0, 1},
		"chain":        {m{50: 1, 51: 2, 52: 3}, m{50: 2, 51: 3, 52: 4}, 3, 0},
		"swap":         {m{50: 1, 51: 2}, m{50: 2, 51: 1}, 1, 1},
		"circle":       {m{50: 1, 51: 2, 52: 3}, m{50: 2, 51: 3, 52: 1}, 2, 1},
		"freed client": {m{50: 1, 51: 2}, m{50: 2}, 1, 1},
		"everything":   {m{50: 1, 51: 2, 52: 3, 53: 4}, m{50: 2, 51: 1, 53: 4, 54: 3, 55: 9}, 1, 2},
	} {
		l := newLab(t, 1)
		mustCreate(t, l, office())
		mustApply(t, l, wanting(c.before))
		l.engine.Reset()
		mustApply(t, l, wanting(c.after).owning(wanting(c.before)))
		if got := standing(t, l); !maps.Equal(got, c.after) {
			t.Errorf("%s: %v", name, got)
		}
		if n := l.count("Set-DhcpServerv4Reservation"); n != c.clients {
			t.Errorf("%s: %d clients changed in place, want %d", name, n, c.clients)
		}
		if n := l.count("Remove-DhcpServerv4Reservation"); n != c.removals {
			t.Errorf("%s: %d removals, want %d", name, n, c.removals)
		}
	}
}

// Any set leads to any other, whoever holds which client before.
func TestReservationSetRandomly(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	random := rand.New(rand.NewPCG(1, 2))
	draw := func() map[int]int {
		clients, out := random.Perm(12), map[int]int{}
		for i := range random.IntN(10) {
			out[50+random.IntN(12)] = clients[i]
		}
		return out
	}
	before := map[int]int{}
	for i := range 150 {
		after := draw()
		result, err := l.ApplyReservations(t.Context(), wanting(after).owning(wanting(before)))
		if got := standing(t, l); err != nil || len(result.Failed) > 0 || !maps.Equal(got, after) {
			t.Fatalf("%d: from %v to %v: %v, %v %v", i, before, after, got, result.Failed, err)
		}
		before = after
	}
}

func TestReservationSetLeavesStrangersAlone(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	mustReserve(t, l, printer(60, 9))
	set := wanting(map[int]int{50: 1, 51: 9, 60: 2})
	result, err := l.ApplyReservations(t.Context(), set)
	if err != nil || len(result.Failed) != 2 || !maps.Equal(standing(t, l), map[int]int{50: 1, 60: 9}) {
		t.Fatalf("%v, %v, %v", result.Failed, err, standing(t, l))
	}
	if e := wantKind(t, result.Failed[ip("10.1.0.51")], KindConflict); !strings.Contains(e.Message, "has the reservation of 10.1.0.60") {
		t.Errorf("message %q", e.Message)
	}
	_ = wantKind(t, result.Failed[ip("10.1.0.60")], KindConflict)
	set = wanting(map[int]int{50: 1}).owning(wanting(map[int]int{50: 1}))
	set.Exclusive = true
	_, err = l.ApplyReservations(t.Context(), set)
	if e := wantKind(t, err, KindRefused); !strings.Contains(e.Message, "10.1.0.60") || len(standing(t, l)) != 2 {
		t.Errorf("message %q, %v", e.Message, standing(t, l))
	}
	set.MaxRemovals = 1
	mustApply(t, l, set)
	if got := standing(t, l); !maps.Equal(got, map[int]int{50: 1}) {
		t.Errorf("%v", got)
	}
}

// One that fails names itself, and the others are made all the same.
func TestReservationSetPartialFailure(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	l.lease(t, "10.1.0.52")
	set := wanting(map[int]int{50: 11, 51: 12, 52: 13, 53: 14})
	set.Wanted[1].Address = ip("10.2.0.51") // outside the subnet
	result, err := l.ApplyReservations(t.Context(), set)
	if err != nil || len(result.Failed) != 2 || !maps.Equal(standing(t, l), map[int]int{50: 11, 53: 14}) {
		t.Fatalf("%v, %v, %v", result.Failed, err, standing(t, l))
	}
	_ = wantKind(t, result.Failed[ip("10.2.0.51")], KindInvalid)
	_ = wantKind(t, result.Failed[ip("10.1.0.52")], KindConflict)
	// A second administrator takes the client between the look and the change: the
	// reservation that the server loses then is put back.
	var once sync.Once
	l.engine.Before(func(c engine.Call) {
		if c.Cmdlet == "Set-DhcpServerv4Reservation" {
			once.Do(func() {
				l.invoke(t, "Add-DhcpServerv4Reservation", map[string]any{"ScopeId": "10.1.0.0", "IPAddress": "10.1.0.70", "ClientId": clientID(20).String()})
			})
		}
	})
	result, err = l.ApplyReservations(t.Context(), wanting(map[int]int{50: 20, 53: 14}).owning(wanting(map[int]int{50: 11, 53: 14})))
	if err != nil || len(result.Failed) != 1 || !maps.Equal(standing(t, l), map[int]int{50: 11, 53: 14, 70: 20}) {
		t.Errorf("%v, %v, %v", result.Failed, err, standing(t, l))
	}
}

func TestReservationSetWithLostAnswer(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	set := wanting(map[int]int{50: 1, 51: 2})
	l.failWrites(lostEarly)
	result, err := l.ApplyReservations(t.Context(), set)
	if err != nil || len(result.Failed) != 2 || len(result.Now) != 0 {
		t.Errorf("%v, %v, %v", result.Failed, err, result.Now)
	}
	l.failWrites(lostAfter)
	mustApply(t, l, set)
	if n := l.count("Add-DhcpServerv4Reservation"); n != 2 {
		t.Errorf("added %d times", n)
	}
	_, err = l.ApplyReservations(t.Context(), ReservationSet{Scope: ip("10.9.0.0")})
	_ = wantKind(t, err, KindNotFound)
}

// Many reservations go in a few processes, and are replicated once.
func TestReservationSetIsFewProcesses(t *testing.T) {
	l := newLab(t, 2)
	s := office()
	s.Subnet, s.Pool = netip.MustParsePrefix("10.4.0.0/16"), pool("10.4.0.10", "10.4.200.0")
	s.Routers, s.Exclusions = nil, nil
	mustCreate(t, l, s)
	l.invoke(t, "Add-DhcpServerv4Failover", map[string]any{"Name": "pair", "ScopeId": []any{"10.4.0.0"}, "PartnerServer": "DHCP2"})
	set := ReservationSet{Scope: s.ID()}
	for i := range 1000 {
		set.Wanted = append(set.Wanted, ReservationUpdate{
			Scope: s.ID(), Address: netip.MustParseAddr(fmt.Sprintf("10.4.%d.%d", 1+i/200, 1+i%200)), ClientID: clientID(i), Type: ScopeBoth,
		})
	}
	l.engine.Reset()
	replications := l.Stats().Replications
	mustApply(t, l, set)
	if n := l.engine.Processes(); n > 6 {
		t.Errorf("%d processes", n)
	}
	if n := l.Stats().Replications - replications; n != 1 {
		t.Errorf("%d replications", n)
	}
	if list, err := l.other(t).ListReservations(t.Context(), s.ID()); err != nil || len(list) != 1000 {
		t.Errorf("%d on the partner, %v", len(list), err)
	}
}
