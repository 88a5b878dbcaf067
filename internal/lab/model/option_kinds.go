package model

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
)

// Types of option values.
const (
	kindByte         = "Byte"
	kindWord         = "Word"
	kindDWord        = "DWord"
	kindDWordDWord   = "DWordDWord"
	kindIPv4         = "IPv4Address"
	kindIPv6         = "IPv6Address"
	kindString       = "String"
	kindBinary       = "BinaryData"
	kindEncapsulated = "EncapsulatedData"
)

// zeroValue is the default that a definition of a type gets when none is given.
func zeroValue(kind string) []string {
	switch kind {
	case kindByte, kindBinary, kindEncapsulated:
		return []string{"0x00"}
	case kindWord, kindDWord, kindDWordDWord:
		return []string{"0"}
	case kindIPv4:
		return []string{"0.0.0.0"}
	case kindIPv6:
		return []string{"::"}
	}
	return []string{""}
}

// storedValue turns texts into the form in which a value of a type reads back; ok is
// false for a text that is no value of the type. Numbers go in with any base and come
// out decimal, bytes as 0x and two digits.
func storedValue(kind string, texts []string) (stored []string, ok bool) {
	stored = make([]string, len(texts))
	for i, text := range texts {
		if stored[i], ok = storedText(kind, text); !ok {
			return nil, false
		}
	}
	return stored, len(stored) > 0
}

func storedText(kind, text string) (string, bool) {
	switch kind {
	case kindByte, kindBinary, kindEncapsulated:
		n, err := parseNumber(text, 8)
		return fmt.Sprintf("0x%02x", n), err == nil
	case kindWord:
		return storedNumber(text, 16)
	case kindDWord:
		return storedNumber(text, 32)
	case kindDWordDWord:
		return storedNumber(text, 64)
	case kindIPv4:
		a, err := netip.ParseAddr(text)
		return a.String(), err == nil && a.Is4()
	case kindIPv6:
		a, err := netip.ParseAddr(text)
		return a.String(), err == nil && a.Is6()
	}
	return text, true
}

func storedNumber(text string, bits int) (string, bool) {
	n, err := parseNumber(text, bits)
	return strconv.FormatUint(n, 10), err == nil
}

// parseNumber reads decimal text, or hexadecimal after 0x.
func parseNumber(text string, bits int) (uint64, error) {
	if digits, hex := strings.CutPrefix(strings.ToLower(text), "0x"); hex {
		return strconv.ParseUint(digits, 16, bits)
	}
	return strconv.ParseUint(text, 10, bits)
}

// holdsMany tells whether a definition takes this many values. Binary values are
// written a byte a text, so their number says nothing.
func (d *optionDefinition) holdsMany(n int) bool {
	return n == 1 || d.multi || d.kind == kindBinary || d.kind == kindEncapsulated
}
