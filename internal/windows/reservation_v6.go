package windows

import (
	"context"
	"fmt"
	"net/netip"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// ReservationV6 keeps an address of an IPv6 scope for one client, named by DUID and IAID
// together. Both can change in place.
type ReservationV6 struct {
	Address     netip.Addr // lies in the prefix of its scope
	DUID        dhcp.ClientID
	IAID        int64 // 32 bits without a sign
	Name        string
	Description string
}

func reservationV6Object(a netip.Addr) string { return "IPv6 reservation " + a.String() }

// prefixV6Of gives the scope that an address belongs to.
func prefixV6Of(a netip.Addr) netip.Addr {
	return netip.PrefixFrom(a, dhcp.PrefixLengthV6).Masked().Addr()
}

func (r ReservationV6) sameClient(o ReservationV6) bool {
	return r.IAID == o.IAID && slices.Equal(r.DUID, o.DUID)
}

func (r ReservationV6) equal(o ReservationV6) bool {
	return r.Address == o.Address && r.sameClient(o) && r.Name == o.Name && r.Description == o.Description
}

func (r ReservationV6) client() string { return fmt.Sprintf("%s with the IAID %d", r.DUID, r.IAID) }

var reservationV6Columns = []string{"IPAddress", "ClientDuid", "Iaid", "Name", "Description"}

// reservationsV6 has no call for the whole server.
var reservationsV6 = &listing{
	name: "IPv6 reservations", owner: "Prefix", owners: scopesV6,
	of: func(prefix netip.Addr) cmdlet.Call {
		return cmdlet.Call{Cmdlet: "Get-DhcpServerv6Reservation", Args: cmdlet.Args{"Prefix": addr(prefix)}, Take: reservationV6Columns}
	},
}

// reservationsV6From decodes the answer to reservationsV6.one.
func (c *Client) reservationsV6From(object string, answers []answer, err error) ([]ReservationV6, error) {
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(object)
	}
	if len(answers) != 1 {
		return nil, &Error{Kind: KindProtocol, Object: object, Server: c.config.Server, Message: "it could not be read back"}
	}
	list := make([]ReservationV6, len(answers[0].rows))
	for i, row := range answers[0].rows {
		d := decoder{row: row}
		list[i] = ReservationV6{Address: d.addr("IPAddress"), DUID: d.duid("ClientDuid"), IAID: d.number("Iaid"), Name: d.text("Name"), Description: d.text("Description")}
		if d.err != nil {
			return nil, c.undecodable(object, d.err)
		}
	}
	return list, nil
}

// reservedV6 finds the reservation of an address in the answer to reservationsV6.one.
func (c *Client) reservedV6(a netip.Addr, answers []answer, err error) (*ReservationV6, error) {
	object := reservationV6Object(a)
	list, err := c.reservationsV6From(object, answers, err)
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		if r.Address == a {
			return &r, nil
		}
	}
	return nil, c.missing(object, "the address is not reserved")
}

// ReadReservationV6 reads the reservation of an address in its own /64. One that does not
// exist, or whose scope does not, is an error of KindNotFound.
func (c *Client) ReadReservationV6(ctx context.Context, address netip.Addr) (*ReservationV6, error) {
	answers, err := c.read(ctx, reservationsV6.one(prefixV6Of(address)))
	return c.reservedV6(address, answers, err)
}

// CreateReservationV6 reserves an address for a client, and refuses to take over what
// exists and differs. With an error it returns the reservation as it stands when it was made.
func (c *Client) CreateReservationV6(ctx context.Context, desired ReservationV6) (*ReservationV6, error) {
	return c.changeReservationV6(ctx, desired.Address, func(list []ReservationV6) (ReservationV6, []cmdlet.Call, error) {
		for _, o := range list {
			if o.Address == desired.Address {
				if desired.Name == "" {
					desired.Name = o.Name // the server gives one
				}
				return o, nil, c.found(reservationV6Object(o.Address), "reservation", o.Address.String(), fmt.Sprintf("the address is reserved already, for the client %s", o.client()), o.equal(desired))
			}
		}
		if err := otherV6(list, desired); err != nil {
			return desired, nil, err
		}
		return desired, []cmdlet.Call{planReservationV6Add(desired)}, nil
	})
}

