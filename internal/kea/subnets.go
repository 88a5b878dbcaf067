package kea

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
)

// SubnetState is a subnet as it stands on the server.
type SubnetState struct {
	// Set holds what is set on the subnet itself; what it inherits is nil.
	Set Subnet
	// Effective holds what applies, inherited or not.
	Effective Subnet
	// Reservations is how many reservations the configuration has in the subnet.
	Reservations int
}

// Ignores tells whether Kea accepts a reservation of an address and does not act on it.
func (s SubnetState) Ignores(address netip.Addr) bool {
	set := s.Effective
	inPool := slices.ContainsFunc(set.Pools, func(p Pool) bool { return p.Range.Contains(address) })
	outOfPoolOnly := set.ReservationsOutOfPool != nil && *set.ReservationsOutOfPool
	return inPool && outOfPoolOnly || set.ReservationsInSubnet != nil && !*set.ReservationsInSubnet
}

// Subnets gives all subnets in the order of their ids.
func (c *Client) Subnets(ctx context.Context, family Family) ([]SubnetState, error) {
	d, err := c.first(family).document(ctx)
	if err != nil {
		return nil, err
	}
	states := []SubnetState{}
	for _, id := range d.subnetIDs() {
		states = append(states, d.state(d.subnets[id]))
	}
	return states, nil
}

func (d *document) state(node *subnetNode) SubnetState {
	network := textOf(node.network["name"])
	return SubnetState{
		Set:          subnetFrom(d.explicit(node), network),
		Effective:    subnetFrom(node.raw, network),
		Reservations: len(listOf(node.raw["reservations"])),
	}
}

// Subnet gives the subnet with an id.
func (c *Client) Subnet(ctx context.Context, family Family, id uint32) (SubnetState, error) {
	return found(c, family, func(s *service) (SubnetState, error) { return s.subnet(ctx, id) })
}

func (s *service) subnet(ctx context.Context, id uint32) (SubnetState, error) {
	d, err := s.document(ctx)
	if err != nil {
		return SubnetState{}, err
	}
	node, found := d.subnets[id]
	if !found {
		return SubnetState{}, s.noSubnet(fmt.Sprintf("the id %d", id))
	}
	return d.state(node), nil
}

// SubnetByPrefix gives the subnet with a prefix. Host bits do not matter.
func (c *Client) SubnetByPrefix(ctx context.Context, prefix netip.Prefix) (SubnetState, error) {
	return found(c, FamilyOf(prefix.Addr()), func(s *service) (SubnetState, error) { return s.subnetByPrefix(ctx, prefix) })
}

func (s *service) subnetByPrefix(ctx context.Context, prefix netip.Prefix) (SubnetState, error) {
	d, err := s.outline(ctx)
	if err != nil {
		return SubnetState{}, err
	}
	node, found := d.subnetByPrefix(prefix)
	if !found {
		// It may have been made since: look at the server itself.
		s.keep(nil)
		if d, err = s.document(ctx); err != nil {
			return SubnetState{}, err
		}
		if node, found = d.subnetByPrefix(prefix); !found {
			return SubnetState{}, s.noSubnet("the prefix " + prefix.Masked().String())
		}
	}
	return d.state(node), nil
}

func (s *service) noSubnet(which string) error {
	return &Error{Kind: KindNotFound, Endpoint: s.peer.endpoint, Text: fmt.Sprintf("%s has no subnet with %s", s.family.Service(), which)}
}

// subnetChange is a subnet on its way to the server.
type subnetChange struct {
	client *Client
	family Family
	wanted Subnet
	// names are how the server calls things.
	names dialect
	// adopted says that the server had the subnet already.
	adopted bool
}

// CreateSubnet adds a subnet. An id of 0 lets the client choose the lowest free one.
func (c *Client) CreateSubnet(ctx context.Context, wanted Subnet) (SubnetState, Warning, error) {
	plan, err := c.subnetChange(ctx, wanted)
	if err != nil {
		return SubnetState{}, Warning{}, err
	}
	change := &edit{apply: plan.applyCreate, holds: plan.holds, run: plan.runCreate}
	if wanted.Network == "" {
		change.hook = plan.family.subnetCommand("add")
	}
	return plan.carryOut(ctx, change)
}

// UpdateSubnet changes the settings of a subnet; what it contains and is not named stays.
func (c *Client) UpdateSubnet(ctx context.Context, wanted Subnet) (SubnetState, Warning, error) {
	plan, err := c.subnetChange(ctx, wanted)
	if err != nil {
		return SubnetState{}, Warning{}, err
	}
	change := &edit{apply: plan.applyUpdate, holds: plan.holds, run: plan.runUpdate}
	if c.pair() {
		if _, err := c.Subnet(ctx, plan.family, wanted.ID); KindOf(err) == KindNotFound {
			return SubnetState{}, Warning{}, err
		}
	}
	if plan.commandsCan(ctx) {
		change.hook = plan.family.subnetCommand("delta-add")
	}
	return plan.carryOut(ctx, change)
}

