package windows

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
)

// readAll reads scopes at the same time, as a walk of Terraform does.
func readAll(t *testing.T, l *lab, parallel int, ids ...netip.Addr) map[netip.Addr]*Scope {
	t.Helper()
	got := map[netip.Addr]*Scope{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	slots := make(chan struct{}, parallel)
	for _, id := range ids {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			s, err := l.ReadScope(t.Context(), id)
			mu.Lock()
			defer mu.Unlock()
			if err != nil && !IsNotFound(err) {
				t.Error(err)
			}
			got[id] = s
		})
	}
	wg.Wait()
	return got
}

func manyScopes(t testing.TB, l *lab, n int) []netip.Addr {
	t.Helper()
	l.repeats.Store(true)
	var ids []netip.Addr
	for i := range n {
		network := fmt.Sprintf("10.%d.%d", 1+i/250, i%250)
		l.invoke(t, "Add-DhcpServerv4Scope", map[string]any{"Name": network, "StartRange": network + ".10", "EndRange": network + ".20", "SubnetMask": "255.255.255.0"})
		l.invoke(t, "Set-DhcpServerv4OptionValue", map[string]any{"ScopeId": network + ".0", "OptionId": int64(15), "Value": []any{network + ".example"}})
		ids = append(ids, ip(network+".0"))
	}
	return ids
}

func TestFewObjectsAreReadByThemselves(t *testing.T) {
	l := newLab(t, 1)
	ids := manyScopes(t, l, 300)
	readAll(t, l, 3, ids[5], ids[100], ids[200])
	if n := l.count("Get-DhcpServerv4OptionValue"); n != 3 {
		t.Errorf("options of %d scopes were read, want 3", n)
	}
	if n := l.engine.Processes(); n > 4 {
		t.Errorf("%d processes", n)
	}
}

func TestAWalkOverAllCostsAFewProcesses(t *testing.T) {
	l := newLab(t, 1, func(c *Config) { c.MaxConcurrency = 1 })
	ids := manyScopes(t, l, 1000)
	l.slots <- struct{}{} // a process takes its time to start: ten readers wait by then
	go func() {
		waitFor(t, func() bool { l.reads.mu.Lock(); defer l.reads.mu.Unlock(); return len(l.reads.waiting) == 10 })
		<-l.slots
	}()
	got := readAll(t, l, 10, ids...)
	for _, id := range ids {
		if s := got[id]; s == nil || s.ID() != id || s.DNSDomain != s.Name+".example" {
			t.Fatalf("scope %s read as %+v", id, s)
		}
	}
	if n := l.engine.Processes(); n > 5 {
		t.Errorf("%d processes for 1,000 scopes", n)
	}
	if n := l.count("Get-DhcpServerv4OptionValue"); n != 1000 {
		t.Errorf("options were read %d times for 1,000 scopes", n)
	}
}

func TestDirectModeReadsEachObject(t *testing.T) {
	l := newLab(t, 1, func(c *Config) { c.ReadMode = ReadDirect })
	ids := manyScopes(t, l, 40)
	readAll(t, l, 1, ids...)
	if n := l.count("Get-DhcpServerv4Scope"); n != 40 {
		t.Errorf("%d reads of scopes, want 40", n)
	}
}

func TestBigServersAreNotReadForAFew(t *testing.T) {
	l := newLab(t, 1)
	ids := manyScopes(t, l, 1200)
	readAll(t, l, 4, ids[:20]...)
	if n := l.count("Get-DhcpServerv4OptionValue"); n > 40 {
		t.Errorf("options of %d scopes were read for 20", n)
	}
}

