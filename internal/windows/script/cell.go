package script

import (
	"fmt"
	"math"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// A cell is one value in an answer: "~" null, "=" a text, "#" a number, "+" true, "-"
// false, "[" a list of cells with unit separators between them. In a text, a backslash
// marks the characters that the format itself uses.
var (
	escape   = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`, separator, `\u`)
	unescape = strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r", `\u`, separator)
)

const separator = "\x1f"

// FormatCell writes a value as Format-Value of the script does: addresses as text,
// durations in whole seconds, times in UTC.
func FormatCell(v any) string {
	switch t := v.(type) {
	case nil:
		return "~"
	case string:
		return "=" + escape.Replace(t)
	case bool:
		return map[bool]string{true: "+", false: "-"}[t]
	case int:
		return "#" + strconv.Itoa(t)
	case int64:
		return "#" + strconv.FormatInt(t, 10)
	case uint64:
		return "#" + strconv.FormatUint(t, 10)
	case float64:
		return "#" + strconv.FormatFloat(t, 'g', -1, 64)
	case float32:
		return "#" + strconv.FormatFloat(float64(t), 'g', -1, 32)
	case netip.Addr:
		if !t.IsValid() {
			return "~"
		}
		return "=" + t.String()
	case time.Duration:
		return "#" + strconv.FormatInt(int64(math.Floor(t.Seconds())), 10)
	case time.Time:
		return "=" + t.UTC().Format(timeForm)
	case []any:
		return formatList(t)
	case []string:
		return formatList(t)
	case []int64:
		return formatList(t)
	case []netip.Addr:
		return formatList(t)
	}
	return FormatCell(fmt.Sprint(v))
}

func formatList[T any](list []T) string {
	cells := make([]string, len(list))
	for i, item := range list {
		cells[i] = FormatCell(item)
	}
	return "[" + strings.Join(cells, separator)
}

// parseCell reads a cell into nil, string, int64, float64, bool or []any.
func parseCell(cell string) (any, bool) {
	if cell == "" {
		return nil, false
	}
	rest := cell[1:]
	switch cell[0] {
	case '~':
		return nil, rest == ""
	case '+', '-':
		return cell[0] == '+', rest == ""
	case '=':
		return unescape.Replace(rest), true
	case '#':
		if n, err := strconv.ParseInt(rest, 10, 64); err == nil {
			return n, true
		}
		f, err := strconv.ParseFloat(rest, 64)
		return f, err == nil
	case '[':
		return parseList(rest)
	}
	return nil, false
}

func parseList(rest string) (any, bool) {
	list := []any{}
	if rest == "" {
		return list, true
	}
	for item := range strings.SplitSeq(rest, separator) {
		v, ok := parseCell(item)
		if !ok {
			return nil, false
		}
		list = append(list, v)
	}
	return list, true
}
