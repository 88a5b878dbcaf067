package yaml11

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var timestampParts = regexp.MustCompile(`^([0-9]{4})-([0-9][0-9]?)-([0-9][0-9]?)` +
	`(?:(?:[Tt]|[ \t]+)([0-9][0-9]?):([0-9]{2}):([0-9]{2})(?:\.([0-9]*))?` +
	`(?:[ \t]*(Z|([-+])([0-9][0-9]?)(?::([0-9]{2}))?))?)?$`)

// timestamp returns the kind and the one spelling of a date or a point in time:
// a blank between date and time, six digits of a fraction that is not zero, the
// offset as it was given (Z is +00:00, none stays none).
func timestamp(text string) (Kind, string, error) {
	m := timestampParts.FindStringSubmatch(text)
	if m == nil {
		return 0, "", fmt.Errorf("%q is no date or time", text)
	}
	date := time.Date(atoi(m[1]), time.Month(atoi(m[2])), atoi(m[3]), 0, 0, 0, 0, time.UTC)
	if date.Year() == 0 || date.Day() != atoi(m[3]) || int(date.Month()) != atoi(m[2]) {
		return 0, "", fmt.Errorf("%q is no day of the calendar", text)
	}
	spelling := date.Format(time.DateOnly)
	if m[4] == "" {
		return Date, spelling, nil
	}
	hour, minute, second := atoi(m[4]), atoi(m[5]), atoi(m[6])
	offset, err := zoneOffset(m[8], m[9], m[10], m[11])
	if err != nil || hour > 23 || minute > 59 || second > 59 {
		return 0, "", fmt.Errorf("%q is no time of a day", text)
	}
	spelling += fmt.Sprintf(" %02d:%02d:%02d", hour, minute, second)
	if micros := (m[7] + "000000")[:6]; strings.Trim(micros, "0") != "" {
		spelling += "." + micros
	}
	return Timestamp, spelling + offset, nil
}

func zoneOffset(zone, sign, hours, minutes string) (string, error) {
	switch {
	case zone == "":
		return "", nil
	case zone == "Z":
		return "+00:00", nil
	}
	total := atoi(hours)*60 + atoi(minutes)
	if total >= 24*60 {
		return "", fmt.Errorf("an offset of %s hours", hours)
	}
	if total == 0 {
		sign = "+"
	}
	return fmt.Sprintf("%s%02d:%02d", sign, total/60, total%60), nil
}

// atoi reads digits that a pattern has let through; none count as 0.
func atoi(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
