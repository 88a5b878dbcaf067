package windows

import (
	"context"
	"fmt"
	"strconv"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

func lockDefinitions(f Family) string { return "5 " + f.options().definitions.name }

// CreateDefinition defines an option, and refuses to take over a definition that exists and
// differs.
func (c *Client) CreateDefinition(ctx context.Context, desired OptionDefinition) (*OptionDefinition, error) {
	object := desired.object()
	return c.changeDefinition(ctx, desired.DefinitionKey, func(current *OptionDefinition) (OptionDefinition, []cmdlet.Call, error) {
		if current != nil {
			return desired, nil, c.found(object, "definition", desired.importID(), fmt.Sprintf("the option is defined already, under the name %q", current.Name), current.reaches(desired))
		}
		return desired, []cmdlet.Call{planDefinitionAdd(desired)}, nil
	})
}

// UpdateDefinition changes a definition: edit turns it as it stands into the wanted one.
// Type and MultiValued stay what they are.
func (c *Client) UpdateDefinition(ctx context.Context, k DefinitionKey, edit func(*OptionDefinition)) (*OptionDefinition, error) {
	return c.changeDefinition(ctx, k, func(current *OptionDefinition) (OptionDefinition, []cmdlet.Call, error) {
		if current == nil {
			return OptionDefinition{}, nil, c.missing(k.object(), "the server has no such definition")
		}
		desired := *current
		edit(&desired)
		return desired, planDefinitionUpdate(*current, desired), nil
	})
}

// changeDefinition reads a definition, lets plan decide, and carries it out.
func (c *Client) changeDefinition(ctx context.Context, k DefinitionKey, plan func(*OptionDefinition) (OptionDefinition, []cmdlet.Call, error)) (*OptionDefinition, error) {
	object := k.object()
	unlock, err := c.locks.lock(ctx, lockDefinitions(k.Family))
	if err != nil {
		return nil, c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, k.Family.options().definitions.all())
	if err != nil {
		return nil, asError(err).about(object)
	}
	current, err := c.definitionFrom(k, answers[0])
	if err != nil && !IsNotFound(err) {
		return nil, err
	}
	desired, calls, err := plan(current)
	if err != nil || len(calls) == 0 {
		return current, err
	}
	ch := change{object: object, steps: calls, back: []query{k.Family.options().definitions.all()}, touched: touched{lists: []*listing{k.Family.options().definitions}}}
	r := c.write(ctx, ch)
	now, readErr := c.readBackDefinition(k, r)
	return now, c.outcome(r, ch, now != nil && now.reaches(desired), readErr)
}

// importID is what the definition is imported by.
func (d OptionDefinition) importID() string {
	if d.VendorClass == "" {
		return strconv.FormatInt(d.ID, 10)
	}
	return d.VendorClass + "/" + strconv.FormatInt(d.ID, 10)
}

// reaches tells whether a definition is the desired one. The server gives defaults of its own.
func (d OptionDefinition) reaches(desired OptionDefinition) bool {
	return d.equal(desired) || len(desired.Default) == 0 && d.equalButDefault(desired)
}

func (d OptionDefinition) equalButDefault(o OptionDefinition) bool {
	o.Default = d.Default
	return d.equal(o)
}

func (c *Client) readBackDefinition(k DefinitionKey, r result) (*OptionDefinition, error) {
	if len(r.back) != 1 {
		return nil, &Error{Kind: KindProtocol, Object: k.object(), Server: c.config.Server, Message: "it could not be read back"}
	}
	return c.definitionFrom(k, r.back[0])
}

// DeleteDefinition removes a definition. Values of the option stay where they are stored,
// without a definition. Absence is success.
func (c *Client) DeleteDefinition(ctx context.Context, k DefinitionKey) error {
	object := k.object()
	unlock, err := c.locks.lock(ctx, lockDefinitions(k.Family))
	if err != nil {
		return c.cancelled(ctx).about(object)
	}
	defer unlock()
	ch := change{
		object: object, steps: []cmdlet.Call{planDefinitionRemove(k)}, back: []query{k.Family.options().definitions.all()},
		touched: touched{lists: []*listing{k.Family.options().definitions}},
	}
	r := c.write(ctx, ch)
	_, readErr := c.readBackDefinition(k, r)
	return c.outcome(r, ch, IsNotFound(readErr), readErr)
}
