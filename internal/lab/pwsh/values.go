package pwsh

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/netip"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// ValuesScript holds the PowerShell half of the functions here.
//
//go:embed values.ps1
var ValuesScript string

// tagged is a value with its type, for PowerShell to read.
type tagged struct {
	Tag   string `json:"t"`
	Value any    `json:"v"`
}

// Tag returns a value in the form that ConvertFrom-Tagged reads. It takes what cmdlet.Bind takes.
func Tag(v any) any {
	switch t := v.(type) {
	case string:
		return tagged{"s", "=" + t}
	case int64, int, uint64:
		return tagged{"n", t}
	case bool:
		return tagged{"b", t}
	case time.Duration:
		return tagged{"d", int64(t / 100)}
	case time.Time:
		return tagged{"t", "=" + t.UTC().Format(time.RFC3339Nano)}
	case netip.Addr:
		return tagged{"i", "=" + t.String()}
	case cmdlet.PSCredential:
		return tagged{"c", []string{"=" + t.User, "=" + t.Password}}
	case []any:
		items := make([]any, len(t))
		for i, item := range t {
			items[i] = Tag(item)
		}
		return tagged{"l", items}
	}
	return tagged{"z", nil}
}

// classTags are the tags for the types of the properties of returned objects.
var classTags = map[string]string{"uint16": "u2", "uint32": "u4", "uint64": "u8", "single": "f"}

// TagAs returns a value of the model as a property of a class has it: numbers in the width
// of the property, lists in the type of their members.
func TagAs(propertyType string, v any) any {
	switch t := v.(type) {
	case []netip.Addr:
		return tagged{"is", marked(t)}
	case []string:
		return tagged{"ss", marked(t)}
	case netip.Addr:
		if !t.IsValid() {
			return Tag(nil)
		}
	case int, int64, uint64, float64, float32:
		if tag := classTags[propertyType]; tag != "" {
			return tagged{tag, t}
		}
	}
	return Tag(v)
}

func marked[T any](list []T) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = "=" + fmt.Sprint(v)
	}
	return out
}

// TagAll tags the values of a call.
func TagAll(args map[string]any) map[string]any {
	out := make(map[string]any, len(args))
	for name, v := range args {
		out[name] = Tag(v)
	}
	return out
}

// Bound reads what ConvertTo-Bound wrote for the parameters of a call and gives each value
// the type that cmdlet.Bind would give it.
func Bound(name string, raw map[string]json.RawMessage) (map[string]any, error) {
	sig := cmdlet.Lookup(name)
	if sig == nil {
		return nil, fmt.Errorf("pwsh bound a call of %s, which the module does not have", name)
	}
	out := map[string]any{}
	for parameter, value := range raw {
		p := sig.Parameters[parameter]
		if p == nil {
			continue // a common parameter
		}
		v, err := boundValue(p, value)
		if err != nil {
			return nil, fmt.Errorf("parameter %s of %s: %w", parameter, name, err)
		}
		out[parameter] = v
	}
	return out, nil
}

func boundValue(p *cmdlet.Parameter, raw json.RawMessage) (any, error) {
	if string(raw) == "null" {
		return nil, nil
	}
	switch {
	case !p.List():
		return boundOne(p.Element(), raw)
	case p.Element() == "string":
		return boundList[string](p.Element(), raw)
	case p.Element() == "ipaddress":
		return boundList[netip.Addr](p.Element(), raw)
	case p.Element() == "uint32":
		return boundList[int64](p.Element(), raw)
	}
	return nil, fmt.Errorf("the lab cannot take a value of type %s", p.Type)
}

// classElements gives, for the types of the properties of returned objects, the type of a
// parameter that is written alike.
var classElements = map[string]string{"ip": "ipaddress", "ip[]": "ipaddress", "string[]": "string"}

// Properties reads what ConvertTo-Bound wrote for the properties of an object of a class.
func Properties(class string, raw map[string]json.RawMessage) (map[string]any, error) {
	out := map[string]any{}
	for name, value := range raw {
		v, err := property(cmdlet.Class(class)[name], value)
		if err != nil {
			return nil, fmt.Errorf("property %s of %s: %w", name, class, err)
		}
		out[name] = v
	}
	return out, nil
}

func property(propertyType string, raw json.RawMessage) (any, error) {
	if string(raw) == "null" {
		return nil, nil
	}
	element := classElements[propertyType]
	if element == "" {
		element = propertyType
	}
	switch propertyType {
	case "ip[]":
		return boundList[netip.Addr](element, raw)
	case "string[]":
		return boundList[string](element, raw)
	case "single":
		return decode[float64](raw)
	case "uint64":
		return decode[uint64](raw)
	}
	return boundOne(element, raw)
}

func boundList[T any](element string, raw json.RawMessage) (any, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, err
	}
	out := make([]T, len(items))
	for i, item := range items {
		v, err := boundOne(element, item)
		if err != nil {
			return nil, err
		}
		out[i], _ = v.(T)
	}
	return out, nil
}

func boundOne(element string, raw json.RawMessage) (any, error) {
	switch element {
	case "string":
		return decode[string](raw)
	case "bool", "switch":
		return decode[bool](raw)
	case "ipaddress":
		return decode[netip.Addr](raw)
	case "datetime":
		return decode[time.Time](raw)
	case "timespan":
		ticks, err := decode[int64](raw)
		return time.Duration(ticks) * 100, err
	case "pscredential":
		user, err := decode[string](raw)
		return cmdlet.PSCredential{User: user}, err
	}
	return decode[int64](raw)
}

func decode[T any](raw json.RawMessage) (T, error) {
	var v T
	err := json.Unmarshal(raw, &v)
	return v, err
}
