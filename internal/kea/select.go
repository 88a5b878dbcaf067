package kea

import (
	"context"
	"fmt"
	"net/netip"
	"regexp"
	"strconv"
)

// Selection is the subnet of an address.
type Selection struct {
	Subnet SubnetState
	// Asked says that the server itself was asked (Kea 3.0); otherwise the subnet was found
	// in its configuration.
	Asked bool
}

// selectedID is the id in the answer of a select-test: in a shared network it is that of
// the subnet that the search starts with.
var selectedID = regexp.MustCompile(`\bid (\d+)\b`)

// SubnetForAddress gives the subnet that serves a client at an address or behind a relay
// agent with it, for clients of the classes. The server is asked where it can tell;
// elsewhere the subnet with the longest prefix around the address, or with such a relay, is
// taken, and classes are not looked at.
func (c *Client) SubnetForAddress(ctx context.Context, address netip.Addr, classes []string) (Selection, error) {
	family := FamilyOf(address)
	s := c.first(family)
	command := family.subnetCommand("select-test")
	known, err := s.can(ctx, command)
	if err != nil {
		return Selection{}, err
	}
	d, err := s.document(ctx)
	if err != nil {
		return Selection{}, err
	}
	if !known {
		node := d.around(address)
		if node == nil {
			return Selection{}, s.noSubnet("the address " + address.String())
		}
		return Selection{Subnet: d.state(node)}, nil
	}
	arguments := map[string]any{"relay": address.String()}
	if family == V6 {
		arguments = map[string]any{"link": address.String()}
	}
	setOrDrop(arguments, "classes", classes, len(classes) > 0)
	result, err := s.call(ctx, command, arguments)
	if err != nil {
		return Selection{}, err
	}
	id, err := selected(result.Text)
	node := d.subnets[id]
	if err != nil || node == nil {
		return Selection{}, s.peer.fail(request{Command: command}, KindOther, fmt.Sprintf("the answer names no subnet that the configuration has: %q", result.Text), "", err)
	}
	return Selection{Subnet: d.state(d.within(node, address)), Asked: true}, nil
}

func selected(text string) (uint32, error) {
	m := selectedID.FindStringSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf("there is no id in it")
	}
	id, err := strconv.ParseUint(m[1], 10, 32)
	return uint32(id), err
}

// within gives the subnet of the same shared network that has the address, where the
// selected one has not: a relay agent stands in one subnet and serves the whole network.
func (d *document) within(node *subnetNode, address netip.Addr) *subnetNode {
	if node.network == nil || node.prefix().Contains(address) {
		return node
	}
	for _, id := range d.subnetIDs() {
		other := d.subnets[id]
		if sameMap(other.network, node.network) && other.prefix().Contains(address) {
			return other
		}
	}
	return node
}

// around finds the subnet with the longest prefix around an address, or with the address
// among its relay agents.
func (d *document) around(address netip.Addr) *subnetNode {
	var best *subnetNode
	for _, id := range d.subnetIDs() {
		node := d.subnets[id]
		for _, relay := range textsOf(mapOf(node.raw["relay"])["ip-addresses"]) {
			if parsed, err := netip.ParseAddr(relay); err == nil && parsed == address {
				return node
			}
		}
		if node.prefix().Contains(address) && (best == nil || node.prefix().Bits() > best.prefix().Bits()) {
			best = node
		}
	}
	return best
}
