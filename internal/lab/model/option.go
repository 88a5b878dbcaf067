package model

import (
	"net/netip"
	"slices"
)

func init() {
	handle("Get-DhcpServerv4OptionValue", getOptionValues)
	handle("Set-DhcpServerv4OptionValue", setOptionValues)
	handle("Remove-DhcpServerv4OptionValue", removeOptionValues)
}

// optionRow adds the row of one value. user and policy name where it stands.
func (c *call) optionRow(k optionKey, v optionValue, l level) {
	var name, policy any
	if d := c.srv.v4.definitions[optionKey{vendor: k.vendor, id: k.id}]; d != nil && !c.flag("Brief") {
		name = d.name
	}
	user := k.user
	if l.policy != nil {
		policy, user = l.policy.name, l.policy.madeFor
	}
	c.row("DhcpServerv4OptionValue", map[string]any{
		"OptionId": k.id, "Name": name, "Type": v.kind, "Value": v.values,
		"VendorClass": text(k.vendor), "UserClass": text(user), "PolicyName": policy,
	})
}

// getOptionValues lists one level. All widens the listing to every vendor and user class
// and every policy there, as far as the call names none.
func getOptionValues(c *call) {
	vendor, ok := c.vendor()
	if !ok || !c.checkLevel() {
		return
	}
	l, ok := c.level()
	if !ok {
		return
	}
	all, wanted, found := c.flag("All"), c.nums("OptionId"), map[int64]bool{}
	list := func(l level) {
		for _, k := range l.store.keys() {
			if (len(wanted) == 0 || slices.Contains(wanted, k.id)) &&
				(k.vendor == vendor || all && vendor == "") && (k.user == l.user || all && l.user == "") {
				found[k.id] = true
				c.optionRow(k, l.store[k], l)
			}
		}
	}
	list(l)
	if all && l.policies != nil && !c.has("PolicyName") && !c.has("UserClass") {
		for _, p := range slices.SortedFunc(slices.Values(*l.policies), byOrder) {
			list(level{store: p.options, policy: p})
		}
	}
	for _, id := range wanted {
		if !found[id] {
			c.dhcp(20010, "Failed to get option value of %d", id)
			return
		}
	}
}

// assignment is one option that a call sets.
type assignment struct {
	definition *optionDefinition
	values     []string
}

// setOptionValues sets one option by its id, or the common ones by their names. All are
// looked at before the first is set.
func setOptionValues(c *call) {
	vendor, ok := c.vendor()
	if !ok || !c.checkLevel() {
		return
	}
	assignments, ok := c.assignments(vendor)
	if !ok {
		return
	}
	l, ok := c.level()
	if !ok || !c.checkPolicyOptions(l, assignments) || !c.probe(vendor, assignments) {
		return
	}
	if l.store == nil {
		c.makeFor(&l, c.str("UserClass"))
	}
	for _, a := range assignments {
		k := a.definition.key
		k.user = l.user
		l.store[k] = optionValue{kind: a.definition.kind, values: a.values}
		if c.passThru() {
			c.optionRow(k, l.store[k], l)
		}
	}
}

// assignments reads what the call sets; it reports an option without definition, a list
// without elements and a value that the definition does not allow.
func (c *call) assignments(vendor string) ([]assignment, bool) {
	var out []assignment
	add := func(id int64, values []string) bool {
		if len(values) == 0 {
			c.win32(win32InvalidParameter, "Failed to set option value of %d", id)
			return false
		}
		d := c.definition(vendor, id)
		if d == nil {
			return false
		}
		stored, ok := storedValue(d.kind, values)
		if !ok || !d.holdsMany(len(values)) {
			c.mismatch(id)
			return false
		}
		out = append(out, assignment{d, stored})
		return true
	}
	if c.has("OptionId") {
		return out, add(c.num("OptionId"), c.strs("Value")) && len(out) > 0
	}
	for _, o := range []struct {
		parameter string
		id        int64
	}{{"Router", 3}, {"DnsServer", 6}, {"DnsDomain", 15}, {"WinsServer", 44}, {"Wpad", 252}} {
		if c.given(o.parameter) && !add(o.id, c.common(o.parameter)) {
			return nil, false
		}
	}
	if len(out) == 0 {
		c.win32(win32InvalidParameter, "Failed to set option values: none is given")
	}
	return out, len(out) > 0
}

// common returns the values of a common option: one text, or addresses.
func (c *call) common(parameter string) []string {
	if s, ok := c.Params[parameter].(string); ok {
		return []string{s}
	}
	return texts(c.addrs(parameter))
}

func texts(addresses []netip.Addr) []string {
	out := make([]string, len(addresses))
	for i, a := range addresses {
		out[i] = a.String()
	}
	return out
}

// checkPolicyOptions refuses all but lease time and DNS settings for a policy with a
// condition on the host name (MS-DHCPM R_DhcpV4SetOptionValue).
func (c *call) checkPolicyOptions(l level, assignments []assignment) bool {
	if l.policy == nil || len(l.policy.conditions["Fqdn"]) == 0 {
		return true
	}
	for _, a := range assignments {
		if id := a.definition.key.id; id != optionLease && id != optionDNS {
			c.dhcp(20136, "Failed to set option value of %d for policy %s", id, l.policy.name)
			return false
		}
	}
	return true
}

// probe asks the DNS servers of option 6 whether they answer, unless Force is given.
// None does in the lab. The message is captured, the number is not.
func (c *call) probe(vendor string, assignments []assignment) bool {
	if c.flag("Force") || vendor != "" {
		return true
	}
	for _, a := range assignments {
		if a.definition.key.id == optionDNSServers {
			c.fail("WIN32 87", "InvalidArgument", "%s is not a valid DNS server.", a.values[0])
			return false
		}
	}
	return true
}

func removeOptionValues(c *call) {
	vendor, ok := c.vendor()
	if !ok || !c.checkLevel() {
		return
	}
	l, ok := c.level()
	if !ok {
		return
	}
	for _, id := range c.nums("OptionId") {
		k := optionKey{vendor: vendor, user: l.user, id: id}
		v, ok := l.store[k]
		if !ok {
			c.dhcp(20010, "Failed to delete option value of %d", id)
			return
		}
		delete(l.store, k)
		if c.passThru() {
			c.optionRow(k, v, l)
		}
	}
}
