package cmdlet

import (
	"testing"
	"time"
)

// The spans are what PowerShell makes of the texts.
func TestParseSpanReadsTextAsDotNetDoes(t *testing.T) {
	day := 24 * time.Hour
	for text, want := range map[string]time.Duration{
		"02:00:00":  2 * time.Hour,
		"8":         8 * day,
		"8.00:00":   8 * day,
		"23:59:59":  day - time.Second,
		"48:00:00":  48 * day,
		"24:10:20":  24*day + 10*time.Hour + 20*time.Minute,
		"-48:00:00": -48 * day,
		"1:2:3:4":   day + 2*time.Hour + 3*time.Minute + 4*time.Second,
		"0:0:0.5":   time.Second / 2,
	} {
		if got, ok := parseSpan(text); !ok || got != want {
			t.Errorf("%s: %v %t, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"48:30:00", "48:20:00.5", "24:10", "1.24:00:00", "48:20:61", "8 days", ""} {
		if got, ok := parseSpan(text); ok {
			t.Errorf("%q: %v, want a refusal", text, got)
		}
	}
}
