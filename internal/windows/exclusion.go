package windows

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// Exclusion is a range of a scope's subnet that the scope does not lease. It has no other
// properties: both ends and the scope are its identity.
type Exclusion struct {
	Scope netip.Addr
	Range dhcp.Range
}

func (x Exclusion) object() string {
	return fmt.Sprintf("exclusion %s of scope %s", x.Range, x.Scope)
}

// exclusionQueries are the reads that a single exclusion is judged by.
func exclusionQueries(scope netip.Addr) []query {
	return []query{scopes.one(scope), exclusions.one(scope), relationships.all()}
}

// exclusionsFrom gives a scope's subnet and exclusions from the answers to
// exclusionQueries.
func (c *Client) exclusionsFrom(x Exclusion, answers []answer, err error) (Scope, error) {
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return Scope{}, asError(err).about(x.object())
	}
	if len(answers) != 3 || len(answers[0].rows) != 1 {
		return Scope{}, &Error{Kind: KindProtocol, Object: x.object(), Server: c.config.Server, Message: "the server answered neither with the scope nor with an error"}
	}
	s, err := decodeScope(answers[0].rows[0], answers[1].rows, nil, answers[2].rows)
	if err != nil {
		return Scope{}, c.undecodable(x.object(), err)
	}
	return s, nil
}

// ReadExclusion makes sure that an exclusion exists: exactly this range. One that does
// not, or whose scope does not, is an error of KindNotFound.
func (c *Client) ReadExclusion(ctx context.Context, x Exclusion) error {
	answers, err := c.read(ctx, exclusionQueries(x.Scope)...)
	s, err := c.exclusionsFrom(x, answers, err)
	if err != nil {
		return err
	}
	return nilError(c.missingExclusion(x, s))
}

func (c *Client) missingExclusion(x Exclusion, s Scope) *Error {
	if s.excludes(x.Range) {
		return nil
	}
	return &Error{Kind: KindNotFound, Object: x.object(), Server: c.config.Server, Message: "the exclusion does not exist"}
}

// CreateExclusion excludes a range. One that exists is taken over, and one that it overlaps
// is named.
func (c *Client) CreateExclusion(ctx context.Context, x Exclusion) error {
	unlock, err := c.locks.lock(ctx, lockScope(x.Scope))
	if err != nil {
		return c.cancelled(ctx).about(x.object())
	}
	defer unlock()
	answers, err := c.readFresh(ctx, exclusionQueries(x.Scope)...)
	s, err := c.exclusionsFrom(x, answers, err)
	if err != nil {
		return err
	}
	if e := c.refuseExclusion(x, s); e != nil {
		return e
	}
	return c.writeExclusion(ctx, x, addExclusion(x.Scope, x.Range), answers[2], true)
}

// DeleteExclusion leases a range again. Absence is success, also that of the scope.
func (c *Client) DeleteExclusion(ctx context.Context, x Exclusion) error {
	unlock, err := c.locks.lock(ctx, lockScope(x.Scope))
	if err != nil {
		return c.cancelled(ctx).about(x.object())
	}
	defer unlock()
	answers, err := c.readFresh(ctx, exclusionQueries(x.Scope)...)
	s, err := c.exclusionsFrom(x, answers, err)
	if IsNotFound(err) || err == nil && !s.excludes(x.Range) {
		return nil
	}
	if err != nil {
		return err
	}
	call := removeExclusion(x.Scope, x.Range)
	call.Tolerate = []string{"DHCP 20007", "DHCP 20005"}
	return c.writeExclusion(ctx, x, call, answers[2], false)
}

// writeExclusion carries out one call; there says whether the exclusion is to exist then.
func (c *Client) writeExclusion(ctx context.Context, x Exclusion, call cmdlet.Call, relations answer, there bool) error {
	ch := c.replicate(ctx, change{object: x.object(), steps: []cmdlet.Call{call}, back: exclusionQueries(x.Scope), touched: touchScope(x.Scope)}, x.Scope, relations)
	r := c.write(ctx, ch)
	s, readErr := c.exclusionsFrom(x, r.back, nil)
	reached := readErr == nil && s.excludes(x.Range) == there || IsNotFound(readErr) && !there
	return c.outcome(r, ch, reached, readErr)
}

// refuseExclusion says why a range cannot be excluded: the server gives one number for
// all reasons.
func (c *Client) refuseExclusion(x Exclusion, s Scope) error {
	e := &Error{Kind: KindConflict, Object: x.object(), Server: c.config.Server}
	if err := dhcp.CheckExclusion(s.Subnet, x.Range); err != nil {
		e.Kind, e.Message = KindInvalid, err.Error()
		return e
	}
	for _, o := range s.Exclusions {
		switch {
		case o == x.Range:
			return c.found(x.object(), "exclusion", fmt.Sprintf("%s/%s-%s", x.Scope, o.Start, o.End), "the exclusion exists already", true)
		case o.Overlaps(x.Range):
			e.Message = fmt.Sprintf("it overlaps the exclusion %s, which exists", o)
			e.Advice = "Two exclusions of a scope cannot share addresses: change the range, or manage the existing one."
			return e
		}
	}
	return nil
}
