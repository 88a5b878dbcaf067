package windows

import (
	"context"
	"net/netip"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// Reservations of one scope change side by side: what must not meet is two changes of one
// address, and two that give reservations to one client.
func lockReserved(scope, a netip.Addr) string {
	return "3 reservation " + scope.String() + " address " + a.String()
}

func lockReservedFor(scope netip.Addr, id dhcp.ClientID) string {
	return "3 reservation " + scope.String() + " client " + id.String()
}

// reservationQueries are the reads that a change of a reservation is judged by.
func reservationQueries(scope netip.Addr) []query {
	return []query{reservations.one(scope), relationships.all()}
}

// reserved finds the reservation of an address in the answers to reservationQueries.
func (c *Client) reserved(a netip.Addr, answers []answer) (*Reservation, error) {
	object := reservationObject(a)
	if err := firstError(answers); err != nil {
		return nil, asError(err).about(object)
	}
	if len(answers) != 2 {
		return nil, &Error{Kind: KindProtocol, Object: object, Server: c.config.Server, Message: "it could not be read back"}
	}
	list, err := c.reservationsFrom(object, answers[0])
	if err != nil {
		return nil, err
	}
	if r := list.at(a); r != nil {
		return r, nil
	}
	return nil, c.missing(object, "the address is not reserved")
}

// CreateReservation reserves an address for a client, and refuses to take over what
// exists and differs. With an error it returns the reservation as it stands when it was made.
func (c *Client) CreateReservation(ctx context.Context, desired Reservation) (*Reservation, error) {
	object := reservationObject(desired.Address)
	unlock, err := c.locks.lock(ctx, lockReserved(desired.Scope, desired.Address), lockReservedFor(desired.Scope, desired.ClientID))
	if err != nil {
		return nil, c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, reservationQueries(desired.Scope)...)
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(object)
	}
	list, err := c.reservationsFrom(object, answers[0])
	if err != nil {
		return nil, err
	}
	if at := list.at(desired.Address); at != nil && at.equal(desired) {
		return orTakenOver(at, c.foundReservation(*at))
	}
	if e := c.reservationInTheWay(desired, list); e != nil {
		return nil, e
	}
	return c.addReservation(ctx, desired, answers[1])
}

func (c *Client) foundReservation(r Reservation) *Error {
	return c.found(reservationObject(r.Address), "reservation", r.Address.String(), "the reservation exists already"+quoted(r.Name), true)
}

// addReservation makes a reservation and says who is in the way when the server refuses.
func (c *Client) addReservation(ctx context.Context, desired Reservation, relations answer) (*Reservation, error) {
	ch := c.replicate(ctx, change{
		object: reservationObject(desired.Address), steps: []cmdlet.Call{planReservationAdd(desired)},
		back: reservationQueries(desired.Scope), touched: touchScope(desired.Scope),
	}, desired.Scope, relations)
	r := c.write(ctx, ch)
	now, readErr := c.reserved(desired.Address, r.back)
	if r.err != nil && r.err.Kind == KindConflict {
		return nil, c.explainTaken(ctx, desired, r.err)
	}
	err := c.outcome(r, ch, now != nil && now.equal(desired), readErr)
	if err != nil && (r.err != nil || now != nil && !slices.Equal(now.ClientID, desired.ClientID)) {
		return nil, err // what stands there is not ours
	}
	return now, err
}

// ReservationUpdate is what a reservation is to become.
type ReservationUpdate struct {
	Scope, Address netip.Addr
	ClientID       dhcp.ClientID
	Name           *string // nil leaves the name as it is
	Description    string
	Type           ScopeType
	// Replicate copies the scope to its failover partner even when nothing differs here:
	// an earlier replication failed.
	Replicate bool
}

func (u ReservationUpdate) apply(r Reservation) Reservation {
	r.ClientID, r.Description, r.Type = u.ClientID, u.Description, u.Type
	if u.Name != nil {
		r.Name = *u.Name
	}
	return r
}

