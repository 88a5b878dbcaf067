package windows

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// policyPatience is how often a change waits, a second each time, for policies that must
// come before the one that it makes: others of the same apply may be on their way.
const policyPatience = 20

// policyLocks are the locks of a change to a policy: the processing order is one for all
// policies of a level.
func policyLocks(scope netip.Addr) string {
	if scope.IsValid() {
		return lockScope(scope)
	}
	return "0 policies of the server"
}

func (k PolicyKey) touches() touched {
	if k.Scope.IsValid() {
		return touchScope(k.Scope)
	}
	return touched{}
}

// CreatePolicy makes a policy, and refuses to take over one that exists and differs. The server takes
// a processing order only up to one above the highest, so it waits a while for the
// policies before it.
func (c *Client) CreatePolicy(ctx context.Context, desired Policy) (*Policy, error) {
	desired = desired.normalized()
	return c.changePolicy(ctx, desired.PolicyKey, desired, func(current *Policy, level []Policy) ([]cmdlet.Call, int64, error) {
		if current != nil {
			return nil, 0, c.found(desired.object(), "policy", desired.ID(), "the policy exists already", current.equal(desired))
		}
		return planPolicyAdd(desired), lastOrder(level) + 1, nil
	})
}

// UpdatePolicy changes the policy of a key into the desired one, which may have another
// name.
func (c *Client) UpdatePolicy(ctx context.Context, k PolicyKey, desired Policy) (*Policy, error) {
	desired = desired.normalized()
	return c.changePolicy(ctx, k, desired, func(current *Policy, level []Policy) ([]cmdlet.Call, int64, error) {
		if current == nil {
			return nil, 0, c.missing(k.object(), "there is no policy of this name")
		}
		return planPolicyUpdate(*current, desired), lastOrder(level), nil
	})
}

// ID is the id of a policy in a state: its name, after that of its scope if it has one.
func (k PolicyKey) ID() string {
	if k.Scope.IsValid() {
		return k.Scope.String() + "/" + k.Name
	}
	return "server/" + k.Name
}

func lastOrder(level []Policy) (last int64) {
	for _, p := range level {
		last = max(last, p.Order)
	}
	return last
}

// changePolicy plans on what stands, waits for a place in the order, and writes.
func (c *Client) changePolicy(ctx context.Context, k PolicyKey, desired Policy, plan func(*Policy, []Policy) ([]cmdlet.Call, int64, error)) (*Policy, error) {
	for try := 0; ; try++ {
		now, greatest, err := c.tryPolicy(ctx, k, desired, plan)
		if greatest == 0 || desired.Order <= greatest {
			return now, err
		}
		if try == policyPatience {
			return now, &Error{
				Kind: KindInvalid, Object: desired.object(), Server: c.config.Server,
				Message: fmt.Sprintf("the processing order %d is higher than the %d that the policies there allow", desired.Order, greatest),
				Advice:  "Number the policies of a level from 1 without gaps, or leave the order out: the policy comes last then.",
			}
		}
		if err := c.config.Clock.Sleep(ctx, time.Second); err != nil {
			return nil, c.cancelled(ctx).about(desired.object())
		}
	}
}

// tryPolicy changes a policy once; greatest is the highest order that the level allows,
// and nothing was changed when the desired one is above it.
func (c *Client) tryPolicy(ctx context.Context, k PolicyKey, desired Policy, plan func(*Policy, []Policy) ([]cmdlet.Call, int64, error)) (now *Policy, greatest int64, err error) {
	unlock, err := c.locks.lock(ctx, policyLocks(k.Scope))
	if err != nil {
		return nil, 0, c.cancelled(ctx).about(k.object())
	}
	defer unlock()
	answers, err := c.readFresh(ctx, append(policiesAt(k.Scope), suffixOf(k))...)
	if err != nil {
		return nil, 0, asError(err).about(k.object())
	}
	current, level, err := c.policyFrom(k, answers)
	if err != nil && (level == nil || !IsNotFound(err)) {
		return nil, 0, err
	}
	calls, greatest, err := plan(current, level)
	if err != nil {
		now, err = orTakenOver(current, err)
		return now, 0, err
	}
	if desired.Order > greatest {
		return current, greatest, nil
	}
	if len(calls) == 0 {
		return current, 0, nil
	}
	ch := change{object: k.object(), steps: calls, back: append(policiesAt(k.Scope), suffixOf(desired.PolicyKey)), touched: k.touches()}
	if k.Scope.IsValid() {
		ch = c.replicate(ctx, ch, k.Scope, answers[2])
	}
	r := c.write(ctx, ch)
	now, _, readErr := c.policyFrom(desired.PolicyKey, r.back)
	return now, 0, c.outcome(r, ch, now != nil && now.equal(desired), readErr)
}

// DeletePolicy removes a policy with its ranges and option values. Absence is success.
func (c *Client) DeletePolicy(ctx context.Context, k PolicyKey) error {
	unlock, err := c.locks.lock(ctx, policyLocks(k.Scope))
	if err != nil {
		return c.cancelled(ctx).about(k.object())
	}
	defer unlock()
	queries := append(policiesAt(k.Scope), suffixOf(k))
	answers, err := c.readFresh(ctx, queries...)
	if err != nil {
		return asError(err).about(k.object())
	}
	if _, _, err := c.policyFrom(k, answers); err != nil {
		if IsNotFound(err) {
			return nil
		}
		return err
	}
	ch := change{object: k.object(), steps: planPolicyRemove(k), back: queries, touched: k.touches()}
	if k.Scope.IsValid() {
		ch = c.replicate(ctx, ch, k.Scope, answers[2])
	}
	r := c.write(ctx, ch)
	_, _, readErr := c.policyFrom(k, r.back)
	return c.outcome(r, ch, IsNotFound(readErr), readErr)
}
