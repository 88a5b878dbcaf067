package windows

import (
	"context"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

// parallelism is how many resources Terraform works on at a time by default.
const parallelism = 10

// each calls a function for every item, as many at a time as Terraform does.
func each[T any](t testing.TB, parallel int, items []T, do func(context.Context, T) error) {
	t.Helper()
	group, ctx := errgroup.WithContext(t.Context())
	group.SetLimit(parallel)
	for _, item := range items {
		group.Go(func() error { return do(ctx, item) })
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
}

// patiently makes each flight of a gatherer wait for so many jobs, so that the number of
// flights does not depend on the speed of the machine.
func patiently[J any](g *gatherer[J], jobs int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	// No second flight beside a running one: it would take a part of the next one's jobs.
	// The wait ends by itself, so that a miscount fails the test and does not hang it.
	g.linger, g.expect, g.another = 5*time.Second, jobs, jobs
	g.pause = time.AfterFunc(g.linger, g.resume)
}

// estate is a large server: scopes with an option each, some of them with further options
// and reservations.
type estate struct {
	scopes       []netip.Addr
	options      []OptionKey
	reservations []Reservation
}

// newEstate spreads options and reservations evenly over the scopes.
func newEstate(t testing.TB, l *lab, scopes, options, reservations int) estate {
	t.Helper()
	e := estate{scopes: manyScopes(t, l, scopes)}
	l.repeats.Store(true)
	for i := range options {
		k := OptionKey{OptionLevel: OptionLevel{Scope: e.scopes[i%scopes]}, ID: int64(200 + i/scopes)}
		if i%scopes == 0 {
			l.invoke(t, "Add-DhcpServerv4OptionDefinition", map[string]any{"Name": fmt.Sprint("Option ", k.ID), "OptionId": k.ID, "Type": "String"})
		}
		l.invoke(t, "Set-DhcpServerv4OptionValue", map[string]any{"ScopeId": k.Scope.String(), "OptionId": k.ID, "Value": []any{"value"}})
		e.options = append(e.options, k)
	}
	for i := range reservations {
		bytes := e.scopes[i%scopes].As4()
		bytes[3] = byte(100 + i/scopes)
		r := Reservation{Scope: e.scopes[i%scopes], Address: netip.AddrFrom4(bytes)}
		l.invoke(t, "Add-DhcpServerv4Reservation", map[string]any{
			"ScopeId": r.Scope.String(), "IPAddress": r.Address.String(), "ClientId": fmt.Sprintf("02-00-00-%02x-%02x-%02x", i>>16, i>>8&0xff, i&0xff),
		})
		e.reservations = append(e.reservations, r)
	}
	l.engine.Reset()
	return e
}

// walk reads everything of an estate, as a plan does.
func (e estate) walk(t testing.TB, l *lab) {
	t.Helper()
	each(t, parallelism, e.scopes, func(ctx context.Context, id netip.Addr) error {
		_, err := l.ReadScope(ctx, id)
		return err
	})
	each(t, parallelism, e.options, func(ctx context.Context, k OptionKey) error {
		_, err := l.ReadOption(ctx, k)
		return err
	})
	each(t, parallelism, e.reservations, func(ctx context.Context, r Reservation) error {
		_, err := l.ReadReservation(ctx, r.Scope, r.Address)
		return err
	})
}

// newScopes are scopes that do not exist yet, 10.101.0.0 and following.
func newScopes(n int) []Scope {
	list := make([]Scope, n)
	for i := range list {
		at := func(last byte) netip.Addr {
			return netip.AddrFrom4([4]byte{10, byte(101 + i/250), byte(i % 250), last})
		}
		s := numbered(0)
		s.Subnet, s.Pool.Start, s.Pool.End = netip.PrefixFrom(at(0), 24), at(10), at(200)
		s.Name, s.Routers = fmt.Sprint("New ", i), []netip.Addr{at(1)}
		list[i] = s
	}
	return list
}

// createAll makes scopes, as an apply does.
func createAll(t testing.TB, l *lab, list []Scope) {
	t.Helper()
	each(t, parallelism, list, func(ctx context.Context, s Scope) error {
		_, err := l.CreateScope(ctx, s)
		return err
	})
}

// newRelationship puts scopes of a pair of servers into one relationship.
func newRelationship(t testing.TB, l *lab, ids []netip.Addr) {
	t.Helper()
	l.repeats.Store(true)
	f := standby("HS")
	f.Scopes = ids
	mustFailover(t, l, f)
	l.engine.Reset()
}

// setDomains gives each scope another DNS domain, as an apply does, and returns how many
// replications that took.
func setDomains(t testing.TB, l *lab, ids []netip.Addr) (replications int64) {
	t.Helper()
	before := l.Stats().Replications
	each(t, parallelism, ids, func(ctx context.Context, id netip.Addr) error {
		_, err := l.SetOption(ctx, OptionValue{OptionKey: OptionKey{OptionLevel: OptionLevel{Scope: id}, ID: 15}, Values: []string{"new.example"}}, OptionSet{})
		return err
	})
	return l.Stats().Replications - before
}

func TestProcessesOfAPlan(t *testing.T) {
	for _, c := range []struct {
		name                          string
		scopes, options, reservations int
		most                          int
	}{
		// The first look at the server, the list of scopes with all exclusions, and the
		// options scope by scope.
		{"scopes", 200, 0, 0, 3},
		{"scopes with options and reservations", 200, 400, 1000, 4}, // and the reservations scope by scope
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLab(t, 1)
			e := newEstate(t, l, c.scopes, c.options, c.reservations)
			patiently(l.reads, parallelism)
			e.walk(t, l)
			if n := l.engine.Processes(); n > c.most {
				t.Errorf("%d processes, want at most %d", n, c.most)
			}
		})
	}
}

func TestProcessesOfAnApply(t *testing.T) {
	l := newLab(t, 1)
	l.repeats.Store(true)
	patiently(l.writes, parallelism)
	createAll(t, l, newScopes(200))
	if n := l.engine.Processes(); n > 1+200/parallelism { // the first look, the batches
		t.Errorf("%d processes for 200 new scopes", n)
	}
	if n := l.count("Get-DhcpServerv4Failover"); n > 200/parallelism {
		t.Errorf("the relationships were read %d times, want once a batch", n)
	}
}

func TestReplicationsOfAnApply(t *testing.T) {
	l := newLab(t, 2)
	ids := manyScopes(t, l, 100)
	newRelationship(t, l, ids)
	patiently(l.looks, parallelism)
	patiently(l.writes, parallelism)
	replications := setDomains(t, l, ids)
	if batches := int64(len(ids) / parallelism); replications > batches {
		t.Errorf("%d replications for %d batches of changes in one relationship", replications, batches)
	}
	if n := l.count("Invoke-DhcpServerv4FailoverReplication"); int64(n) != replications {
		t.Errorf("the server has seen %d replications, the client counts %d", n, replications)
	}
	there := l.other(t)
	there.repeats.Store(true)
	for _, id := range ids {
		if s, err := there.ReadScope(t.Context(), id); err != nil || s.DNSDomain != "new.example" {
			t.Fatalf("the partner has %+v, %v", s, err)
		}
	}
}
