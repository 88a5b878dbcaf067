package cmdlet

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
)

// bind converts a value to the parameter's type and makes the checks of its attributes,
// in PowerShell's order: conversion, then the value list, range and "not empty", then
// what every mandatory parameter demands.
func (p *Parameter) bind(given any) (any, *BindError) {
	value, ok := p.convert(given)
	if !ok {
		return nil, refuse(idConversion, invalidData, "cannot convert the value of parameter %s to type %s", p.Name, p.Type)
	}
	if err := p.validate(value); err != nil {
		return nil, err
	}
	return value, p.demand(value)
}

// convert returns the value in the parameter's type, false when it has no such form.
func (p *Parameter) convert(given any) (any, bool) {
	if p.List() {
		return p.convertList(given)
	}
	if _, isList := asList(given); isList {
		return nil, false
	}
	if given == nil && p.Nullable() {
		return nil, true
	}
	return convertOne(p.Element(), given)
}

func (p *Parameter) convertList(given any) (any, bool) {
	if given == nil {
		return nil, true
	}
	items, isList := asList(given)
	if !isList {
		items = []any{given}
	}
	switch p.Element() {
	case "string":
		return gather[string](p.Element(), items)
	case "ipaddress":
		return gather[netip.Addr](p.Element(), items)
	case "uint32":
		return gather[int64](p.Element(), items)
	}
	return gather[any](p.Element(), items)
}

func gather[T any](element string, items []any) (any, bool) {
	out := make([]T, len(items))
	for i, item := range items {
		if inner, isList := asList(item); isList && element == "string" {
			item = joined(inner) // a list within a list becomes one text
		}
		v, ok := convertOne(element, item)
		if !ok {
			return nil, false
		}
		out[i], _ = v.(T) // the null address stays the zero netip.Addr
	}
	return out, true
}

// joined is what PowerShell makes of a list where it needs one text.
func joined(items []any) string {
	texts := make([]string, len(items))
	for i, item := range items {
		t, _ := toText(item)
		texts[i], _ = t.(string)
	}
	return strings.Join(texts, " ")
}

func asList(v any) ([]any, bool) {
	switch l := v.(type) {
	case []any:
		return l, true
	case []string:
		return anys(l), true
	case []int64:
		return anys(l), true
	}
	return nil, false
}

func convertOne(element string, v any) (any, bool) {
	if n, isInt := v.(int); isInt {
		v = int64(n)
	}
	switch element {
	case "string":
		return toText(v)
	case "ipaddress":
		return toAddress(v)
	case "uint16":
		return toNumber(v, 0, 1<<16-1)
	case "uint32":
		return toNumber(v, 0, 1<<32-1)
	case "int":
		return toNumber(v, -1<<31, 1<<31-1)
	case "bool":
		return toBool(v)
	case "switch":
		if v == nil {
			return false, true
		}
		b, ok := v.(bool)
		return b, ok
	case "timespan":
		return toSpan(v)
	case "datetime":
		return toTime(v)
	case "pscredential":
		c, ok := v.(PSCredential)
		return c, ok
	}
	return nil, v == nil // a CIM session: an object that no value of ours is
}

func toText(v any) (any, bool) {
	switch t := v.(type) {
	case nil:
		return "", true
	case string:
		return t, true
	case int64:
		return strconv.FormatInt(t, 10), true
	case bool:
		return map[bool]string{true: "True", false: "False"}[t], true
	case time.Duration:
		return spanText(t), true
	case time.Time:
		return t.UTC().Format("01/02/2006 15:04:05"), true
	}
	return nil, false
}

// toNumber converts as PowerShell does: empty text and null are 0, true is 1.
func toNumber(v any, low, high int64) (any, bool) {
	n := int64(0)
	switch t := v.(type) {
	case nil:
	case string:
		var ok bool
		if n, ok = scanNumber(t); !ok {
			return nil, false
		}
	case int64:
		n = t
	case bool:
		if t {
			n = 1
		}
	default:
		return nil, false
	}
	return n, n >= low && n <= high
}

