package vectors

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog"
)

// Run renders a case and compares every expected file; the error names the first file
// and line that differ.
func Run(dir string) error {
	c, err := load(dir)
	if err != nil {
		return err
	}
	got, err := c.output()
	if err != nil {
		got = map[string]string{"expected-error.txt": err.Error() + "\n"}
	}
	want, err := expected(dir)
	if err != nil {
		return err
	}
	return compare(want, got)
}

// output is what the case gives, by the names of its expected files.
func (c *testCase) output() (map[string]string, error) {
	all := catalog.New(c.files)
	if c.manifest != nil {
		return c.waves(all)
	}
	files := all.Files()
	if c.only != "" {
		files = []string{c.only}
	}
	var b strings.Builder
	for _, file := range files {
		text, err := all.Render(file, c.options)
		if err != nil {
			return nil, err
		}
		b.WriteString(text)
	}
	return map[string]string{"expected.yaml": b.String()}, nil
}

func (c *testCase) waves(all *catalog.Catalog) (map[string]string, error) {
	waves, err := all.Waves()
	if err != nil {
		return nil, err
	}
	var table strings.Builder
	for _, name := range waves.Sorted() {
		fmt.Fprintf(&table, "wave %d %s\n", waves[name], name)
	}
	plan := all.Plan(waves, c.options.Platform.ExtraUnits, c.manifest)
	files := map[string]string{"expected-waves.txt": table.String(), "expected-plan.json": planText(plan)}
	for path, text := range plan.WaveFiles() {
		files["expected-waves/"+path] = text
	}
	return files, nil
}

// planText is the plan as JSON with the waves in the order of their numbers.
func planText(plan catalog.Plan) string {
	var b bytes.Buffer
	b.WriteString("{")
	for i, wave := range plan.Waves() {
		if i > 0 {
			b.WriteString(",")
		}
		names, _ := json.Marshal(plan[wave]) // strings always can be
		fmt.Fprintf(&b, "%q:%s", strconv.Itoa(wave), names)
	}
	b.WriteString("}")
	var out bytes.Buffer
	_ = json.Indent(&out, b.Bytes(), "", "  ")
	return out.String() + "\n"
}

// expected reads the expected files of a case.
func expected(dir string) (map[string]string, error) {
	want := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil || !strings.HasPrefix(name, "expected") {
			return err
		}
		text, err := os.ReadFile(path)
		want[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err == nil && len(want) == 0 {
		err = errors.New("holds no expected file")
	}
	return want, err
}

func compare(want, got map[string]string) error {
	for name, text := range got {
		if _, ok := want[name]; !ok {
			return fmt.Errorf("gives %s, which is not expected:\n%s", name, excerpt(text))
		}
	}
	for name, text := range want {
		g, ok := got[name]
		if !ok {
			return fmt.Errorf("does not give %s", name)
		}
		if g != text {
			return fmt.Errorf("%s: %s", name, difference(text, g))
		}
	}
	return nil
}

// difference names the first line that differs.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	i := 0
	for i < len(w) && i < len(g) && w[i] == g[i] {
		i++
	}
	line := func(lines []string) string {
		if i < len(lines) {
			return excerpt(lines[i])
		}
		return "(the end)"
	}
	return fmt.Sprintf("line %d\n  want %s\n  got  %s", i+1, line(w), line(g))
}

func excerpt(text string) string {
	const most = 400
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}
