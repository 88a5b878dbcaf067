package windows

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// MaxOptionData is how many bytes the text or the data of an option can have.
const MaxOptionData = 255

// DefinitionKey names the definition of an option. The ids of each vendor class are a
// space of their own.
type DefinitionKey struct {
	Family      Family
	ID          int64 // 1 to 255, in DHCPv6 to 65535
	VendorClass string
}

func (k DefinitionKey) object() string {
	text := fmt.Sprintf("definition of %soption %d", k.Family.options().prefix, k.ID)
	if k.VendorClass != "" {
		text += fmt.Sprintf(" of the vendor class %q", k.VendorClass)
	}
	return text
}

func (k DefinitionKey) is(o DefinitionKey) bool {
	return k.Family == o.Family && k.ID == o.ID && strings.EqualFold(k.VendorClass, o.VendorClass)
}

// refreshTimeV6 is the option that says how long a client without a lease keeps what it
// was told.
var refreshTimeV6 = DefinitionKey{Family: IPv6, ID: dhcp.OptionRefreshTimeV6}

// Definition names the definition of a value's option.
func (k OptionKey) Definition() DefinitionKey { return DefinitionKey{k.Family, k.ID, k.VendorClass} }

// OptionDefinition says what an option is. Type and MultiValued cannot change.
type OptionDefinition struct {
	DefinitionKey
	Name        string
	Description string
	Type        dhcp.OptionType
	MultiValued bool
	Default     []string // in the form of [dhcp.NormalizeOption]
}

// Check checks values against the definition and gives them in the form of
// [dhcp.NormalizeOption].
func (d OptionDefinition) Check(values []string) ([]string, error) {
	binary := d.Type == dhcp.OptionBinary || d.Type == dhcp.OptionEncapsulated
	if len(values) == 0 {
		return nil, fmt.Errorf("option %d needs at least one value", d.ID)
	}
	normal, err := dhcp.NormalizeOption(d.Type, values)
	switch {
	case err != nil:
		return nil, fmt.Errorf("option %d has values of the type %s: %w", d.ID, d.Type, err)
	case len(values) > 1 && !d.MultiValued && !binary:
		return nil, fmt.Errorf("option %d has a single value, and %d are given", d.ID, len(values))
	case binary && len(normal) > MaxOptionData:
		return nil, fmt.Errorf("option %d has %d bytes of data, the most possible are %d", d.ID, len(normal), MaxOptionData)
	}
	if n, err := dhcp.ParseNumber(normal[0], 32); d.is(refreshTimeV6) && err == nil && n < dhcp.MinRefreshTimeV6 {
		return nil, fmt.Errorf("the information refresh time is %d seconds, the least possible is %d", n, dhcp.MinRefreshTimeV6)
	}
	for _, text := range normal {
		if d.Type == dhcp.OptionString && (len(text) == 0 || len(text) > MaxOptionData) {
			return nil, fmt.Errorf("a text of option %d has %d bytes, possible are 1 to %d", d.ID, len(text), MaxOptionData)
		}
	}
	return normal, nil
}

func (d OptionDefinition) equal(o OptionDefinition) bool {
	return d.is(o.DefinitionKey) && d.Name == o.Name && d.Description == o.Description &&
		d.Type == o.Type && d.MultiValued == o.MultiValued && slices.Equal(d.Default, o.Default)
}

func decodeDefinition(family Family, row Row) (OptionDefinition, error) {
	d := decoder{row: row}
	def := OptionDefinition{
		DefinitionKey: DefinitionKey{family, d.number("OptionId"), d.text("VendorClass")}, Name: d.text("Name"), Description: d.text("Description"),
		Type: word(d.text("Type"), dhcp.OptionTypes()...), MultiValued: d.flag("MultiValued"), Default: d.texts("DefaultValue"),
	}
	if values, err := dhcp.NormalizeOption(def.Type, def.Default); err == nil {
		def.Default = values
	}
	return def, d.err
}

// definitionFrom finds a definition in the answer to definitions.all.
func (c *Client) definitionFrom(k DefinitionKey, a answer) (*OptionDefinition, error) {
	object := k.object()
	if a.err != nil {
		return nil, asError(a.err).about(object)
	}
	for _, row := range a.rows {
		if !k.is(DefinitionKey{k.Family, row.Number("OptionId"), row.Text("VendorClass")}) {
			continue
		}
		d, err := decodeDefinition(k.Family, row)
		if err != nil {
			return nil, c.undecodable(object, err)
		}
		return &d, nil
	}
	return nil, c.missing(object, "the server has no such definition")
}

// ReadDefinition reads the definition of an option. One that does not exist is an error
// of KindNotFound.
func (c *Client) ReadDefinition(ctx context.Context, k DefinitionKey) (*OptionDefinition, error) {
	answers, err := c.read(ctx, k.Family.options().definitions.all())
	if err != nil {
		return nil, asError(err).about(k.object())
	}
	return c.definitionFrom(k, answers[0])
}

// planDefinitionAdd makes a definition. Without a default value the server takes a zero of
// the type.
func planDefinitionAdd(d OptionDefinition) cmdlet.Call {
	args := cmdlet.Args{
		"Name": cmdlet.Text(d.Name), "Description": cmdlet.Text(d.Description), "Type": cmdlet.Text(string(d.Type)),
	}
	if d.MultiValued {
		args["MultiValued"] = cmdlet.Switch()
	}
	if len(d.Default) > 0 {
		args["DefaultValue"] = cmdlet.Texts(d.Default...)
	}
	return d.call("Add", cmdlet.Number(d.ID), args)
}

// planDefinitionUpdate changes what differs and can.
func planDefinitionUpdate(current, desired OptionDefinition) []cmdlet.Call {
	args := cmdlet.Args{}
	if current.Name != desired.Name {
		args["Name"] = cmdlet.Text(desired.Name)
	}
	if current.Description != desired.Description {
		args["Description"] = cmdlet.Text(desired.Description)
	}
	if !slices.Equal(current.Default, desired.Default) {
		args["DefaultValue"] = cmdlet.Texts(desired.Default...)
	}
	if len(args) == 0 {
		return nil
	}
	return []cmdlet.Call{desired.call("Set", cmdlet.Number(desired.ID), args)}
}

func planDefinitionRemove(k DefinitionKey) cmdlet.Call {
	call := k.call("Remove", cmdlet.Numbers(k.ID), cmdlet.Args{})
	call.Tolerate = k.Family.options().gone
	return call
}

// call is a call of one of the cmdlets for definitions.
func (k DefinitionKey) call(verb string, id cmdlet.Value, args cmdlet.Args) cmdlet.Call {
	args["OptionId"] = id
	if k.VendorClass != "" {
		args["VendorClass"] = cmdlet.Text(k.VendorClass)
	}
	return cmdlet.Call{Cmdlet: verb + "-" + k.Family.options().cmdlets + "Definition", Args: args}
}

// sortOptions orders values by class, policy and id: the server's order is none.
func sortOptions(list []OptionValue) {
	slices.SortFunc(list, func(a, b OptionValue) int {
		return cmp.Or(compareNames(a.VendorClass, b.VendorClass), compareNames(a.UserClass, b.UserClass), compareNames(a.Policy, b.Policy), cmp.Compare(a.ID, b.ID))
	})
}
