package model

import (
	"strconv"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

func init() {
	handle("Get-DhcpServerv4DnsSetting", getDNSSetting)
	handle("Set-DhcpServerv4DnsSetting", setDNSSetting)
	handle("Get-DhcpServerDnsCredential", getDNSCredential)
	handle("Set-DhcpServerDnsCredential", setDNSCredential)
	handle("Remove-DhcpServerDnsCredential", removeDNSCredential)
}

// Bits of option 81, in which a level's DNS settings are kept (MS-DHCPM 3.3.1).
const (
	dnsEnabled      = 1 << iota // update on the client's request
	dnsOlderClients             // also for clients that ask for nothing
	dnsDelete                   // at the end of the lease
	_
	dnsAlways     // update whatever the client asks for
	dnsProtection // name protection
	dnsNoPointer  // leave out PTR records

	dnsDefault = dnsEnabled | dnsDelete
)

const maxDNSSuffix = 255 // characters, MS-DHCPM R_DhcpV4SetPolicyEx

// dnsLevel returns the level that the parameters mean; it reports what does not exist.
func (c *call) dnsLevel() (level, bool) {
	if c.has("IPAddress") && (c.has("ScopeId") || c.has("PolicyName")) {
		c.win32(win32InvalidParameter, "The parameters of %s exclude each other", c.cmdlet)
		return level{}, false
	}
	l, ok := c.where(c.addr("ScopeId"), c.addr("IPAddress"))
	if ok && c.has("PolicyName") {
		ok = c.narrow(&l, c.str("PolicyName"))
	}
	return l, ok
}

// dnsFlags returns the settings in force at a level: its own, else those of the level
// above, else those of a fresh server.
func (v *v4State) dnsFlags(l level) int64 {
	stores := []optionStore{l.store}
	if l.scope != nil {
		stores = append(stores, l.scope.options)
	}
	for _, store := range append(stores, v.options) {
		if value, ok := store[optionKey{id: optionDNS}]; ok {
			flags, _ := strconv.ParseInt(value.values[0], 10, 64)
			return flags
		}
	}
	return dnsDefault
}

func (c *call) dnsRow(l level) {
	flags := c.srv.v4.dnsFlags(l)
	updates := "Never"
	switch {
	case flags&dnsAlways != 0:
		updates = "Always"
	case flags&dnsEnabled != 0:
		updates = "OnClientRequest"
	}
	var suffix any
	if l.policy != nil {
		suffix = text(l.policy.dnsSuffix)
	}
	c.row("DhcpServerv4DnsSetting", map[string]any{
		"DynamicUpdates": updates, "DeleteDnsRROnLeaseExpiry": flags&dnsDelete != 0,
		"UpdateDnsRRForOlderClients": flags&dnsOlderClients != 0, "NameProtection": flags&dnsProtection != 0,
		"DisableDnsPtrRRUpdate": flags&dnsNoPointer != 0, "DnsSuffix": suffix,
	})
}

func getDNSSetting(c *call) {
	if l, ok := c.dnsLevel(); ok {
		c.dnsRow(l)
	}
}

// setDNSSetting takes the settings in force, changes what the call names and stores all
// of them at the level, which then follows the one above no more.
func setDNSSetting(c *call) {
	l, ok := c.dnsLevel()
	if !ok {
		return
	}
	flags, changed := c.changedFlags(c.srv.v4.dnsFlags(l))
	suffix := c.str("DnsSuffix")
	switch {
	case !changed && !c.given("DnsSuffix"),
		changed && flags&dnsEnabled == 0 && c.flag("DeleteDnsRROnLeaseExpiry"),
		c.given("DnsSuffix") && l.policy == nil,
		len([]rune(suffix)) > maxDNSSuffix:
		c.win32(win32InvalidParameter, "Failed to set DNS settings")
		return
	}
	if changed {
		if flags&dnsEnabled == 0 {
			flags = 0 // Never switches the other settings off as well
		}
		l.store[optionKey{id: optionDNS}] = optionValue{kind: kindDWord, values: []string{strconv.FormatInt(flags, 10)}}
	}
	if c.given("DnsSuffix") {
		l.policy.dnsSuffix = suffix
	}
	if c.passThru() {
		c.dnsRow(l)
	}
}

// changedFlags applies what the call names to flags; changed tells whether it named any.
func (c *call) changedFlags(flags int64) (_ int64, changed bool) {
	set := func(bit int64, on bool) {
		flags &^= bit
		if on {
			flags |= bit
		}
		changed = true
	}
	if updates := c.word("DynamicUpdates", "Always", "Never", "OnClientRequest"); updates != "" {
		set(dnsEnabled, updates != "Never")
		set(dnsAlways, updates == "Always")
	}
	for _, o := range []struct {
		parameter string
		bit       int64
	}{
		{"DeleteDnsRROnLeaseExpiry", dnsDelete}, {"UpdateDnsRRForOlderClients", dnsOlderClients},
		{"NameProtection", dnsProtection}, {"DisableDnsPtrRRUpdate", dnsNoPointer},
	} {
		if c.has(o.parameter) {
			set(o.bit, c.flag(o.parameter))
		}
	}
	return flags, changed
}

func (c *call) dnsCredentialRow() {
	c.row("DhcpServerDnsCredential", map[string]any{"UserName": text(c.srv.v4.dnsUser), "DomainName": text(c.srv.v4.dnsDomain)})
}

func getDNSCredential(c *call) { c.dnsCredentialRow() }

// setDNSCredential stores the account under which the server updates DNS. Only its
// names can be read back.
func setDNSCredential(c *call) {
	account, _ := c.Params["Credential"].(cmdlet.PSCredential)
	domain, user, found := strings.Cut(account.User, `\`)
	if !found {
		domain, user = "", account.User
	}
	c.srv.v4.dnsDomain, c.srv.v4.dnsUser = domain, user
	if c.passThru() {
		c.dnsCredentialRow()
	}
}

func removeDNSCredential(c *call) {
	if c.passThru() {
		c.dnsCredentialRow()
	}
	c.srv.v4.dnsDomain, c.srv.v4.dnsUser = "", ""
}
