package conformance

import (
	"context"
	"fmt"
	"io"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// shapes is an engine that notes rows which are not objects of their class.
type shapes struct {
	Builtin
	wrong map[string]bool
	seen  map[string]bool
}

// Call runs a call and looks at the rows that it returns.
func (s *shapes) Call(ctx context.Context, server *model.Server, name string, args map[string]any) (model.Result, error) {
	result, err := s.Builtin.Call(ctx, server, name, args)
	for _, row := range result.Rows {
		s.check(name, row)
	}
	return result, err
}

func (s *shapes) check(cmdletName string, row model.Object) {
	class := cmdlet.Class(row.Class)
	s.seen[row.Class] = true
	if class == nil {
		s.wrong[cmdletName+" returns the unknown class "+row.Class] = true
	}
	for name, value := range row.Properties {
		if !hasType(class[name], value) {
			s.wrong[fmt.Sprintf("%s.%s is %q, got a %T", row.Class, name, class[name], value)] = true
		}
	}
	for name := range class {
		if _, ok := row.Properties[name]; !ok {
			s.wrong[row.Class+" lacks "+name] = true
		}
	}
}

// hasType tells whether a value may stand in a property of a class. Any may be null.
func hasType(want string, value any) bool {
	switch value.(type) {
	case nil:
		return want != ""
	case string:
		return want == "string"
	case bool:
		return want == "bool"
	case int64:
		return want == "uint32" || want == "uint16"
	case uint64:
		return want == "uint64"
	case float64:
		return want == "single"
	case netip.Addr:
		return want == "ip"
	case []netip.Addr:
		return want == "ip[]"
	case []string:
		return want == "string[]"
	case time.Duration:
		return want == "timespan"
	case time.Time:
		return want == "datetime"
	}
	return false
}

func TestRowsAreObjectsOfTheirClass(t *testing.T) {
	s := &shapes{wrong: map[string]bool{}, seen: map[string]bool{}}
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		cases, err := ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Run(t.Context(), s, cases, io.Discard); err != nil {
			t.Fatal(err)
		}
	}
	for what := range s.wrong {
		t.Error(what)
	}
	if len(s.seen) < 30 {
		t.Errorf("only %d classes were seen", len(s.seen))
	}
}

func TestModelKnowsEveryCmdlet(t *testing.T) {
	unknown := slices.DeleteFunc(cmdlet.Names(), model.Knows)
	if len(unknown) > 0 {
		t.Error("the model does not know " + strings.Join(unknown, ", "))
	}
}
