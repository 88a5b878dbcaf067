package model

import "net/netip"

// v4State is the IPv4 half of a server's database.
type v4State struct {
	scopes      scopes
	options     optionStore // set at the server
	policies    []*policy   // of the server, in no order
	definitions map[optionKey]*optionDefinition
	classes     []*class

	filters map[string]*filter // by address, capitals with hyphens
	allow   bool               // the list of allowed addresses is enforced
	deny    bool

	relationships map[string]*relationship // by name

	dnsUser, dnsDomain string // the account for dynamic updates, empty when unset
}

// newV4State is what a fresh server has.
func newV4State() v4State {
	return v4State{
		scopes:        scopes{byID: map[netip.Addr]*scope{}},
		options:       optionStore{},
		definitions:   standardDefinitions(),
		classes:       standardClasses(),
		filters:       map[string]*filter{},
		relationships: map[string]*relationship{},
	}
}
