package kea

import (
	_ "embed"
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed standard-options.txt
var standardOptionsText string

// standardOptions are the definitions that every supported version of Kea has.
var standardOptions = sync.OnceValue(func() []OptionDefinition {
	var list []OptionDefinition
	for line := range strings.Lines(standardOptionsText) {
		fields := strings.Fields(line)
		if len(fields) < 4 || fields[0] == "#" {
			continue
		}
		code, err := strconv.ParseUint(fields[1], 10, 16)
		if err != nil {
			panic(err) // the table is a part of this package
		}
		list = append(list, OptionDefinition{Space: fields[0], Code: uint32(code), Name: fields[2], Type: fields[3], Array: slices.Contains(fields, "array")})
	}
	return list
})

// CheckOption says what is wrong with the value of an option, nil when nothing is or when
// its definition is not known. The definitions are those of the server's configuration,
// beside the standard ones.
func CheckOption(family Family, o Option, definitions []OptionDefinition) error {
	if o.CSVFormat != nil && !*o.CSVFormat {
		return checkHex(o.Data)
	}
	for _, d := range slices.Concat(definitions, standardOptions()) {
		if d.Space != spaceOf(family, o) || d.Code != o.Code && (o.Code != 0 || d.Name != o.Name) {
			continue
		}
		return d.check(o)
	}
	return nil
}

// check compares the value with the definition. What Kea accepts without looking at it
// (texts, and values behind the first one of an option that is no list) is not refused here.
func (d OptionDefinition) check(o Option) error {
	if o.Data == "" || d.Type == "record" {
		return nil
	}
	values := strings.Split(o.Data, ",")
	if !d.Array {
		values = values[:1]
	}
	for _, value := range values {
		if err := checkValue(d.Type, strings.TrimSpace(value)); err != nil {
			list := ""
			if d.Array {
				list = ", or several with commas between"
			}
			return fmt.Errorf("the option %s (code %d) takes %s%s: %w", d.Name, d.Code, forms[d.Type], list, err)
		}
	}
	return nil
}

// forms are the types whose values can be checked, in words.
var forms = map[string]string{
	"ipv4-address": "an IPv4 address", "ipv6-address": "an IPv6 address", "boolean": "true or false", "fqdn": "a domain name",
	"uint8": "a number from 0 to 255", "uint16": "a number from 0 to 65535", "uint32": "a number from 0 to 4294967295",
	"int8": "a number from -128 to 127", "int16": "a number from -32768 to 32767", "int32": "a number from -2147483648 to 2147483647",
}

func checkValue(kind, text string) error {
	wrong := fmt.Errorf("%q is none", text)
	switch kind {
	case "ipv4-address", "ipv6-address":
		address, err := netip.ParseAddr(text)
		if err != nil || address.Zone() != "" || address.Is4() != (kind == "ipv4-address") {
			return wrong
		}
	case "boolean":
		if !slices.Contains([]string{"true", "false", "1", "0"}, strings.ToLower(text)) {
			return wrong
		}
	case "uint8", "uint16", "uint32":
		bits, _ := strconv.Atoi(kind[4:])
		if _, err := strconv.ParseUint(text, 0, bits); err != nil {
			return wrong
		}
	case "int8", "int16", "int32":
		bits, _ := strconv.Atoi(kind[3:])
		if _, err := strconv.ParseInt(text, 0, bits); err != nil {
			return wrong
		}
	case "fqdn":
		for label := range strings.SplitSeq(strings.TrimSuffix(text, "."), ".") {
			if label == "" || len(label) > 63 {
				return wrong
			}
		}
	}
	return nil
}

var hexForm = regexp.MustCompile(`^(0[xX])?([0-9a-fA-F]{1,2}[: ])*[0-9a-fA-F]*$`)

// checkHex looks at a value that is no text: hexadecimal digits, with or without colons or
// blanks between the octets, or a text in single quotes.
func checkHex(data string) error {
	data = strings.TrimSpace(data)
	if len(data) >= 2 && data[0] == '\'' && data[len(data)-1] == '\'' || hexForm.MatchString(data) {
		return nil
	}
	return fmt.Errorf("%q is neither hexadecimal digits nor a text in single quotes, one of which csv_format = false takes", data)
}
