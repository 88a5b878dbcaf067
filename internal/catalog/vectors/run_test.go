package vectors

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shared is where the vectors stand beside the repository, on machines that have them.
const shared = "../../../../shared/catalog-vectors"

func TestVectors(t *testing.T) {
	for name, root := range map[string]string{"copy": "testdata", "shared": shared} {
		t.Run(name, func(t *testing.T) {
			if _, err := os.Stat(root); err != nil && name == "shared" {
				t.Skip("no vectors beside the repository: ", err)
			}
			cases, err := Cases(root)
			if err != nil || len(cases) < 50 {
				t.Fatalf("%d cases in %s: %v", len(cases), root, err)
			}
			for _, dir := range cases {
				t.Run(filepath.Base(dir), func(t *testing.T) {
					if err := Run(dir); err != nil {
						t.Error(err)
					}
				})
			}
		})
	}
}

// TestRunFails shows that a case that is not met is reported, with the place.
func TestRunFails(t *testing.T) {
	for name, c := range map[string]struct{ expected, text, want string }{
		"a line":       {"expected.yaml", "---\nnot this\n", "line 2\n  want not this\n  got  # Namespace"},
		"a refusal":    {"expected-error.txt", "unknown kind: 'x'\n", "gives expected.yaml, which is not expected"},
		"another file": {"expected-waves.txt", "wave 0 a\n", "gives expected.yaml, which is not expected"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "input.yaml"), "name: a\nsource: {image: x}\n")
			write(t, filepath.Join(dir, c.expected), c.text)
			if err := Run(dir); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Run = %v, want an error with %q", err, c.want)
			}
		})
	}
}

func TestPlatformKeys(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "input.yaml"), "name: a\nsource: {image: x}\n")
	write(t, filepath.Join(dir, "platform.json"), `{"gatewayNam": "x"}`)
	if err := Run(dir); err == nil || !strings.Contains(err.Error(), "gatewayNam: an unknown platform key") {
		t.Errorf("Run = %v, want the unknown key named", err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
