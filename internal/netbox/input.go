package netbox

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

// input gathers the objects of all sources.
type input struct {
	objects  []*object
	warnings []string
	errs     []error
	seen     map[string]bool
}

// add reads one element: an object, a YAML text with any number of documents, a list of
// elements, or a whole data source with a list in it.
func (in *input) add(where string, element any) {
	switch element := element.(type) {
	case nil:
	case []any:
		for i, item := range element {
			in.add(fmt.Sprintf("%s[%d]", where, i), item)
		}
	case string:
		in.addText(where, element)
	case map[string]any:
		in.addObject(where, element)
	default:
		in.errs = append(in.errs, fmt.Errorf("%s: has to be an object, a YAML text or a list of them, not %s", where, describe(element)))
	}
}

func (in *input) addText(where, text string) {
	documents := yaml.NewDecoder(strings.NewReader(text))
	for n := 1; ; n++ {
		var document any
		err := documents.Decode(&document)
		if errors.Is(err, io.EOF) {
			return
		}
		at := fmt.Sprintf("%s, document %d", where, n)
		if err != nil {
			in.errs = append(in.errs, fmt.Errorf("%s: is no YAML: %w", at, err))
			return
		}
		switch document.(type) {
		case nil, []any, map[string]any:
			in.add(at, document)
		default:
			in.errs = append(in.errs, fmt.Errorf("%s: has to hold Kubernetes objects, not %s", at, describe(document)))
		}
	}
}

func (in *input) addObject(where string, m map[string]any) {
	kindText, isManifest := m["kind"].(string)
	if items, ok := m["items"].([]any); ok && isManifest && strings.HasSuffix(kindText, "List") {
		in.add(where+".items", items)
		return
	}
	if isManifest {
		o, leftOut, err := fromManifest(where, m)
		in.keep(o, leftOut, err)
		return
	}
	for _, name := range dataSourceLists {
		if list, ok := m[name].([]any); ok {
			in.add(where+"."+name, list)
			return
		}
	}
	o, err := fromDataSource(where, m)
	in.keep(o, "", err)
}

func (in *input) keep(o *object, leftOut string, err error) {
	switch {
	case err != nil:
		in.errs = append(in.errs, err)
	case leftOut != "":
		in.warnings = append(in.warnings, leftOut)
	case in.seen[o.String()]:
		in.errs = append(in.errs, fmt.Errorf("%s: stands twice", o))
	default:
		in.seen[o.String()] = true
		in.objects = append(in.objects, o)
	}
}
