package windows

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

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
