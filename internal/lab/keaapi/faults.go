package keaapi

// Fault makes the next arrivals of a command fail.
type Fault struct {
	// Command is what fails; empty means any.
	Command string
	// Times is how often; 0 means once.
	Times int
	// Status answers with an HTTP status and does nothing.
	Status int
	// Drop closes the connection and does nothing.
	Drop bool
	// LoseAnswer does what was asked and closes the connection.
	LoseAnswer bool
	// Result and Text answer with these and do nothing else.
	Result int
	Text   string
	// LosesLeases leaves the server without a lease manager until the next good
	// config-set, LosesHooks without its hooks, as failed config-sets do.
	LosesLeases, LosesHooks bool
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

// ClearFaults ends all faults.
func (s *Server) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// takeFault uses up one time of the first fault for a command.
func (s *Server) takeFault(name string) *Fault {
	for _, f := range s.faults {
		if f.Times > 0 && (f.Command == "" || f.Command == name) {
			f.Times--
			return f
		}
	}
	return nil
}

func (d *daemon) harm(f *Fault) {
	d.noLeases = d.noLeases || f.LosesLeases
	d.noHooks = d.noHooks || f.LosesHooks
}
