package keaapi

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// Options say what kind of server to be. The zero value is a Kea 2.2 without hooks.
type Options struct {
	// Version is 2.2, 2.6 or 3.0; empty means 2.2.
	Version string
	// HostCommands, SubnetCommands, LeaseCommands, ClassCommands and StatCommands load those
	// hooks.
	HostCommands, SubnetCommands, LeaseCommands, ClassCommands, StatCommands bool
	// Database adds a hosts database.
	Database bool
	// Username and Password protect the server; empty leaves it open.
	Username, Password string
	// Config is the configuration of dhcp4 to begin with; nil is one without subnets.
	Config map[string]any
	// Config6 is that of dhcp6.
	Config6 map[string]any
	// ReadOnlyConfig makes config-write fail as it does with the packages of Debian.
	ReadOnlyConfig bool
	// Listener is where it listens; nil is a port of the loopback interface.
	Listener net.Listener
}

// Server is a running server.
type Server struct {
	options Options
	http    *httptest.Server

	mu       sync.Mutex
	daemons  map[string]*daemon
	faults   []*Fault
	before   map[string]func()
	counts   map[string]int
	requests int
}

// Start starts a server on loopback; Close ends it.
func Start(options Options) (*Server, error) {
	if options.Version == "" {
		options.Version = "2.2"
	}
	s := &Server{options: options, daemons: map[string]*daemon{}, before: map[string]func(){}, counts: map[string]int{}}
	for family, config := range map[int]map[string]any{4: options.Config, 6: options.Config6} {
		d := newDaemon(options, family)
		if err := d.load(config); err != nil {
			return nil, err
		}
		s.daemons[d.service()] = d
	}
	s.http = httptest.NewUnstartedServer(s)
	if options.Listener != nil {
		_ = s.http.Listener.Close()
		s.http.Listener = options.Listener
	}
	s.http.Start()
	return s, nil
}

// URL is the control endpoint.
func (s *Server) URL() string { return s.http.URL }

// Close ends the server.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Count gives how often a command arrived; the empty command counts all requests.
func (s *Server) Count(command string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if command == "" {
		return s.requests
	}
	return s.counts[command]
}

// ResetCounts starts counting anew.
func (s *Server) ResetCounts() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts, s.requests = map[string]int{}, 0
}

// Before runs an action each time just before a command is carried out: a second actor. It
// may call Do. A nil action ends it.
func (s *Server) Before(command string, action func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before[command] = action
}

// Restart does what a restart of the daemons does: what was not written is lost.
func (s *Server) Restart() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.daemons {
		if err := d.reload(); err != nil {
			return err
		}
	}
	return nil
}

// Answer is the answer to one command.
type Answer struct {
	Result    int    `json:"result"`
	Text      string `json:"text,omitempty"`
	Arguments any    `json:"arguments,omitempty"`
}

// Do carries out a command as another administrator would: it is neither counted nor
// subject to faults.
func (s *Server) Do(service, command string, arguments any) (Answer, error) {
	text, err := json.Marshal(arguments)
	if err != nil {
		return Answer{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.daemons[service].run(command, text), nil
}

type command struct {
	Command   string          `json:"command"`
	Service   []string        `json:"service"`
	Arguments json.RawMessage `json:"arguments"`
}

// ServeHTTP answers one request as Kea's HTTP server does.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var c command
	switch {
	case err != nil:
		return
	case r.Method != http.MethodPost, r.Header.Get("Content-Type") != "application/json", len(r.TransferEncoding) > 0, json.Unmarshal(body, &c) != nil:
		refuse(w, http.StatusBadRequest, "Bad Request")
		return
	case !s.allowed(r):
		w.Header().Set("WWW-Authenticate", `Basic realm="kea"`)
		refuse(w, http.StatusUnauthorized, "Unauthorized")
		return
	}
	s.answer(w, r, c)
}

func (s *Server) allowed(r *http.Request) bool {
	user, password, _ := r.BasicAuth()
	return user == s.options.Username && password == s.options.Password
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, c command) {
	if action := s.arrival(c.Command); action != nil {
		action()
	}
	s.mu.Lock()
	fault := s.takeFault(c.Command)
	if fault == nil {
		fault = &Fault{}
	}
	var result Answer
	switch d := s.daemons[strings.Join(c.Service, ",")]; {
	case fault.Drop, fault.HangBefore, fault.Status != 0:
		s.mu.Unlock()
		if fault.HangBefore {
			<-r.Context().Done()
		}
		if fault.Status == 0 {
			panic(http.ErrAbortHandler)
		}
		refuse(w, fault.Status, http.StatusText(fault.Status))
		return
	case len(c.Service) == 0:
		result = Answer{Result: 2, Text: fmt.Sprintf("'%s' command not supported.", c.Command)}
	case d == nil:
		result = Answer{Result: 1, Text: "forwarding socket is not configured for the server type " + strings.Join(c.Service, ",")}
	case fault.Text != "":
		result = Answer{Result: fault.Result, Text: fault.Text}
		d.harm(fault)
	default:
		result = d.run(c.Command, c.Arguments)
	}
	s.mu.Unlock()
	fault.reply(w, r, result)
}

func (s *Server) arrival(name string) func() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts[name]++
	s.requests++
	return s.before[name]
}

// refuse answers with an object, not a list: so does Kea on HTTP errors.
func refuse(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, `{ "result": %d, "text": %q }`, status, text)
}

// Text gives the arguments of an answer as JSON.
func Text(a Answer) string {
	text, err := json.Marshal(a.Arguments)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
