package optiondefinition

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

const invalid = "Invalid DHCP option definition"

// model is the state of the resource.
type model struct {
	ID           types.String `tfsdk:"id"`
	OptionID     types.Int64  `tfsdk:"option_id"`
	VendorClass  types.String `tfsdk:"vendor_class"`
	Name         types.String `tfsdk:"name"`
	Type         types.String `tfsdk:"type"`
	MultiValued  types.Bool   `tfsdk:"multi_valued"`
	DefaultValue types.List   `tfsdk:"default_value"`
	Description  types.String `tfsdk:"description"`
}

// definition gives what the attributes describe; the default value is empty while it is
// not known, or spelled wrong.
func (m model) definition(family windows.Family) windows.OptionDefinition {
	d := windows.OptionDefinition{
		DefinitionKey: windows.DefinitionKey{Family: family, ID: m.OptionID.ValueInt64(), VendorClass: m.VendorClass.ValueString()}, Name: m.Name.ValueString(), Description: m.Description.ValueString(),
		Type: dhcp.OptionType(m.Type.ValueString()), MultiValued: m.MultiValued.ValueBool(),
	}
	if texts, ok := m.defaults(); ok {
		d.Default, _ = d.Check(texts)
	}
	return d
}

// defaults gives the default value as it is written; ok is false when it is not known.
func (m model) defaults() (texts []string, ok bool) {
	for _, e := range m.DefaultValue.Elements() {
		if e.IsUnknown() {
			return nil, false
		}
		texts = append(texts, e.(types.String).ValueString())
	}
	return texts, len(texts) > 0
}

// sameDefault tells whether the default values of two models mean the same.
func (m model) sameDefault(family windows.Family, o model) bool {
	a, b := m.definition(family), o.definition(family)
	return a.Type == b.Type && len(a.Default) > 0 && slices.Equal(a.Default, b.Default)
}

// take fills the attributes. A default value that means the same keeps its spelling.
func (m *model) take(d windows.OptionDefinition) {
	kept := m.definition(d.Family).Default
	m.setID(d.DefinitionKey)
	m.OptionID, m.Name, m.Description = types.Int64Value(d.ID), types.StringValue(d.Name), types.StringValue(d.Description)
	m.VendorClass = types.StringNull()
	if d.VendorClass != "" {
		m.VendorClass = types.StringValue(d.VendorClass)
	}
	m.Type, m.MultiValued = types.StringValue(string(d.Type)), types.BoolValue(d.MultiValued)
	if len(kept) == 0 || !slices.Equal(kept, d.Default) {
		m.DefaultValue = defaultList(d.Default)
	}
}

// defaultList writes a default value; null for a text without one, which reads as an
// empty text that no configuration may have.
func defaultList(values []string) types.List {
	elements := []attr.Value{}
	for _, v := range values {
		if v != "" {
			elements = append(elements, types.StringValue(v))
		}
	}
	if len(elements) == 0 {
		return types.ListNull(types.StringType)
	}
	return types.ListValueMust(types.StringType, elements)
}

func (m *model) setID(k windows.DefinitionKey) {
	text := strconv.FormatInt(k.ID, 10)
	if k.VendorClass != "" {
		text = k.VendorClass + "/" + text
	}
	m.ID = types.StringValue(text)
}

// parseID reads the id: the number stands last, because a class may have slashes.
func parseID(family windows.Family, text string) (k windows.DefinitionKey, err error) {
	k.Family = family
	number := text
	if i := strings.LastIndexByte(text, '/'); i >= 0 {
		k.VendorClass, number = text[:i], text[i+1:]
	}
	k.ID, err = strconv.ParseInt(number, 10, 64)
	if err != nil {
		err = fmt.Errorf("%q does not name an option definition: write its number, after the vendor class and a slash where it has one, such as 150 or Phones/1", text)
	}
	return k, err
}

func (m model) validate(family windows.Family, diags *diag.Diagnostics) {
	for name, v := range map[string]types.String{"name": m.Name, "description": m.Description} {
		if v.IsNull() || v.IsUnknown() {
			continue
		}
		check := dhcp.CheckText
		if name == "name" {
			check = dhcp.CheckName
		}
		if err := check(v.ValueString(), dhcp.MaxText); err != nil {
			framework.AddAttributeError(diags, path.Root(name), invalid, err)
		}
	}
	texts, ok := m.defaults()
	if !ok || m.Type.IsUnknown() || m.MultiValued.IsUnknown() || m.OptionID.IsUnknown() {
		return
	}
	if _, err := m.definition(family).Check(texts); err != nil {
		framework.AddAttributeError(diags, path.Root("default_value"), invalid, err)
	}
}
