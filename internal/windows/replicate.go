package windows

import (
	"context"
	"net/netip"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

// Replicate copies a member scope to the failover partner, over what stands there. Scopes
// of one relationship that are replicated at the same time go together.
func (c *Client) Replicate(ctx context.Context, scope netip.Addr) error {
	member, err := c.copyToPartner(ctx, scope)
	if err == nil && !member {
		return &Error{Kind: KindInvalid, Object: scopeObject(scope), Server: c.config.Server, Message: "the scope is in no failover relationship, so there is nowhere to copy it to"}
	}
	return err
}

// ReplicateFailover copies all scopes of a relationship to the partner, over what stands
// there, in one call.
func (c *Client) ReplicateFailover(ctx context.Context, name string) error {
	object := failoverObject(name)
	unlock, err := c.locks.lock(ctx, lockRelationship(name))
	if err != nil {
		return c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, relationships.all())
	f, err := c.failoverFrom(name, answers, err)
	if err != nil {
		return err
	}
	if e := c.wrongServer(*f); e != nil {
		return e
	}
	c.stats.replications.Add(1)
	r := c.write(ctx, change{object: object, steps: []cmdlet.Call{f.same, planReplicateAll(f.Name)}})
	return nilError(c.diagnosed(ctx, f.Partner, r.err))
}

// CatchUp copies a scope to its failover partner after a replication that failed. A scope
// that is in no relationship by now has nothing to catch up with, and neither has one
// whose changes shall not be copied.
func (c *Client) CatchUp(ctx context.Context, scope netip.Addr) error {
	if declines(ctx) {
		return nil
	}
	_, err := c.copyToPartner(ctx, scope)
	return err
}

func (c *Client) copyToPartner(ctx context.Context, scope netip.Addr) (member bool, err error) {
	unlock, err := c.locks.lock(ctx, lockScope(scope))
	if err != nil {
		return false, c.cancelled(ctx).about(scopeObject(scope))
	}
	defer unlock()
	answers, err := c.readFresh(ctx, scopeQueries(scope)...)
	if err != nil {
		return false, asError(err).about(scopeObject(scope))
	}
	s, err := c.scopeFrom(scope, answers)
	if err != nil || s.Relationship == "" {
		return false, err
	}
	r := c.write(ctx, c.replicateAs(change{object: scopeObject(scope)}, scope, relationshipRow(scope, answers[3].rows)))
	if r.err != nil {
		return true, r.err
	}
	return true, nilError(r.replicated.about(scopeObject(scope)))
}

const adviceReplicate = "The change is on this server and not on the failover partner. Once the cause is gone, the next apply copies it (or run Invoke-DhcpServerv4FailoverReplication on this server)."

// replicationError says that a change has not reached the partner.
func (c *Client) replicationError(relationship string, cause *script.StepError) *Error {
	e := c.stepError(cause)
	if cause.ID == script.GuardFailed {
		e.Message = "this is no longer the server that the relationship was read from: " + e.Message
	}
	return &Error{
		Kind: KindNotReplicated, Server: c.config.Server, ID: e.ID, Cmdlet: e.Cmdlet, Err: e,
		Message: "the change was made but not copied to the partner of the relationship " + relationship + ": " + e.Message,
		Advice:  strings.TrimSpace(e.Advice + " " + adviceReplicate),
	}
}

// replicationUnknown says that nobody knows whether a change has reached the partner.
func (c *Client) replicationUnknown(relationship string, cause *Error) *Error {
	return &Error{
		Kind: KindNotReplicated, Object: cause.Object, Server: c.config.Server, Err: cause, Advice: adviceReplicate,
		Message: "the change was made, but the answer was lost, and it is not known whether it was copied to the partner of the relationship " + relationship,
	}
}
