package engine

import (
	"net/netip"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/pwsh"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// native turns a property of the model into what cmdlet.Bind takes.
func native(v any) any {
	switch t := v.(type) {
	case netip.Addr:
		if !t.IsValid() {
			return nil
		}
		return t.String()
	case []netip.Addr:
		out := make([]any, len(t))
		for i, a := range t {
			out[i] = native(a)
		}
		return out
	case int:
		return int64(t)
	}
	return v
}

// typed returns the properties of a row in the types of its class, where those matter for
// how a value is written.
func typed(row model.Object) object {
	out := object{}
	for name, v := range row.Properties {
		if f, isFloat := v.(float64); isFloat && cmdlet.Class(row.Class)[name] == "single" {
			v = float32(f)
		}
		out[name] = v
	}
	return out
}

// answer is what the lab's module reads about a call. Texts bear the mark of package pwsh.
type answer struct {
	Rows     []answerRow     `json:"rows"`
	Text     []string        `json:"text"`
	Errors   []answerFailure `json:"errors"`
	Warnings []string        `json:"warnings"`
}

type answerRow struct {
	Class      string         `json:"class"`
	Properties map[string]any `json:"properties"`
}

type answerFailure struct {
	ID       string `json:"id"`
	Category string `json:"category"`
	Message  string `json:"message"`
	Number   int64  `json:"number,omitempty"`
	Cause    string `json:"cause,omitempty"`
}

func answerOf(r model.Result) answer {
	a := answer{Rows: []answerRow{}, Errors: []answerFailure{}, Text: marked(r.Text), Warnings: marked(r.Warnings)}
	for _, row := range r.Rows {
		properties := map[string]any{}
		for name, v := range row.Properties {
			properties[name] = pwsh.TagAs(cmdlet.Class(row.Class)[name], v)
		}
		a.Rows = append(a.Rows, answerRow{row.Class, properties})
	}
	for _, e := range r.Errors {
		number, cause := e.Cause()
		if cause != "" {
			cause = "=" + cause
		}
		a.Errors = append(a.Errors, answerFailure{e.ID, e.Category, "=" + e.Message, number, cause})
	}
	return a
}

func marked(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = "=" + text
	}
	return out
}