func TestSnapshotNeverShowsWhatAWriteChanged(t *testing.T) {
	l := newLab(t, 1, func(c *Config) { c.ReadMode = ReadSnapshot })
	ids := manyScopes(t, l, 5)
	readAll(t, l, 1, ids...)
	before := l.engine.Processes()
	readAll(t, l, 1, ids...)
	if n := l.engine.Processes(); n != before {
		t.Error("the snapshot was not used") // what follows would prove nothing
	}
	if _, err := l.UpdateScope(t.Context(), ids[2], func(s *Scope) { s.Name = "New" }, ScopeUpdate{}); err != nil {
		t.Fatal(err)
	}
	if s, err := l.ReadScope(t.Context(), ids[2]); err != nil || s.Name != "New" {
		t.Errorf("after the write: %+v, %v", s, err)
	}
	if err := l.DeleteScope(t.Context(), ids[3], false); err != nil {
		t.Fatal(err)
	}
	_, err := l.ReadScope(t.Context(), ids[3])
	_ = wantKind(t, err, KindNotFound)
	mustCreate(t, l, numbered(9))
	if s, err := l.ReadScope(t.Context(), ip("10.9.0.0")); err != nil || !s.Equal(numbered(9)) {
		t.Errorf("a new scope: %+v, %v", s, err)
	}
	list, _, err := l.ListScopes(t.Context())
	if err != nil || len(list) != 5 || list[2].Name != "New" || list[4].ID() != ip("10.9.0.0") {
		t.Errorf("list %v, %v", list, err)
	}
}

func TestSnapshotAges(t *testing.T) {
	l := newLab(t, 1, func(c *Config) { c.ReadMode = ReadSnapshot; c.SnapshotMaxAge = time.Minute })
	ids := manyScopes(t, l, 2)
	readAll(t, l, 1, ids...)
	l.invoke(t, "Set-DhcpServerv4Scope", map[string]any{"ScopeId": ids[0].String(), "Name": "By hand"})
	if s := readAll(t, l, 1, ids[0])[ids[0]]; s.Name == "By hand" {
		t.Error("the snapshot was not used") // what follows would prove nothing
	}
	l.world.Pass(2 * time.Minute)
	if s := readAll(t, l, 1, ids[0])[ids[0]]; s.Name != "By hand" {
		t.Errorf("an old snapshot was shown: %q", s.Name)
	}
}

func TestASecondWalkSeesChangesByHand(t *testing.T) {
	l := newLab(t, 1)
	ids := manyScopes(t, l, 20)
	readAll(t, l, 4, ids...)
	l.invoke(t, "Set-DhcpServerv4Scope", map[string]any{"ScopeId": ids[0].String(), "Name": "By hand"})
	l.attach(t)
	if s := readAll(t, l, 4, ids...)[ids[0]]; s.Name != "By hand" {
		t.Errorf("the next walk shows %q", s.Name)
	}
}

func TestWriteDuringASnapshotIsSeen(t *testing.T) {
	l := newLab(t, 1, func(c *Config) { c.ReadMode = ReadSnapshot })
	ids := manyScopes(t, l, 3)
	var written atomic.Bool
	l.engine.Before(func(c engine.Call) {
		// The scopes have been listed, their options not yet: a write comes in between.
		if c.Cmdlet == "Get-DhcpServerv4OptionValue" && written.CompareAndSwap(false, true) {
			if _, err := l.UpdateScope(context.Background(), ids[1], func(s *Scope) { s.Name = "New" }, ScopeUpdate{}); err != nil {
				t.Error(err)
			}
		}
	})
	readAll(t, l, 1, ids[0])
	if s := readAll(t, l, 1, ids[1])[ids[1]]; s.Name != "New" {
		t.Errorf("a read after the write shows %q", s.Name)
	}
}

func TestAFailedSnapshotFallsBackToSingleReads(t *testing.T) {
	l := newLab(t, 1, func(c *Config) { c.ReadMode = ReadSnapshot })
	ids := manyScopes(t, l, 3)
	l.engine.Before(func(c engine.Call) {
		// Whatever reads the whole server fails.
		if len(c.Params) == 0 && c.Cmdlet == "Get-DhcpServerv4Scope" {
			l.server.StopService()
		} else {
			l.server.StartService()
		}
	})
	for id, s := range readAll(t, l, 3, ids...) {
		if s == nil || s.ID() != id {
			t.Errorf("%s: %+v", id, s)
		}
	}
}

