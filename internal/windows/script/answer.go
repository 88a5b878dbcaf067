package script

import (
	"fmt"
	"strings"
)

// An answer is a list of lines with tabs between their cells. For each program:
//
//	P id                       begins it
//	V version, language mode, module version, missing cmdlets
//	S step, column names       begins a step
//	R cells                    an object, in the columns of its step
//	X failure                  a repeated step failed for one object,
//	K cells                    which is the one with these bound values
//	F failure                  the program ended here
//	U failure                  an undo step failed
//	Z                          ends it
//
// where a failure is: step, cmdlet, id, category, number, message, cause.

// Answer is what became of one program.
type Answer struct {
	ID          string
	Steps       []StepResult
	Err         *StepError // what ended the program, nil when it ran to its end
	Undo        []*StepError
	Environment *Environment // of a probe
}

// StepResult is what one step returned.
type StepResult struct {
	Rows []Row
	// Failed are the objects for which a repeated step failed and went on.
	Failed []*StepError
}

// Environment is what a server has to run programs with.
type Environment struct {
	PSVersion    string
	LanguageMode string
	// Module is the version of the DhcpServer module, empty when it is not installed.
	Module string
	// Missing are cmdlets that the provider knows and the server does not have.
	Missing []string
}

// StepError is an error of one step.
type StepError struct {
	Step   int
	Cmdlet string
	// ID is the error's id: "DHCP 20005", "WIN32 5", or PowerShell's own, such as
	// ParameterArgumentTransformationError, or the script's: CmdletNotAllowed, GuardFailed.
	ID       string
	Category string // PowerShell's category: "ObjectNotFound"
	Number   int64  // number of the DHCP or Win32 error, 0 when there is none
	Message  string // in the language of the server
	Cause    string // Windows' text for the number, in the language of the server; may be empty
	// Item holds the values that an earlier step gave, when the step is repeated.
	Item Row
}

// Ids of errors that the script itself raises.
const (
	CmdletNotAllowed = "CmdletNotAllowed"
	GuardFailed      = "GuardFailed"
	CommandNotFound  = "CommandNotFoundException"
)

// Error gives the cmdlet, the id and the server's own words.
func (e *StepError) Error() string {
	text := fmt.Sprintf("%s: %s: %s", e.Cmdlet, e.ID, strings.TrimSpace(e.Message))
	if e.Cause != "" {
		text += " (" + strings.TrimSpace(e.Cause) + ")"
	}
	return text
}

// Decode reads what the script wrote on stdout. ErrFrame means that it is not known whether
// the programs ran.
func Decode(nonce string, stdout []byte) ([]Answer, error) {
	text, err := unframe(nonce, stdout)
	if err != nil {
		return nil, err
	}
	r := &reader{}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		if !r.line(line) {
			return nil, ErrFrame
		}
	}
	if r.open {
		return nil, ErrFrame
	}
	return r.answers, nil
}
