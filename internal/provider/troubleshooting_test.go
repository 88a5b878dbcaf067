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
	numbers, summaries := numbersOf(t, "../windows"), diagnostics(t)
	if len(summaries) < 100 || len(numbers) < 50 || len(windows) < 15 || len(kea) < 15 {
		t.Fatalf("found only %d summaries, %d numbers, %d and %d messages", len(summaries), len(numbers), len(windows), len(kea))
	}
	want := "\n## Numbers of a Windows server\n\n| number | means | what to do |\n| --- | --- | --- |\n" + strings.Join(numbers, "") +
		"\n## Other messages about a Windows server\n\n| message | what to do |\n| --- | --- |\n" + strings.Join(windows, "") +
		"\n## Messages about Kea\n\n| message | what to do |\n| --- | --- |\n" + strings.Join(kea, "") +
		"\n## Summaries of errors and warnings\n\n… stands for the object, or for a value of the configuration.\n\n| summary | what follows |\n| --- | --- |\n" + strings.Join(summaries, "") + "\n"
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

// byKind says what to do about numbers without advice of their own.
var byKind = map[string]string{
	"exists":    "The object is on the server already: import it, or remove it there first.",
	"not found": "The object is not on the server, or not any more: run `terraform plan`, it shows what is left to do.",
}

// What follows a summary whose detail is known only when it happens.
const (
	afterFailure = "What the server said, with its number, and what to do: see the tables above."
	afterMistake = "What is wrong in the configuration, at the attribute that the message names. Correct it there."
)

// diagnostics are rows for all errors and warnings that resources, data sources and the
// provider report themselves.
func diagnostics(t *testing.T) []string {
	t.Helper()
	dirs, err := filepath.Glob("../resources/*")
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, dir := range append(dirs, "../framework", ".") {
		s := parse(t, dir)
		for _, file := range s.files {
			ast.Inspect(file, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if summary, detail := s.diagnostic(call); summary != "" {
						after := afterMistake
						if strings.HasPrefix(summary, "Unable to") || strings.HasPrefix(summary, "There ") {
							after = afterFailure
						}
						rows = append(rows, row(summary, cmp.Or(detail, after)))
					}
				}
				return true
			})
		}
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}

// diagnostic gives the texts of a call that reports one, whichever of the functions it
// calls. A summary of which nothing is known is left out.
func (s source) diagnostic(call *ast.CallExpr) (summary, detail string) {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !strings.HasPrefix(f.Sel.Name, "Add") || !strings.HasSuffix(f.Sel.Name, "Error") && !strings.HasSuffix(f.Sel.Name, "Warning") {
		return "", ""
	}
	texts := call.Args
	if name, ok := f.X.(*ast.Ident); ok && name.Name == "framework" {
		texts = texts[1:] // diags
	}
	if strings.Contains(f.Sel.Name, "Attribute") {
		texts = texts[1:] // the path
	}
	if len(texts) != 2 {
		return "", ""
	}
	return told(s.text(texts[0])), told(s.text(texts[1]))
}

// told leaves out a text of which no word is known.
func told(text string) string {
	if strings.Trim(text, "… .:,;") == "" {
		return ""
	}
	return text
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
		rows = append(rows, row("`"+s.text(entry.Key)+"`", kind, cmp.Or(s.text(meaning[1]), byKind[kind])))
	}
	return rows
}

func row(cells ...string) string {
	for i, c := range cells {
		cells[i] = strings.NewReplacer("|", `\|`, "\n", " ").Replace(strings.TrimSpace(c))
	}
	return fmt.Sprintf("| %s |\n", strings.Join(cells, " | "))
}
