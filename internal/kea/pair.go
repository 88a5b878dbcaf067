package kea

import (
	"context"
	"fmt"
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

// settled are the states in which a peer stays, so that it is known who answers clients.
// In a pair, the others end by themselves after some heartbeats.
var settled = []string{"hot-standby", "load-balancing", "passive-backup", "backup", "partner-down", "communication-recovery", "partner-in-maintenance", "in-maintenance", "terminated"}

// Settled reports whether the peer has come to rest: it answers clients, or knows that the
// other one does. True without the ha hook.
func (p PairState) Settled() bool {
	together := p.State == "hot-standby" || p.State == "load-balancing"
	return p.Mode == "" || slices.Contains(settled, p.State) && (p.InTouch || !together)
}

// rank orders the peers of a change: who answers clients comes last, because a config-set
// takes a peer out of service for some heartbeats.
func (p PairState) rank() int {
	rank := 2 * min(1, len(p.Scopes))
	if p.Role == "primary" {
		rank++
	}
	return rank
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

// order gives the peers in the order of a change. Nothing is changed anywhere when one of
// them does not answer: peers that are alike stay alike.
func (e *editor) order(ctx context.Context) ([]*service, error) {
	services := e.client.services(e.family)
	if !e.client.pair() {
		return services, nil
	}
	ranks := map[*service]int{}
	for _, s := range services {
		status, err := s.status(ctx)
		if err != nil {
			return nil, &Error{Kind: KindOf(err), Endpoint: s.peer.endpoint,
				Text:   fmt.Sprintf("this peer cannot be asked, so nothing was changed at any peer: %v", err),
				Advice: "Bring it back and apply again. To change the others without it, take it out of kea.endpoints meanwhile: the first apply with it brings it up to date.", Cause: err}
		}
		ranks[s] = pairFrom(status).rank()
	}
	slices.SortStableFunc(services, func(a, b *service) int { return ranks[a] - ranks[b] })
	return services, nil
}

// settleWait bounds the wait for a pair to come to rest: a config-set sends a peer to
// waiting for one heartbeat delay, 10 s by default, and both take 20 to 30 s after a start.
const settleWait = 90 * time.Second

// settlePoll is how often a pair is asked meanwhile.
const settlePoll = 250 * time.Millisecond

// settle waits until every peer has come to rest, so that never both are out of service. It
// gives the error of the peer that does not.
func settle(ctx context.Context, services []*service) error {
	ctx, cancel := context.WithTimeout(ctx, settleWait)
	defer cancel()
	for _, s := range services {
		for {
			status, err := s.status(ctx)
			state := pairFrom(status)
			if err == nil && state.Settled() {
				break
			}
			if ctx.Err() != nil || err != nil {
				return &Error{Kind: KindUnreachable, Endpoint: s.peer.endpoint, Text: fmt.Sprintf("this peer does not serve together with the others again (state %q, in touch with its partner: %t)", state.State, state.InTouch), Cause: err}
			}
			pause(ctx, settlePoll)
		}
	}
	return nil
}

// atPeer says, when an edit fails at a peer that is not the first, that the first ones have
// the change already.
func atPeer(number int, s *service, err error) error {
	if err == nil || number == 0 {
		return err
	}
	return &Error{Kind: KindOf(err), Endpoint: s.peer.endpoint,
		Text:   fmt.Sprintf("the other peer has the change, this one has not: %v", err),
		Advice: "The peers differ now. Repair this one and apply again: that brings it up to date.", Cause: err}
}

// found gives an object from the first peer that has it: what one peer lost is repaired by
// the next change, not forgotten.
func found[T any](c *Client, family Family, read func(s *service) (T, error)) (T, error) {
	var missing error
	for _, s := range c.services(family) {
		object, err := read(s)
		if KindOf(err) != KindNotFound {
			return object, err
		}
		if missing == nil {
			missing = err
		}
	}
	var none T
	return none, missing
}

// pair reports whether there are peers to keep alike.
func (c *Client) pair() bool { return len(c.peers) > 1 }
