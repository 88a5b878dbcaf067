package windows

import (
	"context"
	"net/netip"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

// PartnerDrift is a member scope that is not the same on both servers of a relationship.
type PartnerDrift struct {
	Scope netip.Addr
	// Missing is true when the partner does not have the scope at all.
	Missing bool
	// Differences names the properties that differ.
	Differences []string
}

// HasPartner tells whether the partner can be read over a connection of its own.
func (c *Client) HasPartner() bool { return c.config.Partner != nil }

// ComparePartner compares the scopes of a relationship with the partner's copies, read
// over the partner's own connection. It returns those that differ, sorted by address.
func (c *Client) ComparePartner(ctx context.Context, f Failover) ([]PartnerDrift, error) {
	if !c.HasPartner() {
		return nil, &Error{Kind: KindInvalid, Object: failoverObject(f.Name), Server: c.config.Server, Message: "there is no connection to the partner", Advice: "Configure partner in the windows block of the provider."}
	}
	theirs, err := c.config.Partner.ReadFailover(ctx, f.Name)
	switch {
	case IsNotFound(err):
		return nil, &Error{Kind: KindWrongServer, Object: failoverObject(f.Name), Server: c.config.Partner.Server(), Err: err,
			Message: "the partner connection reaches a server that does not have the relationship",
			Advice:  "Either the connection names another server than " + f.Partner + ", or the partner has lost its half: remove the relationship here then, and make it anew."}
	case err != nil:
		return nil, err
	case !otherSide(f, *theirs):
		return nil, &Error{Kind: KindWrongServer, Object: failoverObject(f.Name), Server: c.config.Partner.Server(),
			Message: "the partner connection reaches " + strings.Join(theirs.OwnNames, ", ") + ", which is this server itself and not its partner",
			Advice:  "Correct the host of partner in the windows block of the provider."}
	}
	drifts := []PartnerDrift{}
	for _, id := range f.Scopes {
		mine, err := c.ReadScope(ctx, id)
		if err != nil {
			return nil, err
		}
		copied, err := c.config.Partner.ReadScope(ctx, id)
		switch {
		case IsNotFound(err):
			drifts = append(drifts, PartnerDrift{Scope: id, Missing: true})
		case err != nil:
			return nil, err
		default:
			if different := mine.differences(*copied); len(different) > 0 {
				drifts = append(drifts, PartnerDrift{Scope: id, Differences: different})
			}
		}
	}
	return drifts, nil
}

// CompareScope compares a scope with the copy of its failover partner. nil means that they
// are alike, or that the scope is in no relationship.
func (c *Client) CompareScope(ctx context.Context, id netip.Addr) (*PartnerDrift, error) {
	s, err := c.ReadScope(ctx, id)
	if err != nil || s.Relationship == "" {
		return nil, err
	}
	f, err := c.ReadFailover(ctx, s.Relationship)
	if err != nil {
		return nil, err
	}
	one := *f
	one.Scopes = []netip.Addr{id}
	drifts, err := c.ComparePartner(ctx, one)
	if err != nil || len(drifts) == 0 {
		return nil, err
	}
	return &drifts[0], nil
}

// otherSide tells whether two views of a relationship are those of its two servers.
func otherSide(mine, theirs Failover) bool {
	if len(mine.OwnNames) == 0 || len(theirs.OwnNames) == 0 {
		return true // an old server tells no names
	}
	for _, name := range theirs.OwnNames {
		if dhcp.SameHostAsAny(name, mine.OwnNames...) {
			return false
		}
	}
	return true
}
