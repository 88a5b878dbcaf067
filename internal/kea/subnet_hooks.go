package kea

import (
	"context"
	"reflect"
	"slices"
)

// runCreate adds the subnet by command.
func (p *subnetChange) runCreate(ctx context.Context, s *service) error {
	d, err := s.fetch(ctx)
	if err != nil {
		return err
	}
	if err := p.identify(d); err != nil || p.adopted {
		s.keep(nil)
		return err
	}
	raw := map[string]any{}
	p.wanted.merge(p.family, p.names, raw)
	deriveLimits(raw, d.tree)
	_, err = s.call(ctx, p.family.subnetCommand("add"), p.list(raw))
	s.keep(nil)
	return err
}

func (p *subnetChange) list(raw map[string]any) map[string]any {
	return map[string]any{p.family.subnetList(): []any{raw}}
}

// commandsCan reports whether the delta commands can change the subnet at every peer. One
// that lacks it needs its configuration edited.
func (p *subnetChange) commandsCan(ctx context.Context) bool {
	for _, s := range p.client.services(p.family) {
		if current, err := s.subnet(ctx, p.wanted.ID); err != nil || !p.deltaCan(current.Set) {
			return false
		}
	}
	return true
}

// deltaCan reports whether the delta commands can bring a subnet to what is wanted. They
// set and remove single values, options and pools; they do not replace the rest.
func (p *subnetChange) deltaCan(current Subnet) bool {
	w := p.wanted
	if w.Network != current.Network || !SameJSON(w.UserContext, current.UserContext) || !sameSet(w.Relay, current.Relay) ||
		!sameSet(w.ClientClasses, current.ClientClasses) || !sameSet(w.EvaluateClasses, current.EvaluateClasses) {
		return false
	}
	if w.PDPools != nil && !reflect.DeepEqual(w.PDPools, current.PDPools) {
		return false
	}
	for _, pool := range w.Pools {
		at := slices.IndexFunc(current.Pools, func(old Pool) bool { return old.Range == pool.Range })
		if at >= 0 && !pool.Same(p.family, current.Pools[at]) {
			return false
		}
	}
	return true
}

// Same reports whether two pools have the same range and settings.
func (p Pool) Same(family Family, other Pool) bool {
	return p.Range == other.Range && sameOptions(family, p.Options, other.Options) && sameSet(p.ClientClasses, other.ClientClasses) &&
		sameSet(p.EvaluateClasses, other.EvaluateClasses) && SameJSON(p.UserContext, other.UserContext)
}

// runUpdate sends what is to be removed, then what is to be added or changed. Pools go
// first, so that a new range may take the place of an old one.
func (p *subnetChange) runUpdate(ctx context.Context, s *service) error {
	d, err := s.fetch(ctx)
	if err != nil {
		return err
	}
	node, found := d.subnets[p.wanted.ID]
	if !found {
		return s.noSubnet("the id " + p.wanted.Prefix.String())
	}
	add, remove := p.delta(subnetFrom(d.explicit(node), textOf(node.network["name"])))
	p.lifetimes(add, remove, node.raw, d.parent(node))
	s.keep(nil)
	sent := false
	for _, step := range []struct {
		verb string
		body map[string]any
	}{{"delta-del", remove}, {"delta-add", add}} {
		if len(step.body) == 0 {
			continue
		}
		step.body["id"], step.body["subnet"] = p.wanted.ID, node.raw["subnet"]
		if _, err := s.call(ctx, p.family.subnetCommand(step.verb), p.list(step.body)); err != nil && sent {
			return prefixed("a part of the change was made, and the rest may have been: ", err)
		} else if err != nil {
			return err
		}
		sent = true
	}
	return nil
}

// delta gives what to add and what to remove.
func (p *subnetChange) delta(current Subnet) (add, remove map[string]any) {
	add, remove = map[string]any{}, map[string]any{}
	wanted := p.wanted.scalars()
	for i, m := range current.scalars() {
		switch value := wanted[i].get(); {
		case value == nil && m.get() != nil:
			remove[m.name] = m.get()
		case value != nil && !reflect.DeepEqual(value, m.get()):
			add[m.name] = value
		}
	}
	if p.wanted.Options != nil && !sameOptions(p.family, p.wanted.Options, current.Options) {
		if gone := optionsWithout(p.family, current.Options, p.wanted.Options); len(gone) > 0 {
			remove["option-data"] = mergeOptions(p.family, nil, gone)
		}
		if len(p.wanted.Options) > 0 {
			add["option-data"] = mergeOptions(p.family, nil, p.wanted.Options)
		}
	}
	if p.wanted.Pools != nil {
		if gone := poolsWithout(current.Pools, p.wanted.Pools); len(gone) > 0 {
			remove["pools"] = mergePools(p.family, p.names, nil, gone)
		}
		if extra := poolsWithout(p.wanted.Pools, current.Pools); len(extra) > 0 {
			add["pools"] = mergePools(p.family, p.names, nil, extra)
		}
	}
	return add, remove
}

// lifetimes replaces the lifetimes that belong together as one: Kea checks them against
// each other in every command.
func (p *subnetChange) lifetimes(add, remove, current, parent map[string]any) {
	wanted := map[string]any{}
	for _, m := range p.wanted.scalars() {
		wanted[m.name] = m.get()
	}
	for _, trio := range lifetimeTrios {
		changed := false
		for _, name := range trio {
			changed = changed || add[name] != nil || remove[name] != nil
		}
		if !changed {
			continue
		}
		for _, name := range trio {
			setOrDrop(remove, name, current[name], current[name] != nil)
			setOrDrop(add, name, wanted[name], wanted[name] != nil)
		}
	}
	deriveLimits(add, parent)
}

// deriveLimits sets the limits of a lifetime to the lifetime where nothing else is asked
// for: limits above, which config-write makes of derived ones, would refuse it.
func deriveLimits(raw, parent map[string]any) {
	for _, trio := range lifetimeTrios {
		for _, limit := range trio[:2] {
			if raw[trio[2]] != nil && raw[limit] == nil && derives(parent, limit, trio[2]) {
				raw[limit] = raw[trio[2]]
			}
		}
	}
}

func optionsWithout(family Family, from, without []Option) []Option {
	return slices.DeleteFunc(slices.Clone(from), func(o Option) bool {
		return slices.ContainsFunc(without, func(other Option) bool { return SameOption(family, o, other) })
	})
}

func poolsWithout(from, without []Pool) []Pool {
	return slices.DeleteFunc(slices.Clone(from), func(p Pool) bool {
		return slices.ContainsFunc(without, func(other Pool) bool { return p.Range == other.Range })
	})
}
