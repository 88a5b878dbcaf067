package windows

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
)

// quoted adds a name to a message when there is one.
func quoted(name string) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf(" (%q)", name)
}

// reservationInTheWay says which reservation keeps another one from being made, nil when
// none does.
func (c *Client) reservationInTheWay(desired Reservation, list reservationList) error {
	at, of := list.at(desired.Address), list.of(desired.ClientID)
	e := &Error{Kind: KindConflict, Object: reservationObject(desired.Address), Server: c.config.Server}
	switch {
	case at != nil && slices.Equal(at.ClientID, desired.ClientID):
		return c.found(e.Object, "reservation", desired.Address.String(), "the reservation exists already"+quoted(at.Name), false)
	case at != nil:
		e.Message = fmt.Sprintf("the address is reserved for the client %s%s", at.ClientID, quoted(at.Name))
		e.Advice = "Take another address, or remove that reservation first."
	case of != nil:
		return c.clientReserved(desired, *of)
	default:
		return nil
	}
	return e
}

func (c *Client) clientReserved(desired, holder Reservation) *Error {
	return &Error{
		Kind: KindConflict, Object: reservationObject(desired.Address), Server: c.config.Server,
		Message: fmt.Sprintf("the client %s has the reservation of %s%s in this scope already", desired.ClientID, holder.Address, quoted(holder.Name)),
		Advice:  "A client can have one reservation in a scope. Look at the client id, or remove the other reservation first.",
	}
}

// explainTaken says who holds what a reservation needs: the server's number does not.
func (c *Client) explainTaken(ctx context.Context, desired Reservation, cause *Error) error {
	answers, err := c.readFresh(ctx, reservations.one(desired.Scope), leasesOf(desired.Scope))
	if err != nil {
		return cause
	}
	list, err := c.reservationsFrom(cause.Object, answers[0])
	if err != nil {
		return cause
	}
	if e := c.reservationInTheWay(desired, list); e != nil {
		return e
	}
	leases, err := decodeLeases(answers[1].rows)
	if err != nil {
		return cause
	}
	if i := slices.IndexFunc(leases, func(l Lease) bool { return l.Address == desired.Address }); i >= 0 {
		told := *cause
		told.Message = fmt.Sprintf("the address is leased to the client %s%s", leases[i].ClientID, quoted(leases[i].HostName))
		if until := leases[i].Expires; !until.IsZero() {
			told.Message += " until " + until.UTC().Format("2006-01-02 15:04 UTC")
		}
		told.Advice = "Take another address, wait until the lease has ended, or remove the lease on the server."
		return &told
	}
	return cause
}

// ReservationInTheWay finds what a reservation would collide with, as an error that says
// so, nil when the way is free. It is for plans: a create looks again.
func (c *Client) ReservationInTheWay(ctx context.Context, desired Reservation) error {
	answers, err := c.read(ctx, reservations.one(desired.Scope))
	if err == nil {
		var list []Reservation
		if list, err = c.reservationsFrom(reservationObject(desired.Address), answers[0]); err == nil {
			if at := reservationList(list).at(desired.Address); at != nil && at.equal(desired) {
				return nil // it is taken over
			}
			return c.reservationInTheWay(desired, list)
		}
	}
	return nil // what cannot be read now is no finding: the create looks again
}

// ReadScopePlain reads a scope's own properties: all that a plan for something in it asks
// for. A scope that does not exist is an error of KindNotFound.
func (c *Client) ReadScopePlain(ctx context.Context, id netip.Addr) (*Scope, error) {
	answers, err := c.read(ctx, scopes.one(id))
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(scopeObject(id))
	}
	return c.scopeFrom(id, []answer{answers[0], {}, {}, {}})
}
