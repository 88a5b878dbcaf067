package windows

import (
	"net/netip"
	"strings"
	"testing"
)

// newPair starts two servers with the scopes 10.1.0.0 to 10.5.0.0 on the first.
func newPair(t *testing.T) *lab {
	t.Helper()
	l := newLab(t, 2)
	for n := byte(1); n <= 5; n++ {
		mustCreate(t, l, numbered(n))
	}
	return l
}

// standby is a hot-standby relationship.
func standby(name string, scopes ...string) Failover {
	return Failover{Name: name, Partner: "dhcp2.lab.example", Mode: HotStandby, Role: RoleActive, ReservePercent: 5, MaxClientLeadTime: 3600, Scopes: addrsOf(scopes...)}
}

// balanced is a load-balance relationship.
func balanced(name string, scopes ...string) Failover {
	return Failover{Name: name, Partner: "192.0.2.12", Mode: LoadBalance, LoadBalancePercent: 60, MaxClientLeadTime: 7200, StateSwitchInterval: 1800, AutoStateTransition: true, Scopes: addrsOf(scopes...)}
}

func addrsOf(texts ...string) []netip.Addr {
	out := make([]netip.Addr, len(texts))
	for i, text := range texts {
		out[i] = ip(text)
	}
	return out
}

func mustFailover(t testing.TB, l *lab, f Failover) {
	t.Helper()
	if _, err := l.CreateFailover(t.Context(), f, ""); err != nil {
		t.Fatal(err)
	}
}

