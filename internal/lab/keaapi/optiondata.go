package keaapi

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// definition is an option that the server knows.
type definition struct {
	code int64
	name string
	// addresses says that the data are IPv4 addresses.
	addresses bool
}

var definitions = map[int][]definition{
	4: {
		{3, "routers", true}, {6, "domain-name-servers", true}, {12, "host-name", false}, {15, "domain-name", false}, {26, "interface-mtu", false}, {42, "ntp-servers", true},
		{43, "vendor-encapsulated-options", false}, {44, "netbios-name-servers", true}, {66, "tftp-server-name", false}, {67, "boot-file-name", false}, {119, "domain-search", false}, {150, "tftp-server-address", true},
	},
	6: {{21, "sip-server-dns", false}, {23, "dns-servers", false}, {24, "domain-search", false}, {31, "sntp-servers", false}, {59, "bootfile-url", false}},
}

// checkOptions fills in what Kea fills in, and refuses what it cannot read.
func (d *daemon) checkOptions(holder map[string]any) error {
	for _, option := range trees(holder["option-data"]) {
		if d.is("2.2") {
			if _, set := option["never-send"]; set {
				return fmt.Errorf("spurious 'never-send' parameter (<wire>:0:80)")
			}
		}
		if err := d.checkOption(option); err != nil {
			return err
		}
	}
	return nil
}

func (d *daemon) checkOption(option map[string]any) error {
	withDefault(option, map[string]any{"space": d.service(), "always-send": false})
	if !d.is("2.2") {
		withDefault(option, map[string]any{"never-send": false})
	}
	known := d.definition(option)
	if known == nil {
		if number(option["code"]) == 0 {
			return fmt.Errorf("definition for the option '%s.%s' does not exist (<wire>:0:80)", text(option["space"]), text(option["name"]))
		}
		if option["csv-format"] == true {
			return fmt.Errorf("definition for the option '%s.' having code '%d' does not exist (<wire>:0:80)", text(option["space"]), number(option["code"]))
		}
		option["csv-format"] = false
	} else {
		option["code"], option["name"] = json.Number(fmt.Sprint(known.code)), known.name
		withDefault(option, map[string]any{"csv-format": true})
	}
	if text(option["data"]) == "" {
		option["csv-format"], option["data"] = false, ""
	}
	if option["csv-format"] == false {
		return spellHex(option)
	}
	if known != nil && known.addresses {
		for _, part := range strings.Split(text(option["data"]), ",") {
			if _, err := netip.ParseAddr(strings.TrimSpace(part)); err != nil {
				return fmt.Errorf("option data does not match option definition (space: %s, code: %d): Failed to convert string to address '%s': Invalid argument (<wire>:0:80)", text(option["space"]), known.code, strings.TrimSpace(part))
			}
		}
	}
	return nil
}

func (d *daemon) definition(option map[string]any) *definition {
	known := d.defined[text(option["space"])]
	if text(option["space"]) == d.service() {
		known = append(slices.Clone(known), definitions[d.family]...)
	}
	for _, known := range known {
		if known.code == number(option["code"]) || (number(option["code"]) == 0 && known.name == text(option["name"])) {
			return &known
		}
	}
	return nil
}

func spellHex(option map[string]any) error {
	data := text(option["data"])
	if len(data) > 1 && data[0] == '\'' {
		data = hex.EncodeToString([]byte(strings.Trim(data, "'")))
	}
	raw, err := hex.DecodeString(strings.NewReplacer(":", "", " ", "", "0x", "").Replace(data))
	if err != nil {
		return fmt.Errorf("option data is not a valid string of hexadecimal digits: %s (<wire>:0:80)", text(option["data"]))
	}
	option["data"] = strings.ToUpper(hex.EncodeToString(raw))
	return nil
}

var optionTypes = []string{
	"empty", "binary", "boolean", "int8", "int16", "int32", "uint8", "uint16", "uint32", "ipv4-address", "ipv6-address", "ipv6-prefix", "psid", "string", "tuple", "fqdn", "internal", "record",
}

// checkDefinitions refuses what Kea refuses of option definitions, and keeps them for the
// options that follow.
func (d *daemon) checkDefinitions(config map[string]any) error {
	d.defined = map[string][]definition{}
	for _, raw := range trees(config["option-def"]) {
		withDefault(raw, map[string]any{"space": d.service(), "array": false, "encapsulate": "", "record-types": ""})
		space, code, name := text(raw["space"]), number(raw["code"]), text(raw["name"])
		for _, other := range d.defined[space] {
			if other.code == code {
				return fmt.Errorf("option definition with code '%d' already exists in option space '%s' (<wire>:0:2200)", code, space)
			}
			if other.name == name {
				return fmt.Errorf("option definition with name '%s' already exists in option space '%s' (<wire>:0:2200)", name, space)
			}
		}
		if space == d.service() && slices.ContainsFunc(definitions[d.family], func(known definition) bool { return known.code == code }) {
			return fmt.Errorf("unable to override definition of option '%d' in standard option space '%s' (<wire>:0:2150)", code, space)
		}
		if strings.ContainsAny(name, " .") || name == "" {
			return fmt.Errorf("invalid option name '%s' (<wire>:0:2150)", name)
		}
		if !slices.Contains(optionTypes, text(raw["type"])) {
			return fmt.Errorf("option type 255 not supported. (<wire>:0:2150)")
		}
		d.defined[space] = append(d.defined[space], definition{code: code, name: name, addresses: text(raw["type"]) == "ipv4-address"})
	}
	return nil
}
