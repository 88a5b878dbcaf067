package model

import (
	"encoding/hex"
	"slices"
	"strings"
)

func init() {
	handle("Get-DhcpServerv6Class", getV6Class)
	handle("Add-DhcpServerv6Class", addV6Class)
	handle("Set-DhcpServerv6Class", setV6Class)
	handle("Remove-DhcpServerv6Class", removeV6Class)
}

// v6Class is a vendor or a user class of DHCPv6. Only a vendor class has an enterprise
// number.
type v6Class struct {
	class
	vendorID int64
}

// standardV6Class is the one class of a fresh server (MS-DHCPM 3.1.1.19).
func standardV6Class() *v6Class {
	return &v6Class{class: class{name: "Microsoft Windows Options", kind: "Vendor", data: "MSFT 5.0", builtIn: true,
		description: "Microsoft vendor-specific options for Windows Clients"}, vendorID: 311}
}

// class returns a class of either kind by name, nil when absent.
func (v *v6State) class(name string) *v6Class {
	for _, cl := range v.classes {
		if cl.name == name {
			return cl
		}
	}
	return nil
}

func (c *call) v6ClassRow(cl *v6Class) {
	c.row("DhcpServerv6Class", map[string]any{
		"Name": cl.name, "Type": cl.kind, "Data": "0x" + hex.EncodeToString([]byte(cl.data)),
		"VendorId": cl.vendorID, "Description": text(cl.description),
	})
}

// missingV6Class is the answer of the option calls to a class that is not defined.
func (c *call) missingV6Class(name string) { c.missingV6("Failed to find class %s", name) }

func getV6Class(c *call) {
	wanted := func(cl *v6Class) bool { return !c.has("Type") || strings.EqualFold(cl.kind, c.str("Type")) }
	if !c.has("Name") {
		for _, cl := range c.srv.v6.classes {
			if wanted(cl) {
				c.v6ClassRow(cl)
			}
		}
		return
	}
	for _, name := range c.strs("Name") {
		if cl := c.srv.v6.class(name); cl != nil && wanted(cl) {
			c.v6ClassRow(cl)
		} else {
			c.dhcp(20044, "Failed to get class %s", name)
		}
	}
}

func addV6Class(c *call) {
	cl := &v6Class{class: class{name: c.str("Name"), kind: c.word("Type", "Vendor", "User"), description: c.str("Description")}}
	if !c.changeV6Class(cl, "add") {
		return
	}
	c.srv.v6.classes = append(c.srv.v6.classes, cl)
	if c.passThru() {
		c.v6ClassRow(cl)
	}
}

// changeV6Class sets data and enterprise. A name is used once, and so is the data of a
// user class; vendor classes share data when their enterprise differs (MS-DHCPM 3.2.4.75).
func (c *call) changeV6Class(cl *v6Class, verb string) bool {
	next := *cl
	if c.has("Data") {
		next.data = classData(c.str("Data"))
	}
	if c.has("VendorId") {
		next.vendorID = c.num("VendorId")
	}
	vendor := next.kind == "Vendor"
	if len(next.data) == 0 || len(next.data) > 255 || vendor != (next.vendorID != 0) || !vendor && c.has("VendorId") {
		c.win32(win32InvalidParameter, "Failed to %s class %s", verb, cl.name)
		return false
	}
	taken := func(o *v6Class) bool {
		sameData := o.kind == next.kind && o.data == next.data && o.vendorID == next.vendorID
		return o != cl && (o.name == next.name || sameData)
	}
	if slices.ContainsFunc(c.srv.v6.classes, taken) {
		c.dhcp(20045, "Failed to %s class %s", verb, cl.name)
		return false
	}
	if c.given("Description") {
		next.description = c.str("Description")
	}
	*cl = next
	return true
}

// classData reads the data of a class, which is text, or bytes as 0x and digits.
func classData(text string) string {
	if digits, ok := strings.CutPrefix(text, "0x"); ok {
		if b, err := hex.DecodeString(digits); err == nil {
			return string(b)
		}
	}
	return text
}

func setV6Class(c *call) {
	cl := c.srv.v6.class(c.str("Name"))
	switch {
	case cl == nil || cl.kind != c.word("Type", "Vendor", "User"):
		c.missingV6Class(c.str("Name"))
	case !c.changes("Data", "VendorId", "Description"):
		c.win32(win32InvalidParameter, "Failed to set class %s", cl.name)
	case c.changeV6Class(cl, "set") && c.passThru():
		c.v6ClassRow(cl)
	}
}

// removeV6Class takes a class away with its definitions and its values at every level
// (MS-DHCPM 3.2.4.77).
func removeV6Class(c *call) {
	v6 := &c.srv.v6
	for _, name := range c.strs("Name") {
		cl := v6.class(name)
		switch {
		case cl == nil || cl.kind != c.word("Type", "Vendor", "User"):
			c.dhcp(20044, "Failed to remove class %s", name)
			return
		case cl.builtIn:
			c.dhcp(20089, "Failed to remove class %s", name)
			return
		}
		v6.classes = slices.DeleteFunc(v6.classes, func(o *v6Class) bool { return o == cl })
		for key := range v6.definitions {
			if key.vendor == name {
				delete(v6.definitions, key)
			}
		}
		v6.eachStore(func(store optionStore) {
			for key := range store {
				if key.vendor == name || key.user == name {
					delete(store, key)
				}
			}
		})
		if c.passThru() {
			c.v6ClassRow(cl)
		}
	}
}

// eachStore visits the option values of every level.
func (v *v6State) eachStore(visit func(optionStore)) {
	visit(v.options)
	for _, sc := range v.scopes {
		visit(sc.options)
		for _, cl := range sc.clients {
			visit(cl.options)
		}
	}
}
