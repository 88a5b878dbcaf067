package catalog

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

// Schema is the JSON Schema of a ServiceDefinition, as published with the documentation.
//
//go:embed service-definition.schema.json
var Schema []byte

const schemaURL = "service-definition.schema.json"

// Finding is what the schema has against a definition that can be rendered all the same.
type Finding struct {
	File, Field string
	// Line is the line in the file, from 1.
	Line    int
	Message string
}

// String is the finding with its place.
func (f Finding) String() string {
	if f.Field == "" {
		return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Message)
	}
	return fmt.Sprintf("%s:%d: %s: %s", f.File, f.Line, f.Field, f.Message)
}

// Check holds one file's definition against the schema: misspelt fields, which the
// renderer would pass over, and values of the wrong type or form.
func (c *Catalog) Check(file string) ([]Finding, error) {
	e, err := c.entry(file)
	if err != nil {
		return nil, err
	}
	checker, err := schemaChecker()
	if err != nil {
		return nil, err
	}
	return checker.check(file, e.root)
}

type checker struct {
	compiled *jsonschema.Schema
	document map[string]any
}

// schemaChecker compiles the schema once.
var schemaChecker = sync.OnceValues(func() (*checker, error) {
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(Schema)))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(schemaURL, document); err != nil {
		return nil, err
	}
	compiled, err := compiler.Compile(schemaURL)
	if err != nil {
		return nil, err
	}
	object, _ := document.(map[string]any)
	return &checker{compiled, object}, nil
})

func (c *checker) check(file string, root *yaml11.Value) ([]Finding, error) {
	err := c.compiled.Validate(jsonValue(root, map[*yaml11.Value]any{}))
	var invalid *jsonschema.ValidationError
	if err == nil {
		return nil, nil
	}
	if !errors.As(err, &invalid) {
		return nil, err
	}
	var findings []Finding
	for _, leaf := range leaves(invalid) {
		findings = append(findings, c.findings(file, root, leaf)...)
	}
	slices.SortFunc(findings, func(a, b Finding) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return strings.Compare(a.String(), b.String())
	})
	return findings, nil
}

// leaves are the errors that have no further cause.
func leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var all []*jsonschema.ValidationError
	for _, cause := range e.Causes {
		all = append(all, leaves(cause)...)
	}
	return all
}

// findings turns an error into words; one for each unknown field.
func (c *checker) findings(file string, root *yaml11.Value, e *jsonschema.ValidationError) []Finding {
	at, field := locate(root, e.InstanceLocation)
	unknown, ok := e.ErrorKind.(*kind.AdditionalProperties)
	if !ok {
		return []Finding{{file, field, at.Line, complaint(e.ErrorKind)}}
	}
	known := c.properties(e.SchemaURL)
	var findings []Finding
	for _, name := range unknown.Properties {
		findings = append(findings, Finding{file, join(field, name), keyLine(at, name), unknownField(name, known)})
	}
	return findings
}

// complaint is the validator's, in one line of the words used here.
func complaint(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Type:
		return fmt.Sprintf("is of type %s; it must be of type %s", k.Got, strings.Join(k.Want, " or "))
	case *kind.Required:
		return "lacks " + strings.Join(k.Missing, ", ")
	case *kind.Enum:
		return fmt.Sprintf("is %s; it must be one of %s", jsonText(k.Got), jsonText(k.Want))
	default:
		return k.LocalizedString(message.NewPrinter(language.English))
	}
}

func jsonText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return strings.Trim(string(text), "[]")
}

// properties are the known fields of the part of the schema that an error points to.
func (c *checker) properties(url string) []string {
	_, pointer, _ := strings.Cut(url, "#")
	var part any = c.document
	for step := range strings.SplitSeq(strings.Trim(pointer, "/"), "/") {
		if object, ok := part.(map[string]any); ok && step != "" {
			part = object[step]
		}
	}
	object, _ := part.(map[string]any)
	fields, _ := object["properties"].(map[string]any)
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// locate finds the value at a place of the document and names it as it is spoken of:
// storage[1].size.
func locate(root *yaml11.Value, steps []string) (*yaml11.Value, string) {
	at, field := root, ""
	for _, step := range steps {
		if i, err := strconv.Atoi(step); err == nil && at.Kind == yaml11.Seq && i < len(at.Items) {
			at, field = at.Items[i], fmt.Sprintf("%s[%d]", field, i)
			continue
		}
		if next := at.Get(step); next != nil {
			at, field = next, join(field, step)
		}
	}
	return at, field
}

func keyLine(mapping *yaml11.Value, name string) int {
	for _, p := range mapping.Pairs {
		if p.Key.Text == name {
			return p.Key.Line
		}
	}
	return mapping.Line
}

// jsonValue is a value as the validator takes it; a value of several places is made once.
func jsonValue(v *yaml11.Value, made map[*yaml11.Value]any) any {
	if j, ok := made[v]; ok {
		return j
	}
	var j any
	switch v.Kind {
	case yaml11.Null:
	case yaml11.Bool:
		j = v.Text == "true"
	case yaml11.Int:
		j = json.Number(v.Text)
	case yaml11.Float:
		j = floatValue(v.Text)
	case yaml11.Seq:
		items := make([]any, len(v.Items))
		for i, item := range v.Items {
			items[i] = jsonValue(item, made)
		}
		j = items
	case yaml11.Map:
		object := make(map[string]any, len(v.Pairs))
		for _, p := range v.Pairs {
			object[p.Key.Text] = jsonValue(p.Value, made)
		}
		j = object
	default:
		j = v.Text
	}
	made[v] = j
	return j
}

// floatValue is a float's; JSON has no infinity, which counts as text.
func floatValue(text string) any {
	if strings.HasPrefix(strings.TrimPrefix(text, "-"), ".") {
		return text
	}
	return json.Number(text)
}
