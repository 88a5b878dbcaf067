package model

import (
	"net/netip"
	"slices"
	"time"
)

// unlimitedBootp is the number of BOOTP clients where the server keeps none.
const unlimitedBootp = 0xFFFFFFFF

// scope is one IPv4 scope with everything that is stored under it.
type scope struct {
	network           netip.Prefix
	mask              netip.Addr
	pool              addrRange
	name, description string
	superscope        string // empty when in none
	active            bool
	kind              string // Dhcp, Bootp, Both
	maxBootp          int64
	activatePolicies  bool
	napEnable         bool
	napProfile        string
	delay             int64 // milliseconds

	exclusions []addrRange // by address
	clients    clients
	options    optionStore // with the lease duration as option 51
	policies   []*policy   // in no order
}

// id returns the network address, which names the scope.
func (sc *scope) id() netip.Addr { return sc.network.Addr() }

// clone copies a scope with all that it holds.
func (sc *scope) clone() *scope {
	c := *sc
	c.exclusions = slices.Clone(sc.exclusions)
	c.clients = sc.clients.clone()
	c.options = sc.options.clone()
	c.policies = make([]*policy, len(sc.policies))
	for i, p := range sc.policies {
		c.policies[i] = p.clone()
	}
	return &c
}

// scopes are a server's scopes by id and in the order of their addresses. As networks
// never overlap, a neighbour in that order is all that a new one can collide with.
type scopes struct {
	byID  map[netip.Addr]*scope
	order []*scope
}

func (ss *scopes) get(id netip.Addr) *scope { return ss.byID[id] }

// position returns where a scope with this id stands, or would stand.
func (ss *scopes) position(id netip.Addr) (int, bool) {
	return slices.BinarySearchFunc(ss.order, id, func(sc *scope, id netip.Addr) int { return sc.id().Compare(id) })
}

// of returns the scope whose network holds an address, nil when there is none.
func (ss *scopes) of(a netip.Addr) *scope {
	i, found := ss.position(a)
	if !found {
		i--
	}
	if i >= 0 && ss.order[i].network.Contains(a) {
		return ss.order[i]
	}
	return nil
}

// colliding returns a scope whose network overlaps this one, nil when there is none.
func (ss *scopes) colliding(net netip.Prefix) *scope {
	if sc := ss.of(net.Addr()); sc != nil {
		return sc
	}
	if i, _ := ss.position(net.Addr()); i < len(ss.order) && net.Contains(ss.order[i].id()) {
		return ss.order[i]
	}
	return nil
}

// add stores a scope; its network must collide with no other.
func (ss *scopes) add(sc *scope) {
	i, _ := ss.position(sc.id())
	ss.order = slices.Insert(ss.order, i, sc)
	ss.byID[sc.id()] = sc
}

// remove takes a scope out.
func (ss *scopes) remove(id netip.Addr) {
	if i, found := ss.position(id); found {
		ss.order = slices.Delete(ss.order, i, i+1)
		delete(ss.byID, id)
	}
}

// client is the server's record of one address in use: a lease, a reservation, or a
// reservation in use. Name and description of a reservation are the record's host name
// and description (MS-DHCPM R_DhcpV4EnumSubnetReservations).
type client struct {
	address               netip.Addr
	id                    string // small letters with dashes
	hostName, description string
	state                 string    // Active, Offered, Declined, Expired
	expires               time.Time // zero when the record does not expire
	reservation           *reservation

	kind, dnsRR, dnsRegistration string // as Add-DhcpServerv4Lease was told
	napCapable                   bool
	napStatus                    string
	probationEnds                time.Time
	policy                       string
}

// reservation is what a client's record carries more when its address is reserved.
type reservation struct {
	kind    string // Dhcp, Bootp, Both
	inUse   bool
	options optionStore
}

// clients are the records of one scope by address and by client id. A client may have
// two: the address that it leases and another that is reserved for it.
type clients struct {
	byAddress map[netip.Addr]*client
	byID      map[string][]*client
}

func newClients() clients {
	return clients{byAddress: map[netip.Addr]*client{}, byID: map[string][]*client{}}
}

func (cs clients) clone() clients {
	out := newClients()
	for _, c := range cs.byAddress {
		copied := *c
		if c.reservation != nil {
			r := *c.reservation
			r.options = r.options.clone()
			copied.reservation = &r
		}
		out.add(&copied)
	}
	return out
}

// add stores a record; its address must have none.
func (cs clients) add(c *client) {
	cs.byAddress[c.address] = c
	cs.byID[c.id] = append(cs.byID[c.id], c)
}

func (cs clients) remove(c *client) {
	delete(cs.byAddress, c.address)
	cs.byID[c.id] = slices.DeleteFunc(cs.byID[c.id], func(o *client) bool { return o == c })
	if len(cs.byID[c.id]) == 0 {
		delete(cs.byID, c.id)
	}
}

// sorted returns the records in the order of their addresses.
func (cs clients) sorted() []*client {
	out := make([]*client, 0, len(cs.byAddress))
	for _, c := range cs.byAddress {
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b *client) int { return a.address.Compare(b.address) })
	return out
}

// reserved returns the reservation's record of a client id, nil when it has none.
func (cs clients) reserved(id string) *client {
	for _, c := range cs.byID[id] {
		if c.reservation != nil {
			return c
		}
	}
	return nil
}