func TestWaitingWritesGoTogether(t *testing.T) {
	l := newLab(t, 1, func(c *Config) { c.MaxConcurrency = 1 })
	l.repeats.Store(true)
	l.slots <- struct{}{} // a long command holds the only process
	var wg sync.WaitGroup
	for n := byte(1); n <= 6; n++ {
		wg.Go(func() {
			if _, err := l.CreateScope(t.Context(), numbered(n)); err != nil {
				t.Error(err)
			}
		})
	}
	waitFor(t, func() bool { l.writes.mu.Lock(); defer l.writes.mu.Unlock(); return len(l.writes.waiting) == 6 })
	<-l.slots
	wg.Wait()
	if n := l.engine.Processes(); n != 2 { // the first look, the batch
		t.Errorf("%d processes", n)
	}
}

func TestWritesToOneScopeAreSerialised(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	l.repeats.Store(true)
	var wg sync.WaitGroup
	for n := range 20 {
		wg.Go(func() {
			last := byte(100 + n)
			_, err := l.UpdateScope(t.Context(), office().ID(), func(s *Scope) {
				s.Exclusions = append(slices.Clone(s.Exclusions), pool(fmt.Sprint("10.1.0.", last), fmt.Sprint("10.1.0.", last)))
			}, ScopeUpdate{})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	s, err := l.ReadScope(t.Context(), office().ID())
	if err != nil || len(s.Exclusions) != 22 {
		t.Errorf("%d exclusions, %v", len(s.Exclusions), err)
	}
}

func TestManyThingsAtOnce(t *testing.T) {
	l := newLab(t, 1)
	l.repeats.Store(true)
	var wg sync.WaitGroup
	for n := range 200 {
		wg.Go(func() {
			s := numbered(byte(n % 20))
			switch _, err := l.CreateScope(t.Context(), s); KindOf(err) {
			case KindOther:
				if err != nil {
					t.Error(err)
				}
			case KindExists:
			default:
				t.Error(err)
			}
			name := fmt.Sprint("n", n)
			_, err := l.UpdateScope(t.Context(), s.ID(), func(s *Scope) { s.Name = name }, ScopeUpdate{})
			if err != nil {
				t.Error(err)
			}
			if _, err := l.ReadScope(t.Context(), s.ID()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if list, problems, err := l.ListScopes(t.Context()); err != nil || len(list) != 20 || len(problems) > 0 {
		t.Errorf("%d scopes, %v, %v", len(list), problems, err)
	}
}

func TestGivingUpWhileWaiting(t *testing.T) {
	l := newLab(t, 1, func(c *Config) { c.MaxConcurrency = 1 })
	l.slots <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { _, err := l.CreateScope(ctx, office()); done <- err }()
	waitFor(t, func() bool { l.writes.mu.Lock(); defer l.writes.mu.Unlock(); return len(l.writes.waiting) == 1 })
	cancel()
	_ = wantKind(t, <-done, KindCancelled)
	<-l.slots
	if s, err := l.ReadScope(t.Context(), office().ID()); !IsNotFound(err) {
		t.Errorf("the scope was made after its caller had given up: %+v, %v", s, err)
	}
}

func TestDeadlineBeforeAnything(t *testing.T) {
	l := newLab(t, 1)
	ctx, cancel := context.WithTimeoutCause(t.Context(), 0, errors.Join(context.DeadlineExceeded))
	defer cancel()
	_, err := l.ReadScope(ctx, office().ID())
	_ = wantKind(t, err, KindTimeout)
	if n := l.engine.Processes(); n != 0 {
		t.Errorf("%d processes", n)
	}
}

// waitFor waits for something that another goroutine is about to reach.
func waitFor(t *testing.T, reached func() bool) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !reached() {
		select {
		case <-tick.C:
		case <-t.Context().Done():
			t.Fatal("it was never reached")
		}
	}
}
