package dhcp

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// LeaseDuration is how long a client may keep an address, in seconds as the protocol
// carries it (RFC 2132 option 51): 32 bits, all ones = without end.
type LeaseDuration uint32

// Unlimited is the lease that never ends.
const Unlimited LeaseDuration = math.MaxUint32

var leaseUnits = []struct {
	letter  byte
	seconds uint64
}{{'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}}

// ParseLeaseDuration reads a duration such as 8d, 12h, 1d12h, 90m, 45s or unlimited.
// Each unit appears at most once, the larger ones first.
func ParseLeaseDuration(text string) (LeaseDuration, error) {
	if strings.EqualFold(text, "unlimited") {
		return Unlimited, nil
	}
	bad := fmt.Errorf("%q is not a duration: write days, hours, minutes and seconds as in 8d, 12h, 1d12h or 90m, or unlimited", text)
	var total uint64
	rest, unit := text, 0
	for rest != "" {
		digits := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
		if digits < 1 {
			return 0, bad
		}
		n, err := strconv.ParseUint(rest[:digits], 10, 32)
		if err != nil {
			return 0, tooLong(text)
		}
		for unit < len(leaseUnits) && leaseUnits[unit].letter != rest[digits] {
			unit++
		}
		if unit == len(leaseUnits) {
			return 0, bad
		}
		total += n * leaseUnits[unit].seconds
		rest, unit = rest[digits+1:], unit+1
	}
	switch {
	case text == "":
		return 0, bad
	case total == 0:
		return 0, fmt.Errorf("a duration of 0 is not possible: write a longer one, or unlimited")
	case total >= uint64(Unlimited):
		return 0, tooLong(text)
	}
	return LeaseDuration(total), nil
}

func tooLong(text string) error {
	return fmt.Errorf("%q is too long: the longest duration is %s; write unlimited for one without end", text, Unlimited-1)
}

// LeaseDurationFromSeconds makes a duration from what a server reports. Anything from
// 0xFFFFFFFF on and every negative number means unlimited: Windows shows an unlimited
// lease as -1 s or as a very long time span, by the version of the reader.
func LeaseDurationFromSeconds(seconds int64) LeaseDuration {
	if seconds < 0 || seconds >= int64(Unlimited) {
		return Unlimited
	}
	return LeaseDuration(seconds)
}

// Seconds is the duration as a number; Unlimited is 0xFFFFFFFF.
func (d LeaseDuration) Seconds() uint64 { return uint64(d) }

// String writes the canonical form: the fewest units, the larger ones first (36h is
// 1d12h), or unlimited.
func (d LeaseDuration) String() string {
	switch d {
	case Unlimited:
		return "unlimited"
	case 0:
		return "0s"
	}
	var b strings.Builder
	rest := uint64(d)
	for _, u := range leaseUnits {
		if n := rest / u.seconds; n > 0 {
			fmt.Fprintf(&b, "%d%c", n, u.letter)
			rest %= u.seconds
		}
	}
	return b.String()
}
