package kea

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// hostPages are the reservations of a hosts database, read page by page once for many reads.
type hostPages struct {
	mu    sync.Mutex
	hosts map[ReservationKey]Reservation
	read  time.Time
}

// pageSize keeps a walk over ten thousand reservations to a handful of commands.
const pageSize = 5000

func (h *hostPages) drop() {
	h.mu.Lock()
	h.hosts = nil
	h.mu.Unlock()
}

// all gives the reservations that the host commands show.
func (h *hostPages) all(ctx context.Context, s *service) (map[ReservationKey]Reservation, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.hosts != nil && time.Since(h.read) < s.peer.config.SnapshotAge {
		return h.hosts, nil
	}
	hosts := map[ReservationKey]Reservation{}
	arguments := map[string]any{"limit": pageSize}
	for {
		result, err := s.call(ctx, "reservation-get-page", arguments)
		if KindOf(err) == KindNotFound {
			break
		}
		if err != nil {
			return nil, err
		}
		page, err := decodeTree(result.Arguments)
		if err != nil {
			return nil, s.peer.fail(s.request("reservation-get-page", nil), KindUnreachable, "the answer is not a page of reservations", "", err)
		}
		for _, raw := range mapsOf(page["hosts"]) {
			r := reservationFrom(uint32(numberOf(raw["subnet-id"])), raw)
			hosts[r.ReservationKey] = r
		}
		next := mapOf(page["next"])
		arguments = map[string]any{"limit": pageSize, "from": next["from"], "source-index": next["source-index"]}
	}
	h.hosts, h.read = hosts, time.Now()
	return hosts, nil
}

func hostArguments(key ReservationKey, target Target) map[string]any {
	return map[string]any{"subnet-id": key.SubnetID, "identifier-type": key.IdentifierType, "identifier": key.Identifier, "operation-target": target}
}

// host reads one reservation by command.
func (s *service) host(ctx context.Context, key ReservationKey) (Reservation, map[string]any, error) {
	result, err := s.call(ctx, "reservation-get", hostArguments(key, s.peer.config.Target))
	if err != nil {
		return Reservation{}, nil, err
	}
	raw, err := decodeTree(result.Arguments)
	return reservationFrom(key.SubnetID, raw), raw, err
}

func (s *service) addHost(ctx context.Context, r Reservation, raw map[string]any) error {
	return s.sendHost(ctx, commandReservationAdd, r, raw)
}

func (s *service) sendHost(ctx context.Context, command string, r Reservation, raw map[string]any) error {
	host := r.merge(s.family, raw)
	host["subnet-id"] = r.SubnetID
	_, err := s.call(ctx, command, map[string]any{"reservation": host, "operation-target": s.peer.config.Target})
	return err
}

func (s *service) deleteHost(ctx context.Context, key ReservationKey) error {
	_, err := s.call(ctx, "reservation-del", hostArguments(key, s.peer.config.Target))
	return err
}

// hostOf gives the reservation that holds an address.
func (s *service) hostOf(ctx context.Context, subnetID uint32, address string) (ReservationKey, bool, error) {
	result, err := s.call(ctx, "reservation-get-by-address", map[string]any{"subnet-id": subnetID, "ip-address": address, "operation-target": s.peer.config.Target})
	if KindOf(err) == KindNotFound {
		return ReservationKey{}, false, nil
	}
	if err != nil {
		return ReservationKey{}, false, err
	}
	var page struct {
		Hosts []json.RawMessage `json:"hosts"`
	}
	if err := json.Unmarshal(result.Arguments, &page); err != nil {
		return ReservationKey{}, false, err
	}
	if len(page.Hosts) == 0 {
		return ReservationKey{}, false, nil
	}
	raw, err := decodeTree(page.Hosts[0])
	if err != nil {
		return ReservationKey{}, false, err
	}
	return reservationFrom(subnetID, raw).ReservationKey, true, nil
}

// runAll carries out edits by commands. Kea runs one command at a time; removals and
// additions are sent over several connections all the same, so that it need not wait for
// the next one to arrive. What an edit that is still to come may free is tried again, as
// long as that leads any further.
func (s *service) runAll(ctx context.Context, edits []*edit, indexes []int, errs []error) {
	held := s.runStages(ctx, edits, indexes, errs)
	for again := true; again && len(held) > 0; {
		left := s.runStages(ctx, edits, held, errs)
		held, again = left, len(left) < len(held)
	}
	for _, circle := range circles(edits, held, errs) {
		err := s.exchange(ctx, edits, circle)
		for _, i := range circle {
			errs[i] = err
		}
	}
	// What held an address may have moved meanwhile.
	s.runStages(ctx, edits, heldOf(held, errs), errs)
	s.age()
}

// runStages carries out edits once and gives those that wait for an address.
func (s *service) runStages(ctx context.Context, edits []*edit, indexes []int, errs []error) []int {
	for _, stage := range []stage{stageRemove, stageChange, stageAdd} {
		var group errgroup.Group
		group.SetLimit(1)
		if stage != stageChange {
			group.SetLimit(s.peer.config.MaxConcurrency)
		}
		for _, i := range indexes {
			if edits[i].stage == stage {
				group.Go(func() error { errs[i] = edits[i].run(ctx, s); return nil })
			}
		}
		_ = group.Wait() // every edit has its own error
	}
	return heldOf(indexes, errs)
}

func heldOf(indexes []int, errs []error) []int {
	var held []int
	for _, i := range indexes {
		var conflict *heldError
		if errors.As(errs[i], &conflict) {
			held = append(held, i)
		}
	}
	return held
}

// exchange moves addresses around in a circle: all reservations of the circle are removed
// and added with their new addresses. On a failure the old ones are put back.
func (s *service) exchange(ctx context.Context, edits []*edit, circle []int) error {
	type host struct {
		reservation Reservation
		raw         map[string]any
	}
	var removed, added []host
	undo := func() {
		for _, h := range added {
			_ = s.deleteHost(ctx, h.reservation.ReservationKey)
		}
		for _, h := range removed {
			_ = s.addHost(ctx, h.reservation, h.raw)
		}
	}
	for _, i := range circle {
		old, raw, err := s.host(ctx, edits[i].key)
		if err == nil {
			err = s.deleteHost(ctx, edits[i].key)
		}
		if err != nil {
			undo()
			return err
		}
		removed = append(removed, host{old, raw})
	}
	for n, i := range circle {
		if err := s.addHost(ctx, *edits[i].wanted, removed[n].raw); err != nil {
			undo()
			return err
		}
		added = append(added, host{*edits[i].wanted, removed[n].raw})
	}
	return nil
}
