package kea

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/netip"
	"slices"
)

// Reservation gives one reservation; KindNotFound when no peer has one with the key.
func (c *Client) Reservation(ctx context.Context, family Family, key ReservationKey) (Reservation, error) {
	return found(c, family, func(s *service) (Reservation, error) { return s.reservation(ctx, key) })
}

func (s *service) reservation(ctx context.Context, key ReservationKey) (Reservation, error) {
	byHook, err := s.hooks(ctx, commandReservationAdd)
	if err != nil {
		return Reservation{}, err
	}
	if byHook && s.peer.config.Target == TargetDatabase {
		hosts, err := s.hosts.all(ctx, s)
		if err != nil {
			return Reservation{}, err
		}
		if found, ok := hosts[key]; ok {
			return found, nil
		}
	}
	d, err := s.document(ctx)
	if err != nil {
		return Reservation{}, err
	}
	if found, ok := d.reservation(key); ok {
		return found, nil
	}
	return Reservation{}, s.notFound(key)
}

func (s *service) notFound(key ReservationKey) error {
	return &Error{Kind: KindNotFound, Endpoint: s.peer.endpoint, Text: fmt.Sprintf("there is no reservation of %s %s in subnet %d", key.IdentifierType, key.Identifier, key.SubnetID)}
}

// Reservations gives all reservations, sorted by subnet and identifier.
func (c *Client) Reservations(ctx context.Context, family Family) ([]Reservation, error) {
	return c.reservationsOf(ctx, family, nil)
}

// reservationsOf gives the reservations of a subnet, or all of them.
func (c *Client) reservationsOf(ctx context.Context, family Family, subnetID *uint32) ([]Reservation, error) {
	s := c.first(family)
	d, err := s.document(ctx)
	if err != nil {
		return nil, err
	}
	byKey := map[ReservationKey]Reservation{}
	for key, raw := range d.reservations {
		if subnetID == nil || key.SubnetID == *subnetID {
			byKey[key] = reservationFrom(key.SubnetID, raw)
		}
	}
	byHook, err := s.hooks(ctx, commandReservationAdd)
	if err != nil {
		return nil, err
	}
	if byHook && c.config.Target == TargetDatabase {
		hosts, err := s.hosts.all(ctx, s)
		if err != nil {
			return nil, err
		}
		for key, host := range hosts {
			if subnetID == nil || key.SubnetID == *subnetID {
				byKey[key] = host
			}
		}
	}
	return slices.SortedFunc(maps.Values(byKey), func(a, b Reservation) int {
		return cmp.Or(cmp.Compare(a.SubnetID, b.SubnetID), cmp.Compare(a.IdentifierType, b.IdentifierType), cmp.Compare(a.Identifier, b.Identifier))
	}), nil
}

// ReservationByAddress finds the reservation of an address, in any subnet.
func (c *Client) ReservationByAddress(ctx context.Context, address netip.Addr) (Reservation, error) {
	list, err := c.Reservations(ctx, FamilyOf(address))
	if err != nil {
		return Reservation{}, err
	}
	for _, r := range list {
		if slices.Contains(r.Addresses, address.String()) {
			return r, nil
		}
	}
	return Reservation{}, &Error{Kind: KindNotFound, Text: fmt.Sprintf("no reservation has the address %s", address)}
}

// Allocation asks for a free address to be chosen for a new reservation.
type Allocation struct {
	// Ranges are where to look, in this order; none means the whole subnet outside its pools.
	Ranges []AddressRange
	// Exclude are addresses that must not be chosen.
	Exclude []AddressRange
}

// AddressRange is a range of addresses, both ends included.
type AddressRange struct{ First, Last netip.Addr }

// Contains reports whether an address is in the range.
func (r AddressRange) Contains(a netip.Addr) bool {
	return r.First.Compare(a) <= 0 && a.Compare(r.Last) <= 0
}

// CreateReservation adds a reservation and gives it as the server keeps it. With an
// allocation, a free address is chosen. What exists already is never taken over.
func (c *Client) CreateReservation(ctx context.Context, family Family, wanted Reservation, allocation *Allocation) (Reservation, Warning, error) {
	wanted, err := wanted.normal()
	if err != nil {
		return wanted, Warning{}, err
	}
	plan := &reservationChange{client: c, family: family, wanted: wanted, allocation: allocation}
	if allocation != nil {
		if err := plan.avoid(ctx); err != nil {
			return wanted, Warning{}, err
		}
	}
	warning, err := c.change(ctx, family, plan.creation())
	return plan.result(ctx, warning, err)
}

// UpdateReservation changes everything but the key of a reservation.
func (c *Client) UpdateReservation(ctx context.Context, family Family, wanted Reservation) (Reservation, Warning, error) {
	wanted, err := wanted.normal()
	if err != nil {
		return wanted, Warning{}, err
	}
	plan := &reservationChange{client: c, family: family, wanted: wanted}
	if c.pair() {
		if _, err := c.Reservation(ctx, family, wanted.ReservationKey); KindOf(err) == KindNotFound {
			return wanted, Warning{}, err
		}
	}
	warning, err := c.change(ctx, family, plan.update())
	return plan.result(ctx, warning, err)
}

