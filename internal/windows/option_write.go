package windows

import (
	"context"
	"net/netip"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// ReadOption reads a value. One that does not exist is an error of KindNotFound, and so is
// one whose scope or reservation does not.
func (c *Client) ReadOption(ctx context.Context, k OptionKey) (*OptionValue, error) {
	answers, err := c.read(ctx, optionsAt(k.OptionLevel))
	return c.optionFrom(k, answers, err)
}

// optionFrom finds a value in the answer to optionsAt, the first of the answers.
func (c *Client) optionFrom(k OptionKey, answers []answer, err error) (*OptionValue, error) {
	object := k.object()
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(object)
	}
	if len(answers) == 0 {
		return nil, &Error{Kind: KindProtocol, Object: object, Server: c.config.Server, Message: "it could not be read back"}
	}
	for _, row := range answers[0].rows {
		v, err := decodeOption(k.OptionLevel, row)
		if err != nil {
			return nil, c.undecodable(object, err)
		}
		if k.is(v.OptionKey) {
			v.OptionKey = k
			return &v, nil
		}
	}
	return nil, c.missing(object, "the option has no value there")
}

// ListOptions reads the values of a level with those of all classes, and of all policies
// when the level names none. The lease time and the DNS settings, which the server keeps
// as options 51 and 81, are left out.
func (c *Client) ListOptions(ctx context.Context, l OptionLevel) ([]OptionValue, error) {
	answers, err := c.read(ctx, append([]query{optionsAt(l)}, levelV6(l)...)...)
	if err == nil {
		err = c.existsV6(l, answers[1:])
	}
	if err != nil {
		return nil, asError(err).about("options of " + l.String())
	}
	return c.optionsFrom(l, answers[0])
}

// optionsFrom decodes the answer to optionsAt.
func (c *Client) optionsFrom(l OptionLevel, a answer) ([]OptionValue, error) {
	object := "options of " + l.String()
	if a.err != nil {
		return nil, asError(a.err).about(object)
	}
	list := []OptionValue{}
	for _, row := range a.rows {
		v, err := decodeOption(l, row)
		if err != nil {
			return nil, c.undecodable(object, err)
		}
		if !v.hidden() && (l.Policy == "" || strings.EqualFold(l.Policy, v.Policy)) {
			list = append(list, v)
		}
	}
	sortOptions(list)
	return list, nil
}

// OptionSet says how SetOption works.
type OptionSet struct {
	// New is the id to import the value by, when it is to be made: one that exists and
	// differs is refused then.
	New string
	// ProbeDNS lets the server look whether the DNS servers of option 6 answer.
	ProbeDNS bool
	// Replicate copies the scope to its failover partner even when nothing differs here.
	Replicate bool
}

// SetOption gives an option a value, checked against its definition. It returns the value
// as read back, also with an error, nil when there is none.
func (c *Client) SetOption(ctx context.Context, want OptionValue, how OptionSet) (*OptionValue, error) {
	object := want.object()
	scope, unlock, err := c.lockOption(ctx, want.OptionKey)
	if err != nil {
		return nil, err
	}
	defer unlock()
	family := want.Family.options()
	queries := append([]query{optionsAt(want.OptionLevel), family.definitions.all()}, besides(want.OptionLevel)...)
	answers, err := c.readFresh(ctx, queries...)
	current, err := c.optionFrom(want.OptionKey, answers, err)
	switch {
	case err != nil && (!IsNotFound(err) || firstError(answers) != nil):
		return nil, err
	case current != nil && how.New != "":
		return orTakenOver(current, c.found(object, "value", how.New, "the option has a value there already: "+strings.Join(current.Values, ", "), current.equal(want)))
	}
	if err := c.existsV6(want.OptionLevel, answers[2:]); err != nil {
		return nil, asError(err).about(object)
	}
	definition, err := c.definitionFrom(want.Definition(), answers[1])
	if err != nil {
		return current, undefinedOption(err, want.OptionKey)
	}
	if want.Values, err = definition.Check(want.Values); err != nil {
		return current, &Error{Kind: KindInvalid, Object: object, Server: c.config.Server, Message: err.Error()}
	}
	ch := change{object: object, back: queries[:1], touched: touchOption(want.Family, scope)}
	if current == nil || !current.equal(want) {
		ch.steps = []cmdlet.Call{planOptionSet(want, how.ProbeDNS)}
	}
	if want.Family == IPv4 && scope.IsValid() && (len(ch.steps) > 0 || how.Replicate) {
		ch = c.replicate(ctx, ch, scope, answers[2])
	}
	if len(ch.steps) == 0 && ch.relationship == "" {
		return current, nil
	}
	r := c.write(ctx, ch)
	now, readErr := c.optionFrom(want.OptionKey, r.back, nil)
	return now, c.outcome(r, ch, now != nil && now.equal(want), readErr)
}

