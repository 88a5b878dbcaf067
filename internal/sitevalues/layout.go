package sitevalues

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// DefaultLayers is the layout of a tree <site>/<mce>/<cluster>.yaml with defaults for
// a site and for an MCE (a hub that hosts clusters).
var DefaultLayers = []string{
	"{site}/values.yaml",
	"{site}/{mce}/values.yaml",
	"{site}/{mce}/{cluster}.yaml",
}

// Layout says where the layers of a tree stand. See the package's documentation for
// the notation.
type Layout struct {
	patterns []pattern
}

// pattern is one layer: the path's segments, without the YAML ending of the last.
type pattern struct {
	text     string
	segments []segment
}

// segment is a folder's or a file's name: literal, or with one named part between two
// pieces of text.
type segment struct {
	before, name, after string
}

var (
	segmentSyntax = regexp.MustCompile(`^([^{}]*)(?:\{([A-Za-z_][A-Za-z0-9_-]*)\}([^{}]*))?$`)
	yamlEnding    = regexp.MustCompile(`\.ya?ml$`)
)

// ParseLayout reads the patterns of a layout, the weakest layer first and the
// clusters' own last.
func ParseLayout(patterns []string) (*Layout, error) {
	if len(patterns) == 0 {
		return nil, fmt.Errorf("at least one layer is needed, the one of the clusters' own files")
	}
	layout := &Layout{}
	for _, text := range patterns {
		p, err := parsePattern(text)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(layout.patterns, func(q pattern) bool { return slices.Equal(p.segments, q.segments) }) {
			return nil, fmt.Errorf("layer %q stands twice", text)
		}
		layout.patterns = append(layout.patterns, p)
	}
	own := layout.own().names()
	if len(own) == 0 {
		return nil, fmt.Errorf("layer %q is the last one and needs a named part such as {cluster}, which tells the clusters apart", layout.own().text)
	}
	for _, p := range layout.patterns {
		for _, name := range p.names() {
			if !slices.Contains(own, name) {
				return nil, fmt.Errorf("layer %q uses {%s}, which the last layer %q does not have", p.text, name, layout.own().text)
			}
		}
	}
	return layout, nil
}

func parsePattern(text string) (pattern, error) {
	if !yamlEnding.MatchString(text) {
		return pattern{}, fmt.Errorf("layer %q has to end in .yaml", text)
	}
	p := pattern{text: text}
	for _, part := range strings.Split(yamlEnding.ReplaceAllString(text, ""), "/") {
		m := segmentSyntax.FindStringSubmatch(part)
		switch {
		case part == "" || part == "." || part == "..":
			return pattern{}, fmt.Errorf("layer %q has to be a path below the root, without empty segments and without . or .. in it", text)
		case part[0] == '.':
			return pattern{}, fmt.Errorf("layer %q names the hidden %q, which is never read", text, part)
		case m == nil:
			return pattern{}, fmt.Errorf("layer %q: %q may hold one named part such as {site}, a letter first, and no other braces", text, part)
		}
		p.segments = append(p.segments, segment{before: m[1], name: m[2], after: m[3]})
	}
	return p, nil
}

// own is the layer of the clusters' own files.
func (l *Layout) own() pattern { return l.patterns[len(l.patterns)-1] }

// find returns the layer that a file belongs to, given by its path without the YAML
// ending.
func (l *Layout) find(stem string) (layer int, ok bool) {
	names := strings.Split(stem, "/")
	layer = slices.IndexFunc(l.patterns, func(p pattern) bool {
		_, ok := p.match(names)
		return ok
	})
	return layer, layer >= 0
}

// cluster returns the key of the cluster with this own file, and where its layers would
// stand, the weakest first and its own file last.
func (l *Layout) cluster(own string) (key string, stems []string) {
	parts, _ := l.own().match(strings.Split(own, "/"))
	var values []string
	for _, name := range l.own().names() {
		values = append(values, parts[name])
	}
	for _, p := range l.patterns {
		stems = append(stems, p.stem(parts))
	}
	return strings.Join(values, "/"), stems
}

// names returns the named parts in order, each once.
func (p pattern) names() []string {
	var names []string
	for _, s := range p.segments {
		if s.name != "" && !slices.Contains(names, s.name) {
			names = append(names, s.name)
		}
	}
	return names
}

// match returns the values of the named parts.
func (p pattern) match(names []string) (map[string]string, bool) {
	if len(names) != len(p.segments) {
		return nil, false
	}
	parts := map[string]string{}
	for i, s := range p.segments {
		value, ok := s.match(names[i])
		if !ok {
			return nil, false
		}
		if s.name == "" {
			continue
		}
		if earlier, seen := parts[s.name]; seen && earlier != value {
			return nil, false
		}
		parts[s.name] = value
	}
	return parts, true
}

func (s segment) match(name string) (value string, ok bool) {
	if s.name == "" {
		return "", name == s.before
	}
	rest, ok := strings.CutPrefix(name, s.before)
	if !ok {
		return "", false
	}
	value, ok = strings.CutSuffix(rest, s.after)
	return value, ok && value != ""
}

// stem returns the path, without a YAML ending, of this layer for the named parts.
func (p pattern) stem(parts map[string]string) string {
	names := make([]string, len(p.segments))
	for i, s := range p.segments {
		names[i] = s.before
		if s.name != "" {
			names[i] += parts[s.name] + s.after
		}
	}
	return strings.Join(names, "/")
}
