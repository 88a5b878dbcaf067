package windows

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// JoinFailover makes a scope a member of a relationship, which copies it to the partner.
// It waits while the relationship is not in the state Normal, and for a while when the
// scope is still in another relationship, which somebody else may be about to change.
// Being a member already is success. partner, when not "", is checked.
func (c *Client) JoinFailover(ctx context.Context, name, partner string, scope netip.Addr) error {
	return nilError(c.untilReady(ctx, func() *Error {
		unlock, err := c.locks.lock(ctx, lockScope(scope), lockRelationship(name))
		if err != nil {
			return c.cancelled(ctx)
		}
		defer unlock()
		answers, err := c.readFresh(ctx, relationships.all(), scopes.all())
		f, err := c.failoverFrom(name, answers, err)
		if err != nil {
			return asError(err)
		}
		switch other := relationshipOf(scope, answers[0].rows); {
		case equalNames(other, name):
			return nil
		case other != "":
			return c.memberElsewhere(scope, other)
		}
		if e := c.checkPartner(*f, partner); e != nil {
			return e
		}
		if e := c.checkJoining(ctx, f.Partner, []netip.Addr{scope}, answers[1].rows); e != nil {
			return e
		}
		return c.changeMember(ctx, *f, scope, planJoin(f.Name, scope), true)
	}).about(scopeObject(scope)))
}

// LeaveFailover takes a scope out of a relationship. This server keeps the scope, the
// partner loses its copy. The relationship stays, even when it is empty then. Not being a
// member is success.
func (c *Client) LeaveFailover(ctx context.Context, name, partner string, scope netip.Addr) error {
	return nilError(c.untilReady(ctx, func() *Error {
		unlock, err := c.locks.lock(ctx, lockScope(scope), lockRelationship(name))
		if err != nil {
			return c.cancelled(ctx)
		}
		defer unlock()
		answers, err := c.readFresh(ctx, relationships.all())
		f, err := c.failoverFrom(name, answers, err)
		switch {
		case IsNotFound(err):
			return nil
		case err != nil:
			return asError(err)
		case !slices.Contains(f.Scopes, scope):
			return nil
		}
		if e := c.checkPartner(*f, partner); e != nil {
			return e
		}
		return c.changeMember(ctx, *f, scope, planLeave(f.Name, scope), false)
	}).about(scopeObject(scope)))
}

// memberElsewhere is the error of a scope that is in another relationship than wanted.
func (c *Client) memberElsewhere(scope netip.Addr, other string) *Error {
	return &Error{
		Kind: KindConflict, ID: memberID, Object: scopeObject(scope), Server: c.config.Server,
		Message: "the scope is in the failover relationship " + other,
		Advice:  "A scope is in one relationship at most: take it out of the other one, or out of this resource.",
	}
}

// memberID is the server's number for a scope that is in a relationship already.
const memberID = "DHCP 20113"

// changeMember runs one membership change. The caller holds the locks. It makes sure in
// the same process that the server is still the one that the relationship was read from.
func (c *Client) changeMember(ctx context.Context, f Failover, scope netip.Addr, call cmdlet.Call, member bool) *Error {
	r := c.write(ctx, change{
		object: failoverObject(f.Name), steps: []cmdlet.Call{f.same, call}, back: []query{relationships.all()},
		touched: touchScope(scope).list(relationships),
	})
	if r.err == nil {
		return nil
	}
	now, err := c.failoverFrom(f.Name, r.back, nil)
	if known := err == nil || IsNotFound(err); known && (now != nil && slices.Contains(now.Scopes, scope)) == member {
		return nil
	}
	return c.diagnosed(ctx, f.Partner, inState(r.err, now))
}

// inState says in which state a relationship was when it refused a change.
func inState(e *Error, f *Failover) *Error {
	if f == nil || e.Kind != KindBusy {
		return e
	}
	told := *e
	told.Message = strings.TrimRight(e.Message, ". ") + ". The state of the relationship is " + f.State
	return &told
}

// elsewhereLimit is how long a scope may stay in another relationship before that counts
// as a conflict: one apply can move a scope from one relationship to another.
const elsewhereLimit = time.Minute

// untilReady repeats a change while the relationship is busy, with back-off, until the
// caller's time is over.
func (c *Client) untilReady(ctx context.Context, try func() *Error) *Error {
	began := c.config.Clock.Now()
	var pause time.Duration
	for {
		e := try()
		waited := c.config.Clock.Now().Sub(began).Round(time.Second)
		switch {
		case e == nil:
			return nil
		case e.Kind == KindBusy:
		case e.Kind == KindConflict && e.ID == memberID && waited < elsewhereLimit:
		default:
			return e
		}
		pause = min(max(2*pause, time.Second), 15*time.Second)
		tflog.Info(ctx, "Waiting for the failover relationship", map[string]any{"object": e.Object, "because": e.Message, "waited": waited.String(), "server": c.config.Server})
		if c.config.Clock.Sleep(ctx, pause) != nil {
			told := *e
			told.Message = strings.TrimRight(e.Message, ". ") + fmt.Sprintf(". This was so for %s, until the time for the operation was over", waited)
			return &told
		}
	}
}

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
	if e := c.wrongServer(*f); e != nil {
		return e
	}
	e := c.untilReady(ctx, func() *Error { return c.changeMember(ctx, *f, s.ID(), planLeave(f.Name, s.ID()), false) })
	if e != nil {
		return e
	}
	return c.dropEmpty(ctx, f.Name)
}

// dropEmpty removes a relationship that has no scopes left; one that has some stays. The
// caller holds its lock.
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
	// Without the partner the server drops its own half alone, and the other one stays.
	if err := c.CheckPartner(ctx, f.Partner); err != nil {
		e := *asError(err)
		e.Message = "the empty relationship was not removed, because the partner would keep its half: " + e.Message
		return e.about(failoverObject(f.Name))
	}
	r := c.write(ctx, change{
		object: failoverObject(f.Name), steps: []cmdlet.Call{f.same, planDrop(f.Name)}, back: []query{relationships.all()},
		touched: touched{lists: []*listing{relationships}},
	})
	if _, err := c.failoverFrom(name, r.back, nil); r.err == nil || IsNotFound(err) {
		return c.droppedThere(ctx, *f)
	}
	return c.diagnosed(ctx, f.Partner, r.err)
}

// droppedThere tells of a partner that has gone away while a relationship was removed: it
// may have kept its half.
func (c *Client) droppedThere(ctx context.Context, f Failover) *Error {
	err := c.CheckPartner(ctx, f.Partner)
	if err == nil {
		return nil
	}
	return &Error{
		Kind: KindPartner, Object: failoverObject(f.Name), Server: c.config.Server, Err: err,
		Message: "the relationship is gone here, but the partner " + f.Partner + " does not answer and may have kept its half",
		Advice:  "Once the partner is back, look there (Get-DhcpServerv4Failover) and remove a half that is left: Remove-DhcpServerv4Failover -Name '" + f.Name + "' -Force.",
	}
}
