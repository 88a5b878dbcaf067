package kea

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// Lease is an address, or a delegated prefix, that a client holds or held.
type Lease struct {
	Address  string
	SubnetID uint32
	// HWAddress, ClientID and DUID are the client's identifiers, as Kea writes them.
	HWAddress, ClientID, DUID string
	Hostname                  string
	// State is 0 assigned, 1 declined, 2 expired and reclaimed.
	State int
	// LastTransaction is when the client was last heard of.
	LastTransaction time.Time
	// ValidLifetime is in seconds, counted from LastTransaction.
	ValidLifetime int64
	// Type is IA_NA or IA_PD for DHCPv6, empty for DHCPv4; PrefixLength belongs to IA_PD.
	Type         string
	PrefixLength int
	// IAID and PreferredLifetime, in seconds, belong to DHCPv6.
	IAID              uint32
	PreferredLifetime int64
	// Forward and Reverse say whether the server updated the name in DNS, by address too.
	Forward, Reverse bool
	UserContext      string
}

// Active reports whether nobody else may be given the address now.
func (l Lease) Active(now time.Time) bool {
	if l.State == 2 {
		return false
	}
	return now.Before(l.Expires())
}

// Infinite is the lifetime, in seconds, of a lease that does not end.
const Infinite = 4294967295

// Expires is when the lease ends; more than a century ahead for one that does not.
func (l Lease) Expires() time.Time {
	return l.LastTransaction.Add(time.Duration(l.ValidLifetime) * time.Second)
}

// LeaseFilter selects leases; empty members select all.
type LeaseFilter struct {
	SubnetID                  *uint32
	HWAddress, ClientID, DUID string
	Hostname                  string
	State                     *int
	// Address is that of one lease; Type is IA_NA or IA_PD.
	Address, Type string
}

const leasePage = 1000

// Leases gives the leases that pass the filter, in the order of their addresses. It needs
// the lease command hook.
func (c *Client) Leases(ctx context.Context, family Family, filter LeaseFilter) ([]Lease, error) {
	s := c.first(family)
	if err := s.needLeaseCommands(ctx); err != nil {
		return nil, err
	}
	all, err := s.narrowed(ctx, filter)
	if err != nil {
		return nil, err
	}
	kept := []Lease{}
	for _, l := range all {
		if filter.accepts(l) {
			kept = append(kept, l)
		}
	}
	return kept, nil
}

func (s *service) needLeaseCommands(ctx context.Context) error {
	page := s.family.lease("get-page")
	known, err := s.can(ctx, page)
	if err != nil || known {
		return err
	}
	return s.peer.fail(request{Command: page}, KindUnsupported, "the server does not know the command", "Load the hook library libdhcp_lease_cmds.so in the server.", nil)
}

func (f LeaseFilter) accepts(l Lease) bool {
	return (f.SubnetID == nil || *f.SubnetID == l.SubnetID) &&
		(f.State == nil || *f.State == l.State) &&
		(f.HWAddress == "" || f.HWAddress == l.HWAddress) &&
		(f.ClientID == "" || f.ClientID == l.ClientID) &&
		(f.DUID == "" || f.DUID == l.DUID) &&
		(f.Address == "" || f.Address == l.Address) &&
		(f.Type == "" || f.Type == l.Type) &&
		(f.Hostname == "" || strings.EqualFold(strings.TrimSuffix(f.Hostname, "."), strings.TrimSuffix(l.Hostname, ".")))
}

// narrowed reads the leases of the first key of the filter that the server can look up, or
// all of them. Names are not looked up: a lease has one with or without a dot at its end.
func (s *service) narrowed(ctx context.Context, filter LeaseFilter) ([]Lease, error) {
	for _, by := range []struct{ verb, member, value string }{
		{"get-by-hw-address", "hw-address", filter.HWAddress}, {"get-by-client-id", "client-id", filter.ClientID}, {"get-by-duid", "duid", filter.DUID},
	} {
		if by.value == "" {
			continue
		}
		known, err := s.can(ctx, s.family.lease(by.verb))
		if err != nil {
			return nil, err
		}
		if known {
			return s.leasesOf(ctx, by.verb, map[string]any{by.member: by.value})
		}
	}
	if filter.SubnetID == nil {
		return s.allLeases(ctx)
	}
	return s.leasesOf(ctx, "get-all", map[string]any{"subnets": []uint32{*filter.SubnetID}})
}

