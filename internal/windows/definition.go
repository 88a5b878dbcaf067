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

// OptionDefinition says what an option is. Type and MultiValued cannot change.
type OptionDefinition struct {
	ID          int64 // 1 to 255
	VendorClass string
	Name        string
	Description string
	Type        dhcp.OptionType
	MultiValued bool
	Default     []string // in the form of [dhcp.NormalizeOption]
}

func definitionObject(vendor string, id int64) string {
	if vendor == "" {
		return fmt.Sprintf("definition of option %d", id)
	}
	return fmt.Sprintf("definition of option %d of the vendor class %q", id, vendor)
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
	for _, text := range normal {
		if d.Type == dhcp.OptionString && (len(text) == 0 || len(text) > MaxOptionData) {
			return nil, fmt.Errorf("a text of option %d has %d bytes, possible are 1 to %d", d.ID, len(text), MaxOptionData)
		}
	}
	return normal, nil
}

func (d OptionDefinition) equal(o OptionDefinition) bool {
	return d.ID == o.ID && strings.EqualFold(d.VendorClass, o.VendorClass) && d.Name == o.Name && d.Description == o.Description &&
		d.Type == o.Type && d.MultiValued == o.MultiValued && slices.Equal(d.Default, o.Default)
}

// definitions are those of all vendor classes.
var definitions = &listing{
	name: "option definitions",
	whole: cmdlet.Call{
		Cmdlet: "Get-DhcpServerv4OptionDefinition", Args: cmdlet.Args{"All": cmdlet.Switch()},
		Take: []string{"OptionId", "VendorClass", "Name", "Description", "Type", "MultiValued", "DefaultValue"},
	},
}

func decodeDefinition(row Row) (OptionDefinition, error) {
	d := decoder{row: row}
	def := OptionDefinition{
		ID: d.number("OptionId"), VendorClass: d.text("VendorClass"), Name: d.text("Name"), Description: d.text("Description"),
		Type: word(d.text("Type"), dhcp.OptionTypes()...), MultiValued: d.flag("MultiValued"), Default: d.texts("DefaultValue"),
	}
	if values, err := dhcp.NormalizeOption(def.Type, def.Default); err == nil {
		def.Default = values
	}
	return def, d.err
}

// definitionFrom finds a definition in the answer to definitions.all.
func (c *Client) definitionFrom(vendor string, id int64, a answer) (*OptionDefinition, error) {
	object := definitionObject(vendor, id)
	if a.err != nil {
		return nil, asError(a.err).about(object)
	}
	for _, row := range a.rows {
		if row.Number("OptionId") != id || !strings.EqualFold(row.Text("VendorClass"), vendor) {
			continue
		}
		d, err := decodeDefinition(row)
		if err != nil {
			return nil, c.undecodable(object, err)
		}
		return &d, nil
	}
	return nil, c.missing(object, "the server has no such definition")
}

// ReadDefinition reads the definition of an option. One that does not exist is an error
// of KindNotFound.
func (c *Client) ReadDefinition(ctx context.Context, vendor string, id int64) (*OptionDefinition, error) {
	answers, err := c.read(ctx, definitions.all())
	if err != nil {
		return nil, asError(err).about(definitionObject(vendor, id))
	}
	return c.definitionFrom(vendor, id, answers[0])
}

// planDefinitionAdd makes a definition. Without a default value the server takes a zero of
// the type.
func planDefinitionAdd(d OptionDefinition) cmdlet.Call {
	args := cmdlet.Args{
		"OptionId": cmdlet.Number(d.ID), "Name": cmdlet.Text(d.Name), "Description": cmdlet.Text(d.Description), "Type": cmdlet.Text(string(d.Type)),
	}
	if d.MultiValued {
		args["MultiValued"] = cmdlet.Switch()
	}
	if len(d.Default) > 0 {
		args["DefaultValue"] = cmdlet.Texts(d.Default...)
	}
	return cmdlet.Call{Cmdlet: "Add-DhcpServerv4OptionDefinition", Args: withVendor(args, d.VendorClass)}
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
	args["OptionId"] = cmdlet.Number(desired.ID)
	return []cmdlet.Call{{Cmdlet: "Set-DhcpServerv4OptionDefinition", Args: withVendor(args, desired.VendorClass)}}
}

func planDefinitionRemove(vendor string, id int64) cmdlet.Call {
	return cmdlet.Call{
		Cmdlet: "Remove-DhcpServerv4OptionDefinition", Args: withVendor(cmdlet.Args{"OptionId": cmdlet.Numbers(id)}, vendor),
		Tolerate: []string{"DHCP 20010", "DHCP 20044"},
	}
}

func withVendor(args cmdlet.Args, vendor string) cmdlet.Args {
	if vendor != "" {
		args["VendorClass"] = cmdlet.Text(vendor)
	}
	return args
}

// sortOptions orders values by class, policy and id: the server's order is none.
func sortOptions(list []OptionValue) {
	slices.SortFunc(list, func(a, b OptionValue) int {
		return cmp.Or(compareNames(a.VendorClass, b.VendorClass), compareNames(a.UserClass, b.UserClass), compareNames(a.Policy, b.Policy), cmp.Compare(a.ID, b.ID))
	})
}
