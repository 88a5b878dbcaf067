package kea

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// ReservationSet is what the reservations of a subnet are to become.
type ReservationSet struct {
	SubnetID uint32
	// Wanted are the reservations that the set manages; their subnet is that of the set.
	Wanted []Reservation
	// Owned are those that it has managed so far: what is no longer wanted is removed.
	Owned []ReservationKey
	// Exclusive also removes what is neither wanted nor owned, at most MaxRemovals of them.
	Exclusive   bool
	MaxRemovals int
}

// ReservationSetResult is what came of a set.
type ReservationSetResult struct {
	// Now are all reservations of the subnet, read back; nil when they could not be read.
	Now []Reservation
	// Failed says for a reservation why it does not stand as wanted.
	Failed map[ReservationKey]error
}

// SubnetReservations gives the reservations of one subnet, sorted by identifier.
func (c *Client) SubnetReservations(ctx context.Context, family Family, subnetID uint32) ([]Reservation, error) {
	return c.reservationsOf(ctx, family, &subnetID)
}

// doubt makes the next read look at the server, whatever was read before.
func (c *Client) doubt(family Family) {
	for _, s := range c.services(family) {
		s.snapshot.mu.Lock()
		s.snapshot.read = time.Time{}
		s.snapshot.mu.Unlock()
		s.hosts.drop()
	}
}

// ApplyReservations brings the reservations of a subnet to what is wanted, in one batch.
// One that fails does not stop the others. The error is about the whole: nothing was done.
func (c *Client) ApplyReservations(ctx context.Context, family Family, set ReservationSet) (ReservationSetResult, Warning, error) {
	result := ReservationSetResult{Failed: map[ReservationKey]error{}}
	c.doubt(family)
	current, err := c.SubnetReservations(ctx, family, set.SubnetID)
	if err != nil {
		return result, Warning{}, err
	}
	set.Wanted = slices.Clone(set.Wanted)
	for i, wanted := range set.Wanted {
		wanted.SubnetID = set.SubnetID
		if set.Wanted[i], err = wanted.normal(); err != nil {
			return result, Warning{}, err
		}
	}
	if err := set.guardRemovals(current); err != nil {
		result.Now = current
		return result, Warning{}, err
	}
	unlike, err := c.unlikeAtPeers(ctx, family, set.Wanted)
	if err != nil {
		return result, Warning{}, err
	}
	keys, edits, known := c.editsOf(family, set, current, unlike)
	warning := Warning{}
	if known > 0 {
		warning = adopted(fmt.Sprintf("%d reservations of the set", known))
	}
	for i, outcome := range c.editor(family).submitAll(ctx, edits) {
		if outcome.err != nil {
			result.Failed[keys[i]] = outcome.err
		}
		if warning == (Warning{}) {
			warning = outcome.warning
		}
	}
	if err = c.settleSet(ctx, family, set, &result); err != nil && len(edits) > 0 {
		err = unread(err)
	}
	return result, warning, err
}

// editsOf gives what has to be done, the reservation that each edit is about, and how many
// reservations stand as they are wanted without being the set's so far. unlike are those that
// a peer has not as they are wanted.
func (c *Client) editsOf(family Family, set ReservationSet, current []Reservation, unlike map[ReservationKey]bool) (keys []ReservationKey, edits []*edit, known int) {
	owned, wanted, standing := map[ReservationKey]bool{}, map[ReservationKey]bool{}, map[ReservationKey]Reservation{}
	for _, key := range set.Owned {
		owned[key] = true
	}
	for _, r := range set.Wanted {
		wanted[r.ReservationKey] = true
	}
	add := func(key ReservationKey, change *edit) {
		keys, edits = append(keys, key), append(edits, change)
	}
	for _, r := range current {
		standing[r.ReservationKey] = r
		if key := r.ReservationKey; !wanted[key] && (set.Exclusive || owned[key]) {
			add(key, c.removal(key))
		}
	}
	if c.pair() { // another peer may have what the first one has lost
		for _, key := range set.Owned {
			if _, stands := standing[key]; !stands && !wanted[key] {
				add(key, c.removal(key))
			}
		}
	}
	for _, r := range set.Wanted {
		plan := &reservationChange{client: c, family: family, wanted: r}
		now, stands := standing[r.ReservationKey]
		same := stands && now.equal(family, r)
		if same && !owned[r.ReservationKey] {
			known++
		}
		switch {
		case same && !unlike[r.ReservationKey]:
		case same || c.pair() && owned[r.ReservationKey] || stands && (owned[r.ReservationKey] || set.Exclusive):
			add(r.ReservationKey, plan.update())
		default: // what somebody else made is refused there
			add(r.ReservationKey, plan.creation())
		}
	}
	return keys, edits, known
}

// settleSet reads the subnet back and says of each wanted reservation whether it stands:
// that counts, not what was answered.
func (c *Client) settleSet(ctx context.Context, family Family, set ReservationSet, result *ReservationSetResult) error {
	now, err := c.SubnetReservations(context.WithoutCancel(ctx), family, set.SubnetID)
	if err != nil {
		return err
	}
	result.Now = now
	standing := map[ReservationKey]Reservation{}
	for _, r := range now {
		standing[r.ReservationKey] = r
	}
	wanted := map[ReservationKey]bool{}
	for _, r := range set.Wanted {
		key := r.ReservationKey
		wanted[key] = true
		found, stands := standing[key]
		switch {
		case stands && found.equal(family, r):
			delete(result.Failed, key)
		case result.Failed[key] == nil:
			result.Failed[key] = &Error{Kind: KindConflict, Endpoint: c.first(family).peer.endpoint,
				Text:   fmt.Sprintf("the server took the reservation of %s %s, and has another one now", key.IdentifierType, key.Identifier),
				Advice: "Somebody else may be changing this server. Apply again."}
		}
	}
	for key := range result.Failed {
		if _, stands := standing[key]; !stands && !wanted[key] {
			delete(result.Failed, key) // it is gone, as it should be
		}
	}
	return nil
}

// guardRemovals refuses to remove more reservations of others than allowed.
func (set ReservationSet) guardRemovals(current []Reservation) error {
	if !set.Exclusive {
		return nil
	}
	known := map[ReservationKey]bool{}
	for _, key := range set.Owned {
		known[key] = true
	}
	for _, r := range set.Wanted {
		known[r.ReservationKey] = true
	}
	var strange []string
	for _, r := range current {
		if !known[r.ReservationKey] {
			strange = append(strange, r.Identifier)
		}
	}
	if len(strange) <= set.MaxRemovals {
		return nil
	}
	return &Error{
		Kind:   KindInUse,
		Text:   fmt.Sprintf("%d reservations that others made would be removed (%s), and at most %d may be at once", len(strange), FirstFew(strange, 5), set.MaxRemovals),
		Advice: "Add them to the map, set exclusive = false, or raise max_removals. Nothing was changed.",
	}
}

// FirstFew lists at most n of the texts, and says how many more there are.
func FirstFew(texts []string, n int) string {
	if len(texts) <= n {
		return strings.Join(texts, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(slices.Clone(texts[:n]), ", "), len(texts)-n)
}
