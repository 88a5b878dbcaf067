package winrm

import (
	"errors"
	"fmt"
	"strings"
)

// Outcome says what is known about the command after a failure.
type Outcome int

// The three outcomes. The zero value is the careful one.
const (
	// Unknown: the command was handed over and its answer is lost. It may have run,
	// and a change must be looked up before it is tried again.
	Unknown Outcome = iota
	// NeverStarted: nothing has run.
	NeverStarted
	// Finished: the command ran to its end, but its result could not be read.
	Finished
)

func (o Outcome) String() string {
	switch o {
	case NeverStarted:
		return "the command did not run"
	case Finished:
		return "the command ran to its end, its result is lost"
	}
	return "it is unknown whether the command ran"
}

// Kind says what went wrong.
type Kind string

// The kinds of failure.
const (
	KindAuth      Kind = "auth"      // the server refused the logon, or does not offer the way to log on
	KindTLS       Kind = "tls"       // the server's certificate, or TLS itself
	KindInsecure  Kind = "insecure"  // a reply that was not protected as it had to be
	KindDial      Kind = "dial"      // no connection
	KindLost      Kind = "lost"      // the connection broke
	KindTimeout   Kind = "timeout"   // no answer in time
	KindCancelled Kind = "cancelled" // the caller gave up
	KindQuota     Kind = "quota"     // a limit of the server: shells, users, operations
	KindFault     Kind = "fault"     // any other fault of the server
	KindHTTP      Kind = "http"      // an HTTP status without a fault
	KindProtocol  Kind = "protocol"  // a reply that makes no sense
	KindClosed    Kind = "closed"    // the pool was closed
)

// Error is the only kind of error Run returns.
type Error struct {
	Kind    Kind
	Outcome Outcome
	Server  string // host:port
	Action  string // the request that failed: Create, Command, Send, Receive, …; "" before the first
	Code    uint32 // of a fault
	Subcode string // of a fault, like w:QuotaLimit
	Status  int    // HTTP status, 0 without a reply
	Detail  string // what happened, with the server's own words
	Advice  string // what to do next; may be empty
	Err     error  // the cause, if there is one

	// transient failures may be tried again when the outcome allows it.
	transient bool
	// relogon marks a refusal after a good logon, which one fresh session may cure.
	relogon bool
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("WinRM")
	if e.Server != "" {
		b.WriteString(" on " + e.Server)
	}
	if e.Action != "" {
		b.WriteString(", " + e.Action)
	}
	b.WriteString(": " + e.Detail)
	if e.Code != 0 {
		fmt.Fprintf(&b, " (fault %d)", e.Code)
	}
	if e.Outcome != NeverStarted {
		b.WriteString("; " + e.Outcome.String())
	}
	if e.Advice != "" {
		b.WriteString(". " + e.Advice)
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }

// KindOf gives the kind of err, or "" when it is not of this package.
func KindOf(err error) Kind {
	if e := asError(err); e != nil {
		return e.Kind
	}
	return ""
}

// OutcomeOf gives the outcome that err left behind; Unknown when it is not of this package.
func OutcomeOf(err error) Outcome {
	if e := asError(err); e != nil {
		return e.Outcome
	}
	return Unknown
}

func asError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

// clean makes a server's text fit for one line of a message: no control characters, no
// runs of blanks, a bounded length.
func clean(s string) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f }), " ")
	s = strings.Join(strings.Fields(s), " ")
	const most = 400
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + " …"
	}
	return s
}
