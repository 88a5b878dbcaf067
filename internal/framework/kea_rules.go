package framework

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

// HardwareAddress is the MAC address of a Kea reservation in any spelling.
type HardwareAddress = Spelled[HardwareAddressRule]

// HardwareAddressRule holds AA-BB-…, aa:bb:… and aabb.… for the same address.
type HardwareAddressRule struct{}

// Kind names the value.
func (HardwareAddressRule) Kind() string { return "hardware address" }

// Canonical writes the address as Kea answers it.
func (HardwareAddressRule) Canonical(text string) (string, error) {
	return kea.NormalizeIdentifier(kea.HWAddress, text)
}

// DUID is a DHCP unique identifier in any spelling.
type DUID = Spelled[DUIDRule]

// DUIDRule holds spellings with and without separators for the same DUID.
type DUIDRule struct{}

// Kind names the value.
func (DUIDRule) Kind() string { return "DUID" }

// Canonical writes the DUID as Kea answers it.
func (DUIDRule) Canonical(text string) (string, error) {
	return kea.NormalizeIdentifier(kea.DUID, text)
}

// Octets is a client, circuit or flexible identifier: hexadecimal digits, or a text in
// single quotes.
type Octets = Spelled[OctetsRule]

// OctetsRule holds 'ab' and 6162 for the same identifier.
type OctetsRule struct{}

// Kind names the value.
func (OctetsRule) Kind() string { return "identifier" }

// Canonical writes the identifier as Kea answers it.
func (OctetsRule) Canonical(text string) (string, error) {
	return kea.NormalizeIdentifier(kea.FlexID, text)
}

// SubnetPrefix is the prefix of a subnet: host bits and spellings of IPv6 do not matter.
type SubnetPrefix = Spelled[SubnetPrefixRule]

// SubnetPrefixRule holds 192.0.2.5/24 and 192.0.2.0/24 for the same subnet.
type SubnetPrefixRule struct{}

// Kind names the value.
func (SubnetPrefixRule) Kind() string { return "subnet" }

// Canonical writes the prefix without host bits.
func (SubnetPrefixRule) Canonical(text string) (string, error) {
	prefix, err := netip.ParsePrefix(text)
	if err != nil {
		return "", fmt.Errorf("%q is no prefix such as 192.0.2.0/24 or 2001:db8:1::/64", text)
	}
	return prefix.Masked().String(), nil
}

// PoolRange is the range of a pool: first and last address, or an aligned prefix.
type PoolRange = Spelled[PoolRangeRule]

// PoolRangeRule holds 192.0.2.128 - 192.0.2.255 and 192.0.2.128/25 for the same range.
type PoolRangeRule struct{}

// Kind names the value.
func (PoolRangeRule) Kind() string { return "address range" }

// Canonical writes the range as Kea answers it.
func (PoolRangeRule) Canonical(text string) (string, error) {
	r, err := kea.ParseRange(text)
	if err != nil {
		return "", err
	}
	return r.String(), nil
}

// CanonicalAddress is an IP address in any spelling.
type CanonicalAddress = Spelled[CanonicalAddressRule]

// CanonicalAddressRule holds 2001:DB8::1 and 2001:db8:0::1 for the same address.
type CanonicalAddressRule struct{}

// Kind names the value.
func (CanonicalAddressRule) Kind() string { return "IP address" }

// Canonical writes the address in its short form.
func (CanonicalAddressRule) Canonical(text string) (string, error) {
	address, err := netip.ParseAddr(text)
	if err != nil || strings.Contains(text, "%") {
		return "", fmt.Errorf("%q is no IP address", text)
	}
	return address.String(), nil
}

// UserContext is the JSON object that Kea keeps with an object of its configuration.
type UserContext = Spelled[UserContextRule]

// UserContextRule holds texts with other blanks or another order of keys for the same object.
type UserContextRule struct{}

// Kind names the value.
func (UserContextRule) Kind() string { return "user context" }

// Canonical writes the object without blanks and with sorted keys.
func (UserContextRule) Canonical(text string) (string, error) {
	var object map[string]any
	if err := json.Unmarshal([]byte(text), &object); err != nil || object == nil {
		return "", fmt.Errorf("%q is no JSON object: write it with jsonencode({ … })", text)
	}
	canonical, err := json.Marshal(object)
	return string(canonical), err
}
