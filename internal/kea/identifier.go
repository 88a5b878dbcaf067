package kea

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// The identifier types of a reservation, as Kea names them.
const (
	HWAddress = "hw-address"
	ClientID  = "client-id"
	DUID      = "duid"
	CircuitID = "circuit-id"
	FlexID    = "flex-id"
)

// IdentifierTypes lists the identifier types that a family accepts. circuit-id and
// client-id are refused by kea-dhcp6.
func IdentifierTypes(family Family) []string {
	if family == V6 {
		return []string{DUID, HWAddress, FlexID}
	}
	return []string{HWAddress, ClientID, DUID, CircuitID, FlexID}
}

// identifierLengths are the limits in bytes. Kea checks none of the hardware addresses,
// and DUIDs only at the lower end, so that a slip would be stored and never match.
var identifierLengths = map[string][]int{
	DUID:      {3, 128},
	ClientID:  {1, 255},
	CircuitID: {1, 255},
	FlexID:    {1, 255},
}

// NormalizeIdentifier gives an identifier in the spelling in which Kea returns it: lower
// case with colons for hardware addresses and DUIDs, upper case without separators for the
// others. It accepts colons, dashes, dots, blanks, a leading 0x, and, for client, circuit
// and flexible identifiers, a text in single quotes.
func NormalizeIdentifier(kind, text string) (string, error) {
	raw, err := identifierBytes(kind, text)
	if err != nil {
		return "", err
	}
	if err := checkIdentifierLength(kind, len(raw)); err != nil {
		return "", err
	}
	if kind != HWAddress && kind != DUID {
		return strings.ToUpper(hex.EncodeToString(raw)), nil
	}
	groups := make([]string, len(raw))
	for i, b := range raw {
		groups[i] = fmt.Sprintf("%02x", b)
	}
	return strings.Join(groups, ":"), nil
}

func identifierBytes(kind, text string) ([]byte, error) {
	text = strings.TrimSpace(text)
	if len(text) >= 2 && text[0] == '\'' && text[len(text)-1] == '\'' {
		if kind == HWAddress || kind == DUID {
			return nil, fmt.Errorf("%s takes hexadecimal digits, not a text in quotes", kind)
		}
		return []byte(text[1 : len(text)-1]), nil
	}
	text = strings.TrimPrefix(strings.TrimPrefix(text, "0x"), "0X")
	groups := strings.FieldsFunc(text, func(r rune) bool { return r == ':' || r == '-' || r == '.' || r == ' ' })
	if len(groups) > 1 {
		for i, group := range groups {
			if len(group) == 1 {
				groups[i] = "0" + group // Kea pads a:b:c the same way
			}
		}
	}
	raw, err := hex.DecodeString(strings.Join(groups, ""))
	if err != nil {
		return nil, fmt.Errorf("%q is not a %s: expected pairs of hexadecimal digits such as 02:00:5e:10:00:01", text, kind)
	}
	return raw, nil
}

func checkIdentifierLength(kind string, length int) error {
	if kind == HWAddress {
		// Ethernet, EUI-64 and InfiniBand.
		if length == 6 || length == 8 || length == 20 {
			return nil
		}
		return fmt.Errorf("a hardware address has 6 bytes (8 for EUI-64, 20 for InfiniBand), this one has %d", length)
	}
	limits, known := identifierLengths[kind]
	if !known {
		return fmt.Errorf("unknown identifier type %q", kind)
	}
	if length < limits[0] || length > limits[1] {
		return fmt.Errorf("a %s has %d to %d bytes, this one has %d", kind, limits[0], limits[1], length)
	}
	return nil
}
