package model

import (
	"net/netip"
	"slices"
	"strings"
	"time"
)

// v6State is the IPv6 half of a server's database.
type v6State struct {
	scopes      []*v6Scope // in the order of their prefixes
	classes     []*v6Class
	definitions map[optionKey]*optionDefinition
	options     optionStore // set at the server
	dns         *v6DNS      // nil: the defaults
	store       v6Store     // the stateless store of the server
}

// v6Scope is a prefix and everything that is stored under it. Its length is always 64.
type v6Scope struct {
	prefix            netip.Addr
	name, description string
	preference        int64
	inactive          bool
	times             v6Times
	exclusions        []addrRange
	clients           []*v6Client // leases and reservations, in the order of their addresses
	options           optionStore
	dns               *v6DNS
	store             v6Store
}

// v6Client is the server's record of one address in use: a lease, a reservation, or a
// reservation in use.
type v6Client struct {
	address           netip.Addr
	duid              string // small letters with dashes
	iaid              int64
	name, description string
	addressType       string // IANA, IATA
	state             string // Active, Offered, Declined, Expired; empty for a reservation that nobody uses
	expires           time.Time
	reserved          bool
	options           optionStore // of a reservation
	dns               *v6DNS      // of a reservation
}

func newV6State() v6State {
	return v6State{
		classes:     []*v6Class{standardV6Class()},
		definitions: standardV6Definitions(),
		options:     optionStore{},
		store:       v6Store{purge: defaultPurgeInterval},
	}
}

// clone copies the IPv6 database for a backup or an export.
func (v *v6State) clone() v6State {
	out := *v
	out.scopes = make([]*v6Scope, len(v.scopes))
	for i, sc := range v.scopes {
		out.scopes[i] = sc.clone()
	}
	out.classes = cloneAll(v.classes)
	out.definitions = cloneDefinitions(v.definitions)
	out.options = v.options.clone()
	out.dns = v.dns.clone()
	return out
}

func (sc *v6Scope) clone() *v6Scope {
	out := *sc
	out.exclusions = slices.Clone(sc.exclusions)
	out.options = sc.options.clone()
	out.dns = sc.dns.clone()
	out.clients = make([]*v6Client, len(sc.clients))
	for i, cl := range sc.clients {
		copied := *cl
		copied.options = cl.options.clone()
		copied.dns = cl.dns.clone()
		out.clients[i] = &copied
	}
	return &out
}

func cloneDefinitions(in map[optionKey]*optionDefinition) map[optionKey]*optionDefinition {
	out := make(map[optionKey]*optionDefinition, len(in))
	for k, d := range in {
		copied := *d
		copied.defaults = slices.Clone(d.defaults)
		out[k] = &copied
	}
	return out
}

// scope returns the scope of a prefix, nil when absent.
func (v *v6State) scope(prefix netip.Addr) *v6Scope {
	for _, sc := range v.scopes {
		if sc.prefix == prefix {
			return sc
		}
	}
	return nil
}

// add stores a scope in the order of the prefixes.
func (v *v6State) add(sc *v6Scope) {
	v.scopes = append(v.scopes, sc)
	slices.SortFunc(v.scopes, func(a, b *v6Scope) int { return a.prefix.Compare(b.prefix) })
}

// remove takes the scope of a prefix out.
func (v *v6State) remove(prefix netip.Addr) {
	v.scopes = slices.DeleteFunc(v.scopes, func(sc *v6Scope) bool { return sc.prefix == prefix })
}

// client looks an address up in every scope: a reservation may stand under a prefix that
// its address does not lie in.
func (v *v6State) client(a netip.Addr) (*v6Scope, *v6Client) {
	for _, sc := range v.scopes {
		if cl := sc.client(a); cl != nil {
			return sc, cl
		}
	}
	return nil, nil
}

func (sc *v6Scope) client(a netip.Addr) *v6Client {
	for _, cl := range sc.clients {
		if cl.address == a {
			return cl
		}
	}
	return nil
}

// holding returns the record of a client, who is known by DUID and IAID together.
func (sc *v6Scope) holding(duid string, iaid int64) *v6Client {
	for _, cl := range sc.clients {
		if cl.duid == duid && cl.iaid == iaid {
			return cl
		}
	}
	return nil
}

func (sc *v6Scope) put(cl *v6Client) {
	sc.clients = append(sc.clients, cl)
	slices.SortFunc(sc.clients, func(a, b *v6Client) int { return a.address.Compare(b.address) })
}

func (sc *v6Scope) drop(cl *v6Client) {
	sc.clients = slices.DeleteFunc(sc.clients, func(o *v6Client) bool { return o == cl })
}

// prefix64 returns the prefix that an address lies in.
func prefix64(a netip.Addr) netip.Addr {
	p, err := a.WithZone("").Prefix(64)
	if err != nil {
		return a
	}
	return p.Addr()
}

// dashedHex is a byte string in the form that the server prints: small letters, dashes.
// ok is false when the text is not whole bytes in hexadecimal.
func dashedHex(text string) (out string, ok bool) {
	t := strings.ToLower(strings.NewReplacer("-", "", ":", "", ".", "").Replace(text))
	if t == "" || len(t)%2 != 0 || strings.Trim(t, "0123456789abcdef") != "" {
		return "", false
	}
	pairs := make([]string, 0, len(t)/2)
	for i := 0; i < len(t); i += 2 {
		pairs = append(pairs, t[i:i+2])
	}
	return strings.Join(pairs, "-"), true
}
