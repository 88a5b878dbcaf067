package yaml11

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAgainstPyYAML reads documents of random data as PyYAML 6.0.3 wrote them in
// several styles ("in"), and must write each as PyYAML writes what it reads from it
// ("out": yaml.dump(yaml.safe_load(in), sort_keys=False, width=4096)).
func TestAgainstPyYAML(t *testing.T) {
	file, err := os.Open("testdata/pyyaml.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	n := 0
	for lines.Scan() {
		n++
		var c struct{ In, Out string }
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		v, err := Load(c.In)
		if err != nil {
			t.Errorf("document %d: %v\n%s", n, err, c.In)
			continue
		}
		if diff := cmp.Diff(c.Out, Dump(v)); diff != "" {
			t.Errorf("document %d (-want +got):\n%s", n, diff)
		}
	}
	if err := lines.Err(); err != nil || n < 100 {
		t.Fatalf("read %d documents: %v", n, err)
	}
}
