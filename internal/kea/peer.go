package kea

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Commands that tell what a server can do.
const (
	commandReservationAdd = "reservation-add"
	commandHash           = "config-hash-get"
)

// peer is one server: an endpoint, what it can do, and what was read from it.
type peer struct {
	*transport
	mu       sync.Mutex
	services map[Family]*service
}

// service is one DHCP daemon of a peer.
type service struct {
	peer   *peer
	family Family

	// commands are what list-commands answered, asked once under the mutex.
	abilities sync.Mutex
	commands  []string

	snapshot snapshot
	hosts    hostPages
	leases   leaseLookups
	claimed  claims
}

func newPeer(endpoint string, config Config) (*peer, error) {
	t, err := newTransport(endpoint, config)
	if err != nil {
		return nil, err
	}
	return &peer{transport: t, services: map[Family]*service{}}, nil
}

func (p *peer) service(family Family) *service {
	p.mu.Lock()
	defer p.mu.Unlock()
	s, found := p.services[family]
	if !found {
		s = &service{peer: p, family: family}
		p.services[family] = s
	}
	return s
}

// call runs a command at the daemon.
func (s *service) call(ctx context.Context, command string, arguments any) (answer, error) {
	return s.peer.send(ctx, s.request(command, arguments))
}

// request names the service always: the control agent needs it, and the daemon's own
// socket ignores it.
func (s *service) request(command string, arguments any) request {
	return request{Command: command, Service: []string{s.family.Service()}, Arguments: arguments}
}

// can reports whether the daemon knows a command.
func (s *service) can(ctx context.Context, command string) (bool, error) {
	commands, err := s.list(ctx)
	return slices.Contains(commands, command), err
}

// list gives the daemon's commands, asked for once.
func (s *service) list(ctx context.Context) ([]string, error) {
	s.abilities.Lock()
	defer s.abilities.Unlock()
	if s.commands != nil {
		return s.commands, nil
	}
	result, err := s.call(ctx, "list-commands", nil)
	if err != nil {
		return nil, err
	}
	commands, err := decodeStrings(result.Arguments)
	if err != nil {
		return nil, s.peer.fail(s.request("list-commands", nil), KindUnreachable, "the answer is not a list of commands", "", err)
	}
	s.commands = commands
	return commands, nil
}

// hooks reports whether changes of one kind of object, named by the command that creates
// it, go through a command hook.
func (s *service) hooks(ctx context.Context, command string) (bool, error) {
	if s.peer.config.Mode == ModeConfig {
		return false, nil
	}
	loaded, err := s.can(ctx, command)
	if err != nil {
		return false, err
	}
	if !loaded && s.peer.config.Mode == ModeHooks {
		return false, s.peer.fail(request{Command: command}, KindUnsupported,
			fmt.Sprintf("%s of this server does not know the command, and kea.mode is %q", s.family.Service(), ModeHooks),
			fmt.Sprintf("Load the hook library libdhcp_%s.so in the server, or set kea.mode to %q.", libraryOf(command), ModeAuto), nil)
	}
	return loaded, nil
}

// libraryOf names the hook library that brings a command.
func libraryOf(command string) string {
	switch object, _, _ := strings.Cut(command, "-"); object {
	case "reservation":
		return "host_cmds"
	case "class":
		return "class_cmds"
	case "lease4", "lease6":
		return "lease_cmds"
	case "stat":
		return "stat_cmds"
	}
	return "subnet_cmds"
}

// snapshot is a configuration that was read and may serve further reads.
type snapshot struct {
	mu       sync.Mutex
	document *document
	read     time.Time
	// stale says that reservations were changed by commands since; subnets are as they were.
	stale bool
}

// document gives the running configuration. Calls that come together share one
// config-get; what is older than the snapshot age is checked by its hash where the
// server has one, and read again elsewhere.
func (s *service) document(ctx context.Context) (*document, error) {
	s.snapshot.mu.Lock()
	defer s.snapshot.mu.Unlock()
	current := s.snapshot.document
	if current != nil && !s.snapshot.stale {
		if time.Since(s.snapshot.read) < s.peer.config.SnapshotAge {
			return current, nil
		}
		if current.hash != "" {
			hash, err := s.hash(ctx)
			if err != nil {
				return nil, err
			}
			if hash == current.hash {
				s.snapshot.read = time.Now()
				return current, nil
			}
		}
	}
	fresh, err := s.fetch(ctx)
	if err != nil {
		return nil, err
	}
	s.snapshot.document, s.snapshot.read, s.snapshot.stale = fresh, time.Now(), false
	return fresh, nil
}

// outline gives a configuration whose subnets are known well enough to prepare a command:
// the server has the last word when the command arrives. Changes of reservations by commands
// do not matter for it, but it is no older than anything else that was read.
func (s *service) outline(ctx context.Context) (*document, error) {
	s.snapshot.mu.Lock()
	current, read := s.snapshot.document, s.snapshot.read
	s.snapshot.mu.Unlock()
	if current != nil && time.Since(read) < s.peer.config.SnapshotAge {
		return current, nil
	}
	return s.document(ctx)
}

// fetch reads the running configuration, whatever was read before.
func (s *service) fetch(ctx context.Context) (*document, error) {
	result, err := s.call(ctx, "config-get", nil)
	if err != nil {
		return nil, err
	}
	d, err := newDocument(s.family, result.Arguments)
	if err != nil {
		return nil, s.peer.fail(s.request("config-get", nil), KindUnreachable, "the answer is not a configuration of "+s.family.Service(), "Check that the endpoint belongs to that service.", err)
	}
	return d, nil
}

// keep makes a configuration that was just read the one that serves reads; nil drops
// what was read.
func (s *service) keep(d *document) {
	s.snapshot.mu.Lock()
	defer s.snapshot.mu.Unlock()
	s.snapshot.document, s.snapshot.read, s.snapshot.stale = d, time.Now(), false
}

// age marks the reservations of what was read as changed.
func (s *service) age() {
	s.snapshot.mu.Lock()
	s.snapshot.stale = true
	s.snapshot.mu.Unlock()
	s.hosts.drop()
}

func (s *service) hash(ctx context.Context) (string, error) {
	result, err := s.call(ctx, commandHash, nil)
	if err != nil {
		return "", err
	}
	tree, err := decodeTree(result.Arguments)
	if err != nil {
		return "", s.peer.fail(s.request(commandHash, nil), KindUnreachable, "the answer holds no hash", "", err)
	}
	return textOf(tree["hash"]), nil
}
