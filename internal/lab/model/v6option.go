package model

import (
	"slices"
	"strconv"
)

func init() {
	handle("Get-DhcpServerv6OptionValue", getV6Option)
	handle("Set-DhcpServerv6OptionValue", setV6Option)
	handle("Remove-DhcpServerv6OptionValue", removeV6Option)
}

func belowNumber(text string, least uint64) bool {
	n, err := strconv.ParseUint(text, 10, 64)
	return err == nil && n < least
}

// v6Level is the level of option values that a call names: the server, a scope or a
// reservation. store is nil when the scope or the reservation does not exist.
type v6Level struct {
	store                    optionStore
	absentScope, absentLease bool
}

func (c *call) v6Level() v6Level {
	switch {
	case c.has("ReservedIP"):
		if _, cl := c.reservedV6(c.addr("ReservedIP")); cl != nil {
			return v6Level{store: cl.options}
		}
		return v6Level{absentLease: true}
	case c.has("Prefix"):
		if sc := c.srv.v6.scope(c.addr("Prefix")); sc != nil {
			return v6Level{store: sc.options}
		}
		return v6Level{absentScope: true}
	}
	return v6Level{store: c.srv.v6.options}
}

// knowsV6Classes answers whether the classes that the call names are defined.
func (c *call) knowsV6Classes() bool {
	name := c.str("UserClass")
	if cl := c.srv.v6.class(name); name != "" && (cl == nil || cl.kind != "User") {
		c.missingV6Class(name)
		return false
	}
	return c.knowsV6Vendor()
}

func (c *call) v6Key(id int64) optionKey {
	return optionKey{vendor: c.str("VendorClass"), user: c.str("UserClass"), id: id}
}

// twoLevels refuses a call that names a scope and a reservation.
func (c *call) twoV6Levels() bool {
	if c.has("Prefix") && c.has("ReservedIP") {
		c.win32(win32InvalidParameter, "Failed to use option values of prefix %s", c.addr("Prefix"))
		return true
	}
	return false
}

func getV6Option(c *call) {
	if c.twoV6Levels() || !c.knowsV6Classes() {
		return
	}
	level := c.v6Level()
	switch {
	case level.absentLease:
		c.dhcp(20018, "Failed to get option values of reservation %s", c.addr("ReservedIP"))
	case level.absentScope && c.has("OptionId"):
		c.dhcp(20005, "Failed to get option values of prefix %s", c.addr("Prefix"))
	case level.absentScope:
		c.missingV6("Failed to enumerate option values of prefix %s", c.addr("Prefix"))
	case c.has("OptionId"):
		for _, id := range c.nums("OptionId") {
			if v, ok := level.store[c.v6Key(id)]; ok {
				c.v6OptionRow(c.v6Key(id), v)
			} else {
				c.dhcp(20010, "Failed to get option value of %d", id)
			}
		}
	default:
		for _, key := range level.store.keys() {
			if c.flag("All") || key.vendor == c.str("VendorClass") && key.user == c.str("UserClass") {
				c.v6OptionRow(key, level.store[key])
			}
		}
	}
}

func (c *call) v6OptionRow(key optionKey, v optionValue) {
	name := ""
	if d := c.srv.v6.definitions[optionKey{vendor: key.vendor, id: key.id}]; d != nil && !c.flag("Brief") {
		name = d.name
	}
	c.row("DhcpServerv6OptionValue", map[string]any{
		"OptionId": key.id, "Name": text(name), "Type": v.kind, "Value": slices.Clone(v.values),
		"VendorClass": text(key.vendor), "UserClass": text(key.user),
	})
}

func setV6Option(c *call) {
	if c.twoV6Levels() || !c.knowsV6Classes() {
		return
	}
	given := c.v6Texts()
	next := optionStore{}
	for _, id := range given.ids {
		d := c.srv.v6.definitions[optionKey{vendor: c.str("VendorClass"), id: id}]
		if d == nil {
			c.dhcp(20010, "Failed to set option value of %d", id)
			return
		}
		stored, ok := c.v6Value(d, given.values[id], "set option value")
		if !ok {
			return
		}
		if (d.key == optionKey{id: v6OptionDNS}) && !c.flag("Force") {
			c.win32(win32InvalidParameter, "%s is not a valid DNS server. Failed to set option value of %d", stored[0], id)
			return
		}
		next[c.v6Key(id)] = optionValue{kind: d.kind, values: stored}
	}
	level := c.v6Level()
	switch {
	case level.absentLease || len(next) == 0:
		c.win32(win32InvalidParameter, "Failed to set option values")
		return
	case level.absentScope:
		c.missingV6("Failed to set option values of prefix %s", c.addr("Prefix"))
		return
	}
	for _, key := range next.keys() {
		level.store[key] = next[key]
		if c.passThru() {
			c.v6OptionRow(key, next[key])
		}
	}
}

// v6Texts are the values that a Set call carries by option id.
type v6Texts struct {
	ids    []int64
	values map[int64][]string
}

func (c *call) v6Texts() v6Texts {
	out := v6Texts{values: map[int64][]string{}}
	add := func(id int64, values []string) {
		out.ids = append(out.ids, id)
		out.values[id] = values
	}
	if c.has("OptionId") {
		add(c.num("OptionId"), c.strs("Value"))
	}
	if c.has("DnsServer") {
		add(v6OptionDNS, texts(c.addrs("DnsServer")))
	}
	if c.has("DomainSearchList") {
		add(v6OptionSearch, c.strs("DomainSearchList"))
	}
	if c.has("InfoRefreshTime") {
		add(v6OptionRefresh, []string{strconv.FormatInt(c.num("InfoRefreshTime"), 10)})
	}
	return out
}

// removeV6Option succeeds without doing anything for an address that is not reserved
// (MS-DHCPM 3.2.4.55).
func removeV6Option(c *call) {
	if c.twoV6Levels() || !c.knowsV6Classes() {
		return
	}
	level := c.v6Level()
	for _, id := range c.nums("OptionId") {
		key := c.v6Key(id)
		v, set := level.store[key]
		switch {
		case c.srv.v6.definitions[optionKey{vendor: key.vendor, id: id}] == nil && !set:
			c.dhcp(20010, "Failed to remove option value of %d", id)
			return
		case level.absentScope:
			c.missingV6("Failed to remove option value of %d from prefix %s", id, c.addr("Prefix"))
			return
		case level.absentLease:
		case !set:
			c.dhcp(20010, "Failed to remove option value of %d", id)
			return
		default:
			delete(level.store, key)
			if c.passThru() {
				c.v6OptionRow(key, v)
			}
		}
	}
}
