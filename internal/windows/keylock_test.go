package windows

import (
	"context"
	"errors"
	"testing"
)

func TestLocks(t *testing.T) {
	var locks keyLocks
	unlock, err := locks.lock(t.Context(), "b", "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	gaveUp := errors.New("gave up")
	waiting := make(chan error)
	go func() { _, err := locks.lock(ctx, "c", "b"); waiting <- err }()
	cancel(gaveUp)
	if err := <-waiting; !errors.Is(err, gaveUp) {
		t.Errorf("got %v", err)
	}
	if other, err := locks.lock(t.Context(), "c"); err != nil {
		t.Error(err)
	} else {
		other() // the lock that was taken before giving up is free again
	}
	got := make(chan struct{})
	go func() {
		if u, err := locks.lock(t.Context(), "a"); err == nil {
			u()
		}
		close(got)
	}()
	unlock()
	unlock()
	<-got
	if len(locks.held) != 0 {
		t.Errorf("%d locks are left", len(locks.held))
	}
}
