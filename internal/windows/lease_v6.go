package windows

import (
	"context"
	"net/netip"
	"slices"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// LeaseV6 is an IPv6 address and the client that has it, had it, or has it reserved.
type LeaseV6 struct {
	Address     netip.Addr
	Prefix      netip.Addr
	DUID        dhcp.ClientID
	IAID        int64
	HostName    string
	Description string
	AddressType string    // IANA, or IATA for a temporary address
	Expires     time.Time // zero for a reservation that nobody uses
}

// Held tells whether a client has the address at a time. The server names no state.
func (l LeaseV6) Held(now time.Time) bool { return now.Before(l.Expires) }

var leaseV6Columns = []string{"IPAddress", "Prefix", "ClientDuid", "Iaid", "HostName", "Description", "AddressType", "LeaseExpiryTime"}

// ReadLeasesV6 reads the leases of an IPv6 scope, those of reservations among them, sorted
// by address.
func (c *Client) ReadLeasesV6(ctx context.Context, prefix netip.Addr) ([]LeaseV6, error) {
	object := "leases of " + scopeV6Object(prefix)
	answers, err := c.readFresh(ctx, ask(cmdlet.Call{Cmdlet: "Get-DhcpServerv6Lease", Args: cmdlet.Args{"Prefix": addr(prefix)}, Take: leaseV6Columns}))
	if err == nil {
		err = answers[0].err
	}
	if err != nil {
		return nil, asError(err).about(object)
	}
	leases := make([]LeaseV6, len(answers[0].rows))
	for i, row := range answers[0].rows {
		d := decoder{row: row}
		leases[i] = LeaseV6{
			Address: d.addr("IPAddress"), Prefix: d.addr("Prefix"), DUID: d.duid("ClientDuid"), IAID: d.number("Iaid"), HostName: d.text("HostName"),
			Description: d.text("Description"), AddressType: d.text("AddressType"), Expires: d.moment("LeaseExpiryTime"),
		}
		if d.err != nil {
			return nil, c.undecodable(object, d.err)
		}
	}
	slices.SortFunc(leases, func(a, b LeaseV6) int { return a.Address.Compare(b.Address) })
	return leases, nil
}

// duid reads a client's DUID as the server stores it: of any length and type.
func (d *decoder) duid(property string) dhcp.ClientID {
	id, err := dhcp.ParseClientID(d.text(property))
	if err != nil {
		d.fail(property, "a DUID")
	}
	return id
}
