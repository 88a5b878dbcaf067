package windows

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

const day = dhcp.LeaseDuration(86400)

func labV6() ScopeV6 {
	return ScopeV6{
		Prefix: ip("2001:db8:0:1::"), Name: "Lab 'größe' $(x) 🖨", Description: "first floor", Preference: 7, Active: true,
		Times: dhcp.LifetimesV6{Preferred: 8 * day, Valid: 12 * day, T1: 4 * day, T2: 552960},
	}
}

func mustCreateV6(t *testing.T, l *lab, s ScopeV6) {
	t.Helper()
	if _, err := l.CreateScopeV6(t.Context(), s); err != nil {
		t.Fatal(err)
	}
}

func leaseV6(t *testing.T, l *lab, address string) {
	t.Helper()
	if err := l.world.Event(l.server, "lease", map[string]any{"address": address, "duid": "00-03-00-01-aa-bb-cc-dd-ee-ff", "iaid": int64(9), "state": "Active", "seconds": int64(3600)}); err != nil {
		t.Fatal(err)
	}
}

// Times change from any valid set to any other, whatever the server checks on the way.
func TestScopeV6LifetimesFromAnyToAny(t *testing.T) {
	l := newLab(t, 1)
	s := labV6()
	mustCreateV6(t, l, s)
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		cut := func(top dhcp.LeaseDuration) dhcp.LeaseDuration {
			return 1 + dhcp.LeaseDuration(random.Int64N(int64(top)-1))
		}
		times := dhcp.LifetimesV6{Valid: 100 + cut(1000000)}
		times.Preferred = 50 + cut(times.Valid-50)
		times.T2 = 2 + cut(times.Preferred-2)
		times.T1 = cut(times.T2)
		if times.T2 >= times.Preferred || times.T1 >= times.T2 || times.Preferred >= times.Valid {
			continue
		}
		s.Times = times
		s.Active = random.IntN(2) == 0
		if got, err := l.UpdateScopeV6(t.Context(), s); err != nil || *got != s {
			t.Fatalf("to %+v: %+v, %v", s, got, err)
		}
	}
}

func TestScopeV6PlanOrder(t *testing.T) {
	names := func(calls []cmdlet.Call) string {
		var out []string
		for _, c := range calls {
			out = append(out, strings.ReplaceAll(strings.ReplaceAll(c.String(), "-DhcpServerv6Scope", ""), " -Prefix", ""))
		}
		return strings.Join(out, "; ")
	}
	was := labV6()
	change := func(f func(*ScopeV6)) ScopeV6 { s := was; f(&s); return s }
	for _, c := range []struct {
		what    string
		desired ScopeV6
		want    string
	}{
		{"nothing", was, ""},
		{"down", change(func(s *ScopeV6) { s.Times.T1, s.Times.T2 = day, 2*day }), "Set -T1; Set -T2"},
		{"up", change(func(s *ScopeV6) { s.Times.T1, s.Times.T2 = 7*day, 15*day/2 }), "Set -T2; Set -T1"},
		{"valid", change(func(s *ScopeV6) { s.Times.Valid = 13 * day }), "Set -ValidLifeTime"},
		{"preferred keeps T1", change(func(s *ScopeV6) { s.Times.Preferred = 10 * day }), "Set -PreferredLifeTime -ValidLifeTime; Set -T1; Set -T2"},
		{"off and renamed", change(func(s *ScopeV6) { s.Active, s.Name = false, "x" }), "Set -State; Set -Name"},
	} {
		if got := names(planScopeV6Update(was, c.desired)); got != c.want {
			t.Errorf("%s: %s", c.what, got)
		}
	}
	if got := names(planScopeV6Create(was)); !strings.HasPrefix(got, "Add ") || !strings.HasSuffix(got, "Set -State") {
		t.Errorf("creation: %s", got)
	}
}

func TestScopeV6Lifecycle(t *testing.T) {
	l := newLab(t, 1)
	s := labV6()
	s.Times.T1, s.Times.T2 = day, 7*day
	if got, err := l.CreateScopeV6(t.Context(), s); err != nil || *got != s {
		t.Fatalf("%+v, %v", got, err)
	}
	e := wantKind(t, func() error { _, err := l.CreateScopeV6(t.Context(), s); return err }(), KindExists)
	if !strings.Contains(e.Advice, "Import it (id 2001:db8:0:1::)") {
		t.Error(e.Advice)
	}
	other := labV6()
	other.Prefix, other.Active, other.Description = ip("2001:db8::"), false, ""
	mustCreateV6(t, l, other)
	if list, err := l.ListScopesV6(t.Context()); err != nil || len(list) != 2 || list[0] != other || list[1] != s {
		t.Errorf("%+v, %v", list, err)
	}
	if err := l.DeleteScopeV6(t.Context(), other.Prefix, false); err != nil {
		t.Error(err)
	}
	if err := l.DeleteScopeV6(t.Context(), other.Prefix, false); err != nil {
		t.Errorf("the second time: %v", err)
	}
	_ = wantKind(t, func() error { _, err := l.ReadScopeV6(t.Context(), other.Prefix); return err }(), KindNotFound)
	_ = wantKind(t, func() error { _, err := l.UpdateScopeV6(t.Context(), other); return err }(), KindNotFound)
}

