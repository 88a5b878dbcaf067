package windows

import (
	"context"
	"fmt"
	"net/netip"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// Reservation keeps an address of a scope for one client. An address has at most one on a
// server, a client at most one in a scope.
type Reservation struct {
	Scope    netip.Addr
	Address  netip.Addr
	ClientID dhcp.ClientID
	// Name and Description are those of the client's record: a client that sends its host
	// name may change the name.
	Name        string
	Description string
	Type        ScopeType // clients that it serves: DHCP, BOOTP or both
	InUse       bool      // the client has the address now; read only
}

func reservationObject(a netip.Addr) string { return "reservation " + a.String() }

// equal tells whether two reservations are the same in everything that can be set.
func (r Reservation) equal(o Reservation) bool {
	return r.Scope == o.Scope && r.Address == o.Address && slices.Equal(r.ClientID, o.ClientID) && r.Name == o.Name && r.Description == o.Description && r.Type == o.Type
}

var reservationColumns = []string{"IPAddress", "ScopeId", "ClientId", "Name", "Description", "Type", "AddressState"}

// reservations has no call for the whole server. It lists by scope: the look-ups by
// client also answer with plain leases, and what the one by address says of an address
// without reservation is documented nowhere.
var reservations = &listing{
	name: "reservations", owner: "ScopeId", owners: scopes,
	of: func(scope netip.Addr) cmdlet.Call {
		return cmdlet.Call{Cmdlet: "Get-DhcpServerv4Reservation", Args: cmdlet.Args{"ScopeId": addr(scope)}, Take: reservationColumns}
	},
}

func decodeReservation(row Row) (Reservation, error) {
	d := decoder{row: row}
	r := Reservation{
		Scope: d.addr("ScopeId"), Address: d.addr("IPAddress"), Name: d.text("Name"), Description: d.text("Description"),
		Type: word(d.text("Type"), ScopeDhcp, ScopeBootp, ScopeBoth), InUse: equalNames(d.text("AddressState"), "ActiveReservation"),
	}
	id, err := dhcp.ParseClientID(d.text("ClientId"))
	if err != nil {
		d.fail("ClientId", "a client id")
	}
	r.ClientID = id
	return r, d.err
}

// reservationList is the reservations of a scope.
type reservationList []Reservation

func (l reservationList) at(a netip.Addr) *Reservation {
	return l.find(func(r Reservation) bool { return r.Address == a })
}

func (l reservationList) of(id dhcp.ClientID) *Reservation {
	return l.find(func(r Reservation) bool { return slices.Equal(r.ClientID, id) })
}

func (l reservationList) find(is func(Reservation) bool) *Reservation {
	if i := slices.IndexFunc(l, is); i >= 0 {
		return &l[i]
	}
	return nil
}

// reservationsFrom decodes the answer to a listing of reservations, sorted by address.
func (c *Client) reservationsFrom(object string, a answer) (reservationList, error) {
	if a.err != nil {
		return nil, asError(a.err).about(object)
	}
	list := make(reservationList, len(a.rows))
	for i, row := range a.rows {
		var err error
		if list[i], err = decodeReservation(row); err != nil {
			return nil, c.undecodable(object, err)
		}
	}
	slices.SortFunc(list, func(a, b Reservation) int { return a.Address.Compare(b.Address) })
	return list, nil
}

// ReadReservation reads the reservation of an address. scope may be left out (the zero
// address): it is found then. A reservation that does not exist is an error of
// KindNotFound, and so is one in a scope that does not.
func (c *Client) ReadReservation(ctx context.Context, scope, address netip.Addr) (*Reservation, error) {
	object := reservationObject(address)
	if !scope.IsValid() {
		subnet, err := c.ScopeInTheWay(ctx, netip.PrefixFrom(address, address.BitLen()))
		if err != nil {
			return nil, asError(err).about(object)
		}
		if scope = subnet.Addr(); !scope.IsValid() {
			return nil, c.missing(object, "no scope of the server has this address in its subnet")
		}
	}
	answers, err := c.read(ctx, reservations.one(scope))
	if err != nil {
		return nil, asError(err).about(object)
	}
	list, err := c.reservationsFrom(object, answers[0])
	if err != nil {
		return nil, err
	}
	if r := list.at(address); r != nil {
		return r, nil
	}
	return nil, c.missing(object, fmt.Sprintf("scope %s has no reservation of this address", scope))
}

func (c *Client) missing(object, message string) *Error {
	return &Error{Kind: KindNotFound, Object: object, Server: c.config.Server, Message: message}
}

// ListReservations reads the reservations of a scope, or those of all scopes for the zero
// address, sorted by address.
func (c *Client) ListReservations(ctx context.Context, scope netip.Addr) ([]Reservation, error) {
	ids, err := c.scopeIDs(ctx, scope)
	if err != nil {
		return nil, err
	}
	queries := make([]query, len(ids))
	for i, id := range ids {
		queries[i] = reservations.one(id)
	}
	answers, err := c.read(ctx, queries...)
	if err != nil {
		return nil, asError(err).about("list of reservations")
	}
	all := []Reservation{}
	for i, a := range answers {
		list, err := c.reservationsFrom("reservations of scope "+ids[i].String(), a)
		if err != nil && !(IsNotFound(err) && !scope.IsValid()) { // a scope that has gone since
			return nil, err
		}
		all = append(all, list...)
	}
	slices.SortFunc(all, func(a, b Reservation) int { return a.Address.Compare(b.Address) })
	return all, nil
}

// scopeIDs gives the scope itself, or all scopes of the server for the zero address.
func (c *Client) scopeIDs(ctx context.Context, scope netip.Addr) ([]netip.Addr, error) {
	if scope.IsValid() {
		return []netip.Addr{scope}, nil
	}
	answers, err := c.read(ctx, scopes.all())
	if err == nil {
		err = answers[0].err
	}
	if err != nil {
		return nil, asError(err).about("list of scopes")
	}
	ids := make([]netip.Addr, len(answers[0].rows))
	for i, row := range answers[0].rows {
		d := decoder{row: row}
		if ids[i] = d.addr("ScopeId"); d.err != nil {
			return nil, c.undecodable("list of scopes", d.err)
		}
	}
	slices.SortFunc(ids, netip.Addr.Compare)
	return ids, nil
}
