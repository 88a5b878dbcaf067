package winrmserver

import (
	"io"
	"log"
	"net/http"
	"time"
)

// Action is a kind of request: the last part of its action URI, or ActionLogon.
type Action string

// The kinds of request.
const (
	ActionLogon   Action = "Logon" // a request that carries a token of a logon in steps
	ActionCreate  Action = "Create"
	ActionCommand Action = "Command"
	ActionSend    Action = "Send"
	ActionReceive Action = "Receive"
	ActionSignal  Action = "Signal"
	ActionDelete  Action = "Delete"
)

// Effect is what goes wrong.
type Effect int

// The effects. "Before" means that the request is not processed.
const (
	// FaultBefore answers with a fault of Code in the WSManFault shape, or as an
	// MSFT_WmiError when WMI is set.
	FaultBefore Effect = iota + 1
	// FaultAfter processes the request and answers with a fault all the same.
	FaultAfter
	// StatusBefore answers with HTTP Status, Header and Body, unsealed.
	StatusBefore
	// CutBefore closes the connection without processing.
	CutBefore
	// CutAfter processes the request and closes the connection.
	CutAfter
	// HangBefore never answers.
	HangBefore
	// HangAfter processes the request and never answers.
	HangAfter
	// Late processes the request and answers after Delay.
	Late
	// Empty answers with an empty body (sealed, if the request was).
	Empty
	// Malformed answers with something that is not XML.
	Malformed
	// Truncated answers with the first half of the message.
	Truncated
	// CutReply closes the connection after half of the reply's bytes.
	CutReply
	// Tampered flips a bit of the reply's body as it goes out.
	Tampered
	// Unsealed answers a sealed request in clear.
	Unsealed
	// Unrelated answers as if to another request.
	Unrelated
	// Replayed sends the previous reply of the connection once more, byte for byte.
	Replayed
	// Huge answers with more bytes than any client should read.
	Huge
	// NoExitCode leaves out the exit code of a command that is done.
	NoExitCode
	// BadBase64 damages the output.
	BadBase64
	// NoID leaves out the id of the shell or command.
	NoID
)

// Fault is one thing that goes wrong.
type Fault struct {
	Action  Action // "" means any
	Call    int    // the n-th request of Action from now on, 1 for the next; 0 means each
	Lasts   bool   // and each request after that one
	Effect  Effect
	Code    uint32
	Subcode string // of a fault; "" means w:InternalError
	WMI     bool
	Status  int
	Header  http.Header
	Body    string
	Delay   time.Duration

	at    int
	fired int
}

// Inject makes a fault happen.
func (s *Server) Inject(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.Call > 0 {
		f.at = s.countOf(f.Action) + f.Call
	}
	s.faults = append(s.faults, &f)
}

// ClearFaults ends all injected faults.
func (s *Server) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// Fired counts how often injected faults have happened.
func (s *Server) Fired() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, f := range s.faults {
		n += f.fired
	}
	return n
}

func (s *Server) countOf(a Action) int {
	if a != "" {
		return s.calls[a]
	}
	total := 0
	for _, n := range s.calls {
		total += n
	}
	return total
}

// arrive counts a request and gives the fault that meets it, or one without effect.
func (s *Server) arrive(a Action) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[a]++
	for _, f := range s.faults {
		if (f.Action == "" || f.Action == a) && (f.at == 0 || f.at == s.countOf(f.Action) || f.Lasts && f.at < s.countOf(f.Action)) {
			f.fired++
			return *f
		}
	}
	return Fault{}
}

// quietLog swallows what net/http says about connections that were cut on purpose.
var quietLog = log.New(io.Discard, "", 0)
