package model

import "net/netip"

// level is one of the places that hold option values: the server, a scope, a reservation
// or a policy. Each is a store of its own; none shows what it inherits.
type level struct {
	store    optionStore
	policies *[]*policy // that stand at the server or scope; nil at a reservation
	scope    *scope     // nil at the server
	client   *client    // of a reservation
	policy   *policy
	user     string // the user class that is part of the key, at a reservation only
}

// where returns the level of a scope, a reserved address or neither; it reports what
// does not exist.
func (c *call) where(scopeID, reserved netip.Addr) (level, bool) {
	switch {
	case reserved.IsValid():
		sc, cl := c.reservation(reserved)
		if cl == nil {
			return level{}, false
		}
		return level{store: cl.reservation.options, scope: sc, client: cl}, true
	case scopeID.IsValid():
		sc := c.scope(scopeID)
		if sc == nil {
			return level{}, false
		}
		return level{store: sc.options, policies: &sc.policies, scope: sc}, true
	}
	return level{store: c.srv.v4.options, policies: &c.srv.v4.policies}, true
}

// level returns the level that the parameters of an option cmdlet mean. For a user class
// that has no policy there yet, the store is nil.
func (c *call) level() (level, bool) {
	l, ok := c.where(c.addr("ScopeId"), c.addr("ReservedIP"))
	if !ok {
		return l, false
	}
	switch name, user := c.str("PolicyName"), c.str("UserClass"); {
	case name != "":
		return l, c.narrow(&l, name)
	case user == "":
	case l.client != nil:
		l.user = user
	default:
		l.policy, l.store = findPolicy(*l.policies, user), nil
		if l.policy != nil {
			l.store = l.policy.options
		}
	}
	return l, true
}

// narrow moves a level to one of its policies; it reports a missing one.
func (c *call) narrow(l *level, name string) bool {
	l.policy = findPolicy(*l.policies, name)
	if l.policy == nil {
		c.dhcp(20111, "Failed to get policy %s", name)
		return false
	}
	l.store = l.policy.options
	return true
}

// checkLevel refuses parameters that exclude each other though they bind, and a user
// class that does not exist.
func (c *call) checkLevel() bool {
	policy, user, scope, reserved := c.has("PolicyName"), c.has("UserClass"), c.has("ScopeId"), c.has("ReservedIP")
	if policy && user || policy && reserved || scope && reserved {
		c.win32(win32InvalidParameter, "The parameters of %s exclude each other", c.cmdlet)
		return false
	}
	return !user || c.class("User", c.str("UserClass")) != nil
}

// makeFor makes the policy that carries the values for a user class: it has the name and
// the description of the class and matches it (windows-powershell-docs
// Set-DhcpServerv4OptionValue).
func (c *call) makeFor(l *level, user string) {
	p := &policy{
		name: user, madeFor: user, enabled: true, condition: "OR", order: lastOrder(*l.policies) + 1,
		description: c.srv.v4.findClass("User", user).description,
		conditions:  map[string][]string{"UserClass": {"EQ", user}}, options: optionStore{},
	}
	if l.scope != nil {
		p.scope = l.scope.id()
	}
	*l.policies = append(*l.policies, p)
	l.policy, l.store = p, p.options
}
