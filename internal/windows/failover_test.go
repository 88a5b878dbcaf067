package windows

import (
	"context"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
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

func TestDoubleHopIsDiagnosed(t *testing.T) {
	l := newPair(t)
	mustFailover(t, l, standby("F", "10.1.0.0"))
	l.local.Store(true)
	_ = wantKind(t, l.CheckPartner(t.Context(), "dhcp2.lab.example"), KindDoubleHop)
	_, err := l.CreateFailover(t.Context(), standby("G", "10.2.0.0"), "")
	if e := wantKind(t, err, KindDoubleHop); !strings.Contains(e.Advice, "double hop") {
		t.Error(e.Advice)
	}
	_ = wantKind(t, l.JoinFailover(t.Context(), "F", "", ip("10.3.0.0")), KindDoubleHop)
	_ = wantKind(t, l.LeaveFailover(t.Context(), "F", "", ip("10.1.0.0")), KindDoubleHop)
	_ = wantKind(t, l.DeleteFailover(t.Context(), "F", ""), KindDoubleHop)
	_ = wantKind(t, l.DeleteScope(t.Context(), ip("10.1.0.0"), true), KindDoubleHop)
	now, err := l.UpdateScope(t.Context(), ip("10.1.0.0"), func(s *Scope) { s.Name = "New" }, ScopeUpdate{})
	if e := wantKind(t, err, KindNotReplicated); now == nil || now.Name != "New" || !strings.Contains(e.Advice, "on this server and not on the failover partner") {
		t.Errorf("%+v, %v", now, e)
	}
	if _, err := l.ReadScope(t.Context(), ip("10.1.0.0")); err != nil {
		t.Errorf("the scope was lost: %v", err)
	}
}

func TestChangesAreReplicatedOncePerBatch(t *testing.T) {
	l := newPair(t)
	there := l.other(t)
	mustFailover(t, l, standby("F", "10.1.0.0", "10.2.0.0", "10.3.0.0"))
	l.engine.Reset()
	// Something is under way until all three changes wait.
	l.writes.mu.Lock()
	l.writes.running++
	l.writes.mu.Unlock()
	var wg sync.WaitGroup
	for n := byte(1); n <= 3; n++ {
		wg.Go(func() {
			if _, err := l.UpdateScope(t.Context(), numbered(n).ID(), func(s *Scope) { s.DNSDomain = "new.example" }, ScopeUpdate{}); err != nil {
				t.Error(err)
			}
		})
	}
	waitFor(t, func() bool { l.writes.mu.Lock(); defer l.writes.mu.Unlock(); return len(l.writes.waiting) == 3 })
	l.writes.mu.Lock()
	l.writes.running--
	l.writes.launch()
	l.writes.mu.Unlock()
	wg.Wait()
	for n := byte(1); n <= 3; n++ {
		if s, err := there.ReadScope(t.Context(), numbered(n).ID()); err != nil || s.DNSDomain != "new.example" {
			t.Errorf("the partner has %+v, %v", s, err)
		}
	}
	if n := l.count("Invoke-DhcpServerv4FailoverReplication"); n != 1 {
		t.Errorf("%d replications", n)
	}
}

func TestReplicationCanBeTurnedOffAndMadeUpFor(t *testing.T) {
	l := newPair(t)
	there := l.other(t)
	mustFailover(t, l, standby("F", "10.1.0.0"))
	l.attach(t, func(c *Config) { c.Replicate = false })
	rename := func(s *Scope) { s.Name = "New" }
	if _, err := l.UpdateScope(t.Context(), ip("10.1.0.0"), rename, ScopeUpdate{}); err != nil {
		t.Fatal(err)
	}
	if s, _ := there.ReadScope(t.Context(), ip("10.1.0.0")); s.Name == "New" {
		t.Error("it was replicated all the same")
	}
	if _, err := l.UpdateScope(t.Context(), ip("10.1.0.0"), rename, ScopeUpdate{Replicate: true}); err != nil {
		t.Fatal(err)
	}
	if s, _ := there.ReadScope(t.Context(), ip("10.1.0.0")); s.Name != "New" {
		t.Errorf("the partner has %q", s.Name)
	}
	_ = wantKind(t, l.Replicate(t.Context(), ip("10.2.0.0")), KindInvalid)
	if err := l.Replicate(t.Context(), ip("10.1.0.0")); err != nil {
		t.Error(err)
	}
}

func TestWaitingForNormal(t *testing.T) {
	l := newPair(t)
	mustFailover(t, l, standby("F", "10.1.0.0"))
	l.world.Pass(time.Minute)
	l.server.SetFailoverState("F", "Startup") // goes to Normal by itself
	if err := l.JoinFailover(t.Context(), "F", "", ip("10.2.0.0")); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	l.world.SetCut(true)
	l.world.Pass(10 * time.Minute)
	l.config.Clock.Sleep = func(context.Context, time.Duration) error { cancel(); return context.Canceled }
	err := l.JoinFailover(ctx, "F", "", ip("10.3.0.0"))
	if err == nil || !strings.Contains(err.Error(), "CommunicationInterrupted") && KindOf(err) != KindPartner {
		t.Errorf("got %v", err)
	}
}

func TestScopeMovesBetweenRelationships(t *testing.T) {
	l := newPair(t)
	mustFailover(t, l, standby("A", "10.1.0.0", "10.2.0.0"))
	mustFailover(t, l, balanced("B", "10.3.0.0", "10.4.0.0"))
	// Both updates wait for each other, so time must pass for both at once.
	l.config.Clock = Clock{Now: time.Now, Sleep: func(ctx context.Context, d time.Duration) error {
		l.world.Pass(d)
		return sleep(ctx, time.Millisecond)
	}}
	a, b := standby("A", "10.1.0.0", "10.3.0.0"), balanced("B", "10.2.0.0", "10.4.0.0")
	var wg sync.WaitGroup
	for _, f := range []Failover{a, b} {
		wg.Go(func() {
			if _, err := l.UpdateFailover(t.Context(), f, SecretChange{}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, f := range []Failover{a, b} {
		if now, err := l.ReadFailover(t.Context(), f.Name); err != nil || !slices.Equal(now.Scopes, f.Scopes) {
			t.Errorf("%+v, %v", now, err)
		}
	}
}

func TestJoiningWaitsForTheOtherRelationship(t *testing.T) {
	l := newPair(t)
	mustFailover(t, l, standby("A", "10.1.0.0", "10.2.0.0"))
	mustFailover(t, l, balanced("B", "10.3.0.0"))
	l.world.Pass(time.Minute)
	pass := l.config.Clock.Sleep
	l.config.Clock.Sleep = func(ctx context.Context, d time.Duration) error {
		if err := l.LeaveFailover(ctx, "A", "", ip("10.2.0.0")); err != nil {
			t.Error(err)
		}
		return pass(ctx, d)
	}
	if err := l.JoinFailover(t.Context(), "B", "", ip("10.2.0.0")); err != nil {
		t.Error(err)
	}
	l.config.Clock.Sleep = pass
	if e := wantKind(t, l.JoinFailover(t.Context(), "B", "", ip("10.1.0.0")), KindConflict); !strings.Contains(e.Message, "relationship A") {
		t.Errorf("a scope that stays elsewhere: %v", e)
	}
}

func TestDeletedScopeLeavesItsRelationship(t *testing.T) {
	l := newPair(t)
	there := l.other(t)
	mustFailover(t, l, standby("F", "10.1.0.0", "10.2.0.0"))
	if err := l.DeleteScope(t.Context(), ip("10.1.0.0"), false); err != nil {
		t.Fatal(err)
	}
	if f, err := l.ReadFailover(t.Context(), "F"); err != nil || len(f.Scopes) != 1 {
		t.Errorf("%+v, %v", f, err)
	}
	if err := l.DeleteScope(t.Context(), ip("10.2.0.0"), false); err != nil {
		t.Fatal(err)
	}
	for _, side := range []*lab{l, there} {
		_, err := side.ReadFailover(t.Context(), "F")
		_ = wantKind(t, err, KindNotFound)
	}
	if list, _, err := there.ListScopes(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("the partner has %v, %v", list, err)
	}
}

func TestWrongServerIsRefused(t *testing.T) {
	l := newPair(t)
	mustFailover(t, l, standby("F", "10.1.0.0"))
	wrong := l.other(t)
	wrong.attach(t, func(c *Config) { c.Server = "dhcp1.lab.example" }) // the name leads to the other server
	_, err := wrong.UpdateScope(t.Context(), ip("10.1.0.0"), func(s *Scope) { s.Name = "Old" }, ScopeUpdate{})
	_ = wantKind(t, err, KindWrongServer)
	_ = wantKind(t, wrong.DeleteScope(t.Context(), ip("10.1.0.0"), true), KindWrongServer)
	_ = wantKind(t, wrong.LeaveFailover(t.Context(), "F", "dhcp2.lab.example", ip("10.1.0.0")), KindWrongServer)
	wrong.attach(t, func(c *Config) { c.Server = "cluster.lab.example" }) // an alias tells nothing, the partner does
	_ = wantKind(t, wrong.DeleteFailover(t.Context(), "F", "dhcp2.lab.example"), KindWrongServer)
	if s, err := l.ReadScope(t.Context(), ip("10.1.0.0")); err != nil || s.Name != numbered(1).Name {
		t.Errorf("%+v, %v", s, err)
	}
	_ = wantKind(t, l.DeleteFailover(t.Context(), "F", "dhcp9"), KindWrongServer)
}

func TestPartnerDrift(t *testing.T) {
	l := newPair(t)
	there := l.other(t)
	mustFailover(t, l, standby("F", "10.1.0.0", "10.2.0.0"))
	l.attach(t, func(c *Config) { c.Partner = there.Client })
	f, err := l.ReadFailover(t.Context(), "F")
	if err != nil {
		t.Fatal(err)
	}
	if drifts, err := l.ComparePartner(t.Context(), *f); err != nil || len(drifts) != 0 {
		t.Errorf("%v, %v", drifts, err)
	}
	there.invoke(t, "Set-DhcpServerv4Scope", map[string]any{"ScopeId": "10.2.0.0", "Name": "Other", "LeaseDuration": time.Hour})
	drifts, err := l.ComparePartner(t.Context(), *f)
	if err != nil || len(drifts) != 1 || drifts[0].Scope != ip("10.2.0.0") || !slices.Equal(drifts[0].Differences, []string{"name", "lease duration"}) {
		t.Errorf("%v, %v", drifts, err)
	}
	l.attach(t, func(c *Config) { c.Partner = l.Client })
	_, err = l.ComparePartner(t.Context(), *f)
	_ = wantKind(t, err, KindWrongServer)
}

// TestFailoverSurvivesLosses loses the answer, or the request, of each command that
// changes something in turn. The same operation once more must then get there, and no
// scope may be lost here.
func TestFailoverSurvivesLosses(t *testing.T) {
	operations := map[string]func(l *lab) error{
		"create": func(l *lab) error {
			f := standby("G", "10.4.0.0", "10.5.0.0")
			if _, err := l.ReadFailover(t.Context(), "G"); err == nil {
				_, err = l.UpdateFailover(t.Context(), f, SecretChange{})
				return err
			}
			_, err := l.CreateFailover(t.Context(), f, "")
			return err
		},
		"join":  func(l *lab) error { return l.JoinFailover(t.Context(), "F", "", ip("10.3.0.0")) },
		"leave": func(l *lab) error { return l.LeaveFailover(t.Context(), "F", "", ip("10.1.0.0")) },
		"update": func(l *lab) error {
			f := standby("F", "10.2.0.0", "10.3.0.0")
			f.ReservePercent = 30
			_, err := l.UpdateFailover(t.Context(), f, SecretChange{})
			return err
		},
		"delete":       func(l *lab) error { return l.DeleteFailover(t.Context(), "F", "") },
		"delete scope": func(l *lab) error { return l.DeleteScope(t.Context(), ip("10.1.0.0"), false) },
		"replicate": func(l *lab) error {
			_, err := l.UpdateScope(t.Context(), ip("10.1.0.0"), func(s *Scope) { s.Name = "New" }, ScopeUpdate{Replicate: true})
			return err
		},
	}
	for name, operation := range operations {
		for _, what := range []fault{neverSent, lostEarly, lostAfter, damaged} {
			for nth := int64(1); nth <= 4; nth++ {
				l := newPair(t)
				l.repeats.Store(true)
				mustFailover(t, l, standby("F", "10.1.0.0", "10.2.0.0"))
				var writes atomic.Int64
				l.failing(func(cmd winrm.Command) fault {
					if !cmd.ReadOnly && writes.Add(1) == nth {
						return what
					}
					return sound
				})
				_ = operation(l) // it may fail, or find out that it did not
				l.failing(nil)
				if err := operation(l); err != nil {
					t.Errorf("%s, fault %d at write %d: a second run says %v", name, what, nth, err)
				}
				want := 5
				if name == "delete scope" {
					want = 4
				}
				if list, _, err := l.ListScopes(t.Context()); err != nil || len(list) != want {
					t.Errorf("%s, fault %d at write %d: %d scopes are left, %v", name, what, nth, len(list), err)
				}
				if writes.Load() < nth {
					break // there is no such write
				}
			}
		}
	}
}

// TestPartnerDiesAtEachStep kills the partner before each cmdlet in turn; once it is back,
// the same operation must get there.
func TestPartnerDiesAtEachStep(t *testing.T) {
	operations := map[string]func(l *lab) error{
		"join":   func(l *lab) error { return l.JoinFailover(t.Context(), "F", "", ip("10.3.0.0")) },
		"leave":  func(l *lab) error { return l.LeaveFailover(t.Context(), "F", "", ip("10.1.0.0")) },
		"delete": func(l *lab) error { return l.DeleteFailover(t.Context(), "F", "") },
		"replicate": func(l *lab) error {
			_, err := l.UpdateScope(t.Context(), ip("10.1.0.0"), func(s *Scope) { s.Name = "New" }, ScopeUpdate{Replicate: true})
			return err
		},
	}
	for name, operation := range operations {
		for nth := int64(1); ; nth++ {
			l := newPair(t)
			l.repeats.Store(true)
			mustFailover(t, l, standby("F", "10.1.0.0", "10.2.0.0"))
			l.world.Pass(time.Minute)
			l.config.Clock.Sleep = func(context.Context, time.Duration) error { return context.DeadlineExceeded }
			var calls atomic.Int64
			l.engine.Before(func(engine.Call) {
				if calls.Add(1) == nth {
					l.world.SetCut(true)
				}
			})
			_ = operation(l)
			reached := calls.Load() >= nth
			l.engine.Before(nil)
			l.world.SetCut(false)
			l.world.Pass(time.Hour)
			if err := operation(l); err != nil {
				t.Errorf("%s, dead before call %d: a second run says %v", name, nth, err)
			}
			if list, _, err := l.ListScopes(t.Context()); err != nil || len(list) != 5 {
				t.Errorf("%s, dead before call %d: %d scopes are left, %v", name, nth, len(list), err)
			}
			if !reached {
				break
			}
		}
	}
}

func TestHalfOfAFailedCreationIsReported(t *testing.T) {
	l := newPair(t)
	l.server.KeepLocalHalf(true)
	mustCreate(t, l.other(t), numbered(2))
	f := standby("G", "10.2.0.0")
	var asked atomic.Int64
	l.engine.Before(func(c engine.Call) {
		if c.Cmdlet == "Add-DhcpServerv4Failover" {
			asked.Add(1)
		}
		if c.Cmdlet == "Get-DhcpServerv4Scope" && c.Params["ComputerName"] != nil {
			l.world.SetCut(true) // the look at the partner fails, and the call itself has to tell
		} else {
			l.world.SetCut(false)
		}
	})
	made, err := l.CreateFailover(t.Context(), f, "")
	if err == nil || made == nil || made.Name != "G" || asked.Load() != 1 {
		t.Errorf("%+v, %v, asked %d times", made, err, asked.Load())
	}
}
