package windows

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// ExclusionV6 is a range of an IPv6 scope that it does not lease: both ends and the prefix
// are its identity.
type ExclusionV6 struct {
	Prefix netip.Addr
	Range  dhcp.Range
}

func (x ExclusionV6) object() string {
	return fmt.Sprintf("exclusion %s of %s", x.Range, scopeV6Object(x.Prefix))
}

var exclusionV6Columns = []string{"Prefix", "StartRange", "EndRange"}

// exclusionsV6From decodes the answer to exclusionsV6.one. Ranges that exclude nothing,
// which the server stores without a check, are passed over.
func (c *Client) exclusionsV6From(object string, answers []answer, err error) ([]dhcp.Range, error) {
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(object)
	}
	if len(answers) != 1 {
		return nil, &Error{Kind: KindProtocol, Object: object, Server: c.config.Server, Message: "it could not be read back"}
	}
	var list []dhcp.Range
	for _, row := range answers[0].rows {
		d := decoder{row: row}
		start, end := d.addr("StartRange"), d.addr("EndRange")
		if d.err != nil {
			return nil, c.undecodable(object, d.err)
		}
		if r, err := dhcp.NewRange(start, end); err == nil {
			list = append(list, r)
		}
	}
	return list, nil
}

func (c *Client) excludedV6(x ExclusionV6, answers []answer, err error) error {
	list, err := c.exclusionsV6From(x.object(), answers, err)
	if err != nil {
		return err
	}
	for _, r := range list {
		if r == x.Range {
			return nil
		}
	}
	return c.missing(x.object(), "the exclusion does not exist")
}

// ReadExclusionV6 makes sure that an exclusion exists: exactly this range. One that does
// not, or whose scope does not, is an error of KindNotFound.
func (c *Client) ReadExclusionV6(ctx context.Context, x ExclusionV6) error {
	answers, err := c.read(ctx, exclusionsV6.one(x.Prefix))
	return c.excludedV6(x, answers, err)
}

// CreateExclusionV6 excludes a range of an IPv6 scope. One that exists is taken over, and one
// that it overlaps is named.
func (c *Client) CreateExclusionV6(ctx context.Context, x ExclusionV6) error {
	unlock, err := c.locks.lock(ctx, lockScope(x.Prefix))
	if err != nil {
		return c.cancelled(ctx).about(x.object())
	}
	defer unlock()
	answers, err := c.readFresh(ctx, exclusionsV6.one(x.Prefix))
	list, err := c.exclusionsV6From(x.object(), answers, err)
	if err != nil {
		return err
	}
	for _, o := range list {
		e := &Error{Kind: KindConflict, Object: x.object(), Server: c.config.Server}
		switch {
		case o == x.Range:
			return c.found(x.object(), "exclusion", fmt.Sprintf("%s/%s-%s", x.Prefix, o.Start, o.End), "the exclusion exists already", true)
		case o.Overlaps(x.Range):
			e.Message = fmt.Sprintf("it overlaps the exclusion %s, which exists", o)
			e.Advice = "Two exclusions of a scope cannot share addresses: change the range, or manage the existing one."
			return e
		}
	}
	ch := planExclusionV6(x, "Add-DhcpServerv6ExclusionRange")
	r := c.write(ctx, ch)
	readErr := c.excludedV6(x, r.back, nil)
	return c.outcome(r, ch, readErr == nil, readErr)
}

// DeleteExclusionV6 leases a range again. Absence is success, also that of the scope.
func (c *Client) DeleteExclusionV6(ctx context.Context, x ExclusionV6) error {
	unlock, err := c.locks.lock(ctx, lockScope(x.Prefix))
	if err != nil {
		return c.cancelled(ctx).about(x.object())
	}
	defer unlock()
	answers, err := c.readFresh(ctx, exclusionsV6.one(x.Prefix))
	if err := c.excludedV6(x, answers, err); IsNotFound(err) {
		return nil
	} else if err != nil {
		return err
	}
	ch := planExclusionV6(x, "Remove-DhcpServerv6ExclusionRange")
	ch.steps[0].Tolerate = []string{"WIN32 2"}
	r := c.write(ctx, ch)
	readErr := c.excludedV6(x, r.back, nil)
	return c.outcome(r, ch, IsNotFound(readErr), readErr)
}

// planExclusionV6 is the change that adds or removes a range. It names both ends: without
// them Windows removes every exclusion.
func planExclusionV6(x ExclusionV6, name string) change {
	return change{
		object: x.object(),
		steps: []cmdlet.Call{{Cmdlet: name, Args: cmdlet.Args{
			"Prefix": addr(x.Prefix), "StartRange": addr(x.Range.Start), "EndRange": addr(x.Range.End),
		}}},
		back: []query{exclusionsV6.one(x.Prefix)}, touched: touchScope(x.Prefix),
	}
}
