package dhcp

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Limits of texts on a Windows DHCP server, in UTF-16 units as it counts them.
const (
	MaxDomain       = 256 // option 15
	MaxText         = 255 // names of scopes: the console's limit, the protocol has none
	MaxDescription  = 127 // descriptions of reservations
	MaxRelationship = 126 // names of failover relationships (MS-DHCPM)
)

// TextLength counts a text as Windows does: in UTF-16 units.
func TextLength(text string) int { return len(utf16.Encode([]rune(text))) }

// CheckText checks that a text is valid UTF-8, has no control characters and at most
// max UTF-16 units.
func CheckText(text string, max int) error {
	if !utf8.ValidString(text) {
		return fmt.Errorf("the text is not valid UTF-8")
	}
	if i := strings.IndexFunc(text, unicode.IsControl); i >= 0 {
		r, _ := utf8.DecodeRuneInString(text[i:])
		return fmt.Errorf("%q holds the control character %U, which a DHCP server does not keep", text, r)
	}
	if n := TextLength(text); n > max {
		return fmt.Errorf("the text has %d characters, the most possible are %d", n, max)
	}
	return nil
}

// CheckName checks a name that may not be empty.
func CheckName(text string, max int) error {
	if text == "" {
		return fmt.Errorf("the name is empty")
	}
	return CheckText(text, max)
}

// CheckDomain checks a DNS domain as option 15 carries it: no blanks, at most 256
// characters.
func CheckDomain(text string) error {
	if text == "" {
		return fmt.Errorf("the domain is empty")
	}
	if strings.ContainsFunc(text, unicode.IsSpace) {
		return fmt.Errorf("%q holds a blank, which no DNS domain has", text)
	}
	return CheckText(text, MaxDomain)
}
