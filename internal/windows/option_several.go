package windows

import (
	"context"
	"maps"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// OptionsChange is what is to become of some options of one level, without vendor and user
// class. Other options of the level are left alone.
type OptionsChange struct {
	Set    map[int64][]string
	Remove []int64
	// Replicate copies the scope to its failover partner even when nothing differs here.
	Replicate bool
}

// SetOptions gives several options of a level their values and removes others, in one
// process and with one replication. It returns the values of the level without classes as
// they stand afterwards, also with an error, nil when they could not be read.
func (c *Client) SetOptions(ctx context.Context, l OptionLevel, want OptionsChange) ([]OptionValue, error) {
	object, family := "options of "+l.String(), l.Family.options()
	scope, unlock, err := c.lockOption(ctx, OptionKey{OptionLevel: l})
	if err != nil {
		return nil, asError(err).about(object)
	}
	defer unlock()
	queries := append([]query{optionsAt(l), family.definitions.all()}, besides(l)...)
	answers, err := c.readFresh(ctx, queries...)
	if err == nil {
		err = firstError(answers)
	}
	if err == nil {
		err = c.existsV6(l, answers[2:])
	}
	if err != nil {
		return nil, asError(err).about(object)
	}
	current, err := c.plainOptions(l, answers[0])
	if err != nil {
		return nil, err
	}
	steps, desired, err := c.planOptions(l, want, current, answers[1])
	if err != nil {
		return current, err
	}
	ch := change{object: object, steps: steps, back: queries[:1], touched: touchOption(l.Family, scope)}
	if l.Family == IPv4 && scope.IsValid() && (len(steps) > 0 || want.Replicate) {
		ch = c.replicate(ctx, ch, scope, answers[2])
	}
	if len(ch.steps) == 0 && ch.relationship == "" {
		return current, nil
	}
	r := c.write(ctx, ch)
	if len(r.back) != 1 {
		return nil, c.outcome(r, ch, false, nil)
	}
	now, readErr := c.plainOptions(l, r.back[0])
	return now, c.outcome(r, ch, readErr == nil && reached(now, desired, want.Remove), readErr)
}

// plainOptions gives the values of a level that belong to no class and to no other policy.
func (c *Client) plainOptions(l OptionLevel, a answer) ([]OptionValue, error) {
	list, err := c.optionsFrom(l, a)
	return slices.DeleteFunc(list, func(v OptionValue) bool {
		return !v.is(OptionKey{OptionLevel: l, ID: v.ID})
	}), err
}

// planOptions gives the calls that turn current values into the wanted ones, each checked
// against its definition.
func (c *Client) planOptions(l OptionLevel, want OptionsChange, current []OptionValue, definitions answer) (steps []cmdlet.Call, desired []OptionValue, err error) {
	stands := func(v OptionValue) bool { return slices.ContainsFunc(current, v.equal) }
	for _, id := range slices.Sorted(maps.Keys(want.Set)) {
		v := OptionValue{OptionKey: OptionKey{OptionLevel: l, ID: id}}
		definition, err := c.definitionFrom(v.Definition(), definitions)
		if err != nil {
			return nil, nil, undefinedOption(err, v.OptionKey)
		}
		if v.Values, err = definition.Check(want.Set[id]); err != nil {
			return nil, nil, &Error{Kind: KindInvalid, Object: v.object(), Server: c.config.Server, Message: err.Error()}
		}
		if desired = append(desired, v); !stands(v) {
			steps = append(steps, planOptionSet(v, false))
		}
	}
	for _, v := range current {
		if slices.Contains(want.Remove, v.ID) {
			steps = append(steps, planOptionRemove(OptionKey{OptionLevel: l, ID: v.ID}))
		}
	}
	return steps, desired, nil
}

// reached tells whether the values are as desired, and those to remove gone.
func reached(now, desired []OptionValue, removed []int64) bool {
	for _, v := range desired {
		if !slices.ContainsFunc(now, v.equal) {
			return false
		}
	}
	return !slices.ContainsFunc(now, func(v OptionValue) bool { return slices.Contains(removed, v.ID) })
}
