package kea

import (
	"context"
	"slices"
	"time"
)

// PairState is what one peer of a high-availability pair says about itself and the other.
type PairState struct {
	// Mode is hot-standby, load-balancing or passive-backup; empty without the ha hook.
	Mode string
	// Role and State are those of the server that was asked.
	Role, State string
	Scopes      []string
	// PartnerState is the last state seen of the other peer, InTouch whether it answers.
	PartnerState string
	InTouch      bool
}

// Serves reports whether the pair as this peer sees it answers all clients.
func (p PairState) Serves() bool {
	return p.Mode == "" || p.State == "partner-down" || (p.InTouch && (p.State == "hot-standby" || p.State == "load-balancing"))
}

func (s *service) status(ctx context.Context) (map[string]any, error) {
	result, err := s.call(ctx, "status-get", nil)
	if err != nil {
		return nil, err
	}
	return decodeTree(result.Arguments)
}

func pairFrom(status map[string]any) PairState {
	for _, relation := range mapsOf(status["high-availability"]) {
		servers := mapOf(relation["ha-servers"])
		local, remote := mapOf(servers["local"]), mapOf(servers["remote"])
		return PairState{
			Mode: textOf(relation["ha-mode"]), Role: textOf(local["role"]), State: textOf(local["state"]), Scopes: textsOf(local["scopes"]),
			PartnerState: textOf(remote["last-state"]), InTouch: remote["in-touch"] == true,
		}
	}
	return PairState{}
}

// order gives the peers in the order of a change: those that serve nobody while the
// partner is up come first, because a config-set takes a peer out of service.
func (e *editor) order(ctx context.Context) []*service {
	services := e.client.services(e.family)
	if len(services) == 1 {
		return services
	}
	first := map[*service]bool{}
	for _, s := range services {
		if status, err := s.status(ctx); err == nil {
			role := pairFrom(status).Role
			first[s] = role == "standby" || role == "secondary"
		}
	}
	slices.SortStableFunc(services, func(a, b *service) int {
		switch {
		case first[a] == first[b]:
			return 0
		case first[a]:
			return -1
		}
		return 1
	})
	return services
}

// serviceWait bounds the wait for a pair to serve again: a config-set sends a peer to
// waiting for one heartbeat delay, 10 s by default.
const serviceWait = 60 * time.Second

// awaitService waits until a peer and its partner serve again, so that never both are out
// of service. When they do not in time, the change goes on: the other peer still needs it.
func (s *service) awaitService(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, serviceWait)
	defer cancel()
	for ctx.Err() == nil {
		status, err := s.status(ctx)
		if err == nil && pairFrom(status).Serves() {
			return
		}
		pause(ctx, 500*time.Millisecond)
	}
}
