package windows

import (
	"context"
	"fmt"
	"net/netip"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// Superscope is a name that several scopes of one physical network share. It is nothing
// but its members: the last one that leaves takes it along.
type Superscope struct {
	Name   string
	Scopes []netip.Addr // sorted
}

func superscopeObject(name string) string { return fmt.Sprintf("superscope %q", name) }

// superscopesOf tells from the rows of all scopes which superscope each is in; "" is none.
// The cmdlet for superscopes says the same, and cannot be served from a snapshot of scopes.
func (c *Client) superscopesOf(answers []answer, err error) (map[netip.Addr]string, error) {
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, err
	}
	in := make(map[netip.Addr]string, len(answers[0].rows))
	for _, row := range answers[0].rows {
		d := decoder{row: row}
		id, name := d.addr("ScopeId"), d.text("SuperscopeName")
		if d.err != nil {
			return nil, c.undecodable("list of scopes", d.err)
		}
		in[id] = name
	}
	return in, nil
}

func membersOf(name string, in map[netip.Addr]string) []netip.Addr {
	var members []netip.Addr
	for id, superscope := range in {
		if superscope == name {
			members = append(members, id)
		}
	}
	slices.SortFunc(members, netip.Addr.Compare)
	return members
}

// ReadSuperscope reads the members of a superscope. One without any does not exist.
func (c *Client) ReadSuperscope(ctx context.Context, name string) (*Superscope, error) {
	in, err := c.superscopesOf(c.read(ctx, scopes.all()))
	if err != nil {
		return nil, asError(err).about(superscopeObject(name))
	}
	return c.superscopeIn(name, in)
}

func (c *Client) superscopeIn(name string, in map[netip.Addr]string) (*Superscope, error) {
	members := membersOf(name, in)
	if len(members) == 0 {
		return nil, c.missing(superscopeObject(name), "no scope of the server is in this superscope")
	}
	return &Superscope{Name: name, Scopes: members}, nil
}

// CreateSuperscope joins scopes under a name that none has yet. Scopes of another
// superscope are not taken from it.
func (c *Client) CreateSuperscope(ctx context.Context, desired Superscope) (*Superscope, error) {
	return c.changeSuperscope(ctx, "", desired)
}

// UpdateSuperscope brings the superscope of a name to the desired name and members.
func (c *Client) UpdateSuperscope(ctx context.Context, name string, desired Superscope) (*Superscope, error) {
	return c.changeSuperscope(ctx, name, desired)
}

// DeleteSuperscope takes scopes out of a superscope. Others that are in it stay, and keep
// it alive. Absence is success.
func (c *Client) DeleteSuperscope(ctx context.Context, s Superscope) error {
	object := superscopeObject(s.Name)
	unlock, err := c.locks.lock(ctx, superscopeLocks(s.Scopes, s.Name)...)
	if err != nil {
		return c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, scopes.all(), relationships.all())
	in, err := c.superscopesOf(answers, err)
	if err != nil {
		return asError(err).about(object)
	}
	var calls []cmdlet.Call
	var leaving []netip.Addr
	for _, id := range membersOf(s.Name, in) {
		if slices.Contains(s.Scopes, id) {
			calls, leaving = append(calls, leaveSuperscope(s.Name, id)), append(leaving, id)
		}
	}
	_, err = c.writeSuperscope(ctx, object, calls, leaving, answers[1], func(now map[netip.Addr]string) bool {
		return !slices.ContainsFunc(leaving, func(id netip.Addr) bool { return now[id] == s.Name })
	})
	return err
}

// superscopeLocks are the locks of a change of members. The list of superscopes goes
// first, in the order of all locks.
func superscopeLocks(members []netip.Addr, names ...string) []string {
	var keys []string
	for _, name := range names {
		if name != "" {
			keys = append(keys, "0 superscope "+name)
		}
	}
	for _, id := range members {
		keys = append(keys, lockScope(id))
	}
	return keys
}

func (c *Client) changeSuperscope(ctx context.Context, name string, desired Superscope) (*Superscope, error) {
	object := superscopeObject(desired.Name)
	slices.SortFunc(desired.Scopes, netip.Addr.Compare)
	unlock, err := c.locks.lock(ctx, superscopeLocks(desired.Scopes, name, desired.Name)...)
	if err != nil {
		return nil, c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, scopes.all(), relationships.all())
	in, err := c.superscopesOf(answers, err)
	if err != nil {
		return nil, asError(err).about(object)
	}
	if e := c.refuseSuperscope(name, desired, in); e != nil {
		if KindOf(e) != KindTakenOver {
			return nil, e
		}
		if err := c.replicateEach(ctx, object, desired.Scopes, answers[1]); err != nil {
			return &desired, err
		}
		return &desired, e
	}
	calls, changed := planSuperscope(name, desired, in)
	now, err := c.writeSuperscope(ctx, object, calls, changed, answers[1], func(now map[netip.Addr]string) bool {
		return slices.Equal(membersOf(desired.Name, now), desired.Scopes)
	})
	if s, missing := c.superscopeIn(desired.Name, now); missing == nil {
		return s, err
	}
	return nil, err
}

