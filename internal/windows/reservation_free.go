package windows

import (
	"context"
	"fmt"
	"net/netip"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

// Sizes of the search for a free address: offers are asked for so many at a time, and so
// often while other administrators are faster.
const (
	freeOffer  = 16
	freeRounds = 8
)

func lockFree(scope netip.Addr) string { return "3 reservation " + scope.String() + " free" }

// FreeAddresses asks a scope for at most number addresses that nobody has, within the
// range given (the zero Range is the whole pool), those never used before first. Nothing
// holds them: somebody else may take them at any time.
func (c *Client) FreeAddresses(ctx context.Context, scope netip.Addr, number int, within dhcp.Range) ([]netip.Addr, error) {
	answers, err := c.readFresh(ctx, scopes.one(scope), freeAddresses(scope, number, within.Start, within.End))
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about("free addresses of scope " + scope.String())
	}
	return c.offered(scope, answers[1])
}

func (c *Client) offered(scope netip.Addr, a answer) ([]netip.Addr, error) {
	free := make([]netip.Addr, len(a.rows))
	for i, row := range a.rows {
		var err error
		if free[i], err = dhcp.ParseIPv4(row.Text("Text")); err != nil {
			return nil, c.undecodable("free addresses of scope "+scope.String(), err)
		}
	}
	return free, nil
}

// CreateReservationOnFree reserves the next free address of a scope. Nothing holds an
// offered address, so the server decides who was first, and the next one is tried.
func (c *Client) CreateReservationOnFree(ctx context.Context, desired Reservation) (*Reservation, error) {
	object := "reservation for the client " + desired.ClientID.String()
	unlock, err := c.locks.lock(ctx, lockFree(desired.Scope), lockReservedFor(desired.Scope, desired.ClientID))
	if err != nil {
		return nil, c.cancelled(ctx).about(object)
	}
	defer unlock()
	for range freeRounds {
		answers, err := c.readFresh(ctx, append(reservationQueries(desired.Scope), freeAddresses(desired.Scope, freeOffer, netip.Addr{}, netip.Addr{}))...)
		if err == nil {
			err = firstError(answers)
		}
		if err != nil {
			return nil, asError(err).about(object)
		}
		free, err := c.offered(desired.Scope, answers[2])
		if err != nil {
			return nil, err
		}
		list, err := c.reservationsFrom(object, answers[0])
		if err != nil {
			return nil, err
		}
		if holder := list.of(desired.ClientID); holder != nil {
			if desired.Address = holder.Address; holder.equal(desired) {
				return orTakenOver(holder, c.foundReservation(*holder)) // the address was chosen before
			}
			return nil, c.clientReserved(desired, *holder).about(object)
		}
		free = slices.DeleteFunc(free, func(a netip.Addr) bool { return list.at(a) != nil })
		if len(free) == 0 {
			return nil, &Error{Kind: KindExhausted, Object: object, Server: c.config.Server,
				Message: fmt.Sprintf("scope %s has no free address", desired.Scope), Advice: "Widen the range of the scope, or give an address outside it."}
		}
		made, err := c.reserveOneOf(ctx, desired, free, answers[1])
		if err == nil || KindOf(err) != KindConflict {
			return made, err
		}
	}
	return nil, &Error{Kind: KindBusy, Object: object, Server: c.config.Server,
		Message: "every free address that the server offered was taken by somebody else first", Advice: "Run apply again."}
}

// reserveOneOf tries addresses until the server gives one. The error is of KindConflict
// when all of them were taken.
func (c *Client) reserveOneOf(ctx context.Context, desired Reservation, free []netip.Addr, relations answer) (made *Reservation, err error) {
	for _, a := range free {
		desired.Address = a
		made, err = c.addReservation(ctx, desired, relations)
		if err == nil || KindOf(err) != KindConflict {
			return made, err
		}
	}
	return nil, err
}
