package sitevalues

import (
	"strings"

	"github.com/agext/levenshtein"
)

// suggest names the field that an unknown key is a misspelling of, for a message.
func suggest(key string, known []string) string {
	best, bestDistance := "", 3
	for _, field := range known {
		distance := levenshtein.Distance(strings.ToLower(key), strings.ToLower(field), nil)
		if distance < bestDistance {
			best, bestDistance = field, distance
		}
	}
	if best == "" {
		return ""
	}
	return ": is " + best + " meant?"
}
