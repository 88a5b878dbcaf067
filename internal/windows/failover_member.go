package windows

import (
	"context"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// leaveForDeletion takes a scope out of its relationship before it is deleted, and drops
// the relationship when that leaves it empty. The caller holds both locks.
func (c *Client) leaveForDeletion(ctx context.Context, s Scope, rows []Row) *Error {
	f, err := findFailover(s.Relationship, rows)
	if err != nil {
		return c.undecodable(failoverObject(s.Relationship), err)
	}
	if f == nil {
		return nil
	}
	if e := c.leave(ctx, *f, s.ID()); e != nil {
		return e
	}
	return c.dropEmpty(ctx, f.Name)
}

// leave takes one scope out of a relationship. The server keeps its copy, the partner
// loses its own.
func (c *Client) leave(ctx context.Context, f Failover, scope netip.Addr) *Error {
	return c.changeMembers(ctx, f.Name, scope, planLeave(f.Name, scope), func(f *Failover) bool { return f == nil || !slices.Contains(f.Scopes, scope) })
}

// changeMembers runs one membership change, and waits while the relationship is busy.
func (c *Client) changeMembers(ctx context.Context, name string, scope netip.Addr, call cmdlet.Call, reached func(*Failover) bool) *Error {
	wait := backoff{clock: c.config.Clock}
	for {
		r := c.write(ctx, change{
			object: failoverObject(name), steps: []cmdlet.Call{call}, back: []query{relationships.all()},
			touched: touchScope(scope).list(relationships),
		})
		now, err := c.failoverFrom(name, r.back, nil)
		known := err == nil || IsNotFound(err)
		switch {
		case r.err == nil:
			return nil
		case known && len(r.back) > 0 && reached(now) && r.unknown:
			return nil
		case r.err.Kind != KindBusy || r.unknown:
			return r.err
		}
		if wait.next(ctx) != nil {
			return stillBusy(r.err, now)
		}
	}
}

// stillBusy says in which state a relationship was until the time ran out.
func stillBusy(e *Error, f *Failover) *Error {
	told := *e
	if f != nil {
		told.Message = strings.TrimRight(e.Message, ". ") + ". The state of the relationship is " + f.State
	}
	return &told
}

// dropEmpty removes a relationship that has no scopes left; one that has some stays.
func (c *Client) dropEmpty(ctx context.Context, name string) *Error {
	answers, err := c.readFresh(ctx, relationships.all())
	f, err := c.failoverFrom(name, answers, err)
	switch {
	case IsNotFound(err):
		return nil
	case err != nil:
		return asError(err)
	case len(f.Scopes) > 0:
		return nil
	}
	r := c.write(ctx, change{
		object: failoverObject(name), steps: []cmdlet.Call{planDrop(name)}, back: []query{relationships.all()},
		touched: touched{lists: []*listing{relationships}},
	})
	if r.unknown {
		if _, err := c.failoverFrom(name, r.back, nil); len(r.back) > 0 && IsNotFound(err) {
			return nil
		}
	}
	return r.err
}

// backoff is the pause between two looks at something that takes its time.
type backoff struct {
	clock Clock
	pause time.Duration
}

// next waits: one second first, then longer up to 15 s.
func (b *backoff) next(ctx context.Context) error {
	b.pause = min(max(2*b.pause, time.Second), 15*time.Second)
	return b.clock.Sleep(ctx, b.pause)
}
