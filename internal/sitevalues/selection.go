package sitevalues

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Selection says which clusters of a tree are wanted. Its patterns are like the
// cluster keys, with the wildcards of path.Match in each segment; one with fewer
// segments than a key stands for all clusters below it.
type Selection struct {
	include, exclude []string
}

// NewSelection checks the patterns. Without any to include, all clusters are.
func NewSelection(include, exclude []string) (*Selection, error) {
	for _, pattern := range slices.Concat(include, exclude) {
		if _, err := path.Match(pattern, ""); err != nil || strings.Trim(pattern, "/") != pattern || pattern == "" {
			return nil, fmt.Errorf("%q is no pattern of cluster keys: write a key such as site-a/mce-1/blue, a part of it from the left, and * for any text in a segment", pattern)
		}
	}
	return &Selection{include: include, exclude: exclude}, nil
}

func (s *Selection) wants(key string) bool {
	return (len(s.include) == 0 || matchesAny(s.include, key)) && !matchesAny(s.exclude, key)
}

func matchesAny(patterns []string, key string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return matches(pattern, key) })
}

func matches(pattern, key string) bool {
	names := strings.Split(key, "/")
	if segments := strings.Count(pattern, "/") + 1; segments < len(names) {
		names = names[:segments]
	}
	ok, err := path.Match(pattern, strings.Join(names, "/"))
	return ok && err == nil
}

// Select returns the result for the wanted clusters alone. Findings about a file go
// with the clusters that it is a layer of; those about files of no cluster stay. The
// error names a pattern to include that no cluster matches: it would silently drop
// clusters that are meant.
func (r *Result) Select(s *Selection) (*Result, error) {
	for _, pattern := range s.include {
		if !slices.ContainsFunc(r.Clusters, func(c *Cluster) bool { return matches(pattern, c.Key) }) {
			return nil, fmt.Errorf("the pattern %q matches no cluster of the tree", pattern)
		}
	}
	selected := &Result{}
	wanted, unwanted := map[string]bool{}, map[string]bool{}
	for _, c := range r.Clusters {
		of := unwanted
		if s.wants(c.Key) {
			of = wanted
			selected.Clusters = append(selected.Clusters, c)
		}
		for _, file := range c.Files {
			of[yamlEnding.ReplaceAllString(file, "")] = true
		}
	}
	for _, f := range r.Findings {
		stem := yamlEnding.ReplaceAllString(f.File, "")
		if wanted[stem] || !unwanted[stem] {
			selected.Findings = append(selected.Findings, f)
		}
	}
	return selected, nil
}
