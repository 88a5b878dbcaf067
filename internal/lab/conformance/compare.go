package conformance

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

// words are the properties whose text is a word of an enumeration: case does not matter.
var words = map[string]bool{
	"State": true, "Type": true, "Mode": true, "ServerRole": true, "AddressState": true,
	"DynamicUpdates": true, "List": true, "Condition": true,
}

// Compare tells whether a result is as expected; if not, it returns the part that differs.
func Compare(want Expect, got model.Result) (wanted, seen string, ok bool) {
	if w, s, ok := compareErrors(want.Error, got.Errors); !ok {
		return w, s, false
	}
	if !slices.Equal(want.Text, got.Text) {
		return show(want.Text), show(got.Text), false
	}
	if len(want.Rows) != len(got.Rows) {
		return fmt.Sprintf("%d rows %s", len(want.Rows), show(want.Rows)), fmt.Sprintf("%d rows %s", len(got.Rows), show(properties(got.Rows, want.Rows))), false
	}
	if want.AnyOrder {
		return compareAnyOrder(want.Rows, got.Rows)
	}
	for i, row := range want.Rows {
		if w, s, ok := compareRow(row, got.Rows[i]); !ok {
			return fmt.Sprintf("row %d %s", i, w), s, false
		}
	}
	return "", "", true
}

func compareErrors(want *ExpectError, got []*model.ErrorRecord) (wanted, seen string, ok bool) {
	switch {
	case want == nil && len(got) == 0:
		return "", "", true
	case want == nil:
		return "no error", told(got[0]), false
	case len(got) == 0:
		return "error " + show(want), "no error", false
	}
	e := got[0]
	ok = (want.ID == "" || want.ID == e.ID) && (len(want.OneOf) == 0 || slices.Contains(want.OneOf, e.ID)) &&
		(want.Category == "" || want.Category == e.Category)
	return "error " + show(want), fmt.Sprintf("%s (%s)", told(e), e.Category), ok
}

// told is an error with the server's message, where it is known.
func told(e *model.ErrorRecord) string {
	if e.Message == "" {
		return e.ID
	}
	return e.Error()
}

// compareAnyOrder looks for each expected row among those that none has claimed yet.
func compareAnyOrder(want []map[string]any, got []model.Object) (wanted, seen string, ok bool) {
	rest := slices.Clone(got)
	for _, row := range want {
		i := slices.IndexFunc(rest, func(o model.Object) bool { _, _, same := compareRow(row, o); return same })
		if i < 0 {
			return "a row " + show(row), show(properties(rest, want)), false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return "", "", true
}

func compareRow(want map[string]any, got model.Object) (wanted, seen string, ok bool) {
	for name, w := range want {
		g, present := got.Properties[name]
		if !present || !compareValue(name, w, plain(g)) {
			return name + " " + show(w), show(plain(g)), false
		}
	}
	return "", "", true
}

// compareValue follows the rules of the cases: "*" is any value that is there, null is null
// or empty text, a list of one is its member, and a list of scopes is a set.
func compareValue(name string, want, got any) bool {
	if want == "*" {
		return got != nil
	}
	w, g := items(name, want), items(name, got)
	if name == "ScopeId" {
		slices.Sort(w)
		slices.Sort(g)
	}
	return slices.Equal(w, g)
}

// items returns a value as a list of texts; null and empty text alone are the empty list.
func items(name string, v any) []string {
	list, isList := v.([]any)
	if !isList {
		if v == nil || v == "" {
			return nil
		}
		list = []any{v}
	}
	out := make([]string, len(list))
	for i, item := range list {
		out[i] = show(plain(item))
		if words[name] {
			out[i] = strings.ToLower(out[i])
		}
	}
	return out
}

// plain returns a value as the cases write it: addresses as text, lists as []any.
func plain(v any) any {
	switch t := v.(type) {
	case netip.Addr:
		if !t.IsValid() {
			return nil
		}
		return t.String()
	case []netip.Addr:
		return plains(t)
	case []string:
		return plains(t)
	case []int64:
		return plains(t)
	case int:
		return int64(t)
	case float32:
		return float64(t)
	case time.Time:
		return map[string]any{"time": t.UTC().Format(time.RFC3339)}
	case time.Duration:
		return map[string]any{"seconds": t.Seconds()}
	}
	return v
}

func plains[T any](list []T) any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = plain(v)
	}
	return out
}

// properties returns only the properties that the expected rows name.
func properties(rows []model.Object, want []map[string]any) []map[string]any {
	var out []map[string]any
	for _, row := range rows {
		shown := map[string]any{}
		for name, v := range row.Properties {
			if len(want) == 0 || want[0][name] != nil {
				shown[name] = plain(v)
			}
		}
		out = append(out, shown)
	}
	return out
}

func show(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("%v", v)
	}
	return string(text)
}
