package licences

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/licences.md")

const (
	list = "../../docs/licences.md"
	head = `# Licences of dependencies

The modules that are linked into the provider's binary on Linux, with the licences that each one's licence files state. A test compares the list with the build:
` + "`go test ./internal/licences -update`" + ` writes it anew.

| Module | Licence |
|--------|---------|
`
)

// marks are phrases that only one licence has, those of BSD-3-Clause before the part that BSD-2-Clause shares with it.
var marks = []struct{ phrase, licence string }{
	{"mozilla public license", "MPL-2.0"},
	{"apache license", "Apache-2.0"},
	{"permission is hereby granted, free of charge", "MIT"},
	{"permission to use, copy, modify, and/or distribute", "ISC"},
	{"neither the name", "BSD-3-Clause"},
	{"redistribution and use in source and binary forms", "BSD-2-Clause"},
}

// TestLicences fails for a module without a licence file, or with a licence that is not
// one of those known, and when the list is not the one of the build.
func TestLicences(t *testing.T) {
	command := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", "github.com/dhcp-as-code/terraform-provider-dhcp")
	command.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64")
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	modules := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if path, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			modules[path] = dir
		}
	}
	var b strings.Builder
	b.WriteString(head)
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		licence := licenceOf(t, modules[path])
		if licence == "" {
			t.Errorf("%s: no licence was recognised", path)
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", path, licence)
	}
	if *update {
		if err := os.WriteFile(list, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	written, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	if string(written) != b.String() {
		t.Error("docs/licences.md is not the list of this build: run go test ./internal/licences -update and read the difference")
	}
}

// licenceOf names every licence that the licence files of a module state.
func licenceOf(t *testing.T, dir string) string {
	t.Helper()
	var found []string
	for _, pattern := range []string{"LICEN[CS]E*", "COPYING*", "licen[cs]e*"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				continue // a folder
			}
			words := strings.ToLower(strings.Join(strings.Fields(string(text)), " "))
			for _, m := range marks {
				has := strings.Contains(words, m.phrase) && !(m.licence == "BSD-2-Clause" && slices.Contains(found, "BSD-3-Clause"))
				if has && !slices.Contains(found, m.licence) {
					found = append(found, m.licence)
				}
			}
		}
	}
	return strings.Join(found, ", ")
}
