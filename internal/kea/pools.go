package kea

import (
	"context"
	"fmt"
	"slices"
)

// Pool gives one pool of a subnet, by its range.
func (c *Client) Pool(ctx context.Context, family Family, subnetID uint32, r AddressRange) (Pool, error) {
	return found(c, family, func(s *service) (Pool, error) {
		state, err := s.subnet(ctx, subnetID)
		if err != nil {
			return Pool{}, err
		}
		for _, pool := range state.Set.Pools {
			if pool.Range == r {
				return pool, nil
			}
		}
		return Pool{}, &Error{Kind: KindNotFound, Endpoint: s.peer.endpoint, Text: fmt.Sprintf("the subnet %s has no pool %s", state.Set.Prefix, r)}
	})
}

// poolIs tells whether a configuration has a pool with these settings.
func poolIs(family Family, subnetID uint32, pool Pool) func(d *document) bool {
	return func(d *document) bool {
		node, found := d.subnets[subnetID]
		if !found {
			return false
		}
		raw := poolIn(node, pool.Range)
		return raw != nil && poolFrom(raw).Same(family, pool)
	}
}

// CreatePool adds a pool to a subnet and leaves its other pools as they are.
func (c *Client) CreatePool(ctx context.Context, family Family, subnetID uint32, wanted Pool) (Warning, error) {
	names, err := c.dialect(ctx, family)
	if err != nil {
		return Warning{}, err
	}
	found := false
	warning, err := c.change(ctx, family, &edit{
		apply: func(d *document, _ bool) error {
			node, err := c.node(d, subnetID)
			if err != nil {
				return err
			}
			if raw := poolIn(node, wanted.Range); raw != nil {
				if poolFrom(raw).Same(family, wanted) {
					found = true
					return nil
				}
				return &Error{Kind: KindExists, Text: fmt.Sprintf("the subnet %s has the pool %s already", node.prefix(), wanted.Range), Advice: fmt.Sprintf("Import it to manage it here (id: %d/%s), or remove it first.", subnetID, wanted.Range)}
			}
			raw := map[string]any{}
			wanted.merge(family, names, raw)
			node.raw["pools"] = append(listOf(node.raw["pools"]), raw)
			return nil
		},
		holds: poolHeld(subnetID, wanted.Range, true),
	})
	if found && err == nil && warning == (Warning{}) {
		warning = adopted("pool " + wanted.Range.String())
	}
	return warning, err
}

// UpdatePool changes everything but the range of a pool.
func (c *Client) UpdatePool(ctx context.Context, family Family, subnetID uint32, wanted Pool) (Warning, error) {
	names, err := c.dialect(ctx, family)
	if err != nil {
		return Warning{}, err
	}
	if c.pair() {
		if _, err := c.Pool(ctx, family, subnetID, wanted.Range); KindOf(err) == KindNotFound {
			return Warning{}, err
		}
	}
	return c.change(ctx, family, &edit{
		apply: func(d *document, _ bool) error {
			node, err := c.node(d, subnetID)
			if err != nil {
				return err
			}
			raw := poolIn(node, wanted.Range)
			if raw == nil && c.pair() {
				raw = map[string]any{} // this peer has lost it
				node.raw["pools"] = append(listOf(node.raw["pools"]), raw)
			}
			if raw == nil {
				return &Error{Kind: KindNotFound, Text: fmt.Sprintf("the subnet %s has no pool %s", node.prefix(), wanted.Range)}
			}
			wanted.merge(family, names, raw)
			return nil
		},
		holds: poolIs(family, subnetID, wanted),
	})
}

// DeletePool removes a pool; one that is gone is no error.
func (c *Client) DeletePool(ctx context.Context, family Family, subnetID uint32, r AddressRange) (Warning, error) {
	return c.change(ctx, family, &edit{
		apply: func(d *document, _ bool) error {
			node, found := d.subnets[subnetID]
			if !found {
				return nil
			}
			node.raw["pools"] = slices.DeleteFunc(listOf(node.raw["pools"]), func(item any) bool { return poolFrom(mapOf(item)).Range == r })
			return nil
		},
		holds: poolHeld(subnetID, r, false),
	})
}

// dialect finds the server's names by a command that came with them: subnet4-select-test
// is new in Kea 3.0, and so are lists of client classes.
func (c *Client) dialect(ctx context.Context, family Family) (dialect, error) {
	lists, err := c.first(family).can(ctx, family.subnetCommand("select-test"))
	return dialect{classLists: lists}, err
}

func (c *Client) node(d *document, subnetID uint32) (*subnetNode, error) {
	node, found := d.subnets[subnetID]
	if !found {
		return nil, c.first(d.family).noSubnet(fmt.Sprintf("the id %d", subnetID))
	}
	return node, nil
}

func poolIn(node *subnetNode, r AddressRange) map[string]any {
	for _, raw := range mapsOf(node.raw["pools"]) {
		if poolFrom(raw).Range == r {
			return raw
		}
	}
	return nil
}

func poolHeld(subnetID uint32, r AddressRange, want bool) func(d *document) bool {
	return func(d *document) bool {
		node, found := d.subnets[subnetID]
		return (found && poolIn(node, r) != nil) == want
	}
}
