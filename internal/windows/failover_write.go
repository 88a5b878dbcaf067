package windows

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// Limits of failover.
const (
	maxRelationships  = 31  // of one server
	scopesInOneCreate = 400 // the others join afterwards
)

// CreateFailover makes a relationship with its scopes, which copies them to the partner.
// It refuses to take over one that exists. With an error it returns the relationship as it
// stands when a part of it was made.
func (c *Client) CreateFailover(ctx context.Context, desired Failover, secret string) (*Failover, error) {
	object := failoverObject(desired.Name)
	slices.SortFunc(desired.Scopes, netip.Addr.Compare)
	first := desired
	first.Scopes = desired.Scopes[:min(len(desired.Scopes), scopesInOneCreate)]
	e := c.untilReady(ctx, func() *Error { return c.createFailover(ctx, first, secret) }).about(object)
	if e != nil && !e.made {
		return nil, e
	}
	for _, scope := range desired.Scopes[len(first.Scopes):] {
		if err := c.JoinFailover(ctx, desired.Name, desired.Partner, scope); err != nil && e == nil {
			e = asError(err)
		}
	}
	return c.settleFailover(ctx, desired, e)
}

// createFailover is one try, under its locks.
func (c *Client) createFailover(ctx context.Context, desired Failover, secret string) *Error {
	keys := []string{lockRelationship(desired.Name)}
	for _, scope := range desired.Scopes {
		keys = append(keys, lockScope(scope))
	}
	unlock, err := c.locks.lock(ctx, keys...)
	if err != nil {
		return c.cancelled(ctx)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, relationships.all(), scopes.all())
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return asError(err)
	}
	if e := c.checkCreation(ctx, desired, answers[0].rows, answers[1].rows); e != nil {
		return e
	}
	ch := change{object: failoverObject(desired.Name), steps: []cmdlet.Call{planFailoverCreate(desired, secret)}, back: []query{relationships.all()}, touched: touched{desired.Scopes, []*listing{relationships}}}
	r := c.write(ctx, ch)
	if r.err == nil {
		return nil
	}
	now, err := c.failoverFrom(desired.Name, r.back, nil)
	if err != nil {
		return c.diagnosed(ctx, desired.Partner, r.err)
	}
	if r.unknown && len(now.differences(desired)) == 0 {
		return nil
	}
	// A failed call can leave the half of this server behind.
	told := *c.diagnosed(ctx, desired.Partner, r.err)
	told.made = true
	told.Message = strings.TrimRight(told.Message, ". ") + ". This server's half of the relationship was made and stays"
	return &told
}

// checkCreation refuses what cannot work before anything is changed.
func (c *Client) checkCreation(ctx context.Context, desired Failover, rows, scopeRows []Row) *Error {
	refuse := func(kind Kind, message, advice string) *Error {
		return &Error{Kind: kind, Object: failoverObject(desired.Name), Server: c.config.Server, Message: message, Advice: advice}
	}
	existing, err := findFailover(desired.Name, rows)
	switch {
	case err != nil:
		return c.undecodable(failoverObject(desired.Name), err)
	case existing != nil:
		return refuse(KindExists, "the relationship exists already, with the partner "+existing.Partner,
			"An existing relationship is never taken over. Import it by its name, or remove it on the server first.")
	case len(rows) >= maxRelationships:
		return refuse(KindExhausted, fmt.Sprintf("the server has %d failover relationships, and there can be no more", len(rows)), numbers["DHCP 20128"].advice)
	case dhcp.SameHost(desired.Partner, c.config.Server):
		return refuse(KindInvalid, "the partner is this server itself", "Give the name of another server as partner_server.")
	}
	for _, scope := range desired.Scopes {
		if other := relationshipOf(scope, rows); other != "" {
			return c.memberElsewhere(scope, other)
		}
	}
	return c.checkJoining(ctx, desired.Partner, desired.Scopes, scopeRows)
}

