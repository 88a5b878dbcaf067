package cmdlet

import (
	"fmt"
	"math"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// toAddress converts as System.Net.IPAddress does: text by Parse, a number as the four
// bytes of the address with the lowest first.
func toAddress(v any) (any, bool) {
	switch t := v.(type) {
	case nil:
		return nil, true
	case string:
		return parseAddress(t)
	case int64:
		if t < 0 || t > math.MaxUint32 {
			return nil, false
		}
		return netip.AddrFrom4([4]byte{byte(t), byte(t >> 8), byte(t >> 16), byte(t >> 24)}), true
	}
	return nil, false
}

// parseAddress is IPAddress.Parse: one to four numbers in decimal, octal (leading 0) or
// hexadecimal (0x), of which the last fills what is left: "24" is 0.0.0.24 and "10.1.5"
// is 10.1.0.5. Whoever sends an address checks its text before.
func parseAddress(s string) (any, bool) {
	if strings.Contains(s, ":") {
		return parseAddress6(s)
	}
	parts := strings.Split(s, ".")
	if len(parts) > 4 {
		return nil, false
	}
	var all uint64
	for i, part := range parts {
		limit := uint64(255)
		if i == len(parts)-1 {
			limit = 1<<(8*uint(5-len(parts))) - 1
			all <<= 8 * uint(5-len(parts))
		} else {
			all <<= 8
		}
		n, ok := parseAddressPart(part)
		if !ok || n > limit {
			return nil, false
		}
		all |= n
	}
	return netip.AddrFrom4([4]byte{byte(all >> 24), byte(all >> 16), byte(all >> 8), byte(all)}), true
}

func parseAddressPart(s string) (uint64, bool) {
	base := 10
	switch {
	case strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X"):
		s, base = s[2:], 16
	case len(s) > 1 && s[0] == '0':
		s, base = s[1:], 8
	}
	if s == "" || strings.ContainsAny(s, "+-_") {
		return 0, false
	}
	n, err := strconv.ParseUint(s, base, 33)
	return n, err == nil
}

// parseAddress6 takes what IPAddress.Parse takes for IPv6: also in brackets, with a port
// that is dropped, and with a scope that we drop as well.
func parseAddress6(s string) (any, bool) {
	if strings.HasPrefix(s, "[") {
		end := strings.IndexByte(s, ']')
		if end < 0 {
			return nil, false
		}
		s = s[1:end]
	}
	a, err := netip.ParseAddr(s)
	if err != nil {
		return nil, false
	}
	return a.WithZone(""), true
}

// numberForm is what PowerShell's scanner takes for a number in text: decimal or
// hexadecimal, with a fraction, exponent or multiplier.
var numberForm = regexp.MustCompile(`(?i)^\s*([+-]?)(?:0x([0-9a-f]+)|([0-9]*\.?[0-9]*(?:e[+-]?[0-9]+)?))(kb|mb|gb|tb|pb)?\s*$`)

// scanNumber converts text to a whole number; halves go to the even neighbour.
func scanNumber(s string) (int64, bool) {
	if strings.TrimSpace(s) == "" {
		return 0, true
	}
	m := numberForm.FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	var f float64
	if m[2] != "" {
		n, err := strconv.ParseUint(m[2], 16, 32)
		if err != nil {
			return 0, false
		}
		f = float64(n)
	} else {
		var err error
		if f, err = strconv.ParseFloat(m[3], 64); err != nil {
			return 0, false
		}
	}
	if i := strings.Index("kbmbgbtbpb", strings.ToLower(m[4])); m[4] != "" {
		f *= math.Pow(1024, float64(i/2+1))
	}
	if m[1] == "-" {
		f = -f
	}
	f = math.RoundToEven(f)
	return int64(f), math.Abs(f) < 1<<62
}

// spanForm is TimeSpan.Parse: days, or [days.]hours:minutes[:seconds[.fraction]].
var spanForm = regexp.MustCompile(`^\s*(-?)(?:([0-9]+)|(?:([0-9]+)[.:])??([0-9]{1,2}):([0-9]{1,2})(?::([0-9]{1,2})(?:\.([0-9]{1,7}))?)?)\s*$`)

// dayForm is what TimeSpan.Parse makes of three numbers whose first is no hour.
var dayForm = regexp.MustCompile(`^\s*(-?)([0-9]+):([0-9]{1,2}:[0-9]{1,2})\s*$`)

func parseSpan(s string) (any, bool) {
	m := spanForm.FindStringSubmatch(s)
	if m == nil {
		return nil, false
	}
	part := func(i int) int64 { n, _ := strconv.ParseInt(m[i], 10, 64); return n }
	days, hours, minutes, seconds := part(2)+part(3), part(4), part(5), part(6)
	if hours > 23 && dayForm.MatchString(s) { // "48:00:00" is 48 days
		return parseSpan(dayForm.ReplaceAllString(s, "$1$2.$3"))
	}
	if hours > 23 || minutes > 59 || seconds > 59 || days > 106751 { // a Duration ends after 292 years
		return nil, false
	}
	d := time.Duration(days)*24*time.Hour + time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute + time.Duration(seconds)*time.Second
	if m[7] != "" {
		ticks, _ := strconv.ParseInt(m[7]+strings.Repeat("0", 7-len(m[7])), 10, 64)
		d += time.Duration(ticks) * 100
	}
	if m[1] == "-" {
		d = -d
	}
	return d, true
}

// spanText is TimeSpan.ToString: [days.]hours:minutes:seconds.
func spanText(d time.Duration) string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	days := ""
	if n := d / (24 * time.Hour); n > 0 {
		days = fmt.Sprintf("%d.", n)
	}
	s := fmt.Sprintf("%s%s%02d:%02d:%02d", sign, days, d/time.Hour%24, d/time.Minute%60, d/time.Second%60)
	if ticks := d % time.Second / 100; ticks != 0 {
		s += fmt.Sprintf(".%07d", ticks)
	}
	return s
}
