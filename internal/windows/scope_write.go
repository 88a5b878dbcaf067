package windows

import (
	"context"
	"fmt"
	"net/netip"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// lockScope and lockRelationship name locks. Scopes come before relationships in the
// order of locking, so that who holds a scope may still wait for its relationship.
func lockScope(id netip.Addr) string             { return "1 scope " + id.String() }
func lockRelationship(name string) string        { return "2 relationship " + strings.ToLower(name) }
func touchScope(id netip.Addr) touched           { return touched{owners: []netip.Addr{id}} }
func (t touched) list(lists ...*listing) touched { t.lists = append(t.lists, lists...); return t }

// CreateScope makes a scope, and refuses to take over one that exists and differs. With an error it
// returns the scope as it stands when a part of it was made and could not be taken away.
func (c *Client) CreateScope(ctx context.Context, desired Scope) (*Scope, error) {
	desired, id := desired.normalized(), desired.ID()
	unlock, err := c.locks.lock(ctx, lockScope(id))
	if err != nil {
		return nil, c.cancelled(ctx).about(scopeObject(id))
	}
	defer unlock()
	r := c.write(ctx, change{object: scopeObject(id), steps: planScopeCreate(desired), back: scopeQueries(id), touched: touchScope(id)})
	now, readErr := c.scopeFrom(id, r.back)
	switch {
	case r.err == nil && readErr != nil:
		return nil, readErr
	case r.err == nil:
		return now, c.unlikeDesired(*now, desired)
	case r.err.Kind == KindConflict && now != nil && now.Equal(desired):
		return orTakenOver(now, c.found(scopeObject(id), "scope", id.String(), fmt.Sprintf("the scope exists already, under the name %q", now.Name), true))
	case r.err.Kind == KindConflict && r.err.Cmdlet == "Add-DhcpServerv4Scope":
		return nil, c.explainConflict(ctx, desired, r.err)
	case readErr != nil || r.unknown && !madeBy(*now, desired):
		return nil, r.err.withUndo(r.undo)
	case r.unknown && now.Equal(desired):
		return now, nil
	}
	return now, halfWay(r.err.withUndo(r.undo), *now, desired)
}

// madeBy tells whether a scope found after a lost answer came from our own call, which
// gives these properties all at once, and not from somebody else.
func madeBy(s, desired Scope) bool {
	return s.Subnet == desired.Subnet && s.Name == desired.Name && s.Pool == desired.Pool && s.Lease == desired.Lease && s.Description == desired.Description
}

// explainConflict says which scope is in the way: the server's number does not.
func (c *Client) explainConflict(ctx context.Context, desired Scope, e *Error) error {
	answers, err := c.readFresh(ctx, scopes.all())
	if err != nil || answers[0].err != nil {
		return e
	}
	named := *e
	for _, row := range answers[0].rows {
		d := decoder{row: row}
		subnet, name := d.subnet("ScopeId", "SubnetMask"), d.text("Name")
		switch {
		case d.err != nil || !subnet.Overlaps(desired.Subnet):
		case subnet.Addr() == desired.ID():
			return c.found(named.Object, "scope", desired.ID().String(), fmt.Sprintf("the scope exists already, under the name %q", name), false)
		default:
			named.Message = fmt.Sprintf("its subnet %s overlaps that of the scope %q, %s", desired.Subnet, name, subnet)
			named.Advice = "Two scopes of a server cannot share addresses of their subnets, even when their ranges do not meet. Change one of the two."
		}
	}
	return &named
}

// ScopeUpdate says how UpdateScope works.
type ScopeUpdate struct {
	// Replicate copies the scope to its failover partner even when nothing differs here:
	// an earlier replication failed.
	Replicate bool
}

// UpdateScope changes a scope: edit turns the scope as it stands into the wanted one. It
// returns the scope as read back, also with an error, nil when it could not be read.
func (c *Client) UpdateScope(ctx context.Context, id netip.Addr, edit func(*Scope), how ScopeUpdate) (*Scope, error) {
	unlock, err := c.locks.lock(ctx, lockScope(id))
	if err != nil {
		return nil, c.cancelled(ctx).about(scopeObject(id))
	}
	defer unlock()
	answers, err := c.readFresh(ctx, scopeQueries(id)...)
	if err != nil {
		return nil, asError(err).about(scopeObject(id))
	}
	current, err := c.scopeFrom(id, answers)
	if err != nil {
		return nil, err
	}
	desired := *current
	edit(&desired)
	desired = desired.normalized()
	if desired.Subnet != current.Subnet {
		return current, &Error{Kind: KindInvalid, Object: scopeObject(id), Server: c.config.Server, Message: "the subnet of a scope cannot change", Advice: "Replace the scope. All its leases and reservations are lost then."}
	}
	ch := change{object: scopeObject(id), steps: planScopeUpdate(*current, desired), back: scopeQueries(id), touched: touchScope(id)}
	if row := relationshipRow(id, answers[3].rows); row != nil && (how.Replicate && !declines(ctx) || c.replicates(ctx) && len(ch.steps) > 0) {
		ch = c.replicateAs(ch, id, row)
	}
	if len(ch.steps) == 0 && ch.relationship == "" {
		return current, nil
	}
	if len(ch.steps) > 0 {
		ch.steps = append([]cmdlet.Call{scopeUnchanged(answers[0].rows[0])}, ch.steps...)
	}
	return c.settleUpdate(ctx, c.write(ctx, ch), id, desired)
}

// scopeUnchanged makes sure that the scope still stands as the plan was made for: the
// order of the steps depends on it.
func scopeUnchanged(row Row) cmdlet.Call {
	guard := cmdlet.Args{}
	for _, property := range []string{"StartRange", "EndRange", "State"} {
		if !row.Null(property) {
			guard[property] = cmdlet.Text(row.Text(property))
		}
	}
	return cmdlet.Call{Cmdlet: "Get-DhcpServerv4Scope", Args: cmdlet.Args{"ScopeId": cmdlet.Texts(row.Text("ScopeId"))}, Guard: guard}
}

// settleUpdate says what became of an update.
func (c *Client) settleUpdate(ctx context.Context, r result, id netip.Addr, desired Scope) (*Scope, error) {
	now, readErr := c.scopeFrom(id, r.back)
	switch {
	case r.err != nil && readErr != nil:
		return nil, r.err
	case r.err == nil && readErr != nil:
		return nil, readErr
	case r.err != nil && r.unknown && now.Equal(desired):
		if desired.Relationship != "" && c.replicates(ctx) {
			return now, c.replicationUnknown(desired.Relationship, r.err)
		}
		return now, nil
	case r.err != nil:
		return now, halfWay(r.err, *now, desired)
	case r.replicated != nil:
		return now, r.replicated.about(scopeObject(id))
	}
	return now, c.unlikeDesired(*now, desired)
}

// unlikeDesired is the error of a change that every cmdlet took and that cannot be seen.
func (c *Client) unlikeDesired(now, desired Scope) error {
	different := now.differences(desired)
	if len(different) == 0 {
		return nil
	}
	return &Error{
		Kind: KindChangedMeanwhile, Object: scopeObject(now.ID()), Server: c.config.Server,
		Message: "the server took the change, but now shows other values of: " + strings.Join(different, ", "),
		Advice:  "Either somebody else changed the scope at the same time, or the server keeps these values in another form. Run plan again.",
	}
}

// halfWay adds to a failure what is not as wanted now.
func halfWay(e *Error, now, desired Scope) *Error {
	told := *e
	if different := now.differences(desired); len(different) > 0 {
		told.Message = strings.TrimRight(told.Message, ". ") + ". As read back afterwards, these are not as wanted: " + strings.Join(different, ", ")
		if !now.Active && desired.Active {
			told.Message += ". The scope is inactive now"
		}
	}
	return &told
}

// withUndo adds what could not be taken back.
func (e *Error) withUndo(undo []*Error) *Error {
	told := *e
	for _, u := range undo {
		told.Message = strings.TrimRight(told.Message, ". ") + ". It could not be taken back: " + u.Message
	}
	return &told
}