// settleFailover reads a relationship back and says what is not as wanted.
func (c *Client) settleFailover(ctx context.Context, desired Failover, e *Error) (*Failover, error) {
	answers, err := c.readFresh(context.WithoutCancel(ctx), relationships.all())
	now, err := c.failoverFrom(desired.Name, answers, err)
	switch {
	case e != nil && err != nil:
		told := *e
		told.Message = strings.TrimRight(told.Message, ". ") + ". It could not be read back: parts of the change may have been made"
		return nil, &told
	case e != nil:
		return now, e
	case err != nil:
		return nil, unread(err)
	}
	if different := now.differences(desired); len(different) > 0 {
		return now, &Error{
			Kind: KindChangedMeanwhile, Object: failoverObject(desired.Name), Server: c.config.Server,
			Message: "the server took the change, but now shows other values of: " + strings.Join(different, ", "),
			Advice:  "Either somebody else changed the relationship at the same time, or this version of Windows cannot change them in place: make the relationship anew then (terraform apply -replace).",
		}
	}
	return now, nil
}

// UpdateFailover changes a relationship into the wanted one: terms first, then scopes that
// leave, then scopes that join, one at a time. Name, partner and role cannot change. It
// returns the relationship as read back, also with an error.
func (c *Client) UpdateFailover(ctx context.Context, desired Failover, secret SecretChange) (*Failover, error) {
	current, e := c.setFailover(ctx, desired, secret)
	if e != nil && current == nil {
		return nil, e
	}
	for _, scope := range current.Scopes {
		if e == nil && !slices.Contains(desired.Scopes, scope) {
			e = asErrorOrNil(c.LeaveFailover(ctx, desired.Name, desired.Partner, scope))
		}
	}
	for _, scope := range desired.Scopes {
		if e == nil && !slices.Contains(current.Scopes, scope) {
			e = asErrorOrNil(c.JoinFailover(ctx, desired.Name, desired.Partner, scope))
		}
	}
	return c.settleFailover(ctx, desired, e)
}

// setFailover changes the terms of a relationship and returns it as it stood before.
func (c *Client) setFailover(ctx context.Context, desired Failover, secret SecretChange) (*Failover, *Error) {
	object := failoverObject(desired.Name)
	unlock, err := c.locks.lock(ctx, lockRelationship(desired.Name))
	if err != nil {
		return nil, c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, relationships.all())
	current, err := c.failoverFrom(desired.Name, answers, err)
	if err != nil {
		return nil, asError(err)
	}
	if e := c.checkPartner(*current, desired.Partner); e != nil {
		return current, e
	}
	steps := planFailoverSet(*current, desired, secret)
	if len(steps) == 0 {
		return current, nil
	}
	steps = append([]cmdlet.Call{current.same}, steps...)
	r := c.write(ctx, change{object: object, steps: steps, back: []query{relationships.all()}, touched: touched{lists: []*listing{relationships}}})
	if r.err == nil {
		return current, nil
	}
	now, err := c.failoverFrom(desired.Name, r.back, nil)
	if r.unknown && err == nil && secret == (SecretChange{}) && len(planFailoverSet(*now, desired, secret)) == 0 {
		return current, nil
	}
	return current, c.diagnosed(ctx, current.Partner, r.err)
}

// DeleteFailover removes a relationship: its scopes leave one by one, so that this server
// keeps them and the partner loses its copies, and then the empty relationship goes.
// Absence is success. partner, when not "", is checked.
func (c *Client) DeleteFailover(ctx context.Context, name, partner string) error {
	f, err := c.ReadFailover(ctx, name)
	if IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if e := c.checkPartner(*f, partner); e != nil {
		return e
	}
	for _, scope := range f.Scopes {
		if err := c.LeaveFailover(ctx, name, partner, scope); err != nil {
			return err
		}
	}
	e := c.untilReady(ctx, func() *Error {
		unlock, err := c.locks.lock(ctx, lockRelationship(name))
		if err != nil {
			return c.cancelled(ctx)
		}
		defer unlock()
		return c.dropEmpty(ctx, name)
	})
	return nilError(e.about(failoverObject(name)))
}
