package windows

import (
	"context"
	"net/netip"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// ListLeases reads the leases of a scope, or those of all scopes for the zero address,
// sorted by address; those of reservations are among them. Leases that have run out, are
// only offered, or were declined, come with every set.
func (c *Client) ListLeases(ctx context.Context, scope netip.Addr, every bool) ([]Lease, error) {
	ids, err := c.scopeIDs(ctx, scope)
	if err != nil {
		return nil, err
	}
	queries := make([]query, len(ids))
	for i, id := range ids {
		queries[i] = leasesOf(id)
		if every {
			queries[i].call.Args["AllLeases"] = cmdlet.Switch()
		}
	}
	answers, err := c.readFresh(ctx, queries...)
	if err != nil {
		return nil, asError(err).about("list of leases")
	}
	all := []Lease{}
	for i, a := range answers {
		object := "leases of scope " + ids[i].String()
		switch {
		case a.err != nil && IsNotFound(a.err) && !scope.IsValid(): // a scope that has gone since
			continue
		case a.err != nil:
			return nil, asError(a.err).about(object)
		}
		leases, err := decodeLeases(a.rows)
		if err != nil {
			return nil, c.undecodable(object, err)
		}
		all = append(all, leases...)
	}
	return all, nil
}
