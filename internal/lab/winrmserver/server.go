// Package winrmserver is a WinRM server for the lab: it speaks the real protocol on
// loopback (MS-WSMV over HTTP, with Basic, sealed NTLMv2, Kerberos, TLS and client
// certificates), keeps shells and commands as Windows does, and hands each command line
// to a function. Faults can be injected into every kind of request.
//
// Its half of NTLM is written apart from the client's, which comes from a library, so
// that one checks the other.
package winrmserver

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/jcmturner/gokrb5/v8/keytab"
)

// Session is the logon a command runs under.
type Session struct {
	User      string // as named in Options.Users
	Delegated bool   // the logon carried the password (CredSSP) and can reach another machine
}

// Exec runs one command line and gives its exit code. It must end when ctx does.
type Exec func(ctx context.Context, s Session, commandLine string, stdin io.Reader, stdout, stderr io.Writer) (exitCode int)

// Options shape a server. The zero value of everything but Exec and Users will do.
type Options struct {
	Exec  Exec
	Users map[string]string // user name without domain → password

	Listener net.Listener // nil: a free port of 127.0.0.1

	HTTPS       bool
	Certificate *tls.Certificate  // nil: one of an own authority for 127.0.0.1 and localhost
	ClientCAs   *x509.CertPool    // authorities of client certificates
	ClientUsers map[string]string // common name of a client certificate → user
	MaxTLS      uint16            // newest TLS version; 0 means the newest there is

	Offer            []string       // authentication schemes; nil means Negotiate and Basic
	AllowUnencrypted bool           // take messages in clear over http
	StrictBinding    bool           // CbtHardeningLevel=Strict: no logon without channel binding
	DropNTLMFlags    uint32         // flags that the NTLM challenge leaves out
	Keytab           *keytab.Keytab // of the service; makes Kerberos work under Negotiate
	ServicePrincipal string         // in Keytab, like HTTP/host
	CredSSP          CredSSP

	MaxOperation  time.Duration // longest wait of a Receive; 0 means as long as the client asks
	OutputPiece   int           // bytes of output in one Receive; 0 means 64 KiB
	MaxShells     int           // shells of a user; 0 means 30
	MaxOperations int           // commands of all shells until these are deleted; 0 means 1500
	IgnoreIDs     bool          // give shells and commands other ids than the client asks for
}

// Server is a running WinRM server.
type Server struct {
	options  Options
	http     *http.Server
	listener net.Listener
	ca       *Authority       // of the certificates that were not given
	cert     *tls.Certificate // of https
	serving  chan struct{}
	work     sync.WaitGroup // commands that run, and logons by CredSSP

	innerCert *tls.Certificate // of CredSSP

	mu        sync.Mutex
	open      map[net.Conn]*connection
	shells    map[string]*shell
	opened    int // operations not given back yet
	faults    []*Fault
	calls     map[Action]int
	logons    Logons
	log       []Request
	connCount int
	users     map[string]string
}

// Logons counts what the server decided about logons.
type Logons struct{ Accepted, Refused int }

// Request is one line of the server's log.
type Request struct {
	Action     Action
	Connection int // 1 for the first connection
	Size       int // bytes of the request's body
	Status     int // HTTP status of the answer, 0 when there was none
	Sealed     bool
}

// New starts a server.
func New(o Options) (*Server, error) {
	if o.Exec == nil {
		return nil, errors.New("winrmserver: Options.Exec is missing")
	}
	if o.Offer == nil {
		o.Offer = []string{"Negotiate", "Basic"}
	}
	setDefault(&o.OutputPiece, 64<<10)
	setDefault(&o.MaxShells, 30)
	setDefault(&o.MaxOperations, 1500)
	s := &Server{
		options: o, serving: make(chan struct{}), open: map[net.Conn]*connection{}, shells: map[string]*shell{}, calls: map[Action]int{}, users: map[string]string{},
	}
	for name, password := range o.Users {
		s.users[name] = password
	}
	if s.listener = o.Listener; s.listener == nil {
		var err error
		if s.listener, err = (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0"); err != nil {
			return nil, fmt.Errorf("winrmserver: %w", err)
		}
	}
	if err := s.certify(); err != nil {
		return nil, errors.Join(err, s.listener.Close())
	}
	s.http = &http.Server{
		Handler:     s,
		ConnContext: s.newConnection,
		ConnState:   s.connectionState,
		ErrorLog:    quietLog,
	}
	go func() {
		defer close(s.serving)
		// It always ends with an error, the one of Close.
		_ = s.http.Serve(s.listener)
	}()
	return s, nil
}