func (c *Client) subnetChange(ctx context.Context, wanted Subnet) (*subnetChange, error) {
	family := FamilyOf(wanted.Prefix.Addr())
	s := c.first(family)
	names, err := c.dialect(ctx, family)
	if err != nil {
		return nil, err
	}
	if !names.classLists && len(wanted.ClientClasses) > 1 {
		return nil, &Error{Kind: KindUnsupported, Endpoint: s.peer.endpoint, Text: "this version of Kea takes one client class per subnet", Advice: "Give one class, or upgrade to Kea 3.0."}
	}
	wanted.Prefix = wanted.Prefix.Masked()
	return &subnetChange{client: c, family: family, wanted: wanted, names: names}, nil
}

func (p *subnetChange) carryOut(ctx context.Context, change *edit) (SubnetState, Warning, error) {
	warning, err := p.client.change(ctx, p.family, change)
	if err != nil {
		return SubnetState{}, warning, err
	}
	if p.adopted && warning == (Warning{}) {
		warning = adopted("subnet " + p.wanted.Prefix.String())
	}
	// Also after an interrupt: what was made must be known.
	state, err := p.client.Subnet(context.WithoutCancel(ctx), p.family, p.wanted.ID)
	if err != nil {
		err = unread(err)
	}
	return state, warning, err
}

func (p *subnetChange) holds(d *document) bool {
	node, found := d.subnets[p.wanted.ID]
	return found && p.wanted.contains(p.family, d.state(node))
}

func (p *subnetChange) applyCreate(d *document, _ bool) error {
	if err := p.identify(d); err != nil || p.adopted {
		return err
	}
	holder := d.tree
	if p.wanted.Network != "" {
		if holder = d.network(p.wanted.Network); holder == nil {
			return &Error{Kind: KindNotFound, Text: fmt.Sprintf("there is no shared network %q", p.wanted.Network)}
		}
	}
	raw := map[string]any{}
	p.wanted.merge(p.family, p.names, raw)
	holder[p.family.subnetList()] = append(listOf(holder[p.family.subnetList()]), raw)
	d.subnets[p.wanted.ID] = &subnetNode{id: p.wanted.ID, raw: raw, network: d.network(p.wanted.Network)}
	return nil
}

// identify refuses what is there already, and what Kea would accept although it cannot be
// meant: overlapping subnets, of which only one would ever be chosen for a client.
func (p *subnetChange) identify(d *document) error {
	for _, id := range d.subnetIDs() {
		other := d.subnets[id].prefix()
		if current := d.state(d.subnets[id]); other == p.wanted.Prefix && p.wanted.identical(p.family, current) {
			p.wanted.ID, p.adopted = id, true
			return nil
		}
		if other == p.wanted.Prefix {
			return &Error{Kind: KindExists, Text: fmt.Sprintf("the subnet %s exists already, with the id %d", other, id), Advice: fmt.Sprintf("Import it to manage it here (id: %s), or remove it first.", other)}
		}
		if other.Overlaps(p.wanted.Prefix) {
			return &Error{Kind: KindConflict, Text: fmt.Sprintf("the subnet %s overlaps with the subnet %s (id %d)", p.wanted.Prefix, other, id), Advice: "Kea would accept both and serve only one of them. Choose prefixes that do not overlap."}
		}
	}
	if p.wanted.ID == 0 {
		p.wanted.ID = 1
		for _, id := range d.subnetIDs() {
			if id == p.wanted.ID {
				p.wanted.ID++
			}
		}
		return nil
	}
	if node, taken := d.subnets[p.wanted.ID]; taken {
		return &Error{Kind: KindExists, Text: fmt.Sprintf("the subnet id %d belongs to %s already", p.wanted.ID, node.prefix()), Advice: "Leave subnet_id out to get a free one."}
	}
	return nil
}

func (p *subnetChange) applyUpdate(d *document, _ bool) error {
	node, found := d.subnets[p.wanted.ID]
	if !found && p.client.pair() { // this peer has lost it
		return p.applyCreate(d, false)
	}
	if !found {
		return p.client.first(p.family).noSubnet(fmt.Sprintf("the id %d", p.wanted.ID))
	}
	target := d.network(p.wanted.Network)
	if p.wanted.Network != "" && target == nil {
		return &Error{Kind: KindNotFound, Text: fmt.Sprintf("there is no shared network %q", p.wanted.Network)}
	}
	p.wanted.merge(p.family, p.names, node.raw)
	if textOf(node.network["name"]) != p.wanted.Network {
		d.removeSubnet(node)
		holder := target
		if holder == nil {
			holder = d.tree
		}
		holder[p.family.subnetList()] = append(listOf(holder[p.family.subnetList()]), node.raw)
		node.network = target
	}
	return nil
}

// removeSubnet takes a subnet out of the tree; the index keeps it.
func (d *document) removeSubnet(node *subnetNode) {
	holder := node.network
	if holder == nil {
		holder = d.tree
	}
	list := d.family.subnetList()
	holder[list] = slices.DeleteFunc(listOf(holder[list]), func(item any) bool { return sameMap(item, node.raw) })
}
