// Package vectors runs the test vectors of values trees: folders with an input tree
// under sites/ and the result expected in expected.json.
package vectors

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/sitevalues"
)

// outcome is what a case expects, and what the tree came to, in the same form. A
// payload stays text, because the order of its keys counts.
type outcome struct {
	Clusters map[string]cluster `json:"clusters"`
	Findings []finding          `json:"findings"`
}

type cluster struct {
	Payload  json.RawMessage `json:"payload"`
	Findings []finding       `json:"findings"`
}

type finding struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Field    string `json:"field"`
	File     string `json:"file,omitempty"`
}

// Find returns the case folders below dirs: each of them that is one itself, or the
// folders directly in it.
func Find(dirs ...string) ([]string, error) {
	var cases []string
	for _, dir := range dirs {
		found, err := filepath.Glob(filepath.Join(dir, "*", "expected.json"))
		if err != nil {
			return nil, err
		}
		if _, err := os.Stat(filepath.Join(dir, "expected.json")); err == nil {
			found = append(found, filepath.Join(dir, "expected.json"))
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("no expected.json in %s or in a folder of it", dir)
		}
		for _, file := range found {
			cases = append(cases, filepath.Dir(file))
		}
	}
	slices.Sort(cases)
	return cases, nil
}

// ErrNoTree says that a case has no tree to read.
var ErrNoTree = errors.New("the case has no folder sites")

// Run reads the tree of one case folder and returns a line for each difference from
// what the case expects.
func Run(dir string) ([]string, error) {
	if _, err := os.Stat(filepath.Join(dir, "sites")); errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoTree
	}
	data, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		return nil, err
	}
	var want outcome
	if err := json.Unmarshal(data, &want); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, "expected.json"), err)
	}
	layout, err := sitevalues.ParseLayout(sitevalues.DefaultLayers)
	if err != nil {
		return nil, err
	}
	result, err := sitevalues.Read(os.DirFS(filepath.Join(dir, "sites")), "sites", layout)
	if err != nil {
		return nil, err
	}
	return compare(want, outcomeOf(result)), nil
}

func outcomeOf(result *sitevalues.Result) outcome {
	out := outcome{Clusters: map[string]cluster{}, Findings: findingsOf(result.Findings, true)}
	for _, c := range result.Clusters {
		payload := json.RawMessage("null")
		if c.Payload != nil {
			payload = json.RawMessage(c.Payload.JSON())
		}
		out.Clusters[c.Key] = cluster{Payload: payload, Findings: findingsOf(c.Findings, false)}
	}
	return out
}

func findingsOf(findings []sitevalues.Finding, withFile bool) []finding {
	var out []finding
	for _, f := range findings {
		one := finding{Severity: string(f.Severity), Code: string(f.Code), Field: f.Field}
		if withFile {
			one.File = f.File
		}
		out = append(out, one)
	}
	return out
}

func compare(want, got outcome) []string {
	diffs := compareFindings("findings", want.Findings, got.Findings)
	keys := slices.Collect(maps.Keys(want.Clusters))
	for key := range got.Clusters {
		if _, ok := want.Clusters[key]; !ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		w, wanted := want.Clusters[key]
		g, found := got.Clusters[key]
		switch {
		case !wanted:
			diffs = append(diffs, fmt.Sprintf("clusters: unexpected %s", key))
		case !found:
			diffs = append(diffs, fmt.Sprintf("clusters: missing %s", key))
		default:
			diffs = append(diffs, compareFindings(key, w.Findings, g.Findings)...)
			if a, b := compact(w.Payload), compact(g.Payload); a != b {
				diffs = append(diffs, fmt.Sprintf("%s: payload\n    expected %s\n    got      %s", key, a, b))
			}
		}
	}
	return diffs
}

func compareFindings(where string, want, got []finding) []string {
	var diffs []string
	for _, f := range want {
		if !slices.Contains(got, f) {
			diffs = append(diffs, fmt.Sprintf("%s: missing %s %s %s %s", where, f.Severity, f.Code, f.Field, f.File))
		}
	}
	for _, f := range got {
		if !slices.Contains(want, f) {
			diffs = append(diffs, fmt.Sprintf("%s: unexpected %s %s %s %s", where, f.Severity, f.Code, f.Field, f.File))
		}
	}
	if len(diffs) == 0 && !slices.Equal(want, got) {
		diffs = append(diffs, where+": the findings are in another order, or one stands twice")
	}
	return diffs
}

// compact writes JSON without blanks and with one spelling of each string, keys in
// their order.
func compact(data json.RawMessage) string {
	var out bytes.Buffer
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	for {
		token, err := decoder.Token()
		if err != nil {
			return out.String()
		}
		text, err := json.Marshal(token)
		if delim, ok := token.(json.Delim); ok {
			text = []byte(delim.String())
		} else if err != nil {
			return out.String()
		}
		out.Write(text)
		out.WriteByte(' ')
	}
}