func TestFailoverLife(t *testing.T) {
	l := newPair(t)
	there := l.other(t)
	for _, f := range []Failover{standby("HS", "10.1.0.0", "10.2.0.0"), balanced("LB", "10.3.0.0")} {
		made, err := l.CreateFailover(t.Context(), f, "secret")
		if err != nil {
			t.Fatal(err)
		}
		if different := made.differences(f); len(different) > 0 || !made.Authenticated {
			t.Errorf("%s differs in %v", f.Name, different)
		}
	}
	if s, err := l.ReadScope(t.Context(), ip("10.2.0.0")); err != nil || s.Relationship != "HS" {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := there.ReadScope(t.Context(), ip("10.2.0.0")); err != nil || !s.Equal(numbered(2)) {
		t.Errorf("the partner has %+v, %v", s, err)
	}
	if list, err := l.ListFailovers(t.Context()); err != nil || len(list) != 2 || list[0].Name != "HS" || list[1].Name != "LB" {
		t.Errorf("%v, %v", list, err)
	}
	for _, name := range []string{"HS", "LB", "HS"} {
		if err := l.DeleteFailover(t.Context(), name, ""); err != nil {
			t.Error(err)
		}
	}
	_, err := l.ReadFailover(t.Context(), "HS")
	_ = wantKind(t, err, KindNotFound)
	if list, _, err := l.ListScopes(t.Context()); err != nil || len(list) != 5 {
		t.Errorf("this server kept %d scopes, %v", len(list), err)
	}
	if list, _, err := there.ListScopes(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("the partner kept %d scopes, %v", len(list), err)
	}
}

func TestPlanFailoverSet(t *testing.T) {
	hs, lb := standby("F"), balanced("F")
	for _, c := range []struct {
		name    string
		current Failover
		edit    func(*Failover)
		secret  SecretChange
		want    string
	}{
		{"nothing", hs, func(*Failover) {}, SecretChange{}, ""},
		{"fields of the other mode do not count", hs, func(f *Failover) { f.LoadBalancePercent = 7 }, SecretChange{}, ""},
		{"reserve", hs, func(f *Failover) { f.ReservePercent = 0 }, SecretChange{}, "ReservePercent=0"},
		{"share", lb, func(f *Failover) { f.LoadBalancePercent = 10 }, SecretChange{}, "LoadBalancePercent=10"},
		{"mode goes with its percentage", hs, func(f *Failover) { f.Mode, f.LoadBalancePercent = LoadBalance, 50 }, SecretChange{}, "LoadBalancePercent=50 Mode=LoadBalance"},
		{"lead time", hs, func(f *Failover) { f.MaxClientLeadTime = 60 }, SecretChange{}, "MaxClientLeadTime=1m0s"},
		{"an interval turns the transition on", hs, func(f *Failover) { f.StateSwitchInterval, f.AutoStateTransition = 60, true }, SecretChange{}, "StateSwitchInterval=1m0s"},
		{"turning it off empties the interval", lb, func(f *Failover) { f.StateSwitchInterval, f.AutoStateTransition = 0, false }, SecretChange{}, "AutoStateTransition=false"},
		{"a new secret", hs, func(*Failover) {}, SecretChange{Secret: "s"}, "SharedSecret=s"},
		{"no secret", hs, func(*Failover) {}, SecretChange{Off: true}, "SharedSecret=<nil>"},
	} {
		desired := c.current
		c.edit(&desired)
		got := ""
		for _, call := range planFailoverSet(c.current, desired, c.secret) {
			if err := call.Check(); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			got += strings.TrimPrefix(strings.Replace(strings.Replace(told(call), " Force=true", "", 1), " Name=F", "", 1), "Set Failover ")
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestFailoverChangesInPlace(t *testing.T) {
	l := newPair(t)
	mustFailover(t, l, standby("F", "10.1.0.0"))
	for _, edit := range []func(*Failover){
		func(f *Failover) { f.ReservePercent, f.MaxClientLeadTime = 10, 1800 },
		func(f *Failover) { f.StateSwitchInterval, f.AutoStateTransition = 600, true },
		func(f *Failover) { f.StateSwitchInterval, f.AutoStateTransition = 0, false },
		func(f *Failover) { f.Mode, f.LoadBalancePercent = LoadBalance, 70 },
		func(f *Failover) { f.Mode, f.Role, f.ReservePercent = HotStandby, RoleActive, 20 },
		func(f *Failover) { f.Scopes = addrsOf("10.1.0.0", "10.2.0.0", "10.3.0.0") },
		func(f *Failover) { f.Scopes = addrsOf("10.3.0.0", "10.4.0.0") },
		func(f *Failover) { f.Scopes = addrsOf("10.5.0.0") },
	} {
		f, err := l.ReadFailover(t.Context(), "F")
		if err != nil {
			t.Fatal(err)
		}
		desired := *f
		edit(&desired)
		now, err := l.UpdateFailover(t.Context(), desired, SecretChange{})
		if err != nil {
			t.Fatal(err)
		}
		if different := now.differences(desired); len(different) > 0 {
			t.Errorf("differs in %v", different)
		}
	}
	if list, _, err := l.other(t).ListScopes(t.Context()); err != nil || len(list) != 1 || list[0].ID() != ip("10.5.0.0") {
		t.Errorf("the partner has %v, %v", list, err)
	}
}

func TestSecretChanges(t *testing.T) {
	l := newPair(t)
	f := standby("F", "10.1.0.0")
	mustFailover(t, l, f)
	if now, err := l.UpdateFailover(t.Context(), f, SecretChange{Secret: "s"}); err != nil || !now.Authenticated {
		t.Errorf("%+v, %v", now, err)
	}
	if now, err := l.UpdateFailover(t.Context(), f, SecretChange{Off: true}); err != nil || now.Authenticated {
		t.Errorf("%+v, %v", now, err)
	}
}

func TestCreateFailoverRefusals(t *testing.T) {
	l := newPair(t)
	there := l.other(t)
	mustFailover(t, l, standby("F", "10.1.0.0"))
	mustCreate(t, there, numbered(2))
	l.invoke(t, "Set-DhcpServerv4Scope", map[string]any{"ScopeId": "10.3.0.0", "Type": "Both"})
	partner := func(f Failover, host string) Failover { f.Partner = host; return f }
	for _, c := range []struct {
		f     Failover
		kind  Kind
		words string
	}{
		{standby("F", "10.4.0.0"), KindExists, "with the partner dhcp2.lab.example"},
		{standby("G", "10.1.0.0"), KindConflict, "in the failover relationship F"},
		{standby("G", "10.2.0.0"), KindConflict, "the partner dhcp2.lab.example already has the scope 10.2.0.0/24"},
		{standby("G", "10.3.0.0"), KindInvalid, "BOOTP"},
		{standby("G", "10.9.0.0"), KindNotFound, "does not exist on this server"},
		{partner(standby("G", "10.4.0.0"), "DHCP1"), KindInvalid, "this server itself"},
		{partner(standby("G", "10.4.0.0"), "nobody.example"), KindPartner, ""},
	} {
		made, err := l.CreateFailover(t.Context(), c.f, "")
		if e := wantKind(t, err, c.kind); !strings.Contains(e.Error(), c.words) || made != nil {
			t.Errorf("%s with %v: %v, made %+v", c.f.Name, c.f.Scopes, e, made)
		}
	}
}
