package windows

import (
	"context"
	"net/netip"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// ReadScopeV6 reads an IPv6 scope. One that does not exist is an error of KindNotFound.
func (c *Client) ReadScopeV6(ctx context.Context, prefix netip.Addr) (*ScopeV6, error) {
	answers, err := c.read(ctx, scopesV6.one(prefix))
	if err != nil {
		return nil, asError(err).about(scopeV6Object(prefix))
	}
	return c.scopeV6From(prefix, answers)
}

// scopeV6From makes a scope from the answer to scopesV6.one.
func (c *Client) scopeV6From(prefix netip.Addr, answers []answer) (*ScopeV6, error) {
	object := scopeV6Object(prefix)
	if err := firstError(answers); err != nil {
		return nil, asError(err).about(object)
	}
	if len(answers) == 0 || len(answers[0].rows) != 1 {
		return nil, &Error{Kind: KindProtocol, Object: object, Server: c.config.Server, Message: "the server answered neither with the scope nor with an error"}
	}
	s, err := decodeScopeV6(answers[0].rows[0])
	if err != nil {
		return nil, c.undecodable(object, err)
	}
	return &s, nil
}

// ListScopesV6 reads all IPv6 scopes of the server, sorted by prefix.
func (c *Client) ListScopesV6(ctx context.Context) ([]ScopeV6, error) {
	answers, err := c.read(ctx, scopesV6.all())
	if err == nil {
		err = answers[0].err
	}
	if err != nil {
		return nil, asError(err).about("list of IPv6 scopes")
	}
	list := make([]ScopeV6, len(answers[0].rows))
	for i, row := range answers[0].rows {
		if list[i], err = decodeScopeV6(row); err != nil {
			return nil, c.undecodable("list of IPv6 scopes", err)
		}
	}
	slices.SortFunc(list, func(a, b ScopeV6) int { return a.Prefix.Compare(b.Prefix) })
	return list, nil
}

// CreateScopeV6 makes an IPv6 scope, and refuses to take over one that exists. With an
// error it returns the scope as it stands when a part of it was made.
func (c *Client) CreateScopeV6(ctx context.Context, desired ScopeV6) (*ScopeV6, error) {
	object := scopeV6Object(desired.Prefix)
	unlock, err := c.locks.lock(ctx, lockScope(desired.Prefix))
	if err != nil {
		return nil, c.cancelled(ctx).about(object)
	}
	defer unlock()
	ch := change{object: object, steps: planScopeV6Create(desired), back: []query{scopesV6.one(desired.Prefix)}, touched: touchScope(desired.Prefix)}
	r := c.write(ctx, ch)
	now, readErr := c.scopeV6From(desired.Prefix, r.back)
	if r.err != nil && r.err.Kind == KindExists {
		same := now != nil && len(now.differences(desired)) == 0
		return orTakenOver(now, c.found(object, "scope", desired.Prefix.String(), r.err.Message, same))
	}
	// After a lost answer a scope of this name is ours: it was made by one call.
	ours := now != nil && (r.err == nil || now.Name == desired.Name && now.Description == desired.Description)
	if !ours {
		now = nil
	}
	return c.settleScopeV6(r, ch, now, desired, readErr)
}

// UpdateScopeV6 changes an IPv6 scope in place. It returns the scope as read back, also
// with an error, nil when it could not be read.
func (c *Client) UpdateScopeV6(ctx context.Context, desired ScopeV6) (*ScopeV6, error) {
	object := scopeV6Object(desired.Prefix)
	unlock, err := c.locks.lock(ctx, lockScope(desired.Prefix))
	if err != nil {
		return nil, c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, scopesV6.one(desired.Prefix))
	if err != nil {
		return nil, asError(err).about(object)
	}
	current, err := c.scopeV6From(desired.Prefix, answers)
	if err != nil {
		return nil, err
	}
	ch := change{object: object, steps: planScopeV6Update(*current, desired), back: []query{scopesV6.one(desired.Prefix)}, touched: touchScope(desired.Prefix)}
	if len(ch.steps) == 0 {
		return current, nil
	}
	r := c.write(ctx, ch)
	now, readErr := c.scopeV6From(desired.Prefix, r.back)
	return c.settleScopeV6(r, ch, now, desired, readErr)
}

// settleScopeV6 says what became of a change, and names what is not as wanted.
func (c *Client) settleScopeV6(r result, ch change, now *ScopeV6, desired ScopeV6, readErr error) (*ScopeV6, error) {
	if now == nil {
		return nil, c.outcome(r, ch, false, readErr)
	}
	different := now.differences(desired)
	err := c.outcome(r, ch, len(different) == 0, readErr)
	if err == nil || len(different) == 0 {
		return now, err
	}
	told := *asError(err)
	told.Message = strings.TrimRight(told.Message, ". ") + ". As read back afterwards, these are not as wanted: " + strings.Join(different, ", ")
	return now, &told
}

// DeleteScopeV6 removes an IPv6 scope with all that belongs to it. It refuses while clients
// hold addresses of it, unless force says otherwise. Absence is success.
func (c *Client) DeleteScopeV6(ctx context.Context, prefix netip.Addr, force bool) error {
	object := scopeV6Object(prefix)
	unlock, err := c.locks.lock(ctx, lockScope(prefix))
	if err != nil {
		return c.cancelled(ctx).about(object)
	}
	defer unlock()
	if !force {
		if err := c.refuseLeasedV6(ctx, prefix); err != nil {
			if IsNotFound(err) {
				return nil
			}
			return err
		}
	}
	err = c.removeScopeV6(ctx, prefix, force)
	if err == nil || force || asError(err).ID != "DHCP 20007" {
		return err
	}
	// The server counts more than the leases that clients hold: reservations and expired
	// ones. When that is all, nobody loses an address.
	if err := c.refuseLeasedV6(ctx, prefix); err != nil {
		return err
	}
	return c.removeScopeV6(ctx, prefix, true)
}

func (c *Client) removeScopeV6(ctx context.Context, prefix netip.Addr, force bool) error {
	ch := change{
		object: scopeV6Object(prefix), steps: []cmdlet.Call{planScopeV6Remove(prefix, force)},
		back: []query{scopesV6.one(prefix)}, touched: touchScope(prefix),
	}
	r := c.write(ctx, ch)
	_, readErr := c.scopeV6From(prefix, r.back)
	if IsNotFound(readErr) {
		return nil
	}
	return c.outcome(r, ch, false, readErr)
}

// refuseLeasedV6 is the error of a removal that clients would notice.
func (c *Client) refuseLeasedV6(ctx context.Context, prefix netip.Addr) error {
	leases, err := c.ReadLeasesV6(ctx, prefix)
	if err != nil {
		return err
	}
	var held []netip.Addr
	for _, l := range leases {
		if l.Held(c.config.Clock.Now()) {
			held = append(held, l.Address)
		}
	}
	if len(held) == 0 {
		return nil
	}
	return &Error{
		Kind: KindInUse, Object: scopeV6Object(prefix), Server: c.config.Server,
		Message: "clients hold addresses of it: " + dhcp.FirstFew(held, 5),
		Advice:  "Wait until the leases have ended (deactivate the scope meanwhile), or set force_destroy = true and apply it first.",
	}
}
