package windows

import (
	"cmp"
	"context"
	"fmt"
	"net/netip"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// MulticastScope leases multicast addresses (MADCAP, RFC 2730). Windows does not copy it to
// a failover partner.
type MulticastScope struct {
	Name        string
	Description string
	Pool        dhcp.Range
	Lease       dhcp.LeaseDuration
	TTL         int64 // routers that the traffic may pass, 1 to 255
	Active      bool
	Exclusions  []dhcp.Range // sorted, without the one that the server makes by itself
}

func multicastObject(name string) string { return fmt.Sprintf("multicast scope %q", name) }

// administrative is 239.0.0.0/8. The last 256 addresses of a range in it belong to the
// server, which excludes them (RFC 2365, relative addresses).
var administrative = netip.MustParsePrefix("239.0.0.0/8")

// reserved is the exclusion that the server makes by itself in a range, zero when it
// makes none.
func reserved(pool dhcp.Range) dhcp.Range {
	if !pool.End.IsValid() || !administrative.Contains(pool.End) || pool.Size() < 256 {
		return dhcp.Range{}
	}
	end := pool.End.As4()
	first := uint32(end[0])<<24 | uint32(end[1])<<16 | uint32(end[2])<<8 | uint32(end[3]) - 255
	return dhcp.Range{Start: netip.AddrFrom4([4]byte{byte(first >> 24), byte(first >> 16), byte(first >> 8), byte(first)}), End: pool.End}
}

// normalized gives the form in which equal scopes are equal.
func (m MulticastScope) normalized() MulticastScope {
	own := reserved(m.Pool)
	m.Exclusions = slices.DeleteFunc(slices.Clone(m.Exclusions), func(x dhcp.Range) bool { return x == own })
	dhcp.SortRanges(m.Exclusions)
	return m
}

func (m MulticastScope) equal(o MulticastScope) bool {
	m, o = m.normalized(), o.normalized()
	return m.Name == o.Name && m.Description == o.Description && m.Pool == o.Pool && m.Lease == o.Lease && m.TTL == o.TTL && m.Active == o.Active && slices.Equal(m.Exclusions, o.Exclusions)
}

var (
	multicastScopes = &listing{name: "multicast scopes", whole: cmdlet.Call{Cmdlet: "Get-DhcpServerv4MulticastScope", Take: []string{
		"Name", "Description", "StartRange", "EndRange", "LeaseDuration", "Ttl", "State",
	}}}
	multicastExclusions = &listing{name: "exclusions of multicast scopes", whole: cmdlet.Call{
		Cmdlet: "Get-DhcpServerv4MulticastExclusionRange", Take: []string{"Name", "StartRange", "EndRange"},
	}}
)

func multicastQueries() []query { return []query{multicastScopes.all(), multicastExclusions.all()} }

// multicastFrom finds a scope in the answers to multicastQueries.
func (c *Client) multicastFrom(name string, answers []answer, err error) (*MulticastScope, error) {
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(multicastObject(name))
	}
	if len(answers) != 2 {
		return nil, &Error{Kind: KindProtocol, Object: multicastObject(name), Server: c.config.Server, Message: "the scope could not be read"}
	}
	for _, row := range answers[0].rows {
		d := decoder{row: row}
		if d.text("Name") != name {
			continue
		}
		m := MulticastScope{
			Name: name, Description: d.text("Description"), Pool: d.pool("StartRange", "EndRange"), Lease: d.lease("LeaseDuration"),
			TTL: d.number("Ttl"), Active: equalNames(d.text("State"), "Active"),
		}
		for _, row := range answers[1].rows {
			x := decoder{row: row}
			if x.text("Name") == name {
				m.Exclusions = append(m.Exclusions, x.pool("StartRange", "EndRange"))
			}
			d.err = cmp.Or(d.err, x.err)
		}
		if d.err != nil {
			return nil, c.undecodable(multicastObject(name), d.err)
		}
		m = m.normalized()
		return &m, nil
	}
	return nil, c.missing(multicastObject(name), "there is no multicast scope of this name")
}

// ReadMulticastScope reads a multicast scope. One that does not exist is an error of
// KindNotFound.
func (c *Client) ReadMulticastScope(ctx context.Context, name string) (*MulticastScope, error) {
	answers, err := c.read(ctx, multicastQueries()...)
	return c.multicastFrom(name, answers, err)
}

// CreateMulticastScope makes a multicast scope, and refuses to take over one that exists
// and differs.
func (c *Client) CreateMulticastScope(ctx context.Context, desired MulticastScope) (*MulticastScope, error) {
	return c.changeMulticast(ctx, desired.Name, func(current *MulticastScope) (MulticastScope, []cmdlet.Call, error) {
		if current != nil {
			return desired, nil, c.found(multicastObject(desired.Name), "multicast scope", desired.Name, "the multicast scope exists already", current.equal(desired))
		}
		return desired, planMulticastAdd(desired.normalized()), nil
	})
}

// UpdateMulticastScope changes a multicast scope: edit turns it as it stands into the
// wanted one, which may have another name.
func (c *Client) UpdateMulticastScope(ctx context.Context, name string, edit func(*MulticastScope)) (*MulticastScope, error) {
	return c.changeMulticast(ctx, name, func(current *MulticastScope) (MulticastScope, []cmdlet.Call, error) {
		if current == nil {
			return MulticastScope{}, nil, c.missing(multicastObject(name), "there is no multicast scope of this name")
		}
		desired := *current
		edit(&desired)
		return desired, planMulticastUpdate(*current, desired.normalized()), nil
	})
}

func (c *Client) changeMulticast(ctx context.Context, name string, plan func(*MulticastScope) (MulticastScope, []cmdlet.Call, error)) (*MulticastScope, error) {
	object := multicastObject(name)
	unlock, err := c.locks.lock(ctx, "0 multicast scopes")
	if err != nil {
		return nil, c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, multicastQueries()...)
	current, err := c.multicastFrom(name, answers, err)
	if err != nil && !IsNotFound(err) {
		return nil, err
	}
	desired, calls, err := plan(current)
	if err != nil {
		return orTakenOver(current, err)
	}
	if len(calls) == 0 {
		return current, nil
	}
	ch := change{object: object, steps: calls, back: multicastQueries(), touched: touched{}.list(multicastScopes, multicastExclusions)}
	r := c.write(ctx, ch)
	now, readErr := c.multicastFrom(desired.Name, r.back, nil)
	return now, c.outcome(r, ch, now != nil && now.equal(desired), readErr)
}

// DeleteMulticastScope removes a multicast scope; force removes it with its leases.
// Absence is success.
func (c *Client) DeleteMulticastScope(ctx context.Context, name string, force bool) error {
	object := multicastObject(name)
	unlock, err := c.locks.lock(ctx, "0 multicast scopes")
	if err != nil {
		return c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, multicastQueries()...)
	if _, err = c.multicastFrom(name, answers, err); err != nil {
		if IsNotFound(err) {
			return nil
		}
		return err
	}
	args := cmdlet.Args{"Name": cmdlet.Texts(name)}
	if force {
		args["Force"] = cmdlet.Switch()
	}
	ch := change{object: object, back: multicastQueries(), touched: touched{}.list(multicastScopes, multicastExclusions),
		steps: []cmdlet.Call{{Cmdlet: "Remove-DhcpServerv4MulticastScope", Args: args}}}
	r := c.write(ctx, ch)
	_, readErr := c.multicastFrom(name, r.back, nil)
	return c.outcome(r, ch, IsNotFound(readErr), readErr)
}
