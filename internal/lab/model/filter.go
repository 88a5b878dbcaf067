package model

import (
	"maps"
	"slices"
	"strings"
)

func init() {
	handle("Get-DhcpServerv4Filter", getFilters)
	handle("Add-DhcpServerv4Filter", addFilters)
	handle("Remove-DhcpServerv4Filter", removeFilters)
	handle("Get-DhcpServerv4FilterList", getFilterList)
	handle("Set-DhcpServerv4FilterList", setFilterList)
}

// filter is one entry of the server's lists of hardware addresses.
type filter struct {
	address     string // capitals with hyphens, a pattern ends in -*
	list        string // Allow, Deny
	description string
}

func (c *call) filterRow(f *filter) {
	c.row("DhcpServerv4Filter", map[string]any{"MacAddress": f.address, "List": f.list, "Description": text(f.description)})
}

// filterAddress reads a hardware address of six bytes, or a pattern of one to five bytes
// with a star for the rest (MS-DHCPM R_DhcpAddFilterV4). The console writes a star for
// each missing byte.
func filterAddress(text string) (string, bool) {
	digits := strings.ToUpper(strings.NewReplacer("-", "", ":", "").Replace(text))
	bytes := strings.TrimRight(digits, "*")
	pattern := bytes != digits
	if strings.Trim(bytes, "0123456789ABCDEF") != "" || len(bytes)%2 != 0 {
		return "", false
	}
	switch n := len(bytes) / 2; {
	case pattern && n >= 1 && n <= 5:
		return dashed(bytes) + "-*", true
	case !pattern && n == 6:
		return dashed(bytes), true
	}
	return "", false
}

// eachAddress visits the addresses of the call in their stored form; it stops at one
// that is none, which it reports, or when visit says so.
func (c *call) eachAddress(visit func(string) bool) {
	for _, text := range c.strs("MacAddress") {
		a, ok := filterAddress(text)
		if !ok {
			c.win32(win32InvalidParameter, "The MAC address %s is not valid", text)
			return
		}
		if !visit(a) {
			return
		}
	}
}

func getFilters(c *call) {
	list := c.word("List", "Allow", "Deny")
	for _, a := range slices.Sorted(maps.Keys(c.srv.v4.filters)) {
		if f := c.srv.v4.filters[a]; list == "" || f.list == list {
			c.filterRow(f)
		}
	}
}

// addFilters puts addresses on a list. An address is on one list only; Force moves it
// and is the only way to change its description.
func addFilters(c *call) {
	list := c.word("List", "Allow", "Deny")
	c.eachAddress(func(a string) bool {
		if c.srv.v4.filters[a] != nil && !c.flag("Force") {
			c.dhcp(20093, "Failed to add MAC address %s to the %s list", a, list)
			return false
		}
		f := &filter{address: a, list: list, description: c.str("Description")}
		c.srv.v4.filters[a] = f
		if c.passThru() {
			c.filterRow(f)
		}
		return true
	})
}

func removeFilters(c *call) {
	c.eachAddress(func(a string) bool {
		f := c.srv.v4.filters[a]
		if f == nil {
			c.dhcp(20095, "Failed to remove MAC address %s", a)
			return false
		}
		delete(c.srv.v4.filters, a)
		if c.passThru() {
			c.filterRow(f)
		}
		return true
	})
}

func getFilterList(c *call) {
	c.row("DhcpServerv4FilterList", map[string]any{"Allow": c.srv.v4.allow, "Deny": c.srv.v4.deny})
}

func setFilterList(c *call) {
	if c.has("Allow") {
		c.srv.v4.allow = c.flag("Allow")
	}
	if c.has("Deny") {
		c.srv.v4.deny = c.flag("Deny")
	}
	if c.passThru() {
		getFilterList(c)
	}
}