// toBool: a boolean parameter accepts booleans and numbers, but no text.
func toBool(v any) (any, bool) {
	switch t := v.(type) {
	case bool:
		return t, true
	case int64:
		return t != 0, true
	}
	return nil, false
}

// toSpan: a bare number counts ticks of 100 ns, a bare number as text counts days.
func toSpan(v any) (any, bool) {
	switch t := v.(type) {
	case time.Duration:
		return t, true
	case int64:
		return time.Duration(t) * 100, true
	case string:
		return parseSpan(t)
	}
	return nil, false
}

// timeForms are the texts that we take for a moment; .NET knows many more.
var timeForms = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02", "01/02/2006 15:04:05", "01/02/2006"}

func toTime(v any) (any, bool) {
	switch t := v.(type) {
	case time.Time:
		return t, true
	case int64: // ticks of 100 ns since the year 1
		return time.Unix(t/1e7-62135596800, t%1e7*100).UTC(), t >= 0
	case string:
		for _, form := range timeForms {
			if at, err := time.Parse(form, strings.TrimSpace(t)); err == nil {
				return at.UTC(), true
			}
		}
	}
	return nil, false
}

// validate makes the checks of the parameter's own attributes.
func (p *Parameter) validate(v any) *BindError {
	if len(p.Values) > 0 && !slices.ContainsFunc(p.Values, func(s string) bool { return strings.EqualFold(s, fmt.Sprint(v)) }) {
		return refuse(idValidation, invalidData, "parameter %s takes one of %s", p.Name, strings.Join(p.Values, ", "))
	}
	if low, high, limited := p.bounds(); limited {
		if n, isNumber := v.(int64); !isNumber || n < low || n > high {
			return refuse(idValidation, invalidData, "parameter %s must lie between %d and %d", p.Name, low, high)
		}
	}
	if (p.NotEmpty && isEmpty(v)) || (p.NotNull && v == nil) {
		return refuse(idValidation, invalidData, "parameter %s must not be null or empty", p.Name)
	}
	return nil
}

// demand makes the checks that every mandatory parameter has without naming them.
func (p *Parameter) demand(v any) *BindError {
	if len(p.Mandatory) == 0 {
		return nil
	}
	switch t := v.(type) {
	case nil:
		if !p.AllowNull {
			return refuse(idNull, invalidData, "parameter %s must not be null", p.Name)
		}
	case string:
		if t == "" && !p.AllowEmptyString {
			return refuse(idEmptyString, invalidData, "parameter %s must not be empty", p.Name)
		}
	case []string:
		if len(t) > 0 && slices.Contains(t, "") && !p.AllowEmptyString {
			return refuse(idEmptyString, invalidData, "parameter %s must not hold an empty text", p.Name)
		}
	}
	if length(v) == 0 && !p.AllowEmptyCollection {
		return refuse(idEmptyArray, invalidData, "parameter %s must not be an empty list", p.Name)
	}
	return nil
}

// isEmpty is what ValidateNotNullOrEmpty refuses: null, empty text, an empty list, and a list with such a member.
func isEmpty(v any) bool {
	switch t := v.(type) {
	case nil:
		return true
	case string:
		return t == ""
	case netip.Addr:
		return !t.IsValid()
	case []string:
		return len(t) == 0 || slices.Contains(t, "")
	case []netip.Addr:
		return len(t) == 0 || slices.ContainsFunc(t, func(a netip.Addr) bool { return !a.IsValid() })
	case []int64:
		return len(t) == 0
	case []any:
		return true
	}
	return false
}

// length returns the length of a list, -1 for anything else.
func length(v any) int {
	switch t := v.(type) {
	case []string:
		return len(t)
	case []netip.Addr:
		return len(t)
	case []int64:
		return len(t)
	case []any:
		return len(t)
	}
	return -1
}
