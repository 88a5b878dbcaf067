package model

import (
	"slices"
	"strings"
)

// The kinds of conditions, as the parameters and properties of a policy name them.
const (
	byVendorClass = "VendorClass"
	byUserClass   = "UserClass"
	byMAC         = "MacAddress"
	byFQDN        = "Fqdn"
)

var conditionKinds = []string{byVendorClass, byUserClass, byMAC, "ClientId", "RelayAgent", "CircuitId", "RemoteId", "SubscriberId", byFQDN}

// hardwareAddressBytes is the length of a hardware address that is compared as a whole
// (MS-DHCPM 3.2.4.109).
const hardwareAddressBytes = 6

// badExpression is the number for conditions that cannot be compared with a client.
const badExpression = 20109

// changeConditions replaces the kinds of conditions that the call names; an empty text
// takes a kind away. At least one kind has to stay.
func (c *call) changeConditions(p *policy, verb string) bool {
	next := p.clone().conditions
	for _, kind := range conditionKinds {
		switch texts := c.strs(kind); {
		case !c.given(kind):
		case len(texts) == 0 || len(texts) == 1 && texts[0] == "":
			delete(next, kind)
		default:
			operands, refusal := c.operands(kind, texts)
			if refusal != 0 {
				c.dhcp(refusal, "Failed to %s policy %s", verb, p.name)
				return false
			}
			next[kind] = operands
		}
	}
	switch {
	case len(next) == 0:
		c.win32(win32InvalidParameter, "Failed to %s policy %s", verb, p.name)
		return false
	case next[byFQDN] != nil && p.conditions[byFQDN] == nil && p.bound():
		c.dhcp(20137, "Failed to %s policy %s", verb, p.name)
		return false
	}
	p.conditions = next
	return true
}

// bound tells whether the policy has what a policy on host names may not have: ranges,
// or options other than 51 and 81.
func (p *policy) bound() bool {
	for key := range p.options {
		if key.vendor != "" || key.id != optionLease && key.id != optionDNS {
			return true
		}
	}
	return len(p.ranges) > 0
}

// operands checks the texts of one kind of condition, a comparator and the values behind
// it, perhaps more than once, and turns them into the form in which they read back.
func (c *call) operands(kind string, texts []string) (out []string, refusal int) {
	values := -1 // of the last comparator; -1 before the first
	needsValue := true
	for _, text := range texts {
		word := strings.ToUpper(text)
		switch {
		case word == "EQ" || word == "NE" || kind == byFQDN && (word == "ISL" || word == "INSL"):
			if values == 0 && needsValue {
				return nil, badExpression
			}
			values, needsValue = 0, word == "EQ" || word == "NE"
			out = append(out, word)
		case values < 0:
			return nil, badExpression
		case text == "" && !needsValue:
		default:
			value, refusal := c.operand(kind, text)
			if refusal != 0 {
				return nil, refusal
			}
			out = append(out, value)
			values++
		}
	}
	if values == 0 && needsValue {
		return nil, badExpression
	}
	return out, 0
}

func (c *call) operand(kind, text string) (out string, refusal int) {
	switch kind {
	case byVendorClass, byUserClass:
		name := strings.TrimSuffix(strings.TrimPrefix(text, "*"), "*")
		if c.srv.v4.findClass(strings.TrimSuffix(kind, "Class"), name) == nil {
			return "", 20044
		}
		return text, 0
	case byFQDN:
		return text, 0
	}
	return byteOperand(text, kind == byMAC)
}

// byteOperand writes bytes with hyphens and in capitals; a star before or behind them
// stands for any bytes. A hardware address without a star has to be whole.
func byteOperand(text string, mac bool) (out string, refusal int) {
	before, after := strings.HasPrefix(text, "*"), len(text) > 1 && strings.HasSuffix(text, "*")
	digits, ok := dashedHex(strings.Trim(text, "*"))
	if !ok {
		return "", badExpression
	}
	parts := strings.Split(strings.ToUpper(digits), "-")
	whole := !before && !after
	if mac && (whole && len(parts) != hardwareAddressBytes || len(parts) > hardwareAddressBytes) {
		return "", badExpression
	}
	if before {
		parts = slices.Insert(parts, 0, "*")
	}
	if after {
		parts = append(parts, "*")
	}
	return strings.Join(parts, "-"), 0
}