// RemoveOption removes a value. Absence is success.
func (c *Client) RemoveOption(ctx context.Context, k OptionKey) error {
	scope, unlock, err := c.lockOption(ctx, k)
	if IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unlock()
	answers, err := c.readFresh(ctx, append([]query{optionsAt(k.OptionLevel)}, besides(k.OptionLevel)...)...)
	if _, err := c.optionFrom(k, answers, err); IsNotFound(err) {
		return nil
	} else if err != nil {
		return err
	}
	ch := change{object: k.object(), steps: []cmdlet.Call{planOptionRemove(k)}, back: []query{optionsAt(k.OptionLevel)}, touched: touchOption(k.Family, scope)}
	if k.Family == IPv4 && scope.IsValid() {
		ch = c.replicate(ctx, ch, scope, answers[1])
	}
	r := c.write(ctx, ch)
	_, readErr := c.optionFrom(k, r.back, nil)
	return c.outcome(r, ch, IsNotFound(readErr), readErr)
}

// lockOption locks the level of a value, and finds the scope that it belongs to: the zero
// address at the server.
func (c *Client) lockOption(ctx context.Context, k OptionKey) (scope netip.Addr, unlock func(), err error) {
	scope = k.Scope
	switch {
	case k.Family == IPv6 && k.Reserved.IsValid():
		scope = prefixV6Of(k.Reserved)
	case k.Reserved.IsValid():
		subnet, err := c.ScopeInTheWay(ctx, netip.PrefixFrom(k.Reserved, k.Reserved.BitLen()))
		if err != nil {
			return scope, nil, asError(err).about(k.object())
		}
		if scope = subnet.Addr(); !scope.IsValid() {
			return scope, nil, c.missing(k.object(), "no scope of the server has this address in its subnet")
		}
	}
	key := "4 " + k.Family.options().server.name
	if scope.IsValid() {
		key = lockScope(scope)
	}
	unlock, err = c.locks.lock(ctx, key)
	if err != nil {
		return scope, nil, c.cancelled(ctx).about(k.object())
	}
	return scope, unlock, nil
}

func touchOption(family Family, scope netip.Addr) touched {
	if scope.IsValid() {
		return touchScope(scope)
	}
	return touched{lists: []*listing{family.options().server}}
}

// besides asks for what a change at a level depends on besides its values: in DHCPv4 the
// failover relationships, in DHCPv6, which has none, whether the level exists.
func besides(l OptionLevel) []query {
	if l.Family == IPv6 {
		return levelV6(l)
	}
	return []query{relationships.all()}
}

// undefinedOption says what to do about an option without definition.
func undefinedOption(err error, k OptionKey) error {
	if !IsNotFound(err) {
		return asError(err).about(k.object())
	}
	told := *asError(err)
	told.Kind, told.Object = KindInvalid, k.object()
	told.Advice = "An option needs a definition before it can have a value: add a " + k.Family.Resource("dhcp_option_definition") + ", and let this resource depend on it."
	return &told
}
