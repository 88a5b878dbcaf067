package windows

import (
	"context"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

// tellChanges tells, in the log at INFO, of a batch of changes that is sent, and of its end
// with how many changes this run has carried out and how many wait: an apply of hundreds of
// objects shows by it that it moves, and what for it waits. Names of objects are left out:
// the log says how much, the plan says what.
func (c *Client) tellChanges(ctx context.Context, jobs []*writeJob) (ended func(err error)) {
	tflog.Info(ctx, "Changes are sent to the DHCP server", map[string]any{
		"server": c.config.Server, "changes": len(jobs), "waiting": c.writes.length(),
	})
	return func(err error) {
		fields := map[string]any{"server": c.config.Server, "changes": len(jobs), "waiting": c.writes.length()}
		if err != nil {
			fields["error"] = err.Error()
			tflog.Info(ctx, "The DHCP server did not answer a batch of changes", fields)
			return
		}
		fields["done_so_far"] = c.stats.changes.Add(int64(len(jobs)))
		tflog.Info(ctx, "The DHCP server answered a batch of changes", fields)
	}
}
