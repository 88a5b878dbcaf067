package windows

import (
	"context"
	"net/netip"
)

// ScopeInTheWay finds the scope of the server whose subnet overlaps the one given, the
// same subnet included. The zero prefix means that there is none.
func (c *Client) ScopeInTheWay(ctx context.Context, subnet netip.Prefix) (netip.Prefix, error) {
	answers, err := c.read(ctx, scopes.all())
	if err == nil {
		err = answers[0].err
	}
	if err != nil {
		return netip.Prefix{}, asError(err).about("list of scopes")
	}
	for _, row := range answers[0].rows {
		d := decoder{row: row}
		if other := d.subnet("ScopeId", "SubnetMask"); d.err == nil && other.Overlaps(subnet) {
			return other, nil
		}
	}
	return netip.Prefix{}, nil
}