// refuseSuperscope says why a superscope cannot become the desired one: the server has one
// number for a scope that is elsewhere and a name that is taken.
func (c *Client) refuseSuperscope(name string, desired Superscope, in map[netip.Addr]string) error {
	e := &Error{Kind: KindExists, Object: superscopeObject(desired.Name), Server: c.config.Server}
	if members := membersOf(desired.Name, in); name != desired.Name && len(members) > 0 {
		return c.found(e.Object, "superscope", desired.Name, fmt.Sprintf("the superscope exists already, with the scopes %v", texts(members)), name == "" && slices.Equal(members, desired.Scopes))
	}
	if name != "" && len(membersOf(name, in)) == 0 {
		return c.missing(superscopeObject(name), "no scope of the server is in this superscope")
	}
	for _, id := range desired.Scopes {
		superscope, exists := in[id]
		switch {
		case !exists:
			return c.missing(superscopeObject(desired.Name), "the scope "+id.String()+" does not exist")
		case superscope != "" && superscope != name:
			e.Kind, e.Message = KindConflict, fmt.Sprintf("the scope %s is in the superscope %q", id, superscope)
			e.Advice = "A scope is in one superscope at most, and is not taken out of one that somebody else made. Take it out there first."
			return e
		}
	}
	return nil
}

// planSuperscope brings a superscope from here to there: the new name first, then members
// that join, one call each so that each can be taken back, then those that leave. So it
// is never empty in between, which would end it.
func planSuperscope(name string, desired Superscope, in map[netip.Addr]string) (calls []cmdlet.Call, changed []netip.Addr) {
	current := membersOf(name, in)
	if name == "" {
		current = nil
	} else if name != desired.Name {
		calls = append(calls, cmdlet.Call{
			Cmdlet: "Rename-DhcpServerv4Superscope", Args: cmdlet.Args{"Name": cmdlet.Text(name), "NewName": cmdlet.Text(desired.Name)},
		})
		changed = append(changed, current...)
	}
	for _, id := range desired.Scopes {
		if !slices.Contains(current, id) {
			join := cmdlet.Call{
				Cmdlet: "Add-DhcpServerv4Superscope", Args: cmdlet.Args{"SuperscopeName": cmdlet.Text(desired.Name), "ScopeId": addrList(id)},
				Undo: []cmdlet.Call{leaveSuperscope(desired.Name, id)},
			}
			calls, changed = append(calls, join), append(changed, id)
		}
	}
	for _, id := range current {
		if !slices.Contains(desired.Scopes, id) {
			calls, changed = append(calls, leaveSuperscope(desired.Name, id)), append(changed, id)
		}
	}
	slices.SortFunc(changed, netip.Addr.Compare)
	return calls, slices.Compact(changed)
}

// leaveSuperscope names the scope: without one Windows dissolves the whole superscope.
func leaveSuperscope(name string, id netip.Addr) cmdlet.Call {
	return cmdlet.Call{
		Cmdlet:   "Remove-DhcpServerv4Superscope",
		Args:     cmdlet.Args{"SuperscopeName": cmdlet.Text(name), "ScopeId": cmdlet.Texts(id.String())},
		Tolerate: []string{"DHCP 20005"},
	}
}

// writeSuperscope carries out a change and copies the scopes that it changed to their
// partners. It returns which superscope each scope is in now.
func (c *Client) writeSuperscope(ctx context.Context, object string, calls []cmdlet.Call, changed []netip.Addr, relations answer, reached func(map[netip.Addr]string) bool) (map[netip.Addr]string, error) {
	ch := change{object: object, steps: calls, back: []query{scopes.all()}, touched: touched{owners: changed}}
	if len(calls) == 0 {
		return c.superscopesOf(c.read(ctx, scopes.all()))
	}
	r := c.write(ctx, ch)
	now, readErr := c.superscopesOf(r.back, nil)
	if err := c.outcome(r, ch, readErr == nil && reached(now), readErr); err != nil {
		return now, err
	}
	return now, c.replicateEach(ctx, object, changed, relations)
}
