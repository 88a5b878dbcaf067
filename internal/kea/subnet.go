package kea

import (
	"net/netip"
	"slices"
)

// Subnet is a subnet's own settings. A nil member is not set and so inherited.
type Subnet struct {
	ID uint32
	// Prefix is without host bits, whatever was typed on the server.
	Prefix netip.Prefix
	// Network is the name of the shared network, empty outside of one.
	Network string
	// Pools and PDPools are nil when they shall stay as they are.
	Pools   []Pool
	PDPools []PDPool
	Settings
}

// Pool is a range of addresses of a subnet.
type Pool struct {
	Range                          AddressRange
	Options                        []Option
	ClientClasses, EvaluateClasses []string
	UserContext                    string
}

// PDPool is a pool of delegated prefixes.
type PDPool struct {
	Prefix          netip.Prefix
	DelegatedLength int64
	// Excluded is left out of each delegated prefix; it is not valid when unset.
	Excluded                       netip.Prefix
	Options                        []Option
	ClientClasses, EvaluateClasses []string
	UserContext                    string
}

func subnetFrom(raw map[string]any, network string) Subnet {
	s := Subnet{ID: uint32(numberOf(raw["id"])), Network: network, Settings: settingsFrom(raw), Pools: []Pool{}, PDPools: []PDPool{}}
	if prefix, err := netip.ParsePrefix(textOf(raw["subnet"])); err == nil {
		s.Prefix = prefix.Masked()
	}
	for _, pool := range mapsOf(raw["pools"]) {
		s.Pools = append(s.Pools, poolFrom(pool))
	}
	for _, pool := range mapsOf(raw["pd-pools"]) {
		s.PDPools = append(s.PDPools, pdPoolFrom(pool))
	}
	return s
}

func poolFrom(raw map[string]any) Pool {
	p := Pool{Options: optionsFrom(raw["option-data"]), UserContext: contextText(raw["user-context"])}
	p.Range, _ = ParseRange(textOf(raw["pool"]))
	p.ClientClasses, p.EvaluateClasses = classesOf(raw)
	return p
}

func pdPoolFrom(raw map[string]any) PDPool {
	p := PDPool{Options: optionsFrom(raw["option-data"]), UserContext: contextText(raw["user-context"]), DelegatedLength: numberOf(raw["delegated-len"])}
	if address, err := netip.ParseAddr(textOf(raw["prefix"])); err == nil {
		p.Prefix = netip.PrefixFrom(address, int(numberOf(raw["prefix-len"])))
	}
	if address, err := netip.ParseAddr(textOf(raw["excluded-prefix"])); err == nil {
		p.Excluded = netip.PrefixFrom(address, int(numberOf(raw["excluded-prefix-len"])))
	}
	p.ClientClasses, p.EvaluateClasses = classesOf(raw)
	return p
}

// merge changes the subnet's object in the configuration. What this package does not know
// stays, and so do lists that are nil.
func (s *Subnet) merge(family Family, d dialect, raw map[string]any) {
	raw["id"] = s.ID
	// The prefix stays as it was typed: host bits are kept by Kea.
	if old, err := netip.ParsePrefix(textOf(raw["subnet"])); err != nil || old.Masked() != s.Prefix {
		raw["subnet"] = s.Prefix.String()
	}
	s.Settings.merge(family, d, raw)
	if s.Pools != nil {
		raw["pools"] = mergePools(family, d, raw["pools"], s.Pools)
	}
	if s.PDPools != nil && family == V6 {
		raw["pd-pools"] = mergePDPools(family, d, raw["pd-pools"], s.PDPools)
	}
}

func mergePools(family Family, d dialect, current any, wanted []Pool) []any {
	list := []any{}
	for _, pool := range wanted {
		raw := map[string]any{}
		for _, old := range mapsOf(current) {
			if r, err := ParseRange(textOf(old["pool"])); err == nil && r == pool.Range {
				raw = old
			}
		}
		pool.merge(family, d, raw)
		list = append(list, raw)
	}
	return list
}

func (p Pool) merge(family Family, d dialect, raw map[string]any) {
	raw["pool"] = p.Range.String()
	raw["option-data"] = mergeOptions(family, raw["option-data"], p.Options)
	d.putClasses(raw, p.ClientClasses, p.EvaluateClasses)
	setContext(raw, p.UserContext)
}

func mergePDPools(family Family, d dialect, current any, wanted []PDPool) []any {
	list := []any{}
	for _, pool := range wanted {
		raw := map[string]any{}
		for _, old := range mapsOf(current) {
			if pdPoolFrom(old).Prefix == pool.Prefix {
				raw = old
			}
		}
		raw["prefix"], raw["prefix-len"], raw["delegated-len"] = pool.Prefix.Addr().String(), pool.Prefix.Bits(), pool.DelegatedLength
		if pool.Excluded.IsValid() {
			raw["excluded-prefix"], raw["excluded-prefix-len"] = pool.Excluded.Addr().String(), pool.Excluded.Bits()
		} else {
			delete(raw, "excluded-prefix")
			delete(raw, "excluded-prefix-len")
		}
		raw["option-data"] = mergeOptions(family, raw["option-data"], pool.Options)
		d.putClasses(raw, pool.ClientClasses, pool.EvaluateClasses)
		setContext(raw, pool.UserContext)
		list = append(list, raw)
	}
	return list
}

// contains reports whether a subnet of the server has everything that is wanted: what is
// not set must be inherited, what is set must apply, and lists that are nil may be anything.
func (s *Subnet) contains(family Family, state SubnetState) bool {
	current := state.Set
	return s.Prefix == current.Prefix && s.Network == current.Network && s.Settings.contains(family, current.Settings, state.Effective.Settings) &&
		(s.Pools == nil || sameElements(s.Pools, current.Pools, func(a, b Pool) bool { return a.Same(family, b) })) &&
		(s.PDPools == nil || sameElements(s.PDPools, current.PDPools, PDPool.same))
}

// sameElements compares lists in whatever order: Kea sorts pools by address.
func sameElements[T any](a, b []T, same func(a, b T) bool) bool {
	if len(a) != len(b) {
		return false
	}
	for _, x := range a {
		if !slices.ContainsFunc(b, func(y T) bool { return same(x, y) }) {
			return false
		}
	}
	return true
}

func (p PDPool) same(other PDPool) bool {
	return p.Prefix == other.Prefix && p.DelegatedLength == other.DelegatedLength && p.Excluded == other.Excluded && sameOptions(V6, p.Options, other.Options) &&
		sameSet(p.ClientClasses, other.ClientClasses) && sameSet(p.EvaluateClasses, other.EvaluateClasses) && SameJSON(p.UserContext, other.UserContext)
}

// identical reports whether a subnet of the server is exactly as wanted, with nothing else set.
func (s *Subnet) identical(family Family, state SubnetState) bool {
	wanted := *s
	if wanted.ID == 0 {
		wanted.ID = state.Set.ID
	}
	wanted.Options, wanted.Pools, wanted.PDPools = orEmpty(s.Options), orEmpty(s.Pools), orEmpty(s.PDPools)
	return wanted.ID == state.Set.ID && wanted.contains(family, state)
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
