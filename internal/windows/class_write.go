package windows

import (
	"context"
	"fmt"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

const lockClasses = "5 classes"

// CreateClass makes a class, and refuses to take over one that exists and differs. Data belongs to one
// class only: the one that has it is named.
func (c *Client) CreateClass(ctx context.Context, desired Class) (*Class, error) {
	object := classObject(desired.Type, desired.Name)
	unlock, err := c.locks.lock(ctx, lockClasses)
	if err != nil {
		return nil, c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, classes.all())
	current, err := c.classFrom(desired.Type, desired.Name, answers, err)
	switch {
	case err != nil && !IsNotFound(err):
		return nil, err
	case current != nil:
		return orTakenOver(current, c.found(object, "class", fmt.Sprintf("%s/%s", desired.Type, desired.Name), "the class exists already", *current == desired))
	}
	if e := c.classDataTaken(desired, answers[0]); e != nil {
		return nil, e
	}
	return c.writeClass(ctx, desired, []cmdlet.Call{planClassAdd(desired)})
}

func (c *Client) classDataTaken(desired Class, a answer) error {
	for _, row := range a.rows {
		other, err := decodeClass(row)
		if err == nil && other.Data == desired.Data && (other.Name != desired.Name || other.Type != desired.Type) {
			return &Error{Kind: KindConflict, Object: classObject(desired.Type, desired.Name), Server: c.config.Server,
				Message: fmt.Sprintf("its data is that of the %s", classObject(other.Type, other.Name)), Advice: "Two classes cannot have the same data: use the other class, or change the data."}
		}
	}
	return nil
}

// UpdateClass changes data and description of a class.
func (c *Client) UpdateClass(ctx context.Context, desired Class) (*Class, error) {
	object := classObject(desired.Type, desired.Name)
	unlock, err := c.locks.lock(ctx, lockClasses)
	if err != nil {
		return nil, c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, classes.all())
	current, err := c.classFrom(desired.Type, desired.Name, answers, err)
	if err != nil {
		return nil, err
	}
	if e := c.classDataTaken(desired, answers[0]); e != nil {
		return current, e
	}
	calls := planClassUpdate(*current, desired)
	if len(calls) == 0 {
		return current, nil
	}
	return c.writeClass(ctx, desired, calls)
}

func (c *Client) writeClass(ctx context.Context, desired Class, calls []cmdlet.Call) (*Class, error) {
	ch := change{object: classObject(desired.Type, desired.Name), steps: calls, back: []query{classes.all()}, touched: touched{lists: []*listing{classes}}}
	r := c.write(ctx, ch)
	now, readErr := c.classFrom(desired.Type, desired.Name, r.back, nil)
	return now, c.outcome(r, ch, now != nil && *now == desired, readErr)
}

// DeleteClass removes a class. The server would remove with it, without a question, all
// definitions and values that were made for it, and the policies of a user class: unless
// force says otherwise, that is refused. Absence is success.
func (c *Client) DeleteClass(ctx context.Context, kind ClassType, name string, force bool) error {
	object := classObject(kind, name)
	unlock, err := c.locks.lock(ctx, lockClasses)
	if err != nil {
		return c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, classes.all())
	if _, err := c.classFrom(kind, name, answers, err); IsNotFound(err) {
		return nil
	} else if err != nil {
		return err
	}
	if !force {
		use, err := c.classUse(ctx, kind, name)
		if err != nil {
			return asError(err).about(object)
		}
		if len(use) > 0 {
			return &Error{Kind: KindInUse, Object: object, Server: c.config.Server, Message: "the server would remove with it: " + strings.Join(use[:min(len(use), 5)], "; "),
				Advice: "Remove these first, or set force_destroy = true and apply it."}
		}
	}
	ch := change{
		object: object, steps: []cmdlet.Call{planClassRemove(kind, name)}, back: []query{classes.all()},
		touched: touched{lists: []*listing{classes, optionsV4.definitions, optionsV4.server, optionsV4.atScopes}},
	}
	r := c.write(ctx, ch)
	_, readErr := c.classFrom(kind, name, r.back, nil)
	return c.outcome(r, ch, IsNotFound(readErr), readErr)
}
