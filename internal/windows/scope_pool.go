package windows

import (
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

// changePool moves the pool. Windows takes a new range only while the scope is active,
// and only when it equals, lies inside or contains the old one; a shift goes through the
// span of both. What must not be leased meanwhile is excluded first. Each range is set
// alone: a call with more properties is not atomic.
func (p *scopePlan) changePool() {
	c, d := p.current, p.desired
	way := []dhcp.Range{d.Pool}
	if !c.Pool.IsZero() && !c.Pool.Covers(d.Pool) && !d.Pool.Covers(c.Pool) {
		way = []dhcp.Range{c.Pool.Span(d.Pool), d.Pool}
	}
	for _, x := range d.Exclusions {
		if !slices.Contains(p.excluded, x) && !overlapsAny(x, p.excluded) {
			p.exclude(x)
		}
	}
	for _, x := range c.Pool.Span(d.Pool).Subtract(slices.Concat(p.excluded, p.leasable())...) {
		p.exclude(x)
	}
	if !c.Active {
		p.setActive(true)
	}
	for _, pool := range way {
		p.calls = append(p.calls, d.setPool(pool))
	}
	if !c.Active || !d.Active {
		p.setActive(false)
	}
}

// leasable lists what a client may be given while the pool moves: what the old scope
// gives and what the new one will. A scope that is activated for the move alone, or
// whose options are still to be set, gives nothing.
func (p *scopePlan) leasable() []dhcp.Range {
	if !p.current.Active {
		return nil
	}
	may := p.current.Pool.Subtract(p.current.Exclusions...)
	if p.desired.Active {
		may = append(may, p.desired.Pool.Subtract(p.desired.Exclusions...)...)
	}
	return may
}

// changeExclusions brings the exclusions to the desired ones. Windows refuses to add one
// that overlaps another, so a changed one is removed before it is added again; where
// addresses of the pool would be open between the two, the scope is inactive meanwhile.
func (p *scopePlan) changeExclusions() {
	var obsolete, missing, blocked []dhcp.Range
	for _, x := range p.excluded {
		if !slices.Contains(p.desired.Exclusions, x) {
			obsolete = append(obsolete, x)
		}
	}
	for _, x := range p.desired.Exclusions {
		if !slices.Contains(p.excluded, x) {
			missing = append(missing, x)
		}
	}
	for _, x := range missing {
		if overlapsAny(x, obsolete) {
			blocked = append(blocked, x)
			continue
		}
		p.exclude(x)
	}
	pause := p.active && p.opensPool(obsolete, blocked)
	if pause {
		p.setActive(false)
	}
	for _, x := range obsolete {
		p.include(x)
	}
	for _, x := range blocked {
		p.exclude(x)
	}
	if pause {
		p.setActive(true)
	}
}

// opensPool tells whether removing the first and then adding the second would open an
// address of the pool in between.
func (p *scopePlan) opensPool(obsolete, blocked []dhcp.Range) bool {
	for _, x := range blocked {
		for _, o := range obsolete {
			if x.Intersect(o).Overlaps(p.desired.Pool) {
				return true
			}
		}
	}
	return false
}

func overlapsAny(x dhcp.Range, others []dhcp.Range) bool {
	return slices.ContainsFunc(others, x.Overlaps)
}
