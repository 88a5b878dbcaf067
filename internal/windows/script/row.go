package script

import (
	"fmt"
	"math"
	"net/netip"
)

// Row is one object that a cmdlet returned, reduced to the properties asked for. A missing
// property reads as null does: empty, 0, false. A list of one and its member are the same,
// because PowerShell mixes them up.
type Row map[string]any

// Text returns a property as text.
func (r Row) Text(name string) string {
	switch v := single(r[name]).(type) {
	case nil:
		return ""
	case string:
		return v
	default:
		return fmt.Sprint(v)
	}
}

// Texts returns a property as a list of texts, nil when it is null or an empty list.
func (r Row) Texts(name string) []string {
	var out []string
	list, isList := r[name].([]any)
	if !isList && r[name] != nil {
		list = []any{r[name]}
	}
	for _, v := range list {
		out = append(out, Row{"": v}.Text(""))
	}
	return out
}

// Number returns a whole number, or a duration in seconds. The few counts of IPv6 addresses
// that do not fit become the largest number.
func (r Row) Number(name string) int64 {
	switch v := single(r[name]).(type) {
	case int64:
		return v
	case float64:
		if v >= math.MaxInt64 {
			return math.MaxInt64
		}
		return int64(v)
	}
	return 0
}

// Float returns a number with its fraction.
func (r Row) Float(name string) float64 {
	switch v := single(r[name]).(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

// Flag returns a boolean.
func (r Row) Flag(name string) bool { v, _ := single(r[name]).(bool); return v }

// Addr returns an address, the zero Addr when there is none.
func (r Row) Addr(name string) netip.Addr {
	a, _ := netip.ParseAddr(r.Text(name))
	return a
}

// Addrs returns a list of addresses.
func (r Row) Addrs(name string) []netip.Addr {
	var out []netip.Addr
	for _, text := range r.Texts(name) {
		if a, err := netip.ParseAddr(text); err == nil {
			out = append(out, a)
		}
	}
	return out
}

// Null tells whether a property is null or was not asked for.
func (r Row) Null(name string) bool { return r[name] == nil }

func single(v any) any {
	if list, ok := v.([]any); ok {
		if len(list) == 0 {
			return nil
		}
		return list[0]
	}
	return v
}
