package framework

import (
	"errors"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// Remedied is an error that knows what the user can do about it. The clients of both
// server families return such errors.
type Remedied interface {
	error
	// Remedy is what to do next, in full sentences; empty when there is nothing to say.
	Remedy() string
}

// Detail renders an error as the detail of a diagnostic: what the server said, then
// what to do next.
func Detail(err error) string {
	text := Sentence(err)
	var r Remedied
	if errors.As(err, &r) && r.Remedy() != "" {
		text += "\n\n" + r.Remedy()
	}
	return text
}

// AddError reports a failed operation. The summary says what was attempted on which
// object ("Unable to create DHCP scope 10.1.0.0"); the detail comes from the error.
func AddError(diags *diag.Diagnostics, summary string, err error) {
	diags.AddError(summary, Detail(err))
}

// AddAttributeError reports a mistake in one attribute of the configuration.
func AddAttributeError(diags *diag.Diagnostics, at path.Path, summary string, err error) {
	diags.AddAttributeError(at, summary, Detail(err))
}

// Sentence writes an error as a sentence: a capital first, a full stop last.
func Sentence(err error) string {
	text := strings.TrimSpace(err.Error())
	if text == "" {
		return "No reason was given."
	}
	if c := text[0]; 'a' <= c && c <= 'z' {
		text = string(c-'a'+'A') + text[1:]
	}
	if !strings.ContainsAny(text[len(text)-1:], ".!?") {
		text += "."
	}
	return text
}
