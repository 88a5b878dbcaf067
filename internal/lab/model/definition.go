package model

import "slices"

func init() {
	handle("Get-DhcpServerv4OptionDefinition", getDefinitions)
	handle("Add-DhcpServerv4OptionDefinition", addDefinition)
	handle("Set-DhcpServerv4OptionDefinition", setDefinition)
	handle("Remove-DhcpServerv4OptionDefinition", removeDefinitions)
}

const maxOptionID = 255

func (c *call) definitionRow(d *optionDefinition) {
	c.row("DhcpServerv4OptionDefinition", map[string]any{
		"OptionId": d.key.id, "Name": d.name, "Description": text(d.description), "VendorClass": text(d.key.vendor),
		"Type": d.kind, "MultiValued": d.multi, "DefaultValue": d.defaults,
	})
}

// vendor returns the vendor class that the call names, empty for the standard options;
// it reports a class that does not exist.
func (c *call) vendor() (string, bool) {
	name := c.str("VendorClass")
	return name, name == "" || c.class("Vendor", name) != nil
}

// definition returns the definition of an option; it reports a missing one itself.
func (c *call) definition(vendor string, id int64) *optionDefinition {
	d := c.srv.v4.definitions[optionKey{vendor: vendor, id: id}]
	if d == nil {
		c.dhcp(20010, "Failed to get option definition %d", id)
	}
	return d
}

func getDefinitions(c *call) {
	vendor, ok := c.vendor()
	if !ok {
		return
	}
	all := c.flag("All") && vendor == "" // beside a class All is ignored
	wanted := c.nums("OptionId")
	found := map[int64]bool{}
	keys := make([]optionKey, 0, len(c.srv.v4.definitions))
	for k := range c.srv.v4.definitions {
		if (all || k.vendor == vendor) && (len(wanted) == 0 || slices.Contains(wanted, k.id)) {
			keys = append(keys, k)
			found[k.id] = true
		}
	}
	slices.SortFunc(keys, optionKey.compare)
	for _, k := range keys {
		c.definitionRow(c.srv.v4.definitions[k])
	}
	for _, id := range wanted {
		if !found[id] {
			c.dhcp(20010, "Failed to get option definition %d", id)
			return
		}
	}
}

func addDefinition(c *call) {
	vendor, ok := c.vendor()
	if !ok {
		return
	}
	d := &optionDefinition{
		key: optionKey{vendor: vendor, id: c.num("OptionId")}, name: c.str("Name"), description: c.str("Description"),
		kind:  c.word("Type", kindByte, kindWord, kindDWord, kindDWordDWord, kindIPv4, kindString, kindBinary, kindEncapsulated),
		multi: c.flag("MultiValued"),
	}
	if d.key.id < 1 || d.key.id > maxOptionID {
		c.win32(win32InvalidParameter, "Failed to add option definition %d", d.key.id)
		return
	}
	if c.srv.v4.definitions[d.key] != nil {
		c.dhcp(20009, "Failed to add option definition %d", d.key.id)
		return
	}
	if !c.setDefault(d) {
		return
	}
	c.srv.v4.definitions[d.key] = d
	if c.passThru() {
		c.definitionRow(d)
	}
}

// setDefault writes the default value that the call names. The server takes no
// definition without one (MS-DHCPM R_DhcpCreateOptionV5): then it is a zero of the type.
func (c *call) setDefault(d *optionDefinition) bool {
	given := c.strs("DefaultValue")
	if len(given) == 0 {
		if d.defaults == nil {
			d.defaults = zeroValue(d.kind)
		}
		return true
	}
	stored, ok := storedValue(d.kind, given)
	if !ok || !d.holdsMany(len(given)) {
		c.mismatch(d.key.id)
		return false
	}
	d.defaults = stored
	return true
}

// mismatch reports a value that its definition does not allow.
func (c *call) mismatch(id int64) {
	c.dhcp(20103, "The value does not match the definition of option %d", id)
}

func setDefinition(c *call) {
	vendor, ok := c.vendor()
	if !ok {
		return
	}
	d := c.definition(vendor, c.num("OptionId"))
	if d == nil || !c.setDefault(d) {
		return
	}
	if c.has("Name") {
		d.name = c.str("Name")
	}
	if c.given("Description") {
		d.description = c.str("Description")
	}
	if c.passThru() {
		c.definitionRow(d)
	}
}

// removeDefinitions removes definitions; stored values stay (MS-DHCPM R_DhcpRemoveOptionV5).
func removeDefinitions(c *call) {
	vendor, ok := c.vendor()
	if !ok {
		return
	}
	for _, id := range c.nums("OptionId") {
		d := c.definition(vendor, id)
		if d == nil {
			return
		}
		delete(c.srv.v4.definitions, d.key)
		if c.passThru() {
			c.definitionRow(d)
		}
	}
}
