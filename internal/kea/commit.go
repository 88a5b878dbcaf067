package kea

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// commit carries out edits at one daemon and gives one error, or nil, per edit. set says
// that the daemon was given a configuration, which takes a peer of a pair out of service.
func (s *service) commit(ctx context.Context, edits []*edit) (errs []error, warning Warning, set bool) {
	unlock := lockServer(s.peer.endpoint, s.family)
	defer unlock()
	errs = make([]error, len(edits))
	var hooked, plain []int
	for i, change := range edits {
		byHook, err := s.hooked(ctx, change)
		switch {
		case err != nil:
			errs[i] = err
		case byHook:
			hooked = append(hooked, i)
		default:
			plain = append(plain, i)
		}
	}
	if len(hooked) > 0 {
		s.runAll(ctx, edits, hooked, errs)
	}
	if len(plain) > 0 {
		set = s.editConfiguration(ctx, edits, plain, errs)
	}
	return errs, s.persist(ctx, edits, errs), set
}

// persist writes the configuration to the server's disk when a change asks for it.
func (s *service) persist(ctx context.Context, edits []*edit, errs []error) Warning {
	changed := false
	for i, change := range edits {
		changed = changed || errs[i] == nil && !change.shared
	}
	if !changed || !s.peer.config.Persist {
		return Warning{}
	}
	if _, err := s.call(ctx, "config-write", nil); err != nil {
		return Warning{"The change is not persistent", fmt.Sprintf("The running server has the change, but it could not write its configuration file: %v.\n\n"+
			"Everything that was changed here since the last successful config-write is lost when the server restarts or reloads its file. "+
			"Let the user that runs Kea write the configuration file (owner and mode of the file, and the AppArmor profile on Debian), or set kea.persist to false when something else writes the file.", err)}
	}
	return Warning{}
}

// attempts is how often an edit starts again because another writer was faster.
const attempts = 8

// editConfiguration puts all edits into one config-set, and reports whether one was sent.
func (s *service) editConfiguration(ctx context.Context, edits []*edit, open []int, errs []error) (sent bool) {
	var after *document
	for attempt := 0; len(open) > 0; attempt++ {
		if attempt == attempts {
			failAll(errs, open, &Error{Kind: KindConflict, Endpoint: s.peer.endpoint, Text: fmt.Sprintf("another writer changed the configuration %d times while this change was being made", attempts), Advice: "Let only one tool at a time change this server, and apply again."})
			return sent
		}
		if attempt > 0 {
			pause(ctx, time.Duration(rand.IntN(20<<attempt))*time.Millisecond)
		}
		base, known, err := s.base(ctx, attempt)
		if err != nil && sent {
			err = unread(err)
		}
		if err != nil {
			failAll(errs, open, err)
			return sent
		}
		if sent {
			open = missing(base, edits, open)
		}
		next, accepted := s.isolate(ctx, base, edits, nil, open, errs)
		if known && len(accepted) < len(open) {
			// What stands in the way may be gone by now: refuse nothing before looking again.
			s.keep(nil)
			continue
		}
		if len(missing(base, edits, accepted)) == 0 {
			if known {
				s.keep(nil)
				continue
			}
			s.keep(base)
			return sent // all is as it shall be: the server is spared a config-set
		}
		done, hash, err := s.set(ctx, base, next)
		if err != nil {
			s.keep(nil)
			failAll(errs, accepted, err)
			return true
		}
		open = accepted
		if !done {
			continue
		}
		sent = true
		before := after
		if after, err = s.fetch(ctx); err != nil {
			s.keep(nil)
			failAll(errs, accepted, unread(err))
			return sent
		}
		s.keep(after)
		if inForce(after, before, hash) {
			return sent
		}
		open = missing(after, edits, accepted)
	}
	return sent
}

// inForce reports whether what was set is what the server has, whatever it made of the
// values: by the hash, or because setting it again led to the same configuration.
func inForce(after, before *document, hash string) bool {
	return hash != "" && after.hash == hash || before != nil && bytes.Equal(after.raw, before.raw)
}

// unread is the error of a change that was sent and could not be read back.
func unread(err error) error {
	return prefixed("the change was sent and may have been made, but it could not be read back: ", err)
}

// prefixed puts words before the text of an error.
func prefixed(words string, err error) error {
	var told *Error
	if !errors.As(err, &told) {
		return err
	}
	more := *told
	more.Text, more.Cause = words+told.Text, err
	return &more
}

func failAll(errs []error, indexes []int, err error) {
	for _, i := range indexes {
		errs[i] = err
	}
}

// missing gives the edits that a configuration does not have: another writer set a
// configuration that was read before.
func missing(d *document, edits []*edit, indexes []int) []int {
	var lost []int
	for _, i := range indexes {
		if !edits[i].holds(d) {
			lost = append(lost, i)
		}
	}
	return lost
}

// base gives the configuration to edit. The one that the last batch left is good enough
// at first where the server has a hash: it is compared before the config-set.
func (s *service) base(ctx context.Context, attempt int) (d *document, known bool, err error) {
	s.snapshot.mu.Lock()
	current, stale := s.snapshot.document, s.snapshot.stale
	s.snapshot.mu.Unlock()
	if attempt == 0 && current != nil && !stale && current.hash != "" {
		return current, true, nil
	}
	d, err = s.fetch(ctx)
	return d, false, err
}

// isolate adds the suspects to the good edits. When the server refuses them together, each
// half is tried, so that one bad edit does not take the others with it.
func (s *service) isolate(ctx context.Context, base *document, edits []*edit, good, suspects []int, errs []error) (*document, []int) {
	d, err := base.copy()
	if err != nil {
		failAll(errs, suspects, err)
		return base, good
	}
	d.stripInherited()
	failures := make([]error, len(errs))
	accepted := applyAll(d, edits, append(append([]int(nil), good...), suspects...), failures)
	for _, i := range suspects {
		errs[i] = failures[i]
	}
	if len(accepted) == len(good) {
		return d, accepted
	}
	_, err = s.call(ctx, "config-test", d.arguments())
	if err == nil {
		return d, accepted
	}
	suspects = accepted[len(good):]
	if len(suspects) == 1 || !refused(err) {
		failAll(errs, suspects, err)
		return s.rebuild(base, edits, good), good
	}
	_, good = s.isolate(ctx, base, edits, good, suspects[:len(suspects)/2], errs)
	return s.isolate(ctx, base, edits, good, suspects[len(suspects)/2:], errs)
}

// rebuild makes the configuration with edits that were accepted before.
func (s *service) rebuild(base *document, edits []*edit, good []int) *document {
	d, err := base.copy()
	if err != nil {
		return base
	}
	d.stripInherited()
	applyAll(d, edits, good, make([]error, len(edits)))
	return d
}

// refused reports whether the server looked at the change and said no, as opposed to not
// having answered at all.
func refused(err error) bool {
	switch KindOf(err) {
	case KindInvalid, KindExists, KindConflict, KindNotFound, KindInUse:
		return true
	}
	return false
}
