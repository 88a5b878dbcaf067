package windows

import "context"

type replicateKey struct{}

// WithReplicate makes the changes under a context be copied to the failover partner or
// not, whatever the client's configuration says.
func WithReplicate(ctx context.Context, replicate bool) context.Context {
	return context.WithValue(ctx, replicateKey{}, replicate)
}

// replicates tells whether changes under a context are copied to the failover partner.
func (c *Client) replicates(ctx context.Context) bool {
	if chosen, ok := ctx.Value(replicateKey{}).(bool); ok {
		return chosen
	}
	return c.config.Replicate
}

// declines tells whether nothing under a context shall be copied, not even what was left
// behind before.
func declines(ctx context.Context) bool {
	chosen, ok := ctx.Value(replicateKey{}).(bool)
	return ok && !chosen
}
