package model

import (
	"fmt"
	"slices"
)

func init() {
	handle("Get-DhcpServerv4Class", getClasses)
	handle("Add-DhcpServerv4Class", addClass)
	handle("Set-DhcpServerv4Class", setClass)
	handle("Remove-DhcpServerv4Class", removeClasses)
}

const maxClassData = 255 // bytes, MS-DHCPM R_DhcpCreateClass

func (c *call) classRow(cl *class) {
	c.row("DhcpServerv4Class", map[string]any{
		"Name": cl.name, "Type": cl.kind, "Data": fmt.Sprintf("0x%x", cl.data), "Description": text(cl.description),
	})
}

// class returns a class; it reports a missing one itself.
func (c *call) class(kind, name string) *class {
	cl := c.srv.v4.findClass(kind, name)
	if cl == nil {
		c.dhcp(20044, "Failed to get %s class %s", kind, name)
	}
	return cl
}

func getClasses(c *call) {
	kind, names := c.word("Type", "Vendor", "User"), c.strs("Name")
	for _, cl := range c.srv.v4.classes {
		if (kind == "" || cl.kind == kind) && (len(names) == 0 || slices.Contains(names, cl.name)) {
			c.classRow(cl)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(c.Rows, func(o Object) bool { return o.Properties["Name"] == name }) {
			c.dhcp(20044, "Failed to get class %s", name)
			return
		}
	}
}

func addClass(c *call) {
	name, kind, data := c.str("Name"), c.word("Type", "Vendor", "User"), c.str("Data")
	if data == "" || len(data) > maxClassData {
		c.win32(win32InvalidParameter, "Failed to add class %s", name)
		return
	}
	for _, o := range c.srv.v4.classes {
		if o.data == data || o.kind == kind && o.name == name {
			c.dhcp(20045, "Failed to add class %s", name)
			return
		}
	}
	cl := &class{name: name, kind: kind, data: data, description: c.str("Description")}
	c.srv.v4.classes = append(c.srv.v4.classes, cl)
	if c.passThru() {
		c.classRow(cl)
	}
}

func setClass(c *call) {
	cl := c.class(c.word("Type", "Vendor", "User"), c.str("Name"))
	if cl == nil {
		return
	}
	data := c.str("Data")
	if !c.given("Data") && !c.given("Description") || len(data) > maxClassData || c.given("Data") && data == "" {
		c.win32(win32InvalidParameter, "Failed to set class %s", cl.name)
		return
	}
	if c.given("Data") {
		cl.data = data
	}
	if c.given("Description") {
		cl.description = c.str("Description")
	}
	if c.passThru() {
		c.classRow(cl)
	}
}

// removeClasses removes classes with all that was made for them, in use or not: option
// definitions, values at every level, and the policies that values for a user class made
// (MS-DHCPM R_DhcpDeleteClass).
func removeClasses(c *call) {
	for _, name := range c.strs("Name") {
		cl := c.class(c.word("Type", "Vendor", "User"), name)
		if cl == nil {
			return
		}
		if cl.builtIn {
			c.dhcp(20089, "Failed to remove class %s", name)
			return
		}
		c.srv.v4.dropClass(cl)
		if c.passThru() {
			c.classRow(cl)
		}
	}
}

func (v *v4State) dropClass(cl *class) {
	of := func(k optionKey) bool {
		return cl.kind == "Vendor" && k.vendor == cl.name || cl.kind == "User" && k.user == cl.name
	}
	v.classes = slices.DeleteFunc(v.classes, func(o *class) bool { return o == cl })
	for k := range v.definitions {
		if of(k) {
			delete(v.definitions, k)
		}
	}
	v.options.drop(of)
	v.policies = dropMadeFor(v.policies, cl, of)
	for _, sc := range v.scopes.order {
		sc.options.drop(of)
		sc.policies = dropMadeFor(sc.policies, cl, of)
		for _, client := range sc.clients.byAddress {
			if client.reservation != nil {
				client.reservation.options.drop(of)
			}
		}
	}
}

// dropMadeFor removes the policies that values for a class made, and a class's values
// from the others.
func dropMadeFor(policies []*policy, cl *class, of func(optionKey) bool) []*policy {
	for _, p := range policies {
		p.options.drop(of)
	}
	return slices.DeleteFunc(policies, func(p *policy) bool { return cl.kind == "User" && p.madeFor == cl.name })
}
