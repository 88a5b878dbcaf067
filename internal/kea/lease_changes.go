package kea

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// prefixLease is the type of a lease of a delegated prefix.
const prefixLease = "IA_PD"

// key is what the commands find the lease by.
func (l Lease) key() map[string]any {
	arguments := map[string]any{"ip-address": l.Address}
	if l.Type == prefixLease {
		arguments["type"] = prefixLease
	}
	return arguments
}

// arguments is the whole lease: what a command leaves out goes back to the server's default.
func (l Lease) arguments(family Family) map[string]any {
	raw := l.key()
	setOrDrop(raw, "subnet-id", l.SubnetID, l.SubnetID != 0)
	setOrDrop(raw, "hw-address", l.HWAddress, l.HWAddress != "")
	setOrDrop(raw, "client-id", l.ClientID, l.ClientID != "")
	setOrDrop(raw, "hostname", l.Hostname, l.Hostname != "")
	setOrDrop(raw, "valid-lft", l.ValidLifetime, l.ValidLifetime != 0)
	setOrDrop(raw, "fqdn-fwd", true, l.Forward)
	setOrDrop(raw, "fqdn-rev", true, l.Reverse)
	if l.UserContext != "" {
		raw["user-context"] = json.RawMessage(l.UserContext)
	}
	if family == V6 {
		raw["duid"], raw["iaid"] = l.DUID, l.IAID
		setOrDrop(raw, "preferred-lft", l.PreferredLifetime, l.PreferredLifetime != 0)
		setOrDrop(raw, "prefix-len", l.PrefixLength, l.Type == prefixLease)
	}
	return raw
}

// Serves reports whether a lease of the server has what is wanted; what is zero in wanted
// may be anything.
func (l Lease) Serves(wanted Lease) bool {
	text := func(want, have string) bool { return want == "" || strings.EqualFold(want, have) }
	return text(wanted.HWAddress, l.HWAddress) && text(wanted.ClientID, l.ClientID) && text(wanted.DUID, l.DUID) && wanted.IAID == l.IAID &&
		strings.EqualFold(wanted.Hostname, l.Hostname) && wanted.Forward == l.Forward && wanted.Reverse == l.Reverse && SameJSON(wanted.UserContext, l.UserContext) &&
		(wanted.SubnetID == 0 || wanted.SubnetID == l.SubnetID) && (wanted.ValidLifetime == 0 || wanted.ValidLifetime == l.ValidLifetime) &&
		(wanted.PreferredLifetime == 0 || wanted.PreferredLifetime == l.PreferredLifetime) && wanted.PrefixLength == l.PrefixLength
}

// FindLease gives the lease with the address and type of another, from the first peer that has
// it. A lease that has ended is not found, although the server may keep it for a while.
func (c *Client) FindLease(ctx context.Context, family Family, which Lease) (Lease, error) {
	return found(c, family, func(s *service) (Lease, error) {
		lease, err := s.lease(ctx, which)
		if err == nil && !lease.Active(time.Now()) {
			err = s.peer.fail(request{}, KindNotFound, fmt.Sprintf("the lease of %s has ended", which.Address), "", nil)
		}
		return lease, err
	})
}

func (s *service) lease(ctx context.Context, which Lease) (Lease, error) {
	if err := s.needLeaseCommands(ctx); err != nil {
		return Lease{}, err
	}
	result, err := s.call(ctx, s.family.lease("get"), which.key())
	if err != nil {
		return Lease{}, err
	}
	raw, err := decodeTree(result.Arguments)
	return leaseFrom(raw), err
}

// PeersWithoutLease names the peers of a pair that do not have a lease as it is wanted;
// always none for a single server.
func (c *Client) PeersWithoutLease(ctx context.Context, family Family, wanted Lease) ([]string, error) {
	names := []string{}
	if !c.pair() {
		return names, nil
	}
	for _, s := range c.services(family) {
		lease, err := s.lease(ctx, wanted)
		if err != nil && KindOf(err) != KindNotFound {
			return nil, err
		}
		if err != nil || !lease.Active(time.Now()) || !lease.Serves(wanted) {
			names = append(names, s.peer.endpoint)
		}
	}
	return names, nil
}

// CreateLease adds a lease at every peer: leases that are made by command do not reach the
// other peer by themselves. It refuses an address that another client has.
func (c *Client) CreateLease(ctx context.Context, family Family, wanted Lease) (Warning, error) {
	found := false
	err := c.eachPeer(family, func(s *service) error {
		old, err := s.lease(ctx, wanted)
		switch {
		case KindOf(err) == KindNotFound:
		case err != nil:
			return err
		case old.Active(time.Now()) && old.Serves(wanted):
			found = true
			return nil
		case old.Active(time.Now()):
			return s.peer.fail(request{}, KindExists, fmt.Sprintf("%s is leased to %s until %s", old.Address, old.client(), old.Expires().Format(time.RFC3339)),
				fmt.Sprintf("Import the lease to manage it here (id: %s/%s), or delete it first.", family.Service(), old.ID()), nil)
		default: // it has ended, and stands there until it is reclaimed
			if _, err := s.call(ctx, family.lease("del"), wanted.key()); err != nil && KindOf(err) != KindNotFound {
				return err
			}
		}
		_, err = s.call(ctx, family.lease("add"), wanted.arguments(family))
		return err
	})
	if found && err == nil {
		return adopted("lease of " + wanted.Address), nil
	}
	return Warning{}, err
}

// client names who has the lease.
func (l Lease) client() string {
	for _, name := range []string{l.HWAddress, l.DUID, l.ClientID} {
		if name != "" {
			return name
		}
	}
	return "nobody"
}

// ID is the address, with the length of a delegated prefix.
func (l Lease) ID() string {
	if l.Type == prefixLease {
		return fmt.Sprintf("%s/%d", l.Address, l.PrefixLength)
	}
	return l.Address
}

// UpdateLease changes a lease at every peer; a peer that has lost it gets it again. The
// lifetime begins anew.
func (c *Client) UpdateLease(ctx context.Context, family Family, wanted Lease) error {
	return c.eachPeer(family, func(s *service) error {
		_, err := s.lease(ctx, wanted)
		verb := "update"
		if KindOf(err) == KindNotFound && c.pair() {
			verb, err = "add", nil
		}
		if err == nil {
			_, err = s.call(ctx, family.lease(verb), wanted.arguments(family))
		}
		return err
	})
}

// DeleteLease removes a lease at every peer; one that is gone is no error. The client is
// not told: it keeps the address until it renews.
func (c *Client) DeleteLease(ctx context.Context, family Family, which Lease) error {
	return c.eachPeer(family, func(s *service) error {
		if err := s.needLeaseCommands(ctx); err != nil {
			return err
		}
		_, err := s.call(ctx, family.lease("del"), which.key())
		if KindOf(err) == KindNotFound {
			return nil
		}
		return err
	})
}

// eachPeer runs a change at one peer after the other, and says which one has it when a
// later one refuses. What was read of leases is let go.
func (c *Client) eachPeer(family Family, change func(s *service) error) error {
	for number, s := range c.services(family) {
		s.leases.drop()
		if err := change(s); err != nil {
			return atPeer(number, s, err)
		}
	}
	return nil
}

func (l *leaseLookups) drop() {
	l.mu.Lock()
	l.all = nil
	l.mu.Unlock()
}
