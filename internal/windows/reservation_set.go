package windows

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

// setChunk is how many calls of a set go to the server in one process.
const setChunk = 400

// ReservationSet is what the reservations of a scope are to become.
type ReservationSet struct {
	Scope netip.Addr
	// Wanted are the reservations that the set manages, each with its address.
	Wanted []ReservationUpdate
	// Owned are the addresses that it has managed so far: those no longer wanted are removed.
	Owned []netip.Addr
	// Exclusive also removes what is neither wanted nor owned, at most MaxRemovals of them.
	Exclusive   bool
	MaxRemovals int
	// Replicate copies the scope to its failover partner even when nothing differs here.
	Replicate bool
}

// ReservationSetResult is what came of a set.
type ReservationSetResult struct {
	// Now are all reservations of the scope, read back; nil when they could not be read.
	Now []Reservation
	// Failed says for an address why it does not stand as wanted.
	Failed map[netip.Addr]error
}

// ApplyReservations brings the reservations of a scope to what is wanted, in as few
// processes as there can be. One that fails does not stop the others. The error is about
// the whole: nothing was done, or it has not reached the failover partner.
func (c *Client) ApplyReservations(ctx context.Context, set ReservationSet) (ReservationSetResult, error) {
	object := "reservations of scope " + set.Scope.String()
	unlock, err := c.locks.lock(ctx, lockScope(set.Scope), lockFree(set.Scope))
	if err != nil {
		return ReservationSetResult{}, c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, reservationQueries(set.Scope)...)
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return ReservationSetResult{}, asError(err).about(object)
	}
	current, err := c.reservationsFrom(object, answers[0])
	if err != nil {
		return ReservationSetResult{}, err
	}
	owned := map[netip.Addr]bool{}
	for _, a := range set.Owned {
		owned[a] = true
	}
	if e := c.guardRemovals(object, set, current, owned); e != nil {
		return ReservationSetResult{Now: current}, e
	}
	replication := c.replicate(ctx, change{object: object, touched: touchScope(set.Scope)}, set.Scope, answers[1])
	if replication.refused != nil {
		return ReservationSetResult{Now: current}, replication.refused.about(object)
	}
	plan := planReservationSet(current, set.Wanted, owned, set.Exclusive)
	result := ReservationSetResult{Failed: c.runSet(ctx, object, set, plan.steps)}
	for a, o := range plan.failed {
		result.Failed[a] = c.reservationInTheWay(o.desired, reservationList{o.holder})
	}
	if result.Now, err = c.settleSet(ctx, object, set, current, result.Failed); err != nil {
		if len(plan.steps) > 0 {
			err = unread(err)
		}
		return result, err
	}
	if replication.relationship == "" || len(plan.steps) == 0 && !set.Replicate {
		return result, nil
	}
	r := c.write(context.WithoutCancel(ctx), replication)
	if r.err != nil {
		return result, c.replicationUnknown(replication.relationship, r.err)
	}
	return result, nilError(r.replicated.about(object))
}

// guardRemovals refuses to remove more reservations of others than allowed.
func (c *Client) guardRemovals(object string, set ReservationSet, current reservationList, owned map[netip.Addr]bool) error {
	if !set.Exclusive {
		return nil
	}
	wanted := map[netip.Addr]bool{}
	for _, w := range set.Wanted {
		wanted[w.Address] = true
	}
	var strange []netip.Addr
	for _, r := range current {
		if !wanted[r.Address] && !owned[r.Address] {
			strange = append(strange, r.Address)
		}
	}
	if len(strange) <= set.MaxRemovals {
		return nil
	}
	return &Error{
		Kind: KindRefused, Object: object, Server: c.config.Server,
		Message: fmt.Sprintf("%d reservations that others made would be removed (%s), and at most %d may be at once", len(strange), dhcp.FirstFew(strange, 5), set.MaxRemovals),
		Advice:  "Add them to the map, set exclusive = false, or raise max_removals. Nothing was changed.",
	}
}

// runSet carries out steps and says which failed. A program ends at its first failure; the
// rest goes on in another one. Without an answer the rest is not tried.
func (c *Client) runSet(ctx context.Context, object string, set ReservationSet, steps []setStep) map[netip.Addr]error {
	failed := map[netip.Addr]error{}
	for len(steps) > 0 {
		ch := change{object: object, touched: touchScope(set.Scope)}
		var of []int // the step of each call
		for i, s := range steps {
			if len(of)+len(s.calls) > setChunk && i > 0 {
				break
			}
			ch.steps = append(ch.steps, s.calls...)
			for range s.calls {
				of = append(of, i)
			}
		}
		r := c.write(ctx, ch)
		next := of[len(of)-1] + 1
		var at *script.StepError
		switch {
		case r.err == nil:
		case errors.As(r.err, &at) && at.Step < len(of):
			s := steps[of[at.Step]]
			failed[s.address] = errors.Join(failed[s.address], r.err.about(reservationObject(s.address)))
			next = of[at.Step] + 1
		default:
			for _, s := range steps {
				failed[s.address] = r.err
			}
			return failed
		}
		steps = steps[next:]
	}
	return failed
}

// settleSet reads the scope back and says of each wanted reservation whether it stands:
// that counts, not what was answered.
func (c *Client) settleSet(ctx context.Context, object string, set ReservationSet, before reservationList, failed map[netip.Addr]error) (reservationList, error) {
	ctx = context.WithoutCancel(ctx)
	now, err := c.readSet(ctx, object, set.Scope)
	if err == nil && c.restoreSet(ctx, object, set, before, now, failed) {
		now, err = c.readSet(ctx, object, set.Scope)
	}
	if err != nil {
		return nil, err
	}
	wanted := map[netip.Addr]bool{}
	for _, w := range set.Wanted {
		wanted[w.Address] = true
		r := now.at(w.Address)
		switch {
		case r != nil && r.equal(w.apply(*r)):
			delete(failed, w.Address)
		case failed[w.Address] == nil:
			failed[w.Address] = c.notAsWanted(reservationObject(w.Address))
		}
	}
	maps.DeleteFunc(failed, func(a netip.Addr, _ error) bool { return !wanted[a] && now.at(a) == nil })
	return now, nil
}

func (c *Client) readSet(ctx context.Context, object string, scope netip.Addr) (reservationList, error) {
	answers, err := c.readFresh(ctx, reservations.one(scope))
	if err != nil {
		return nil, asError(err).about(object)
	}
	return c.reservationsFrom(object, answers[0])
}

// restoreSet puts back reservations that a refused change of their clients has removed.
func (c *Client) restoreSet(ctx context.Context, object string, set ReservationSet, before, now reservationList, failed map[netip.Addr]error) bool {
	var steps []setStep
	for _, w := range set.Wanted {
		was := before.at(w.Address)
		if failed[w.Address] != nil && was != nil && now.at(w.Address) == nil && now.of(was.ClientID) == nil {
			steps = append(steps, setStep{w.Address, []cmdlet.Call{planReservationAdd(*was)}})
		}
	}
	slices.SortFunc(steps, func(a, b setStep) int { return a.address.Compare(b.address) })
	for a, err := range c.runSet(ctx, object, set, steps) {
		failed[a] = errors.Join(failed[a], err)
	}
	return len(steps) > 0
}