func setDefault(v *int, d int) {
	if *v == 0 {
		*v = d
	}
}

// certify makes the certificates that were not given.
func (s *Server) certify() error {
	var err error
	if s.ca, err = NewAuthority(); err != nil {
		return err
	}
	if s.innerCert = s.options.CredSSP.Certificate; s.innerCert == nil {
		if s.innerCert, err = s.ca.Issue("dhcp01.lab.test"); err != nil {
			return err
		}
	}
	if !s.options.HTTPS {
		return nil
	}
	if s.cert = s.options.Certificate; s.cert == nil {
		if s.cert, err = s.ca.Issue("127.0.0.1", "localhost"); err != nil {
			return err
		}
	}
	config := &tls.Config{
		Certificates: []tls.Certificate{*s.cert}, MinVersion: tls.VersionTLS10, MaxVersion: s.options.MaxTLS,
		NextProtos: []string{"http/1.1"},
	}
	if s.options.ClientCAs != nil {
		config.ClientAuth, config.ClientCAs = tls.VerifyClientCertIfGiven, s.options.ClientCAs
	}
	s.listener = tls.NewListener(s.listener, config)
	return nil
}

// Port is the server's port.
func (s *Server) Port() int {
	addr, ok := s.listener.Addr().(*net.TCPAddr)
	if !ok {
		return 0
	}
	return addr.Port
}

// CACert is the PEM certificate of the authority of an https server; nil over http.
func (s *Server) CACert() []byte {
	if !s.options.HTTPS {
		return nil
	}
	return s.ca.PEM()
}

// InnerCACert is the PEM certificate of the authority of the certificate inside CredSSP.
func (s *Server) InnerCACert() []byte { return s.ca.PEM() }

// InnerCert is the certificate inside CredSSP, as DER.
func (s *Server) InnerCert() []byte { return s.innerCert.Certificate[0] }

// SetPassword changes a user's password. Connections that are logged on stay so, as on
// Windows.
func (s *Server) SetPassword(user, password string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users[user] = password
}

// Close ends all commands and connections.
func (s *Server) Close() error {
	s.mu.Lock()
	for id := range s.shells {
		s.removeShell(id)
	}
	s.mu.Unlock()
	err := s.http.Close()
	<-s.serving
	s.work.Wait()
	return err
}

// Calls counts the requests of one kind.
func (s *Server) Calls(a Action) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[a]
}

// Connections counts the connections there have been.
func (s *Server) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.connCount
}

// OpenConnections counts the connections there are.
func (s *Server) OpenConnections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}

// Logons counts logons.
func (s *Server) Logons() Logons {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.logons
}

// Log lists the requests so far.
func (s *Server) Log() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.log...)
}

// Shells counts the shells that exist.
func (s *Server) Shells() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.shells)
}

// ExpireShells drops all shells, as the server's idle timeout does.
func (s *Server) ExpireShells() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.shells {
		s.removeShell(id)
	}
}

// TestingT is the part of testing.T that the assertions need.
type TestingT interface {
	Helper()
	Errorf(format string, args ...any)
}

// AssertNothingLeft fails t when a shell exists or a command still runs. A command that
// was told to end gets a few seconds to do so.
func (s *Server) AssertNothingLeft(t TestingT) {
	t.Helper()
	if n := s.Shells(); n != 0 {
		t.Errorf("winrmserver: %d shells are left", n)
	}
	ended := make(chan struct{})
	go func() {
		s.work.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
		t.Errorf("winrmserver: a command still runs though no shell is left")
	}
}
