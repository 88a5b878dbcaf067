package sitevalues

import (
	"fmt"
	"slices"
	"strings"
)

// Cluster is one cluster's merged and validated values.
type Cluster struct {
	// Key is the named parts of the cluster's own file, joined by slashes.
	Key string
	// Files are the layers that exist, the weakest first, as findings name them.
	Files []string
	// Payload is the canonical scope, or nil when a finding is an error.
	Payload *Payload
	// Findings are sorted by severity, code and field.
	Findings []Finding

	// layers are the parsed files; none when one of them is broken.
	layers []*file
	values map[string]any
	scope  scope
}

// refuse leaves a cluster alone whose layers cannot all be read.
func (c *Cluster) refuse(broken []string) {
	c.layers = nil
	c.add(LayerInvalid, nil, "not looked at, because of errors in %s", strings.Join(broken, ", "))
}

// add records a finding at a path of the merged values.
func (c *Cluster) add(code Code, at fieldPath, format string, args ...any) {
	c.Findings = append(c.Findings, c.finding(code, at, format, args...))
}

// finding is one at a path of the merged values.
func (c *Cluster) finding(code Code, at fieldPath, format string, args ...any) Finding {
	file, line := c.locate(at)
	return Finding{
		Severity: code.Severity(), Code: code, Field: at.String(), Cluster: c.Key,
		Message: fmt.Sprintf(format, args...), File: file, Line: line,
	}
}

// locate returns where the strongest layer that has a path sets it. What no layer has
// belongs into the cluster's own file, below the deepest map that is there.
func (c *Cluster) locate(at fieldPath) (name string, line int) {
	if len(c.layers) == 0 {
		return c.Files[len(c.Files)-1], 1
	}
	for _, layer := range slices.Backward(c.layers) {
		if line, depth := layer.line(at); depth == len(at) {
			return layer.name, line
		}
	}
	own := c.layers[len(c.layers)-1]
	line, _ = own.line(at)
	return own.name, line
}

// finish sorts the findings and makes the payload when none of them is an error.
func (c *Cluster) finish() {
	sortFindings(c.Findings)
	if !slices.ContainsFunc(c.Findings, func(f Finding) bool { return f.Severity == Error }) {
		c.Payload = newPayload(c.values)
	}
}