// UpdateReservation changes a reservation in place; its address and scope stay. It
// returns the reservation as read back, also with an error, nil when it could not be read.
func (c *Client) UpdateReservation(ctx context.Context, u ReservationUpdate) (*Reservation, error) {
	object := reservationObject(u.Address)
	unlock, err := c.locks.lock(ctx, lockReserved(u.Scope, u.Address), lockReservedFor(u.Scope, u.ClientID))
	if err != nil {
		return nil, c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, reservationQueries(u.Scope)...)
	if err != nil {
		return nil, asError(err).about(object)
	}
	current, err := c.reserved(u.Address, answers)
	if err != nil {
		return nil, err
	}
	desired := u.apply(*current)
	if !slices.Equal(current.ClientID, desired.ClientID) {
		if list, err := c.reservationsFrom(object, answers[0]); err != nil {
			return current, err
		} else if holder := list.of(desired.ClientID); holder != nil {
			return current, c.clientReserved(desired, *holder)
		}
	}
	ch := change{object: object, steps: planReservationUpdate(*current, desired), back: reservationQueries(u.Scope), touched: touchScope(u.Scope)}
	if len(ch.steps) > 0 || u.Replicate {
		ch = c.replicate(ctx, ch, u.Scope, answers[1])
	}
	if len(ch.steps) == 0 && ch.relationship == "" {
		return current, nil
	}
	if len(ch.steps) > 0 {
		ch.steps = append([]cmdlet.Call{reservationUnchanged(*current)}, ch.steps...)
	}
	r := c.write(ctx, ch)
	now, readErr := c.reserved(u.Address, r.back)
	if r.err != nil && IsNotFound(readErr) && !slices.Equal(current.ClientID, desired.ClientID) {
		return c.restoreReservation(ctx, *current, answers[1], r.err)
	}
	return now, c.outcome(r, ch, now != nil && now.equal(desired), readErr)
}

// restoreReservation puts a reservation back that a refused change of its client has
// removed: the server removes first and looks second.
func (c *Client) restoreReservation(ctx context.Context, was Reservation, relations answer, cause *Error) (*Reservation, error) {
	told := *cause
	now, err := c.addReservation(ctx, was, relations)
	if err != nil {
		told.Message += ". The server has removed the reservation meanwhile, and it could not be put back: " + err.Error()
		return nil, &told
	}
	told.Message += ". The server had removed the reservation meanwhile; it was put back for its old client, without options of its own"
	return now, &told
}

// DeleteReservation removes the reservation of an address. A client that uses it keeps
// the address as an ordinary lease. Absence is success; the reservation of another client
// than the one given is an error of KindChangedMeanwhile.
func (c *Client) DeleteReservation(ctx context.Context, scope, address netip.Addr, id dhcp.ClientID) error {
	object := reservationObject(address)
	unlock, err := c.locks.lock(ctx, lockReserved(scope, address))
	if err != nil {
		return c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, reservationQueries(scope)...)
	if err != nil {
		return asError(err).about(object)
	}
	current, err := c.reserved(address, answers)
	switch {
	case IsNotFound(err):
		return nil
	case err != nil:
		return err
	case !slices.Equal(current.ClientID, id):
		return &Error{
			Kind: KindChangedMeanwhile, Object: object, Server: c.config.Server,
			Message: "it is now the reservation of the client " + current.ClientID.String() + ", not of " + id.String(),
			Advice:  "Somebody else changed it. Run plan again, and apply when it may be removed nevertheless.",
		}
	}
	ch := c.replicate(ctx, change{object: object, steps: planReservationRemove(*current), back: reservationQueries(scope), touched: touchScope(scope)}, scope, answers[1])
	r := c.write(ctx, ch)
	_, readErr := c.reserved(address, r.back)
	if r.err != nil && !r.unknown && IsNotFound(readErr) {
		return nil // somebody else was faster
	}
	return c.outcome(r, ch, IsNotFound(readErr), readErr)
}
