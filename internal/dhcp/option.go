package dhcp

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// OptionType is the type of an option's values, in the words of a Windows DHCP server.
type OptionType string

// The types of option values. IPv6Address exists for DHCPv6 only.
const (
	OptionByte         OptionType = "Byte"
	OptionWord         OptionType = "Word"
	OptionDWord        OptionType = "DWord"
	OptionDWordDWord   OptionType = "DWordDWord"
	OptionIPv4Address  OptionType = "IPv4Address"
	OptionIPv6Address  OptionType = "IPv6Address"
	OptionString       OptionType = "String"
	OptionBinary       OptionType = "BinaryData"
	OptionEncapsulated OptionType = "EncapsulatedData"
)

// OptionTypes lists all types.
func OptionTypes() []OptionType {
	return []OptionType{OptionByte, OptionWord, OptionDWord, OptionDWordDWord, OptionIPv4Address, OptionIPv6Address, OptionString, OptionBinary, OptionEncapsulated}
}

// Options that a scope's own attributes or other objects manage.
const (
	OptionRouter     = 3
	OptionDNSServers = 6
	OptionDomainName = 15
	OptionLeaseTime  = 51
	OptionBootServer = 66
	OptionBootFile   = 67
	OptionDNSUpdate  = 81
)

// Options of DHCPv6 that a Windows server treats in a way of their own.
const (
	OptionDNSServersV6  = 23
	OptionRefreshTimeV6 = 32
)

// MinRefreshTimeV6 is the least information refresh time in seconds (RFC 4242 3.1).
const MinRefreshTimeV6 = 600

// NormalizeOption brings the values of an option into one form, so that two spellings of
// the same values are equal: numbers in decimal, addresses canonical, bytes as 0x0a, one
// text a byte. Windows answers numbers in decimal or hexadecimal by type and version.
func NormalizeOption(t OptionType, values []string) ([]string, error) {
	switch t {
	case OptionByte:
		return each(values, number(8))
	case OptionWord:
		return each(values, number(16))
	case OptionDWord:
		return each(values, number(32))
	case OptionDWordDWord:
		return each(values, number(64))
	case OptionIPv4Address:
		return each(values, func(v string) (string, error) { a, err := ParseIPv4(v); return a.String(), err })
	case OptionIPv6Address:
		return each(values, func(v string) (string, error) { a, err := ParseIPv6(v); return a.String(), err })
	case OptionString:
		return slices.Clone(values), nil
	case OptionBinary, OptionEncapsulated:
		b, err := ParseBytes(values)
		return FormatBytes(b), err
	}
	return nil, fmt.Errorf("%q is not a type of option values", t)
}

func each(values []string, f func(string) (string, error)) ([]string, error) {
	out := make([]string, len(values))
	for i, v := range values {
		n, err := f(v)
		if err != nil {
			return nil, err
		}
		out[i] = n
	}
	return out, nil
}

func number(size int) func(string) (string, error) {
	return func(v string) (string, error) {
		n, err := ParseNumber(v, size)
		return strconv.FormatUint(n, 10), err
	}
}

// ParseNumber reads an unsigned number of at most size bits: decimal, or with the prefix
// 0x, 0o or 0b in another base. A leading zero alone does not mean octal.
func ParseNumber(text string, size int) (uint64, error) {
	digits, base := strings.ToLower(text), 10
	for prefix, b := range map[string]int{"0x": 16, "0o": 8, "0b": 2} {
		if d, ok := strings.CutPrefix(digits, prefix); ok {
			digits, base = d, b
			break
		}
	}
	n, err := strconv.ParseUint(digits, base, size)
	if err != nil {
		return 0, fmt.Errorf("%q is not a number from 0 to %d", text, ^uint64(0)>>(64-size))
	}
	return n, nil
}

// ParseBytes reads binary data: each text is one byte as a number (0x0a, 10) or several
// bytes in hexadecimal (0x0a0b0c).
func ParseBytes(values []string) ([]byte, error) {
	var out []byte
	for _, v := range values {
		if digits, ok := strings.CutPrefix(strings.ToLower(v), "0x"); ok && len(digits) > 2 {
			b, err := hex.DecodeString(digits)
			if err != nil {
				return nil, fmt.Errorf("%q is not a run of bytes: after 0x stands an even number of hexadecimal digits", v)
			}
			out = append(out, b...)
			continue
		}
		n, err := ParseNumber(v, 8)
		if err != nil {
			return nil, fmt.Errorf("%q is not a byte: write a number from 0 to 255, such as 0x0a", v)
		}
		out = append(out, byte(n))
	}
	return out, nil
}

// FormatBytes writes binary data as a Windows server does: one text a byte.
func FormatBytes(data []byte) []string {
	out := make([]string, len(data))
	for i, b := range data {
		out[i] = fmt.Sprintf("0x%02x", b)
	}
	return out
}
