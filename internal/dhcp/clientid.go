package dhcp

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// MaxClientID is the number of bytes that a client id can have (RFC 2132 option 61 has
// one length byte). Longer ones are said to crash the Windows service.
const MaxClientID = 255

// ClientID identifies a client: a MAC address, an RFC 2132 client identifier, a DUID.
type ClientID []byte

// ParseClientID reads hexadecimal bytes in any usual spelling: aa-bb-cc, AA:BB:CC,
// aabb.ccdd, aabbcc, 0xaabbcc. Between colons or dashes a byte may have one digit.
func ParseClientID(text string) (ClientID, error) {
	digits, err := hexDigits(text)
	if err != nil {
		return nil, err
	}
	id, err := hex.DecodeString(digits)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%q is not a client id: write its bytes in hexadecimal, such as aa-bb-cc-dd-ee-ff", text)
	case len(id) == 0:
		return nil, fmt.Errorf("a client id needs at least one byte, written in hexadecimal such as aa-bb-cc-dd-ee-ff")
	case len(id) > MaxClientID:
		return nil, fmt.Errorf("the client id has %d bytes, the most possible are %d", len(id), MaxClientID)
	}
	return id, nil
}

// hexDigits takes the separators out of a spelling.
func hexDigits(text string) (string, error) {
	bare := strings.TrimPrefix(strings.ToLower(text), "0x")
	for _, sep := range []string{":", "-"} {
		groups := strings.Split(bare, sep)
		if len(groups) == 1 {
			continue
		}
		for i, g := range groups {
			switch len(g) {
			case 1:
				groups[i] = "0" + g
			case 2:
			default:
				return "", fmt.Errorf("%q is not a client id: between separators stand one or two hexadecimal digits, such as aa-bb-cc-dd-ee-ff", text)
			}
		}
		return strings.Join(groups, ""), nil
	}
	bare = strings.ReplaceAll(bare, ".", "")
	if len(bare)%2 != 0 {
		return "", fmt.Errorf("%q is not a client id: it has an odd number of hexadecimal digits", text)
	}
	return bare, nil
}

// ParseMAC reads a MAC address of six bytes in any usual spelling.
func ParseMAC(text string) (ClientID, error) {
	id, err := ParseClientID(text)
	if err != nil || len(id) != 6 {
		return nil, fmt.Errorf("%q is not a MAC address: write six bytes in hexadecimal, such as aa-bb-cc-dd-ee-ff", text)
	}
	return id, nil
}

// String writes the form that Windows answers: small letters with dashes.
func (id ClientID) String() string { return id.join("-") }

// Colons writes the form that Kea answers: small letters with colons.
func (id ClientID) Colons() string { return id.join(":") }

func (id ClientID) join(sep string) string {
	parts := make([]string, len(id))
	for i, b := range id {
		parts[i] = hex.EncodeToString([]byte{b})
	}
	return strings.Join(parts, sep)
}
