package keaapi

import (
	"encoding/json"
	"net/http"
	"time"
)

// Fault makes the next arrivals of a command fail.
type Fault struct {
	// Command is what fails; empty means any.
	Command string
	// Skip is how many arrivals pass before.
	Skip int
	// Times is how often; 0 means once.
	Times int
	// Status answers with an HTTP status and does nothing.
	Status int
	// Drop closes the connection and does nothing.
	Drop bool
	// LoseAnswer does what was asked and closes the connection.
	LoseAnswer bool
	// HangBefore never answers and does nothing; HangAfter does what was asked and never
	// answers.
	HangBefore, HangAfter bool
	// Late does what was asked and answers after so long.
	Late time.Duration
	// Empty, Malformed and Truncated do what was asked and answer with nothing, with
	// something that is no JSON, and with half of the answer.
	Empty, Malformed, Truncated bool
	// Result and Text answer with these and do nothing else.
	Result int
	Text   string
	// LosesLeases leaves the server without a lease manager until the next good
	// config-set, LosesHooks without its hooks, as failed config-sets do.
	LosesLeases, LosesHooks bool

	fired int
}

// Inject adds a fault.
func (s *Server) Inject(f Fault) {
	if f.Times == 0 {
		f.Times = 1
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, &f)
}

// Fired counts how often the injected faults have happened.
func (s *Server) Fired() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, f := range s.faults {
		n += f.fired
	}
	return n
}

// ClearFaults ends all faults.
func (s *Server) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// takeFault uses up one time of the first fault for a command.
func (s *Server) takeFault(name string) *Fault {
	for _, f := range s.faults {
		if f.Times == 0 || f.Command != "" && f.Command != name {
			continue
		}
		if f.Skip > 0 {
			f.Skip--
			continue
		}
		f.Times--
		f.fired++
		return f
	}
	return nil
}

// reply sends an answer, or what a fault makes of it.
func (f *Fault) reply(w http.ResponseWriter, r *http.Request, result Answer) {
	text, err := json.Marshal([]Answer{result})
	switch {
	case err != nil || f.LoseAnswer:
		panic(http.ErrAbortHandler)
	case f.HangAfter:
		<-r.Context().Done()
		return
	case f.Late > 0:
		select {
		case <-time.After(f.Late):
		case <-r.Context().Done():
		}
	case f.Empty:
		text = nil
	case f.Malformed:
		text = []byte("<html>gateway</html>")
	case f.Truncated:
		text = text[:len(text)/2]
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text)
}

func (d *daemon) harm(f *Fault) {
	d.noLeases = d.noLeases || f.LosesLeases
	d.noHooks = d.noHooks || f.LosesHooks
}
