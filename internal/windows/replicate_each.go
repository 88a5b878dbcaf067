package windows

import (
	"context"
	"net/netip"
	"sync"
)

// replicateEach copies scopes, whose locks the caller holds, to their failover partners,
// where they have one and the client is to do so. Those of one relationship go together.
// It returns the first failure.
func (c *Client) replicateEach(ctx context.Context, object string, members []netip.Addr, relations answer) error {
	failures := make([]*Error, len(members))
	var wait sync.WaitGroup
	for i, scope := range members {
		ch := c.replicate(ctx, change{object: object, touched: touchScope(scope)}, scope, relations)
		if ch.relationship == "" {
			continue
		}
		wait.Go(func() {
			r := c.write(ctx, ch)
			failures[i] = r.replicated.about(object)
			if r.err != nil {
				failures[i] = c.replicationUnknown(ch.relationship, r.err)
			}
		})
	}
	wait.Wait()
	for _, e := range failures {
		if e != nil {
			return e
		}
	}
	return nil
}
