package windows

import (
	"context"
	"net/netip"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

// DeleteScope removes a scope with all that belongs to it. It refuses while clients hold
// addresses of the scope, unless force says otherwise. A scope in a failover relationship
// leaves it first; a relationship that is empty then goes too. Absence is success.
func (c *Client) DeleteScope(ctx context.Context, id netip.Addr, force bool) error {
	unlock, err := c.locks.lock(ctx, lockScope(id))
	if err != nil {
		return c.cancelled(ctx).about(scopeObject(id))
	}
	defer unlock()
	answers, err := c.readFresh(ctx, append(scopeQueries(id), leasesOf(id))...)
	if err != nil {
		return asError(err).about(scopeObject(id))
	}
	current, err := c.scopeFrom(id, answers[:4])
	if IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if !force {
		if e := c.refuseLeased(id, answers[4]); e != nil {
			return e
		}
	}
	e := c.removeScope(ctx, *current, answers[3].rows, force)
	if e == nil || force || e.ID != "DHCP 20007" {
		return nilError(e)
	}
	// The server counts more than the leases that clients hold: expired ones, or
	// reservations. When that is all, nobody loses an address.
	again, err := c.readFresh(ctx, leasesOf(id))
	if err != nil {
		return e
	}
	if e := c.refuseLeased(id, again[0]); e != nil {
		return e
	}
	current.Relationship = ""
	return nilError(c.removeScope(ctx, *current, nil, true))
}

// removeScope takes the scope out of its relationship and removes it.
func (c *Client) removeScope(ctx context.Context, s Scope, relations []Row, force bool) *Error {
	id := s.ID()
	if s.Relationship != "" {
		unlock, err := c.locks.lock(ctx, lockRelationship(s.Relationship))
		if err != nil {
			return c.cancelled(ctx).about(scopeObject(id))
		}
		defer unlock()
		if e := c.leaveForDeletion(ctx, s, relations); e != nil {
			return e.about(scopeObject(id))
		}
	}
	r := c.write(ctx, change{object: scopeObject(id), steps: planScopeDelete(id, force), back: []query{scopes.one(id)}, touched: touchScope(id)})
	if r.err != nil && len(r.back) == 1 && IsNotFound(r.back[0].err) {
		return nil
	}
	return r.err
}

// refuseLeased is the error of a removal that clients would notice.
func (c *Client) refuseLeased(id netip.Addr, leases answer) error {
	if leases.err != nil {
		return asError(leases.err).about(scopeObject(id))
	}
	held, err := decodeLeases(leases.rows)
	if err != nil {
		return c.undecodable(scopeObject(id), err)
	}
	var addrs []netip.Addr
	for _, l := range held {
		if l.Held() {
			addrs = append(addrs, l.Address)
		}
	}
	if len(addrs) == 0 {
		return nil
	}
	return &Error{
		Kind: KindInUse, Object: scopeObject(id), Server: c.config.Server,
		Message: "clients hold addresses of it: " + dhcp.FirstFew(addrs, 5),
		Advice:  "Wait until the leases have ended (deactivate the scope meanwhile), or set force_destroy = true and apply it first.",
	}
}

func nilError(e *Error) error {
	if e == nil {
		return nil
	}
	return e
}
