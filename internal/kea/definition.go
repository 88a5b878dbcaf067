package kea

import (
	"context"
	"fmt"
	"strings"
)

// OptionDefinition tells Kea how an option that it does not know is written.
type OptionDefinition struct {
	// Space and Code are the key; a space of its own groups sub-options.
	Space string
	Code  uint32
	Name  string
	// Type is the type of the value, such as ipv4-address, or record.
	Type string
	// Array says that the value is a list.
	Array bool
	// RecordTypes are the types of the fields of a record.
	RecordTypes string
	// Encapsulate is the space of the sub-options that the option carries.
	Encapsulate string
	// UserContext is a JSON object, empty when unset.
	UserContext string
}

func definitionFrom(raw map[string]any) OptionDefinition {
	return OptionDefinition{
		Space: textOf(raw["space"]), Code: uint32(numberOf(raw["code"])), Name: textOf(raw["name"]), Type: textOf(raw["type"]), Array: raw["array"] == true,
		RecordTypes: textOf(raw["record-types"]), Encapsulate: textOf(raw["encapsulate"]), UserContext: contextText(raw["user-context"]),
	}
}

func (o OptionDefinition) merge(raw map[string]any) {
	raw["space"], raw["code"], raw["name"], raw["type"], raw["array"] = o.Space, o.Code, o.Name, o.Type, o.Array
	raw["record-types"], raw["encapsulate"] = o.RecordTypes, o.Encapsulate
	setContext(raw, o.UserContext)
}

func (o OptionDefinition) same(other OptionDefinition) bool {
	equal := SameJSON(o.UserContext, other.UserContext)
	o.UserContext, other.UserContext = "", ""
	o.RecordTypes, other.RecordTypes = SpellRecordTypes(o.RecordTypes), SpellRecordTypes(other.RecordTypes)
	return equal && o == other
}

// SpellRecordTypes spells the types of a record's fields: Kea keeps blanks between them.
func SpellRecordTypes(text string) string { return strings.ReplaceAll(text, " ", "") }

// OptionDefinition gives the definition of a code in a space.
func (c *Client) OptionDefinition(ctx context.Context, family Family, space string, code uint32) (OptionDefinition, error) {
	at, err := c.listedDefinition(family, OptionDefinition{Space: space, Code: code}).read(ctx)
	if err != nil {
		return OptionDefinition{}, err
	}
	return definitionFrom(at.raw), nil
}

// PeersWithoutOptionDefinition names the peers of a pair that do not have a definition as
// it is given; always none for a single server.
func (c *Client) PeersWithoutOptionDefinition(ctx context.Context, family Family, o OptionDefinition) ([]string, error) {
	return c.listedDefinition(family, o).differing(ctx)
}

// CreateOptionDefinition adds a definition. No hook of Kea's own does it.
func (c *Client) CreateOptionDefinition(ctx context.Context, family Family, wanted OptionDefinition) (Warning, error) {
	return c.listedDefinition(family, wanted).create(ctx)
}

// UpdateOptionDefinition changes everything but space and code.
func (c *Client) UpdateOptionDefinition(ctx context.Context, family Family, wanted OptionDefinition) (Warning, error) {
	return c.listedDefinition(family, wanted).change(ctx)
}

// DeleteOptionDefinition removes a definition; one that is gone is no error.
func (c *Client) DeleteOptionDefinition(ctx context.Context, family Family, space string, code uint32) (Warning, error) {
	return c.listedDefinition(family, OptionDefinition{Space: space, Code: code}).remove(ctx)
}

func (c *Client) listedDefinition(family Family, wanted OptionDefinition) *listed {
	same := func(_ *document, raw map[string]any) bool { return wanted.same(definitionFrom(raw)) }
	return &listed{
		client: c, family: family, list: "option-def", what: fmt.Sprintf("definition of option %d in space %s", wanted.Code, wanted.Space),
		importID: fmt.Sprintf("%s/%s/%d", family.Service(), wanted.Space, wanted.Code),
		is: func(raw map[string]any) bool {
			return uint32(numberOf(raw["code"])) == wanted.Code && textOf(raw["space"]) == wanted.Space
		},
		merge: func(_ *document, raw map[string]any) { wanted.merge(raw) },
		holds: same, exact: same,
	}
}
