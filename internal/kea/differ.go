package kea

import (
	"context"
	"slices"
)

// lacking names the peers of a pair whose configuration does not have something. A server
// without peers is not asked.
func (c *Client) lacking(ctx context.Context, family Family, holds func(d *document) bool) ([]string, error) {
	names := []string{}
	if !c.pair() {
		return names, nil
	}
	for _, s := range c.services(family) {
		d, err := s.document(ctx)
		if err != nil {
			return nil, err
		}
		if !holds(d) {
			names = append(names, s.peer.endpoint)
		}
	}
	return names, nil
}

// PeersWithoutReservation names the peers of a pair that do not have all reservations as they
// are given; always none for a single server, and in a database that the peers share.
func (c *Client) PeersWithoutReservation(ctx context.Context, family Family, list ...Reservation) ([]string, error) {
	if shared, err := c.sharesReservations(ctx, family); err != nil || shared {
		return []string{}, err
	}
	return c.lacking(ctx, family, func(d *document) bool {
		return !slices.ContainsFunc(list, func(r Reservation) bool { return !d.has(family, r) })
	})
}

// unlikeAtPeers gives those of the reservations that a peer of a pair does not have as they
// are given.
func (c *Client) unlikeAtPeers(ctx context.Context, family Family, list []Reservation) (map[ReservationKey]bool, error) {
	unlike := map[ReservationKey]bool{}
	if shared, err := c.sharesReservations(ctx, family); err != nil || shared {
		return unlike, err
	}
	_, err := c.lacking(ctx, family, func(d *document) bool {
		for _, r := range list {
			if !d.has(family, r) {
				unlike[r.ReservationKey] = true
			}
		}
		return true
	})
	return unlike, err
}

func (d *document) has(family Family, r Reservation) bool {
	current, found := d.reservation(r.ReservationKey)
	return found && current.equal(family, r)
}

// sharesReservations reports whether reservations are in a database that the peers share.
func (c *Client) sharesReservations(ctx context.Context, family Family) (bool, error) {
	if c.config.Target != TargetDatabase {
		return false, nil
	}
	return c.first(family).hooks(ctx, commandReservationAdd)
}

// PeersWithoutSubnet names the peers of a pair that do not have a subnet as it is given;
// lists that are nil are not compared. Always none for a single server.
func (c *Client) PeersWithoutSubnet(ctx context.Context, s Subnet) ([]string, error) {
	family := FamilyOf(s.Prefix.Addr())
	return c.lacking(ctx, family, func(d *document) bool {
		node, found := d.subnets[s.ID]
		return found && s.contains(family, d.state(node))
	})
}

// PeersWithoutPool names the peers of a pair that do not have a pool as it is given; always
// none for a single server.
func (c *Client) PeersWithoutPool(ctx context.Context, family Family, subnetID uint32, pool Pool) ([]string, error) {
	return c.lacking(ctx, family, poolIs(family, subnetID, pool))
}
