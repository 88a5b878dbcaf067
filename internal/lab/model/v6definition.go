package model

import (
	"maps"
	"slices"
)

func init() {
	handle("Get-DhcpServerv6OptionDefinition", getV6Definition)
	handle("Add-DhcpServerv6OptionDefinition", addV6Definition)
	handle("Set-DhcpServerv6OptionDefinition", setV6Definition)
	handle("Remove-DhcpServerv6OptionDefinition", removeV6Definition)
}

// Options of DHCPv6 that the server treats in a way of their own.
const (
	v6OptionDNS     = 23 // DNS servers are probed
	v6OptionSearch  = 24
	v6OptionRefresh = 32 // the information refresh time has a least value
)

// leastRefreshTime is the least information refresh time, in seconds (RFC 4242 3.1).
const leastRefreshTime = 600

// standardV6Definitions are the definitions of a fresh server.
func standardV6Definitions() map[optionKey]*optionDefinition {
	out := map[optionKey]*optionDefinition{}
	for _, d := range []optionDefinition{
		{key: optionKey{id: 21}, name: "SIP Server Domain Name List", kind: kindString, multi: true},
		{key: optionKey{id: 22}, name: "SIP Servers IPV6 Address List", kind: kindIPv6, multi: true},
		{key: optionKey{id: 23}, name: "DNS Recursive Name Server IPV6 Address List", kind: kindIPv6, multi: true},
		{key: optionKey{id: 24}, name: "Domain Search List", kind: kindString, multi: true},
		{key: optionKey{id: 27}, name: "NIS IPV6 Address List", kind: kindIPv6, multi: true},
		{key: optionKey{id: 28}, name: "NIS+ IPV6 Address List", kind: kindIPv6, multi: true},
		{key: optionKey{id: 29}, name: "NIS Domain List", kind: kindString, multi: true},
		{key: optionKey{id: 30}, name: "NIS+ Domain Name List", kind: kindString, multi: true},
		{key: optionKey{id: 31}, name: "SNTP Servers IPV6 Address List", kind: kindIPv6, multi: true},
		{key: optionKey{id: 32}, name: "Information Refresh Time", kind: kindDWord},
	} {
		d.defaults = zeroValue(d.kind)
		out[d.key] = &d
	}
	out[optionKey{id: v6OptionRefresh}].defaults = []string{"86400"}
	return out
}

func (c *call) v6DefinitionRow(d *optionDefinition) {
	c.row("DhcpServerv6OptionDefinition", map[string]any{
		"OptionId": d.key.id, "Name": d.name, "Description": text(d.description), "Type": d.kind,
		"MultiValued": d.multi, "VendorClass": text(d.key.vendor), "DefaultValue": slices.Clone(d.defaults),
	})
}

// knowsV6Vendor answers whether the vendor class that the call names is defined.
func (c *call) knowsV6Vendor() bool {
	name := c.str("VendorClass")
	if name == "" {
		return true
	}
	if cl := c.srv.v6.class(name); cl != nil && cl.kind == "Vendor" {
		return true
	}
	c.missingV6Class(name)
	return false
}

func getV6Definition(c *call) {
	if !c.knowsV6Vendor() {
		return
	}
	defs := c.srv.v6.definitions
	for _, id := range c.nums("OptionId") {
		if d := defs[optionKey{vendor: c.str("VendorClass"), id: id}]; d != nil {
			c.v6DefinitionRow(d)
		} else {
			c.dhcp(20010, "Failed to get option definition of %d", id)
		}
	}
	if c.has("OptionId") {
		return
	}
	for _, key := range slices.SortedFunc(maps.Keys(defs), optionKey.compare) {
		if c.flag("All") || key.vendor == c.str("VendorClass") {
			c.v6DefinitionRow(defs[key])
		}
	}
}

func addV6Definition(c *call) {
	d := &optionDefinition{key: optionKey{vendor: c.str("VendorClass"), id: c.num("OptionId")}, name: c.str("Name"),
		description: c.str("Description"), kind: c.word("Type", kindByte, kindWord, kindDWord, kindDWordDWord, kindIPv4, kindIPv6, kindString, kindBinary, kindEncapsulated), multi: c.flag("MultiValued")}
	d.defaults = zeroValue(d.kind)
	switch {
	case !c.knowsV6Vendor():
		return
	case c.srv.v6.definitions[d.key] != nil:
		c.dhcp(20009, "Failed to add option definition of %d", d.key.id)
		return
	case d.key.id < 1 || d.key.id > 65535:
		c.win32(win32InvalidParameter, "Failed to add option definition of %d", d.key.id)
		return
	case !c.changeV6Default(d, "add"):
		return
	}
	c.srv.v6.definitions[d.key] = d
	if c.passThru() {
		c.v6DefinitionRow(d)
	}
}

// changeV6Default sets the default value that the call names.
func (c *call) changeV6Default(d *optionDefinition, verb string) bool {
	if !c.has("DefaultValue") {
		return true
	}
	stored, ok := c.v6Value(d, c.strs("DefaultValue"), verb+" option definition")
	if ok {
		d.defaults = stored
	}
	return ok
}

// v6Value turns texts into a value of a definition; it reports those that are none.
func (c *call) v6Value(d *optionDefinition, texts []string, what string) (stored []string, ok bool) {
	stored, ok = storedValue(d.kind, texts)
	switch {
	case len(texts) == 0:
		c.win32(win32InvalidParameter, "Failed to %s of %d", what, d.key.id)
	case !ok || !d.holdsMany(len(texts)):
		c.dhcp(20103, "Failed to %s of %d", what, d.key.id)
	case d.key == optionKey{id: v6OptionRefresh} && belowNumber(stored[0], leastRefreshTime):
		c.dhcp(20057, "Failed to %s of %d", what, d.key.id)
	default:
		return stored, true
	}
	return nil, false
}

func setV6Definition(c *call) {
	if !c.knowsV6Vendor() {
		return
	}
	d := c.srv.v6.definitions[optionKey{vendor: c.str("VendorClass"), id: c.num("OptionId")}]
	switch {
	case d == nil:
		c.dhcp(20010, "Failed to set option definition of %d", c.num("OptionId"))
		return
	case !c.changes("Name", "Description", "DefaultValue"):
		c.win32(win32InvalidParameter, "Failed to set option definition of %d", d.key.id)
		return
	case !c.changeV6Default(d, "set"):
		return
	}
	if c.given("Name") {
		d.name = c.str("Name")
	}
	if c.given("Description") {
		d.description = c.str("Description")
	}
	if c.passThru() {
		c.v6DefinitionRow(d)
	}
}

// removeV6Definition leaves the values that are set.
func removeV6Definition(c *call) {
	if !c.knowsV6Vendor() {
		return
	}
	for _, id := range c.nums("OptionId") {
		key := optionKey{vendor: c.str("VendorClass"), id: id}
		d := c.srv.v6.definitions[key]
		if d == nil {
			c.dhcp(20010, "Failed to remove option definition of %d", id)
			return
		}
		delete(c.srv.v6.definitions, key)
		if c.passThru() {
			c.v6DefinitionRow(d)
		}
	}
}
