package windows

import (
	"context"
	"slices"
	"sync"
)

// keyLocks serialises the writes to one object: Windows does not. The key names the
// object ("scope 10.1.0.0").
type keyLocks struct {
	mu   sync.Mutex
	held map[string]chan struct{} // closed when the holder lets go
}

// lock waits for all keys, in one order so that two callers never wait for each other,
// and returns the function that lets go.
func (l *keyLocks) lock(ctx context.Context, keys ...string) (unlock func(), err error) {
	slices.Sort(keys)
	keys = slices.Compact(keys)
	for i, key := range keys {
		if err := l.lockOne(ctx, key); err != nil {
			l.unlock(keys[:i])
			return nil, err
		}
	}
	return sync.OnceFunc(func() { l.unlock(keys) }), nil
}

func (l *keyLocks) lockOne(ctx context.Context, key string) error {
	for {
		l.mu.Lock()
		if l.held == nil {
			l.held = map[string]chan struct{}{}
		}
		free, taken := l.held[key]
		if !taken {
			l.held[key] = make(chan struct{})
			l.mu.Unlock()
			return nil
		}
		l.mu.Unlock()
		select {
		case <-free:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

func (l *keyLocks) unlock(keys []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, key := range keys {
		close(l.held[key])
		delete(l.held, key)
	}
}
