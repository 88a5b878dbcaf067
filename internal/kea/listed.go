package kea

import (
	"context"
	"fmt"
	"slices"
)

// listed is an object of one of the configuration's top lists that is found by a key: a
// shared network, a client class, an option definition.
type listed struct {
	client *Client
	family Family
	// list is the member of the configuration: client-classes.
	list string
	// what names the object in messages, importID what an import takes.
	what, importID string
	// is finds the object in the list.
	is func(raw map[string]any) bool
	// merge puts what is wanted into the object; what it does not know stays.
	merge func(d *document, raw map[string]any)
	// complete adds to a new object what its command needs; nil when that is nothing.
	complete func(d *document, raw map[string]any)
	// holds reports whether the object has what is wanted.
	holds func(d *document, raw map[string]any) bool
	// exact reports whether the object is as if it had been made here.
	exact func(d *document, raw map[string]any) bool
	// inUse says why the object cannot be deleted; nil when nothing looks for that.
	inUse func(d *document, raw map[string]any) error
	// add, update and del are the commands of the hook, empty where there is none; name is
	// the argument of del.
	add, update, del, name string
}

func (l *listed) find(d *document) map[string]any {
	for _, raw := range mapsOf(d.tree[l.list]) {
		if l.is(raw) {
			return raw
		}
	}
	return nil
}

// missing is the error of an object that is not there.
func (l *listed) missing() error {
	return &Error{Kind: KindNotFound, Endpoint: l.client.first(l.family).peer.endpoint, Text: fmt.Sprintf("%s has no %s", l.family.Service(), l.what)}
}

// located is the object in the configuration of a peer that has it.
type located struct {
	document *document
	raw      map[string]any
}

// read gives the object from the configuration that serves reads.
func (l *listed) read(ctx context.Context) (located, error) {
	return found(l.client, l.family, func(s *service) (located, error) {
		d, err := s.document(ctx)
		if err != nil {
			return located{}, err
		}
		if raw := l.find(d); raw != nil {
			return located{d, raw}, nil
		}
		return located{}, l.missing()
	})
}

// differing names the peers of a pair that do not have the object as it is wanted.
func (l *listed) differing(ctx context.Context) ([]string, error) {
	return l.client.lacking(ctx, l.family, l.held)
}

// create adds the object, or finds that it is there exactly as wanted.
func (l *listed) create(ctx context.Context) (Warning, error) {
	found := false
	refuse := func(d *document) error {
		raw := l.find(d)
		if raw == nil {
			return nil
		}
		if found = l.exact(d, raw); found {
			return nil
		}
		return &Error{Kind: KindExists, Text: fmt.Sprintf("%s has the %s already", l.family.Service(), l.what), Advice: fmt.Sprintf("Import it to manage it here (id: %s), or remove it first.", l.importID)}
	}
	warning, err := l.client.change(ctx, l.family, &edit{
		apply: func(d *document, _ bool) error {
			if err := refuse(d); err != nil || found {
				return err
			}
			l.put(d)
			return nil
		},
		holds: l.held,
		hook:  l.add,
		run: func(ctx context.Context, s *service) error {
			return s.byCommand(ctx, func(d *document) (string, any, error) {
				if err := refuse(d); err != nil || found {
					return "", nil, err
				}
				return l.add, l.body(d), nil
			})
		},
	})
	if found && err == nil && warning == (Warning{}) {
		warning = adopted(l.what)
	}
	return warning, err
}

// change brings the object to what is wanted. A peer of a pair that has lost it gets it again.
func (l *listed) change(ctx context.Context) (Warning, error) {
	if l.client.pair() {
		if _, err := l.read(ctx); err != nil {
			return Warning{}, err
		}
	}
	return l.client.change(ctx, l.family, &edit{
		apply: func(d *document, _ bool) error {
			if l.find(d) == nil && !l.client.pair() {
				return l.missing()
			}
			l.put(d)
			return nil
		},
		holds: l.held,
		hook:  l.update,
		run: func(ctx context.Context, s *service) error {
			return s.byCommand(ctx, func(d *document) (string, any, error) {
				switch found := l.find(d) != nil; {
				case found:
					return l.update, l.body(d), nil
				case l.client.pair():
					return l.add, l.body(d), nil
				}
				return "", nil, l.missing()
			})
		},
	})
}

// put merges what is wanted into the object, which is added when it is not there.
func (l *listed) put(d *document) {
	raw := l.find(d)
	if raw == nil {
		raw = map[string]any{}
		d.tree[l.list] = append(listOf(d.tree[l.list]), raw)
	}
	l.merge(d, raw)
}

// body is the argument of the commands that add and update.
func (l *listed) body(d *document) any {
	raw := l.find(d)
	isNew := raw == nil
	if isNew {
		raw = map[string]any{}
	}
	l.merge(d, raw)
	if isNew && l.complete != nil {
		l.complete(d, raw)
	}
	return map[string]any{l.list: []any{raw}}
}

// remove deletes the object; one that is gone is no error.
func (l *listed) remove(ctx context.Context) (Warning, error) {
	check := func(d *document) (found bool, err error) {
		raw := l.find(d)
		if raw != nil && l.inUse != nil {
			err = l.inUse(d, raw)
		}
		return raw != nil, err
	}
	return l.client.change(ctx, l.family, &edit{
		apply: func(d *document, _ bool) error {
			if found, err := check(d); !found || err != nil {
				return err
			}
			d.tree[l.list] = slices.DeleteFunc(listOf(d.tree[l.list]), func(item any) bool { return l.is(mapOf(item)) })
			return nil
		},
		holds: func(d *document) bool { return l.find(d) == nil },
		hook:  l.del,
		run: func(ctx context.Context, s *service) error {
			return s.byCommand(ctx, func(d *document) (string, any, error) {
				if found, err := check(d); !found || err != nil {
					return "", nil, err
				}
				return l.del, map[string]any{"name": l.name}, nil
			})
		},
	})
}

func (l *listed) held(d *document) bool {
	raw := l.find(d)
	return raw != nil && l.holds(d, raw)
}

// byCommand makes a command of the configuration as it stands now and sends it; an empty
// name says that there is nothing to do.
func (s *service) byCommand(ctx context.Context, make func(d *document) (command string, arguments any, err error)) error {
	d, err := s.fetch(ctx)
	if err != nil {
		return err
	}
	s.keep(nil)
	command, arguments, err := make(d)
	if err != nil || command == "" {
		return err
	}
	_, err = s.call(ctx, command, arguments)
	return err
}
