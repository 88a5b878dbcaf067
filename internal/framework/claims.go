package framework

import (
	"fmt"
	"net/netip"
	"strings"
	"sync"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// Claims tells, within one run of the provider, which kind of resource manages a part of
// an object that two kinds can manage. Two that did would undo each other's work with
// every apply, so the second is refused. The zero value is ready for use.
type Claims struct {
	mu      sync.Mutex
	holders map[string]string
}

// Take claims a part for a kind of resource. It returns the other kind that has claimed
// the part before, "" when there is none.
func (c *Claims) Take(part, kind string) (other string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.holders == nil {
		c.holders = map[string]string{}
	}
	if holder := c.holders[part]; holder != "" && holder != kind {
		return holder
	}
	c.holders[part] = kind
	return ""
}

// Holder returns the kind of resource that has claimed a part, "" when none has.
func (c *Claims) Holder(part string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.holders[part]
}

// ExclusionsOf names the exclusions of a scope as a part to claim.
func ExclusionsOf(scope netip.Addr) string { return "exclusions of scope " + scope.String() }

// ReservationsOf names the reservations of a scope as a part to claim.
func ReservationsOf(scope netip.Addr) string { return "reservations of scope " + scope.String() }

// KeaReservationsOf names the reservations of a subnet of a Kea server as a part to claim.
func KeaReservationsOf(subnet netip.Prefix) string {
	return "reservations of subnet " + subnet.Masked().String()
}

// OptionOf names an option of a scope, without class or policy, as a part to claim.
func OptionOf(scope netip.Addr, id int64) string {
	return OptionAt(windows.OptionLevel{Scope: scope}, id)
}

// OptionAt is OptionOf for any level but the server.
func OptionAt(level windows.OptionLevel, id int64) string {
	return fmt.Sprintf("option %d of %s", id, level)
}

// MembersOf names the scopes of a failover relationship as a part to claim.
func MembersOf(relationship string) string {
	return "scopes of relationship " + strings.ToLower(relationship)
}

// SuperscopeOf names the membership of a scope in a superscope as a part to claim.
func SuperscopeOf(scope netip.Addr) string { return "superscope of scope " + scope.String() }
