package kea

import (
	"encoding/hex"
	"strings"
)

// Option is one entry of an option-data list.
type Option struct {
	// Code or Name say which option it is; Kea fills in the other one where it knows it.
	Code uint32
	Name string
	// Space is the option space; empty means that of the family (dhcp4, dhcp6).
	Space string
	// Data is the value: comma separated text, or hexadecimal digits when CSVFormat is false.
	Data string
	// CSVFormat is nil when the server chooses.
	CSVFormat  *bool
	AlwaysSend bool
	NeverSend  bool
}

// SameOption reports whether two entries name the same option.
func SameOption(family Family, a, b Option) bool {
	if spaceOf(family, a) != spaceOf(family, b) {
		return false
	}
	if a.Code != 0 && b.Code != 0 {
		return a.Code == b.Code
	}
	return a.Name != "" && a.Name == b.Name
}

func spaceOf(family Family, o Option) string {
	if o.Space == "" {
		return family.Service()
	}
	return o.Space
}

// SameData reports whether two values are the same to Kea: text is kept verbatim,
// hexadecimal data comes back in upper case without separators.
func SameData(csv bool, a, b string) bool {
	return a == b || (!csv && plainHex(a) == plainHex(b))
}

func plainHex(text string) string {
	if len(text) >= 2 && text[0] == '\'' && text[len(text)-1] == '\'' {
		return strings.ToUpper(hex.EncodeToString([]byte(text[1 : len(text)-1])))
	}
	text = strings.TrimPrefix(strings.TrimPrefix(text, "0x"), "0X")
	return strings.ToUpper(strings.NewReplacer(":", "", " ", "").Replace(text))
}

func optionFrom(raw map[string]any) Option {
	option := Option{
		Code:       uint32(numberOf(raw["code"])),
		Name:       textOf(raw["name"]),
		Space:      textOf(raw["space"]),
		Data:       textOf(raw["data"]),
		AlwaysSend: raw["always-send"] == true,
		NeverSend:  raw["never-send"] == true,
	}
	if csv, ok := raw["csv-format"].(bool); ok {
		option.CSVFormat = &csv
	}
	return option
}

func optionsFrom(value any) []Option {
	options := []Option{}
	for _, raw := range mapsOf(value) {
		options = append(options, optionFrom(raw))
	}
	return options
}

// mergeOptions gives the option-data list for wanted: an option that is there already
// keeps the members that this package does not know.
func mergeOptions(family Family, current any, wanted []Option) []any {
	list := []any{}
	for _, option := range wanted {
		raw := map[string]any{}
		for _, old := range mapsOf(current) {
			if SameOption(family, optionFrom(old), option) {
				raw = old
				break
			}
		}
		list = append(list, option.merge(raw))
	}
	return list
}

func (o Option) merge(old map[string]any) map[string]any {
	raw := map[string]any{}
	for key, value := range old {
		raw[key] = value
	}
	setOrDrop(raw, "code", o.Code, o.Code != 0)
	setOrDrop(raw, "name", o.Name, o.Name != "")
	setOrDrop(raw, "space", o.Space, o.Space != "")
	raw["data"] = o.Data
	if o.CSVFormat != nil {
		raw["csv-format"] = *o.CSVFormat
	} else {
		delete(raw, "csv-format")
	}
	raw["always-send"] = o.AlwaysSend
	// Kea 2.2 refuses never-send, so that false is sent only where the server showed it.
	if _, known := raw["never-send"]; known || o.NeverSend {
		raw["never-send"] = o.NeverSend
	}
	return raw
}

func setOrDrop(raw map[string]any, key string, value any, set bool) {
	if set {
		raw[key] = value
		return
	}
	delete(raw, key)
}
