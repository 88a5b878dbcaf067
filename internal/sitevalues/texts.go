package sitevalues

import (
	"errors"
	"fmt"
)

// MergeTexts merges YAML texts as the layers of a tree are merged, the weakest first. Numbers are
// json.Number. The error names every text that cannot be read, with its line.
func MergeTexts(texts []string) (map[string]any, error) {
	var layers []map[string]any
	var problems []error
	for i, text := range texts {
		f, findings := parse(fmt.Sprintf("text %d", i+1), []byte(text))
		for _, p := range findings {
			problems = append(problems, errors.New(p.String()))
		}
		if f != nil {
			layers = append(layers, f.values)
		}
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return merge(layers...), nil
}
