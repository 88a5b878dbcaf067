package windows

import (
	"net/netip"
	"sync"
	"time"
)

// ReadMode says how reads get at the server.
type ReadMode string

// The modes of reading.
const (
	// ReadAuto reads single objects, and a snapshot of the server once many are asked for.
	ReadAuto ReadMode = "auto"
	// ReadSnapshot reads a snapshot at the first read.
	ReadSnapshot ReadMode = "snapshot"
	// ReadDirect reads each object by itself; reads that wait still go together.
	ReadDirect ReadMode = "direct"
)

// Reading single owners beyond these numbers costs more than a snapshot.
const (
	snapshotThreshold = 8    // owners asked for before a snapshot is considered
	snapshotAlways    = 1000 // owners on the server up to which one is always worth it
	snapshotRatio     = 50   // above, owners on the server for each one asked for
)

// snapshot holds what whole-server reads brought, each listing for itself. A write drops
// what it touched, when it begins and when it ends: what was read before the end of a
// write is not shown to anybody who asks after it.
type snapshot struct {
	mode   ReadMode
	maxAge time.Duration
	now    func() time.Time

	mu      sync.Mutex
	clock   int64                    // counts writes' beginnings and ends
	owners  map[netip.Addr]int64     // last write to an owner, by the clock
	lists   map[*listing]int64       // last write to a listing as a whole
	loaded  map[*listing]*loadedList // what was read
	wanted  map[netip.Addr]bool      // owners asked for so far
	changed int64                    // last write to any owner
}

// loadedList is the rows of one listing as they were read.
type loadedList struct {
	clock  int64 // when the read began
	at     time.Time
	rows   map[netip.Addr][]Row
	all    []Row
	failed bool // the read failed: single reads for as long as it would have served
}

func newSnapshot(mode ReadMode, maxAge time.Duration, now func() time.Time) *snapshot {
	return &snapshot{
		mode: mode, maxAge: maxAge, now: now,
		owners: map[netip.Addr]int64{}, lists: map[*listing]int64{}, loaded: map[*listing]*loadedList{}, wanted: map[netip.Addr]bool{},
	}
}

// touched says what a write changes.
type touched struct {
	owners []netip.Addr
	lists  []*listing
}

func (s *snapshot) drop(t touched) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock++
	for _, o := range t.owners {
		s.owners[o] = s.clock
		s.changed = s.clock
	}
	for _, l := range t.lists {
		s.lists[l] = s.clock
	}
}

// want notes the owners of the queries and tells whether a snapshot is to be used.
func (s *snapshot) want(queries []query) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, q := range queries {
		if q.list != nil && q.owner.IsValid() {
			s.wanted[q.owner] = true
		}
	}
	switch s.mode {
	case ReadDirect:
		return false
	case ReadSnapshot:
		return true
	}
	return len(s.wanted) >= snapshotThreshold
}

// pays tells whether a listing without a whole call is worth reading for all its owners.
func (s *snapshot) pays(owners int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mode == ReadSnapshot || owners <= snapshotAlways || owners <= snapshotRatio*len(s.wanted)
}

// fresh tells whether a listing was read lately, with or without success.
func (s *snapshot) fresh(l *listing) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.freshList(l) != nil
}

func (s *snapshot) freshList(l *listing) *loadedList {
	got := s.loaded[l]
	if got == nil || s.now().Sub(got.at) > s.maxAge || s.lists[l] > got.clock {
		return nil
	}
	return got
}

// find answers a query, if it can be answered as things stand.
func (s *snapshot) find(q query) ([]Row, bool) {
	if q.list == nil {
		return nil, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	got := s.freshList(q.list)
	if got == nil || got.failed {
		return nil, false
	}
	if !q.owner.IsValid() {
		return got.all, q.list.whole.Cmdlet != "" && (q.list.of == nil || s.changed <= got.clock)
	}
	rows, known := got.rows[q.owner]
	if s.owners[q.owner] > got.clock || !known && (q.list.whole.Cmdlet == "" || q.list.gone) {
		return nil, false
	}
	return rows, true
}

// begin notes when a read of whole listings starts.
func (s *snapshot) begin() (clock int64, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clock, s.now()
}

// store keeps what was read.
func (s *snapshot) store(l *listing, got *loadedList) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loaded[l] = got
}

// ownersOf lists the owners that a listing names.
func (s *snapshot) ownersOf(l *listing) []netip.Addr {
	s.mu.Lock()
	defer s.mu.Unlock()
	got := s.freshList(l)
	if got == nil {
		return nil
	}
	owners := make([]netip.Addr, 0, len(got.rows))
	for o := range got.rows {
		owners = append(owners, o)
	}
	return owners
}
