package sitevalues

import (
	"encoding/json"
	"math"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// maxWhole is the largest whole number that every JSON reader holds exactly.
const maxWhole = 1<<53 - 1

// whole returns the value as an integer when it is a number with an integral value, at
// most maxWhole either way. 8, 8.0 and 8e0 are the same number.
func whole(value any) (int64, bool) {
	number, ok := value.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := number.Float64()
	if err != nil || f != math.Trunc(f) || math.Abs(f) > maxWhole {
		return 0, false
	}
	return int64(f), true
}

// address returns the value as an IPv4 address in dotted decimals without leading zeros.
func address(value any) (netip.Addr, bool) {
	text, ok := value.(string)
	if !ok {
		return netip.Addr{}, false
	}
	addr, err := netip.ParseAddr(text)
	return addr, err == nil && addr.Is4()
}

// maskBits returns the length of a mask of ones and then zeros only, or 0.
func maskBits(mask netip.Addr) int {
	for bits := 1; bits <= 32; bits++ {
		if maskOf(bits) == mask {
			return bits
		}
	}
	return 0
}

func maskOf(bits int) netip.Addr {
	prefix, _ := netip.AddrFrom4([4]byte{255, 255, 255, 255}).Prefix(bits)
	return prefix.Addr()
}

// blank tells whether a value is a string without any visible character.
func blank(value any) bool {
	text, ok := value.(string)
	return ok && strings.TrimSpace(text) == ""
}

func hasSpace(text string) bool { return strings.ContainsFunc(text, unicode.IsSpace) }

// dnsLabel is the form of a Kubernetes name without dots (RFC 1123).
var dnsLabel = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$`)

func isDNSLabel(value any) bool {
	text, ok := value.(string)
	return ok && dnsLabel.MatchString(text)
}

// apiURL has the port as its only group.
var apiURL = regexp.MustCompile(`^(?i:https?)://(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?(?:/[^?#]*)?$`)

// isURL tells whether a value is an http or https URL without user, query and fragment.
func isURL(value any) bool {
	text, ok := value.(string)
	if !ok || hasSpace(text) {
		return false
	}
	m := apiURL.FindStringSubmatch(text)
	if m == nil || m[1] == "" {
		return m != nil
	}
	port, err := strconv.Atoi(m[1])
	return err == nil && port >= 1 && port <= 65535
}
