package catalog

import (
	"fmt"
	"strings"

	"github.com/agext/levenshtein"
)

// unknownField names the known field that was most likely meant.
func unknownField(name string, known []string) string {
	if near := nearest(name, known); near != "" {
		return fmt.Sprintf("unknown field; did you mean %q?", near)
	}
	return "unknown field; known here: " + strings.Join(known, ", ")
}

// nearest is the known name with the fewest edits, if these are few for its length.
// Upper and lower case count as the same.
func nearest(name string, known []string) string {
	best, least := "", max(2, len(name)/3)+1
	for _, k := range known {
		if d := levenshtein.Distance(strings.ToLower(name), strings.ToLower(k), nil); d < least {
			best, least = k, d
		}
	}
	return best
}
