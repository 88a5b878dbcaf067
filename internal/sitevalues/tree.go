package sitevalues

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// tree is what a walk found: the YAML files by their path without the ending.
type tree struct {
	fsys   fs.FS
	prefix string
	stems  map[string][]string
	// problems are findings about files that came up on the way.
	problems []Finding
}

// walk lists the YAML files below the root of fsys. The prefix stands before each path
// in findings.
func walk(fsys fs.FS, prefix string) (*tree, error) {
	t := &tree{fsys: fsys, prefix: prefix, stems: map[string][]string{}}
	if err := t.folder("."); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *tree) folder(dir string) error {
	entries, err := fs.ReadDir(t.fsys, dir)
	if err != nil {
		return fmt.Errorf("unable to list the folder %s: %w", t.shown(dir), err)
	}
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		switch {
		case strings.HasPrefix(entry.Name(), "."):
		case !utf8.ValidString(name):
			// Neither fs.FS nor Terraform can carry such a name.
			t.report(YAMLInvalid, strings.ToValidUTF8(name, "\uFFFD"), "the name is not valid UTF-8: rename it")
		case entry.IsDir():
			if err := t.folder(name); err != nil {
				return err
			}
		case t.linksToFolder(name, entry):
			t.report(IgnoredFile, name, "a symbolic link to a folder is not followed")
		case yamlEnding.MatchString(name):
			stem := yamlEnding.ReplaceAllString(name, "")
			t.stems[stem] = append(t.stems[stem], name)
		}
	}
	return nil
}

func (t *tree) linksToFolder(name string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return false
	}
	info, err := fs.Stat(t.fsys, name)
	return err == nil && info.IsDir()
}

// shown is the path of a file as findings name it.
func (t *tree) shown(name string) string { return path.Join(t.prefix, name) }

func (t *tree) report(code Code, name, message string) {
	t.problems = append(t.problems, fileFinding(code, t.shown(name), message))
}

// sortedStems returns the stems in the order of their bytes.
func (t *tree) sortedStems() []string {
	stems := make([]string, 0, len(t.stems))
	for stem := range t.stems {
		stems = append(stems, stem)
	}
	slices.Sort(stems)
	return stems
}

// fileFinding is a finding about a whole file.
func fileFinding(code Code, file, message string) Finding {
	return Finding{Severity: code.Severity(), Code: code, File: file, Line: 1, Message: message}
}
