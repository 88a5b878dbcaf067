package sitevalues

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
)

// Result is what a tree of values files comes to.
type Result struct {
	// Clusters are all clusters of the tree, sorted by key.
	Clusters []*Cluster
	// Findings are those about files, sorted by file, severity, code and field.
	Findings []Finding
}

// Read reads the tree below the root of fsys. The prefix stands before each path in
// the findings. The error is about the tree as a whole, such as a folder that cannot be
// listed; everything that is wrong with a file or a value is a finding.
func Read(fsys fs.FS, prefix string, layout *Layout) (*Result, error) {
	t, err := walk(fsys, prefix)
	if err != nil {
		return nil, err
	}
	r := reading{tree: t, layout: layout, files: map[string]*file{}}
	r.parseFiles()
	result := &Result{}
	for _, stem := range r.own {
		result.Clusters = append(result.Clusters, r.cluster(stem))
	}
	checkNetworks(result.Clusters)
	for _, c := range result.Clusters {
		c.finish()
	}
	slices.SortFunc(result.Clusters, func(a, b *Cluster) int { return cmp.Compare(a.Key, b.Key) })
	result.Findings = t.problems
	sortFindings(result.Findings)
	return result, nil
}

// reading is the state of one Read.
type reading struct {
	tree   *tree
	layout *Layout
	// files are the parsed files of all layers by stem; a broken one is nil.
	files map[string]*file
	// own are the stems of the clusters' own files.
	own []string
}

func (r *reading) parseFiles() {
	last := len(r.layout.patterns) - 1
	for _, stem := range r.tree.sortedStems() {
		layer, ok := r.layout.find(stem)
		if !ok {
			for _, name := range r.tree.stems[stem] {
				r.tree.report(IgnoredFile, name, "no layer of the layout is read from here: move the file, or give it or its folder a name with a leading dot")
			}
			continue
		}
		r.files[stem] = r.parseOne(stem)
		if layer == last {
			r.own = append(r.own, stem)
		}
	}
}

// parseOne returns nil when the file has an error, which is then a problem of the tree.
func (r *reading) parseOne(stem string) *file {
	names := r.tree.stems[stem]
	if len(names) > 1 {
		message := r.tree.shown(stem+".yaml") + " stands beside it, and only one of the two can be meant: remove one"
		r.tree.report(AmbiguousFile, stem+".yml", message)
		return nil
	}
	data, err := fs.ReadFile(r.tree.fsys, names[0])
	if err != nil {
		r.tree.report(YAMLInvalid, names[0], fmt.Sprintf("the file cannot be read: %v", err))
		return nil
	}
	f, problems := parse(r.tree.shown(names[0]), data)
	r.tree.problems = append(r.tree.problems, problems...)
	return f
}

// cluster merges and validates the layers of the cluster with this own file.
func (r *reading) cluster(own string) *Cluster {
	key, stems := r.layout.cluster(own)
	c := &Cluster{Key: key}
	var broken []string
	for _, stem := range stems {
		names, exists := r.tree.stems[stem]
		if !exists {
			continue
		}
		c.Files = append(c.Files, r.tree.shown(names[0]))
		if f := r.files[stem]; f != nil {
			c.layers = append(c.layers, f)
		} else {
			broken = append(broken, r.tree.shown(names[0]))
		}
	}
	if len(broken) > 0 {
		c.refuse(broken)
	} else {
		c.validate()
	}
	return c
}
