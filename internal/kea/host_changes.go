package kea

import (
	"context"
	"fmt"
)

// runCreate adds the reservation by command. When the server says that something is there
// already, reading tells whether it is the key or the address.
func (p *reservationChange) runCreate(ctx context.Context, s *service) error {
	if err := p.notInFile(ctx, s); err != nil {
		return err
	}
	if p.allocation != nil {
		return p.allocate(ctx, s)
	}
	return p.add(ctx, s)
}

func (p *reservationChange) add(ctx context.Context, s *service) error {
	err := s.addHost(ctx, p.wanted, nil)
	switch KindOf(err) {
	case KindExists, KindConflict:
	case KindTimeout, KindUnreachable:
		return p.checkLost(ctx, s, err)
	default:
		return err
	}
	if KindOf(err) == KindConflict && p.family == V6 {
		// kea-dhcp6 3.0 refuses the address and keeps the reservation all the same.
		if delErr := s.deleteHost(ctx, p.wanted.ReservationKey); delErr != nil && KindOf(delErr) != KindNotFound {
			return delErr
		}
	} else if current, _, readErr := s.host(ctx, p.wanted.ReservationKey); readErr == nil {
		return p.adopt(current)
	}
	return p.whoHolds(ctx, s, err)
}

// checkLost reads whether a command whose answer was lost did its work.
func (p *reservationChange) checkLost(ctx context.Context, s *service, lost error) error {
	current, _, err := s.host(ctx, p.wanted.ReservationKey)
	if err == nil && current.equal(p.family, p.wanted) {
		return nil
	}
	return lost
}

func (p *reservationChange) whoHolds(ctx context.Context, s *service, refusal error) error {
	for _, value := range p.wanted.Addresses {
		holder, taken, err := s.hostOf(ctx, p.wanted.SubnetID, value)
		if err != nil {
			return err
		}
		if taken && holder != p.wanted.ReservationKey {
			return p.held(holder, value)
		}
	}
	return refusal
}

// notInFile refuses a database reservation that the configuration file has too: Kea does
// not compare the two and would then have both.
func (p *reservationChange) notInFile(ctx context.Context, s *service) error {
	if s.peer.config.Target != TargetDatabase {
		return nil
	}
	d, err := s.outline(ctx)
	if err != nil {
		return err
	}
	if _, exists := d.reservations[p.wanted.ReservationKey]; exists {
		return p.exists()
	}
	return p.free(d, false)
}

// runUpdate changes a reservation by command. reservation-update removes and adds without
// a way back, so the addresses are looked at before, and the old reservation is put back
// when the server refuses the new one.
func (p *reservationChange) runUpdate(ctx context.Context, s *service) error {
	old, raw, err := s.host(ctx, p.wanted.ReservationKey)
	if p.client.pair() && KindOf(err) == KindNotFound { // this peer has lost it
		return p.add(ctx, s)
	}
	if err != nil {
		return err
	}
	if !sameSet(old.Addresses, p.wanted.Addresses) || !sameSet(old.Prefixes, p.wanted.Prefixes) {
		if err := p.whoHolds(ctx, s, nil); err != nil {
			return err
		}
	}
	err = s.sendHost(ctx, "reservation-update", p.wanted, raw)
	if err == nil {
		return nil
	}
	current, _, readErr := s.host(ctx, p.wanted.ReservationKey)
	switch {
	case readErr == nil && current.equal(p.family, p.wanted):
		return nil // the answer was lost, not the change
	case KindOf(readErr) != KindNotFound:
		return err
	}
	if addErr := s.addHost(ctx, old, raw); addErr != nil {
		return &Error{Kind: KindBroken, Endpoint: s.peer.endpoint, Command: "reservation-update",
			Text:   fmt.Sprintf("the server refused the change (%v), removed the reservation, and refused to take it back (%v)", err, addErr),
			Advice: "Apply again to create the reservation.", Cause: err}
	}
	return err
}

// allocate lets the server decide whether an address is free: another provider may have
// taken it since the list of addresses was read.
func (p *reservationChange) allocate(ctx context.Context, s *service) error {
	s.claimed.Lock()
	defer s.claimed.Unlock()
	look := s.outline
	if p.family == V6 {
		// The server refuses an address that is taken, but not one in a prefix that was
		// reserved since the last look.
		look = s.document
	}
	d, err := look(ctx)
	if err != nil {
		return err
	}
	taken := map[string]bool{}
	if p.client.config.Target == TargetDatabase {
		hosts, err := s.hosts.all(ctx, s)
		if err != nil {
			return err
		}
		for _, host := range hosts {
			markAll(taken, host.Addresses)
			if host.SubnetID == p.wanted.SubnetID {
				p.delegated = append(p.delegated, rangesOf(host.Prefixes)...)
			}
		}
	}
	markAll(taken, s.claimed.addresses)
	for {
		address, err := p.pick(d, taken)
		if err != nil {
			return err
		}
		p.wanted.Addresses = []string{address.String()}
		err = p.add(ctx, s)
		switch KindOf(err) {
		case KindConflict, KindExists:
			if _, _, readErr := s.host(ctx, p.wanted.ReservationKey); readErr == nil {
				return err
			}
			taken[address.String()] = true
			s.claimed.addresses = append(s.claimed.addresses, address.String())
			continue
		}
		if err == nil {
			s.claimed.addresses = append(s.claimed.addresses, address.String())
		}
		return err
	}
}

func markAll(taken map[string]bool, addresses []string) {
	for _, address := range addresses {
		taken[address] = true
	}
}

// poolsOf gives the address ranges of a subnet's pools.
func poolsOf(node *subnetNode) []AddressRange {
	var ranges []AddressRange
	for _, raw := range mapsOf(node.raw["pools"]) {
		if r, err := ParseRange(textOf(raw["pool"])); err == nil {
			ranges = append(ranges, r)
		}
	}
	return ranges
}