// result gives the reservation as the server keeps it. Only options have to be read for
// that: the server fills in codes, names and forms.
func (p *reservationChange) result(ctx context.Context, warning Warning, err error) (Reservation, Warning, error) {
	if p.adopted && warning == (Warning{}) {
		warning = adopted("reservation " + p.wanted.String())
	}
	if err != nil || len(p.wanted.Options) == 0 {
		return p.wanted, warning, err
	}
	s := p.client.first(p.family)
	byHook, err := s.hooks(ctx, commandReservationAdd)
	if err != nil {
		return p.wanted, warning, err
	}
	if byHook {
		r, _, err := s.host(ctx, p.wanted.ReservationKey)
		return r, warning, err
	}
	r, err := p.client.Reservation(ctx, p.family, p.wanted.ReservationKey)
	return r, warning, err
}

// DeleteReservation removes a reservation; one that is gone already is no error.
func (c *Client) DeleteReservation(ctx context.Context, family Family, key ReservationKey) (Warning, error) {
	return c.change(ctx, family, c.removal(key))
}

func (c *Client) removal(key ReservationKey) *edit {
	return &edit{
		key:   key,
		stage: stageRemove,
		apply: func(d *document, _ bool) error { d.dropReservation(key); return nil },
		holds: func(d *document) bool { _, found := d.reservations[key]; return !found },
		hook:  commandReservationAdd,
		run: func(ctx context.Context, s *service) error {
			err := s.deleteHost(ctx, key)
			if KindOf(err) == KindNotFound {
				return nil
			}
			return err
		},
		shared: c.config.Target == TargetDatabase,
	}
}

// reservationChange is a reservation on its way to the server.
type reservationChange struct {
	client     *Client
	family     Family
	wanted     Reservation
	allocation *Allocation
	// used are the addresses that an allocation must avoid: leased, or reserved at a peer.
	used map[string]bool
	// delegated are prefixes that a hosts database reserves, which an allocation must avoid.
	delegated []AddressRange
	// adopted says that the server had the reservation already.
	adopted bool
}

func (p *reservationChange) creation() *edit {
	return &edit{
		fix:    func() { p.allocation = nil },
		stage:  stageAdd,
		apply:  p.applyCreate,
		holds:  p.holds,
		hook:   commandReservationAdd,
		run:    p.runCreate,
		shared: p.client.config.Target == TargetDatabase,
	}
}

func (p *reservationChange) update() *edit {
	return &edit{
		key:    p.wanted.ReservationKey,
		frees:  true,
		wanted: &p.wanted,
		apply:  p.applyUpdate,
		holds:  p.holds,
		hook:   commandReservationAdd,
		run:    p.runUpdate,
		shared: p.client.config.Target == TargetDatabase,
	}
}

// adopt takes over a reservation that is exactly as wanted, and refuses any other.
func (p *reservationChange) adopt(current Reservation) error {
	wanted := p.wanted
	if p.allocation != nil {
		if len(current.Addresses) != 1 || !p.allocation.allows(current.Addresses[0]) {
			return p.exists()
		}
		wanted.Addresses = current.Addresses
	}
	if !current.equal(p.family, wanted) {
		return p.exists()
	}
	p.wanted, p.adopted = current, true
	return nil
}

// allows reports whether an address could have been chosen.
func (a *Allocation) allows(text string) bool {
	address, err := netip.ParseAddr(text)
	if _, excluded := within(a.Exclude, address); err != nil || excluded {
		return false
	}
	_, inside := within(a.Ranges, address)
	return inside || len(a.Ranges) == 0
}

func (p *reservationChange) holds(d *document) bool {
	current, found := d.reservation(p.wanted.ReservationKey)
	return found && current.equal(p.family, p.wanted)
}

func (p *reservationChange) applyCreate(d *document, force bool) error {
	if current, exists := d.reservation(p.wanted.ReservationKey); exists {
		return p.adopt(current)
	}
	if p.allocation != nil {
		address, err := p.pick(d, nil)
		if err != nil {
			return err
		}
		p.wanted.Addresses = []string{address.String()}
	}
	if err := p.free(d, force); err != nil {
		return err
	}
	return d.putReservation(p.wanted)
}

func (p *reservationChange) applyUpdate(d *document, force bool) error {
	if _, exists := d.reservations[p.wanted.ReservationKey]; !exists && !p.client.pair() {
		return p.client.first(p.family).notFound(p.wanted.ReservationKey)
	}
	if err := p.free(d, force); err != nil {
		return err
	}
	return d.putReservation(p.wanted)
}

// free checks that no other reservation holds an address that is wanted.
func (p *reservationChange) free(d *document, force bool) error {
	if holder, value, taken := d.holder(p.wanted); taken && !force {
		return p.held(holder, value)
	}
	return nil
}

func (p *reservationChange) held(holder ReservationKey, value string) error {
	return &heldError{holder: holder, reason: &Error{Kind: KindConflict,
		Text:   fmt.Sprintf("the address %s is reserved for %s %s already", value, holder.IdentifierType, holder.Identifier),
		Advice: "Choose another address, or remove that reservation first."}}
}

func (p *reservationChange) exists() error {
	key := p.wanted.ReservationKey
	return &Error{Kind: KindExists,
		Text:   fmt.Sprintf("subnet %d has a reservation of %s %s already", key.SubnetID, key.IdentifierType, key.Identifier),
		Advice: fmt.Sprintf("Import it to manage it here (id: %s/%s), or remove it first.", p.family.Service(), key)}
}