func TestScopeV6WithClients(t *testing.T) {
	l := newLab(t, 1)
	s := labV6()
	mustCreateV6(t, l, s)
	leaseV6(t, l, "2001:db8:0:1::50")
	e := wantKind(t, l.DeleteScopeV6(t.Context(), s.Prefix, false), KindInUse)
	if !strings.Contains(e.Message, "2001:db8:0:1::50") {
		t.Error(e.Message)
	}
	l.world.Pass(2 * 3600e9) // the lease ends, its record stays
	if err := l.DeleteScopeV6(t.Context(), s.Prefix, false); err != nil {
		t.Error(err)
	}
	mustCreateV6(t, l, s)
	leaseV6(t, l, "2001:db8:0:1::50")
	if err := l.DeleteScopeV6(t.Context(), s.Prefix, true); err != nil {
		t.Error(err)
	}
}

func TestScopeV6WithLostAnswers(t *testing.T) {
	l := newLab(t, 1)
	s := labV6()
	l.failWrites(lostEarly)
	_ = wantKind(t, func() error { _, err := l.CreateScopeV6(t.Context(), s); return err }(), KindUnknownOutcome)
	l.failWrites(lostAfter)
	if got, err := l.CreateScopeV6(t.Context(), s); err != nil || *got != s {
		t.Errorf("%+v, %v", got, err)
	}
	s.Name = "renamed"
	if got, err := l.UpdateScopeV6(t.Context(), s); err != nil || got.Name != "renamed" {
		t.Errorf("%+v, %v", got, err)
	}
	if err := l.DeleteScopeV6(t.Context(), s.Prefix, false); err != nil {
		t.Error(err)
	}
	l.failWrites(sound)
	// A creation that the server refuses half-way leaves nothing.
	s.Times.T2 = s.Times.Preferred
	_ = wantKind(t, func() error { _, err := l.CreateScopeV6(t.Context(), s); return err }(), KindInvalid)
	_ = wantKind(t, func() error { _, err := l.ReadScopeV6(t.Context(), s.Prefix); return err }(), KindNotFound)
}

func TestExclusionV6(t *testing.T) {
	l := newLab(t, 1)
	s := labV6()
	at := func(start, end string) ExclusionV6 { return ExclusionV6{s.Prefix, pool(start, end)} }
	x := at("2001:db8:0:1::10", "2001:db8:0:1::1f")
	_ = wantKind(t, l.CreateExclusionV6(t.Context(), x), KindNotFound)
	mustCreateV6(t, l, s)
	other := at("2001:db8:0:1::40", "2001:db8:0:1::4f")
	for _, x := range []ExclusionV6{x, other} {
		_ = wantKind(t, l.ReadExclusionV6(t.Context(), x), KindNotFound)
		if err := l.CreateExclusionV6(t.Context(), x); err != nil {
			t.Fatal(err)
		}
	}
	_ = wantKind(t, l.CreateExclusionV6(t.Context(), x), KindExists)
	_ = wantKind(t, l.CreateExclusionV6(t.Context(), at("2001:db8:0:1::18", "2001:db8:0:1::2f")), KindConflict)
	// Part of an exclusion is none: nothing is removed.
	if err := l.DeleteExclusionV6(t.Context(), at("2001:db8:0:1::10", "2001:db8:0:1::18")); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := l.DeleteExclusionV6(t.Context(), x); err != nil {
			t.Error(err)
		}
	}
	_ = wantKind(t, l.ReadExclusionV6(t.Context(), x), KindNotFound)
	if err := l.ReadExclusionV6(t.Context(), other); err != nil {
		t.Error(err)
	}
	if n := l.count("Remove-DhcpServerv6ExclusionRange"); n != 1 {
		t.Errorf("removed %d times", n)
	}
	l.failWrites(lostAfter)
	if err := l.CreateExclusionV6(t.Context(), x); err != nil {
		t.Error(err)
	}
}
