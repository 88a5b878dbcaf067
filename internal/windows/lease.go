package windows

import (
	"context"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// Lease is an address and the client that has it, or had it.
type Lease struct {
	Address     netip.Addr
	Scope       netip.Addr
	ClientID    string // as the server writes it
	HostName    string
	Description string
	State       string    // Active, ActiveReservation, InactiveReservation, Offered, Declined, Expired
	Expires     time.Time // zero for a reservation
}

// Held tells whether a client has the address now.
func (l Lease) Held() bool {
	return strings.EqualFold(l.State, "Active") || strings.EqualFold(l.State, "ActiveReservation")
}

// Reserved tells whether the address belongs to a reservation, in use or not.
func (l Lease) Reserved() bool {
	return strings.EqualFold(l.State, "ActiveReservation") || strings.EqualFold(l.State, "InactiveReservation")
}

var leaseColumns = []string{"IPAddress", "ScopeId", "ClientId", "HostName", "Description", "AddressState", "LeaseExpiryTime"}

func leasesOf(scope netip.Addr) query {
	return ask(cmdlet.Call{Cmdlet: "Get-DhcpServerv4Lease", Args: cmdlet.Args{"ScopeId": addr(scope)}, Take: leaseColumns})
}

func decodeLeases(rows []Row) ([]Lease, error) {
	leases := make([]Lease, len(rows))
	for i, row := range rows {
		d := decoder{row: row}
		leases[i] = Lease{
			Address: d.addr("IPAddress"), Scope: d.addr("ScopeId"), ClientID: d.text("ClientId"), HostName: d.text("HostName"),
			Description: d.text("Description"), State: d.text("AddressState"), Expires: d.moment("LeaseExpiryTime"),
		}
		if d.err != nil {
			return nil, d.err
		}
	}
	slices.SortFunc(leases, func(a, b Lease) int { return a.Address.Compare(b.Address) })
	return leases, nil
}

// ReadLeases reads the leases of a scope, those of reservations among them, sorted by
// address.
func (c *Client) ReadLeases(ctx context.Context, scope netip.Addr) ([]Lease, error) {
	answers, err := c.readFresh(ctx, leasesOf(scope))
	if err == nil {
		err = answers[0].err
	}
	if err != nil {
		return nil, asError(err).about(scopeObject(scope))
	}
	leases, err := decodeLeases(answers[0].rows)
	if err != nil {
		return nil, c.undecodable(scopeObject(scope), err)
	}
	return leases, nil
}

// ScopeUse is who uses a scope: what a plan warns about before it cuts somebody off.
type ScopeUse struct {
	Leased   []netip.Addr // addresses that clients hold now, reserved ones included
	Reserved []netip.Addr // addresses of reservations, in use or not
}

// ReadScopeUse reads who uses a scope. A scope that does not exist is an error of
// KindNotFound.
func (c *Client) ReadScopeUse(ctx context.Context, scope netip.Addr) (ScopeUse, error) {
	leases, err := c.ReadLeases(ctx, scope)
	if err != nil {
		return ScopeUse{}, err
	}
	var use ScopeUse
	for _, l := range leases {
		if l.Held() {
			use.Leased = append(use.Leased, l.Address)
		}
		if l.Reserved() {
			use.Reserved = append(use.Reserved, l.Address)
		}
	}
	return use, nil
}

// CutOff lists the addresses in use that the scope gives out before a change and no longer
// afterwards: leased ones first, reserved ones second. A scope without a pool gives none:
// the zero Scope stands for one that is to be destroyed.
func (u ScopeUse) CutOff(before, after Scope) (leased, reserved []netip.Addr) {
	lost := before.Pool.Subtract(append(after.Pool.Subtract(after.Exclusions...), before.Exclusions...)...)
	return dhcp.Inside(u.Leased, lost...), dhcp.Inside(u.Reserved, lost...)
}
