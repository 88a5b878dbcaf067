package model

import (
	"net/netip"
	"strings"
)

func init() {
	handle("Get-DhcpServerv4Binding", getV4Binding)
	handle("Set-DhcpServerv4Binding", setV4Binding)
	handle("Get-DhcpServerv6Binding", getV6Binding)
	handle("Set-DhcpServerv6Binding", setV6Binding)
}

// The one network interface of a lab server.
const (
	interfaceAlias = "Ethernet"
	interfaceGUID  = "{6b1d2d8e-31b1-4f0f-9d0a-6f0a5c1d2e11}"
	interfaceIndex = 4
)

func getV4Binding(c *call) {
	c.row("DhcpServerv4Binding", map[string]any{
		"InterfaceAlias": interfaceAlias, "InterfaceGuid": interfaceGUID, "BindingState": !c.srv.unboundV4,
		"IPAddress": c.srv.address, "SubnetMask": netip.MustParseAddr("255.255.255.0"),
	})
}

func getV6Binding(c *call) {
	v4 := c.srv.address.As4()
	v6 := netip.MustParseAddr("2001:db8::").As16()
	v6[15] = v4[3]
	c.row("DhcpServerv6Binding", map[string]any{
		"InterfaceAlias": interfaceAlias, "InterfaceGuid": interfaceGUID, "BindingState": !c.srv.unboundV6,
		"IPAddress": netip.AddrFrom16(v6), "InterfaceIndex": int64(interfaceIndex),
	})
}

func setV4Binding(c *call) { c.bind(&c.srv.unboundV4, getV4Binding) }
func setV6Binding(c *call) { c.bind(&c.srv.unboundV6, getV6Binding) }

func (c *call) bind(unbound *bool, read handler) {
	for _, alias := range c.strs("InterfaceAlias") {
		if !strings.EqualFold(alias, interfaceAlias) {
			c.win32(win32FileNotFound, "Failed to set the binding of interface %s", alias)
			continue
		}
		*unbound = !c.flag("BindingState")
		if c.passThru() {
			read(c)
		}
	}
}
