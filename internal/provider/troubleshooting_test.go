package provider_test

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	troubleshooting = "../../templates/guides/troubleshooting.md"
	generatedBegin  = "<!-- begin: written by make generate -->\n"
	generatedEnd    = "<!-- end -->\n"
)

var update = flag.Bool("update", false, "write the parts of documents that come from the source")

// TestTroubleshooting compares the guide with the errors of the clients' source: every
// number of a Windows server, and every message that comes with advice.
func TestTroubleshooting(t *testing.T) {
	guide, err := os.ReadFile(troubleshooting)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(guide), generatedBegin)
	old, tail, ended := strings.Cut(rest, generatedEnd)
	if !found || !ended {
		t.Fatalf("%s has no generated part", troubleshooting)
	}
	windows := advised(t, "../windows", "Message")
	kea := advised(t, "../kea", "Text")
	numbers := numbersOf(t, "../windows")
	if len(numbers) < 50 || len(windows) < 15 || len(kea) < 15 {
		t.Fatalf("found only %d numbers, %d and %d messages", len(numbers), len(windows), len(kea))
	}
	want := "\n## Numbers of a Windows server\n\n| number | means | what to do |\n| --- | --- | --- |\n" + strings.Join(numbers, "") +
		"\n## Other messages about a Windows server\n\n| message | what to do |\n| --- | --- |\n" + strings.Join(windows, "") +
		"\n## Messages about Kea\n\n| message | what to do |\n| --- | --- |\n" + strings.Join(kea, "") + "\n"
	if want == old {
		return
	}
	if !*update {
		t.Fatalf("%s is stale: run make generate", troubleshooting)
	}
	if err := os.WriteFile(troubleshooting, []byte(head+generatedBegin+want+generatedEnd+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}

// source is the syntax of a package with its string constants.
type source struct {
	files  []*ast.File
	consts map[string]ast.Expr
}

func parse(t *testing.T, dir string) source {
	t.Helper()
	s := source{consts: map[string]ast.Expr{}}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		s.files = append(s.files, file)
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Names) == len(spec.Values) {
				for i, name := range spec.Names {
					s.consts[name.Name] = spec.Values[i]
				}
			}
			return true
		})
	}
	return s
}

var verb = regexp.MustCompile(`%[-+#0-9.]*[a-z]`)

// text is the value of an expression of strings, with … for what is known only when it
// runs; the empty text when nothing of it is known.
func (s source) text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value)
		return text
	case *ast.Ident:
		if value, ok := s.consts[e.Name]; ok {
			return s.text(value)
		}
	case *ast.ParenExpr:
		return s.text(e.X)
	case *ast.BinaryExpr:
		left, right := s.text(e.X), s.text(e.Y)
		if left+right == "" {
			return ""
		}
		return cmp.Or(left, "…") + cmp.Or(right, "…")
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Sprintf" {
			return verb.ReplaceAllString(s.text(e.Args[0]), "…")
		}
	}
	return ""
}

// advised are rows for all errors of a package that are built with a known message and
// advice.
func advised(t *testing.T, dir, message string) []string {
	t.Helper()
	s := parse(t, dir)
	var rows []string
	for _, file := range s.files {
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			members := map[string]string{}
			for _, e := range literal.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					if name, ok := kv.Key.(*ast.Ident); ok {
						members[name.Name] = s.text(kv.Value)
					}
				}
			}
			if members[message] != "" && members["Advice"] != "" {
				rows = append(rows, row(members[message], members["Advice"]))
			}
			return true
		})
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}

// numbersOf are rows for the table of numbers of the Windows client.
func numbersOf(t *testing.T, dir string) []string {
	t.Helper()
	s := parse(t, dir)
	table, ok := s.consts["numbers"].(*ast.CompositeLit)
	if !ok {
		t.Fatal("there is no table of numbers")
	}
	var rows []string
	for _, e := range table.Elts {
		entry := e.(*ast.KeyValueExpr)
		meaning := entry.Value.(*ast.CompositeLit).Elts
		kind := s.text(meaning[0])
		rows = append(rows, row("`"+s.text(entry.Key)+"`", kind, s.text(meaning[1])))
	}
	return rows
}

func row(cells ...string) string {
	for i, c := range cells {
		cells[i] = strings.NewReplacer("|", `\|`, "\n", " ").Replace(strings.TrimSpace(c))
	}
	return fmt.Sprintf("| %s |\n", strings.Join(cells, " | "))
}
