package sitevalues

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
	"sigs.k8s.io/yaml"
)

// file is one parsed values file. The values come from Helm's own parser, which has
// no positions; the nodes come from yaml.v3, which reads the same syntax but resolves
// scalars by other rules, and serve for lines and duplicate keys only.
type file struct {
	name   string
	values map[string]any
	root   *yamlv3.Node
}

// parse reads one file. A file with findings has no values.
func parse(name string, data []byte) (*file, []Finding) {
	var value any
	if err := yaml.Unmarshal(data, &value, useNumber); err != nil {
		return nil, []Finding{invalid(name, err)}
	}
	nodes := yamlv3.NewDecoder(bytes.NewReader(data))
	var document, next yamlv3.Node
	if err := nodes.Decode(&document); err != nil && !errors.Is(err, io.EOF) {
		return nil, []Finding{invalid(name, err)}
	}
	if err := nodes.Decode(&next); !errors.Is(err, io.EOF) {
		f := fileFinding(YAMLMultiDocument, name, "a second YAML document starts here, which Helm would silently drop: remove it and its ---")
		f.Line = max(1, next.Line)
		return nil, []Finding{f}
	}
	if value == nil {
		value = map[string]any{}
	}
	values, ok := value.(map[string]any)
	if !ok {
		return nil, []Finding{fileFinding(YAMLNotAMap, name, "the file has to hold a map of values, not "+describe(value))}
	}
	f := &file{name: name, values: values}
	if len(document.Content) > 0 {
		f.root = document.Content[0]
	}
	if twice := duplicateKeys(f.root); len(twice) > 0 {
		return nil, duplicateFindings(name, twice)
	}
	return f, nil
}

// useNumber keeps each number's own digits: a float64 would not hold every integer.
func useNumber(d *json.Decoder) *json.Decoder {
	d.UseNumber()
	return d
}

var lineOfError = regexp.MustCompile(`line (\d+):`)

func invalid(name string, err error) Finding {
	message := strings.TrimPrefix(err.Error(), "error converting YAML to JSON: ")
	f := fileFinding(YAMLInvalid, name, "Helm's parser refuses the file: "+message)
	if m := lineOfError.FindStringSubmatch(message); m != nil {
		if line, err := strconv.Atoi(m[1]); err == nil {
			f.Line = line
		}
	}
	return f
}

func duplicateFindings(name string, twice []duplicate) []Finding {
	var findings []Finding
	for _, d := range twice {
		f := fileFinding(YAMLDuplicateKey, name, fmt.Sprintf("the key stands twice in its map, first on line %d, and Helm would silently take the last: remove one", d.first))
		f.Field, f.Line = d.field, d.line
		findings = append(findings, f)
	}
	return findings
}

// describe names the kind of a value for a message.
func describe(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case map[string]any:
		return "a map"
	case []any:
		return "a list"
	case string:
		return "the string " + strconv.Quote(abbreviate(value))
	case bool:
		return "the boolean " + strconv.FormatBool(value)
	default:
		return fmt.Sprintf("the number %v", value)
	}
}

// abbreviate keeps a message readable when a value is not.
func abbreviate(s string) string {
	const most = 80
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