func (s *service) leasesOf(ctx context.Context, verb string, arguments map[string]any) ([]Lease, error) {
	result, err := s.call(ctx, s.family.lease(verb), arguments)
	if KindOf(err) == KindNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	tree, err := decodeTree(result.Arguments)
	if err != nil {
		return nil, err
	}
	var leases []Lease
	for _, raw := range mapsOf(tree["leases"]) {
		leases = append(leases, leaseFrom(raw))
	}
	return leases, nil
}

// allLeases reads page by page; the last one is short, or empty.
func (s *service) allLeases(ctx context.Context) ([]Lease, error) {
	var all []Lease
	from := "start"
	for {
		result, err := s.call(ctx, s.family.lease("get-page"), map[string]any{"from": from, "limit": leasePage})
		if KindOf(err) == KindNotFound {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		tree, err := decodeTree(result.Arguments)
		if err != nil {
			return nil, err
		}
		page := mapsOf(tree["leases"])
		for _, raw := range page {
			all = append(all, leaseFrom(raw))
		}
		if len(page) < leasePage {
			return all, nil
		}
		from = all[len(all)-1].Address
	}
}

func leaseFrom(raw map[string]any) Lease {
	return Lease{
		Address:         textOf(raw["ip-address"]),
		SubnetID:        uint32(numberOf(raw["subnet-id"])),
		HWAddress:       textOf(raw["hw-address"]),
		ClientID:        textOf(raw["client-id"]),
		DUID:            textOf(raw["duid"]),
		Hostname:        textOf(raw["hostname"]),
		State:           int(numberOf(raw["state"])),
		LastTransaction: time.Unix(numberOf(raw["cltt"]), 0).UTC(),
		ValidLifetime:   numberOf(raw["valid-lft"]),
		Type:            textOf(raw["type"]),
		PrefixLength:    int(numberOf(raw["prefix-len"])),
		IAID:            uint32(numberOf(raw["iaid"])), PreferredLifetime: numberOf(raw["preferred-lft"]), Forward: raw["fqdn-fwd"] == true, Reverse: raw["fqdn-rev"] == true,
		UserContext: contextText(raw["user-context"]),
	}
}

// Lease gives the lease of an address; found is false when there is none, or when the
// server cannot tell because the lease command hook is missing.
func (c *Client) Lease(ctx context.Context, address netip.Addr) (lease Lease, found bool, err error) {
	s := c.first(FamilyOf(address))
	known, err := s.can(ctx, s.family.lease("get"))
	if err != nil || !known {
		return Lease{}, false, err
	}
	return s.leases.one(ctx, s, address.String())
}

// leaseLookups answers questions about single leases: the first few by a command each,
// further ones from a list of all that is read once.
type leaseLookups struct {
	mu    sync.Mutex
	asked int
	all   map[string]Lease
	read  time.Time
}

// fewLookups is from how many questions on the whole list is worth its size.
const fewLookups = 8

func (l *leaseLookups) one(ctx context.Context, s *service, address string) (Lease, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	if l.asked <= fewLookups {
		arguments := map[string]any{"ip-address": address}
		result, err := s.call(ctx, s.family.lease("get"), arguments)
		if KindOf(err) == KindNotFound {
			return Lease{}, false, nil
		}
		if err != nil {
			return Lease{}, false, err
		}
		raw, err := decodeTree(result.Arguments)
		return leaseFrom(raw), err == nil, err
	}
	all, err := l.list(ctx, s)
	lease, found := all[address]
	return lease, found, err
}

func (l *leaseLookups) list(ctx context.Context, s *service) (map[string]Lease, error) {
	if l.all != nil && time.Since(l.read) < s.peer.config.SnapshotAge {
		return l.all, nil
	}
	leases, err := s.allLeases(ctx)
	if err != nil {
		return nil, err
	}
	l.all, l.read = map[string]Lease{}, time.Now()
	for _, lease := range leases {
		l.all[lease.Address] = lease
	}
	return l.all, nil
}

// addresses gives the addresses of a subnet that are leased or declined. Without the lease
// command hook nothing is known about leases, and choosing an address is refused.
func (l *leaseLookups) addresses(ctx context.Context, s *service, subnetID uint32) (map[string]bool, error) {
	if err := s.needLeaseCommands(ctx); err != nil {
		return nil, &Error{Kind: KindUnsupported, Endpoint: s.peer.endpoint, Text: fmt.Sprintf("a free address cannot be chosen: %v", err),
			Advice: "Load the hook library libdhcp_lease_cmds.so in the server, so that leased addresses are known, or set ip_address.", Cause: err}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	all, err := l.list(ctx, s)
	if err != nil {
		return nil, err
	}
	used := map[string]bool{}
	for _, lease := range all {
		if lease.SubnetID == subnetID && lease.State != 2 {
			used[lease.Address] = true
		}
	}
	return used, nil
}
