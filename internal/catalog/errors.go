package catalog

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

// DefinitionError says what is wrong with one definition and where.
type DefinitionError struct {
	// File is the definition's name as it was given.
	File string
	// Field is the path of the field, such as storage[1].export; empty for the file.
	Field string
	// Line is the line in the file, from 1; 0 when it concerns no line of it.
	Line int
	// Message is the whole message; it names the file only where the line counts
	// within the rendered text.
	Message string
}

func (e *DefinitionError) Error() string { return e.Message }

// CycleError says that services depend on each other in a circle.
type CycleError struct {
	// Path is the circle: each service depends on the next, the last is the first.
	Path []string
}

func (e *CycleError) Error() string {
	return fmt.Sprintf("dependency cycle through %s", yaml11.Repr(yaml11.String(e.Path[0])))
}

// unreadable is the error of a text that is no YAML 1.1 document.
func unreadable(file string, err error) *DefinitionError {
	e := &DefinitionError{File: file, Message: err.Error()}
	var at *yaml11.Error
	if errors.As(err, &at) {
		e.Line, e.Message = at.Line, at.Message
	}
	return e
}

// Located is the message with the file, the line and the field in front; what is not
// known is left out.
func (e *DefinitionError) Located() string {
	if strings.HasPrefix(e.Message, e.File+": ") {
		return e.Message
	}
	place := e.File
	if e.Line > 0 {
		place += fmt.Sprintf(", line %d", e.Line)
	}
	if e.Field != "" {
		place += ", field " + e.Field
	}
	return place + ": " + e.Message
}
