package replay

import (
	"maps"
	"net/netip"
	"slices"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/conformance"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// newCall makes the call of a step as the server gets it, asking for the properties that
// the case compares. Its error says why the provider cannot send it.
func (m *mover) newCall(step conformance.Step) (cmdlet.Call, error) {
	call := cmdlet.Call{Cmdlet: step.Cmdlet, Args: cmdlet.Args{}, Whole: true}
	for name, v := range step.Args {
		call.Args[name] = argument(m.value(step.Cmdlet, name, v))
	}
	columns := map[string]bool{}
	for _, row := range step.Expect.Rows {
		for name := range row {
			columns[name] = true
		}
	}
	call.Take = slices.Sorted(maps.Keys(columns))
	if signature := cmdlet.Lookup(step.Cmdlet); signature != nil && len(signature.Output) == 0 {
		call.Take = []string{cmdlet.TextColumn}
	}
	return call, call.Check()
}

// argument makes a value of what a case says.
func argument(v any) cmdlet.Value {
	switch t := v.(type) {
	case string:
		return cmdlet.Text(t)
	case bool:
		return cmdlet.Bool(t)
	case int64:
		return cmdlet.Number(t)
	case time.Duration:
		return cmdlet.Seconds(uint64(t / time.Second))
	case time.Time:
		return cmdlet.Time(t)
	case []any:
		return list(t)
	}
	return cmdlet.Null()
}

func list(items []any) cmdlet.Value {
	var words []string
	var counts []int64
	for _, item := range items {
		switch t := item.(type) {
		case string:
			words = append(words, t)
		case int64:
			counts = append(counts, t)
		}
	}
	if len(counts) > 0 && len(words) == 0 {
		return cmdlet.Numbers(counts...)
	}
	return cmdlet.Texts(words...)
}

// result brings an answer back into the words of the case. The server's messages stay out:
// they name the server.
func (m *mover) result(call cmdlet.Call, answer windows.CallResult, blocks Blocks) model.Result {
	var r model.Result
	if e := answer.Err; e != nil {
		r.Errors = []*model.ErrorRecord{{ID: e.ID, Category: e.Category}}
		return r
	}
	types := map[string]string{}
	signature := cmdlet.Lookup(call.Cmdlet)
	for _, class := range signature.Output {
		maps.Copy(types, cmdlet.Class(class))
	}
	for _, row := range answer.Rows {
		if len(signature.Output) == 0 {
			r.Text = append(r.Text, m.home(row.Text(cmdlet.TextColumn)))
			continue
		}
		if ids, isList := row["ScopeId"].([]any); isList && len(ids) > 0 {
			// A superscope's nameless row lists the scopes of others too.
			if ids = inBlocks(ids, blocks); len(ids) == 0 {
				continue
			}
			row["ScopeId"] = ids
		}
		object := model.Object{Properties: map[string]any{}}
		for name, v := range row {
			object.Properties[name] = m.property(types[name], v)
		}
		r.Rows = append(r.Rows, object)
	}
	return r
}

// inBlocks keeps the addresses of the run.
func inBlocks(ids []any, blocks Blocks) []any {
	return slices.DeleteFunc(slices.Clone(ids), func(id any) bool {
		text, _ := id.(string)
		a, err := netip.ParseAddr(text)
		return err != nil || !blocks.holds(a)
	})
}

// property is a value of an answer as the cases write it.
func (m *mover) property(typ string, v any) any {
	switch t := v.(type) {
	case string:
		if at, err := time.Parse(time.RFC3339, t); err == nil && typ == "datetime" {
			return at
		}
		return m.home(t)
	case int64:
		if typ == "timespan" {
			return time.Duration(t) * time.Second
		}
	case []any:
		out := make([]any, len(t))
		for i, item := range t {
			out[i] = m.property(typ, item)
		}
		return out
	}
	return v
}
