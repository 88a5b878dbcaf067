package kea

import (
	"context"
	"fmt"
)

// DeleteSubnet removes a subnet with everything in it; one that is gone is no error.
// Without force it is refused while the subnet has reservations or leases.
func (c *Client) DeleteSubnet(ctx context.Context, family Family, id uint32, force bool) (Warning, error) {
	s := c.first(family)
	c.doubt(family) // what was read before may know nothing of the subnet, or of what is in it
	state, err := c.Subnet(ctx, family, id)
	if KindOf(err) == KindNotFound {
		return Warning{}, nil
	}
	if err != nil {
		return Warning{}, err
	}
	if err := c.emptyOrForced(ctx, family, state, force); err != nil {
		return Warning{}, err
	}
	change := &edit{
		apply: func(d *document, _ bool) error {
			if node, found := d.subnets[id]; found {
				d.removeSubnet(node)
				delete(d.subnets, id)
			}
			return nil
		},
		holds: func(d *document) bool { _, found := d.subnets[id]; return !found },
		hook:  s.family.subnetCommand("del"),
		run: func(ctx context.Context, s *service) error {
			_, err := s.call(ctx, family.subnetCommand("del"), map[string]any{"id": id})
			if KindOf(err) == KindNotFound {
				err = nil
			}
			s.keep(nil)
			if err == nil {
				err = s.deleteOrphans(ctx, id)
			}
			return err
		},
	}
	return c.change(ctx, family, change)
}

func (c *Client) emptyOrForced(ctx context.Context, family Family, state SubnetState, force bool) error {
	if force {
		return nil
	}
	const advice = "Remove them first, or set force_destroy to true to delete the subnet with everything in it."
	all, err := c.Reservations(ctx, family)
	if err != nil {
		return err
	}
	count := 0
	for _, r := range all {
		if r.SubnetID == state.Set.ID {
			count++
		}
	}
	if count > 0 {
		return &Error{Kind: KindInUse, Text: fmt.Sprintf("the subnet %s still has %d reservations", state.Set.Prefix, count), Advice: advice}
	}
	s := c.first(family)
	if known, err := s.can(ctx, family.lease("get-page")); err != nil || !known {
		return err
	}
	leases, err := c.Leases(ctx, family, LeaseFilter{SubnetID: &state.Set.ID})
	if err != nil {
		return err
	}
	count = 0
	for _, lease := range leases {
		if lease.State != 2 {
			count++
		}
	}
	if count > 0 {
		return &Error{Kind: KindInUse, Text: fmt.Sprintf("the subnet %s still has %d leases", state.Set.Prefix, count), Advice: advice}
	}
	return nil
}

// deleteOrphans removes the reservations that a deleted subnet leaves in a hosts database:
// they would come back with the next subnet of that id.
func (s *service) deleteOrphans(ctx context.Context, id uint32) error {
	byHook, err := s.hooks(ctx, commandReservationAdd)
	if err != nil || !byHook || s.peer.config.Target != TargetDatabase {
		return err
	}
	hosts, err := s.hosts.all(ctx, s)
	if err != nil {
		return err
	}
	for key := range hosts {
		if key.SubnetID != id {
			continue
		}
		if err := s.deleteHost(ctx, key); err != nil && KindOf(err) != KindNotFound {
			return err
		}
	}
	return nil
}
