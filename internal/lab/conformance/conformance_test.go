package conformance_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/conformance"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/pwsh/pwshtest"
)

// vectorFiles returns the files of cases.
func vectorFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no cases", err)
	}
	return files
}

// list returns the names on a list of cases; the reason stands behind each name.
func list(t *testing.T, file string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		name, reason, _ := strings.Cut(line, " ")
		if strings.TrimSpace(reason) == "" {
			t.Errorf("%s: %s has no reason", file, name)
		}
		names[name] = true
	}
	return names
}

// runAll runs every case and holds the failures and the skipped against their lists, both ways.
func runAll(t *testing.T, e conformance.Engine) {
	t.Helper()
	disputed, unknown := list(t, "testdata/disputed.txt"), list(t, "testdata/unknown.txt")
	for _, file := range vectorFiles(t) {
		cases, err := conformance.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			var out bytes.Buffer
			n, err := conformance.Run(context.Background(), e, []conformance.Case{c}, &out)
			switch {
			case err != nil:
				t.Fatal(err)
			case n.Failed > 0 && !disputed[c.Name]:
				t.Error(strings.TrimSpace(out.String()))
			case n.Skipped > 0 && !unknown[c.Name]:
				t.Errorf("%s was skipped: it calls a cmdlet that the model does not know", c.Name)
			case n.Passed > 0 && (disputed[c.Name] || unknown[c.Name]):
				t.Errorf("%s passes: take it off its list", c.Name)
			}
		}
	}
}

func TestModelPassesBuiltin(t *testing.T) { runAll(t, conformance.Builtin{}) }

func TestModelPassesThroughPowerShell(t *testing.T) {
	session, err := engine.NewSession(pwshtest.Require(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	}()
	runAll(t, session)
}

// answering is an engine that gives one answer to every call.
type answering model.Result

func (a answering) Call(context.Context, *model.Server, string, map[string]any) (model.Result, error) {
	return model.Result(a), nil
}

// TestRunnerSeesDifferences is the control of the tests above: each wrong answer must fail.
func TestRunnerSeesDifferences(t *testing.T) {
	rows := func(names ...any) model.Result {
		var r model.Result
		for _, name := range names {
			r.Rows = append(r.Rows, model.Object{Class: "DhcpServerv4Scope", Properties: map[string]any{"Name": name, "State": "Active", "ScopeId": []string{"10.2.0.0", "10.1.0.0"}}})
		}
		return r
	}
	failing := func(id string) model.Result {
		return model.Result{Errors: []*model.ErrorRecord{{ID: id, Category: "ObjectNotFound"}}}
	}
	both := rows("A")
	both.Errors = failing("DHCP 20005").Errors
	tests := []struct {
		name   string
		expect string
		answer model.Result
		pass   bool
	}{
		{"same", `{"rows":[{"Name":"A"}]}`, rows("A"), true},
		{"other value", `{"rows":[{"Name":"A"}]}`, rows("B"), false},
		{"other case", `{"rows":[{"Name":"A"}]}`, rows("a"), false},
		{"word in other case", `{"rows":[{"State":"ACTIVE"}]}`, rows("A"), true},
		{"set of scopes", `{"rows":[{"ScopeId":["10.1.0.0","10.2.0.0"]}]}`, rows("A"), true},
		{"fewer scopes", `{"rows":[{"ScopeId":["10.1.0.0"]}]}`, rows("A"), false},
		{"missing row", `{"rows":[{"Name":"A"},{"Name":"B"}]}`, rows("A"), false},
		{"row too many", `{"rows":[{"Name":"A"}]}`, rows("A", "B"), false},
		{"order", `{"rows":[{"Name":"A"},{"Name":"B"}]}`, rows("B", "A"), false},
		{"any order", `{"rows":[{"Name":"A"},{"Name":"B"}],"any_order":true}`, rows("B", "A"), true},
		{"any order, other", `{"rows":[{"Name":"A"},{"Name":"A"}],"any_order":true}`, rows("B", "A"), false},
		{"property that is not there", `{"rows":[{"Description":null}]}`, rows("A"), false},
		{"any value", `{"rows":[{"Name":"*"}]}`, rows("A"), true},
		{"any value, null", `{"rows":[{"Name":"*"}]}`, rows(nil), false},
		{"null", `{"rows":[{"Name":null}]}`, rows(""), true},
		{"null, but text", `{"rows":[{"Name":null}]}`, rows("A"), false},
		{"number as text", `{"rows":[{"Name":5}]}`, rows("5"), false},
		{"list of one", `{"rows":[{"Name":["A"]}]}`, rows("A"), true},
		{"no rows", `{}`, rows("A"), false},
		{"error", `{"error":{"id":"DHCP 20005"}}`, failing("DHCP 20005"), true},
		{"other error", `{"error":{"id":"DHCP 20005"}}`, failing("DHCP 20010"), false},
		{"other category", `{"error":{"id":"DHCP 20005","category":"InvalidData"}}`, failing("DHCP 20005"), false},
		{"one of", `{"error":{"one_of":["WIN32 1722","DHCP 20005"]}}`, failing("DHCP 20005"), true},
		{"none of", `{"error":{"one_of":["WIN32 1722"]}}`, failing("DHCP 20005"), false},
		{"no error", `{"error":{"id":"DHCP 20005"}}`, rows(), false},
		{"error for success", `{}`, failing("DHCP 20005"), false},
		{"rows and error", `{"rows":[{"Name":"A"}],"error":{"id":"DHCP 20005"}}`, both, true},
		{"rows beside the error", `{"error":{"id":"DHCP 20005"}}`, both, false},
		{"text", `{"text":["10.1.0.1"]}`, model.Result{Text: []string{"10.1.0.1"}}, true},
		{"other text", `{"text":["10.1.0.1"]}`, model.Result{Text: []string{"10.1.0.2"}}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "cases.json")
			text := `[{"case":"x/y","about":"a","grade":"OPEN","source":"s","steps":[{"cmdlet":"Get-DhcpServerv4Scope","expect":` + test.expect + `}]}]`
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			cases, err := conformance.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			n, err := conformance.Run(t.Context(), answering(test.answer), cases, &out)
			if err != nil {
				t.Fatal(err)
			}
			if (n.Passed == 1) != test.pass || (out.Len() == 0) != test.pass {
				t.Errorf("%s, printed %q", n, &out)
			}
		})
	}
}
