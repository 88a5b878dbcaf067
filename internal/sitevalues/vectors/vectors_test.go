package vectors

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// trees are the places of the vectors: the project's copy, and beside the project the
// original when it is there.
var trees = []string{"testdata/values-vectors", "../../../../shared/values-vectors"}

func TestVectors(t *testing.T) {
	for _, tree := range trees {
		if _, err := os.Stat(tree); err != nil && tree != trees[0] {
			continue
		}
		cases, err := Find(tree)
		if err != nil {
			t.Fatal(err)
		}
		for _, dir := range cases {
			t.Run(dir, func(t *testing.T) {
				diffs, err := Run(dir)
				if err != nil {
					t.Fatal(err)
				}
				for _, diff := range diffs {
					t.Error(diff)
				}
			})
		}
	}
}

func TestRunSeesDifferences(t *testing.T) {
	const expected = `{
		"clusters": {
			"a/b/c": {"payload": null, "findings": [{"severity": "error", "code": "INVALID_IPV4", "field": "x"}]},
			"a/b/gone": {"payload": null, "findings": []}
		},
		"findings": []
	}`
	dir := t.TempDir()
	write(t, filepath.Join(dir, "expected.json"), expected)
	write(t, filepath.Join(dir, "sites", "a", "b", "c.yaml"), `dhcp_values: {scopeName: c, network: 10.0.0.0, subnetMask: 255.255.255.0,
  startRange: 10.0.0.5, endRange: 10.0.0.9, leaseDurationDays: 8, description: "", gateway: "", dns: {servers: [10.0.0.1]}}`)
	write(t, filepath.Join(dir, "sites", "a", "b", "d.yaml"), "[]")

	diffs, err := Run(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(diffs, "\n")
	for _, want := range []string{
		"findings: unexpected error YAML_NOT_A_MAP  sites/a/b/d.yaml",
		"a/b/c: missing error INVALID_IPV4 x",
		"a/b/c: payload",
		"clusters: missing a/b/gone",
		"clusters: unexpected a/b/d",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no line %q in:\n%s", want, got)
		}
	}
}

func TestPayloadKeyOrderCounts(t *testing.T) {
	if compact([]byte(`{"a": 1, "b": "\u0041"}`)) != compact([]byte(`{"a":1,"b":"A"}`)) {
		t.Error("blanks or the spelling of a string make a difference")
	}
	if compact([]byte(`{"a":1,"b":2}`)) == compact([]byte(`{"b":2,"a":1}`)) {
		t.Error("the order of the keys makes no difference")
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