// UpdateReservationV6 changes a reservation in place: edit turns it as it stands into the
// wanted one of the same address. It returns the reservation as read back, also with an
// error, nil when it could not be read.
func (c *Client) UpdateReservationV6(ctx context.Context, address netip.Addr, edit func(*ReservationV6)) (*ReservationV6, error) {
	return c.changeReservationV6(ctx, address, func(list []ReservationV6) (ReservationV6, []cmdlet.Call, error) {
		i := slices.IndexFunc(list, func(r ReservationV6) bool { return r.Address == address })
		if i < 0 {
			return ReservationV6{}, nil, c.missing(reservationV6Object(address), "the address is not reserved")
		}
		desired := list[i]
		edit(&desired)
		if err := otherV6(list, desired); err != nil {
			return desired, nil, err
		}
		return desired, planReservationV6Update(list[i], desired), nil
	})
}

// otherV6 is the error of a client that has another address reserved already.
func otherV6(list []ReservationV6, desired ReservationV6) error {
	for _, o := range list {
		if o.Address != desired.Address && o.sameClient(desired) {
			return &Error{Kind: KindConflict, Message: fmt.Sprintf("the client %s has the address %s reserved already", o.client(), o.Address),
				Advice: "A client can have one reservation in a scope for each of its IAIDs. Change one of the two, or remove the other reservation."}
		}
	}
	return nil
}

// changeReservationV6 reads the reservations of the scope, lets plan decide, and carries
// it out.
func (c *Client) changeReservationV6(ctx context.Context, address netip.Addr, plan func([]ReservationV6) (ReservationV6, []cmdlet.Call, error)) (*ReservationV6, error) {
	object, prefix := reservationV6Object(address), prefixV6Of(address)
	unlock, err := c.locks.lock(ctx, lockScope(prefix))
	if err != nil {
		return nil, c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, reservationsV6.one(prefix))
	list, err := c.reservationsV6From(object, answers, err)
	if err != nil {
		return nil, err
	}
	desired, calls, err := plan(list)
	if err != nil {
		e := asError(err).about(object)
		e.Server = c.config.Server
		return orTakenOver(&desired, e)
	}
	ch := change{object: object, steps: calls, back: []query{reservationsV6.one(prefix)}, touched: touchScope(prefix)}
	if len(ch.steps) == 0 {
		return &desired, nil
	}
	r := c.write(ctx, ch)
	now, readErr := c.reservedV6(address, r.back, nil)
	if now != nil && desired.Name == "" {
		desired.Name = now.Name // the server gives one
	}
	err = c.outcome(r, ch, now != nil && now.equal(desired), readErr)
	if now != nil && !now.sameClient(desired) && r.err != nil {
		return nil, err // what stands there is not what was asked for
	}
	return now, err
}

// DeleteReservationV6 removes the reservation of an address. A client that uses it keeps
// the address as an ordinary lease. Absence is success; the reservation of another client
// than the one given is an error of KindChangedMeanwhile.
func (c *Client) DeleteReservationV6(ctx context.Context, was ReservationV6) error {
	object, prefix := reservationV6Object(was.Address), prefixV6Of(was.Address)
	unlock, err := c.locks.lock(ctx, lockScope(prefix))
	if err != nil {
		return c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, reservationsV6.one(prefix))
	current, err := c.reservedV6(was.Address, answers, err)
	switch {
	case IsNotFound(err):
		return nil
	case err != nil:
		return err
	case !current.sameClient(was):
		return &Error{
			Kind: KindChangedMeanwhile, Object: object, Server: c.config.Server,
			Message: fmt.Sprintf("it is now the reservation of the client %s, not of %s", current.client(), was.client()),
			Advice:  "Somebody else changed it. Run plan again, and apply when it may be removed nevertheless.",
		}
	}
	ch := change{object: object, steps: planReservationV6Remove(*current), back: []query{reservationsV6.one(prefix)}, touched: touchScope(prefix)}
	r := c.write(ctx, ch)
	_, readErr := c.reservedV6(was.Address, r.back, nil)
	if r.err != nil && !r.unknown && IsNotFound(readErr) {
		return nil // somebody else was faster
	}
	return c.outcome(r, ch, IsNotFound(readErr), readErr)
}
