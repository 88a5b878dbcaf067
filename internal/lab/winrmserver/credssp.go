package winrmserver

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm/credssp"
)

// CredSSP shapes the server's side of CredSSP, which is offered when Options.Offer holds
// "CredSSP".
type CredSSP struct {
	Certificate      *tls.Certificate                          // inside CredSSP; nil: one of InnerCACert for dhcp01.lab.test
	Version          int                                       // claimed version; 0 means 6
	RefuseDelegation bool                                      // the logon with the password fails
	Tamper           func(step string, m *credssp.Message)     // changes a message before it goes out
	CipherSuites     []uint16                                  // nil means Go's choice
	Received         func(step string, c *credssp.Credentials) // hears of each message that came, with the credentials of the last
}

// NTSTATUS values the server sends.
const (
	statusLogonFailure   = 0xC000006D
	statusMessageAltered = 0x8009030F
)

// credsspServer is the server's side on one connection. TLS runs in a goroutine on a
// lockstep connection, because it arrives in pieces, one to an HTTP request.
type credsspServer struct {
	server *Server
	steps  *lockstep
	conn   *tls.Conn
	key    []byte
	ntlm   *ntlmServer
	ended  chan struct{}
	user   string // after success
	err    error
}

func (s *Server) newCredSSP() *credsspServer {
	c := &credsspServer{server: s, steps: newLockstep(), ended: make(chan struct{})}
	c.ntlm = &ntlmServer{lookup: s.user, dropFlags: s.options.DropNTLMFlags}
	c.conn = tls.Server(c.steps, &tls.Config{
		Certificates: []tls.Certificate{*s.innerCert}, MinVersion: tls.VersionTLS12, MaxVersion: tls.VersionTLS12,
		CipherSuites: s.options.CredSSP.CipherSuites, DynamicRecordSizingDisabled: true,
	})
	s.work.Go(func() {
		defer c.steps.idle()
		defer close(c.ended)
		c.err = c.run()
	})
	return c
}

func (c *credsspServer) run() error {
	cert, err := x509.ParseCertificate(c.server.innerCert.Certificate[0])
	if err != nil {
		return err
	}
	if c.key, err = credssp.PublicKey(cert); err != nil {
		return err
	}
	if err := c.conn.HandshakeContext(context.Background()); err != nil {
		return err
	}
	m, err := c.receive("negotiate")
	if err != nil {
		return err
	}
	challenge, _, err := c.ntlm.step(m.Token)
	if err != nil {
		return c.refuse(statusLogonFailure, err)
	}
	if err := c.send("challenge", credssp.Message{Token: challenge}); err != nil {
		return err
	}
	if m, err = c.receive("authenticate"); err != nil {
		return err
	}
	if err := c.prove(m); err != nil {
		return err
	}
	if m, err = c.receive("credentials"); err != nil {
		return err
	}
	return c.logon(m)
}

func (c *credsspServer) prove(m *credssp.Message) error {
	_, done, err := c.ntlm.step(m.Token)
	if err != nil || !done {
		return c.refuse(statusLogonFailure, fmt.Errorf("NTLM: %w", err))
	}
	got, err := c.ntlm.in.unwrap(m.PubKeyAuth)
	if err != nil || len(m.Nonce) != 32 || !hmac.Equal(got, credssp.Binding(false, m.Nonce, c.key)) {
		return c.refuse(statusMessageAltered, errors.New("the client's proof of the key is wrong"))
	}
	return c.send("proof", credssp.Message{PubKeyAuth: c.ntlm.out.wrap(credssp.Binding(true, m.Nonce, c.key))})
}

// logon checks the delegated credentials, as the logon that Windows makes of them does.
func (c *credsspServer) logon(m *credssp.Message) error {
	plain, err := c.ntlm.in.unwrap(m.AuthInfo)
	if err != nil {
		return err
	}
	credentials, err := credssp.ParseCredentials(plain)
	if err != nil {
		return err
	}
	c.heard("delegated", &credentials)
	name, password, ok := c.server.user(credentials.User)
	if !ok || password != credentials.Password || c.server.options.CredSSP.RefuseDelegation {
		return errLogon
	}
	c.user = name
	return nil
}

func (c *credsspServer) heard(step string, credentials *credssp.Credentials) {
	if f := c.server.options.CredSSP.Received; f != nil {
		f(step, credentials)
	}
}

func (c *credsspServer) receive(step string) (*credssp.Message, error) {
	m, err := credssp.Read(c.conn)
	if err == nil {
		c.heard(step, nil)
	}
	return m, err
}

func (c *credsspServer) send(step string, m credssp.Message) error {
	if m.Version = c.server.options.CredSSP.Version; m.Version == 0 {
		m.Version = credssp.Version
	}
	if f := c.server.options.CredSSP.Tamper; f != nil {
		f(step, &m)
	}
	b, err := m.Marshal()
	if err != nil {
		return err
	}
	_, err = c.conn.Write(b)
	return err
}

// refuse tells the client why, which versions 2 and 5 cannot.
func (c *credsspServer) refuse(status uint32, reason error) error {
	if v := c.server.options.CredSSP.Version; v == 2 || v == 5 {
		return reason
	}
	return errors.Join(reason, c.send("refusal", credssp.Message{ErrorCode: status}))
}

func (d *ntlmDirection) wrap(plain []byte) []byte {
	signature, text := d.seal(plain)
	return append(signature, text...)
}

func (d *ntlmDirection) unwrap(sealed []byte) ([]byte, error) {
	if len(sealed) < 16 {
		return nil, errors.New("sealed text too short")
	}
	return d.open(sealed[:16], sealed[16:])
}

// byCredSSP takes one token and answers it, unless it is the last and good.
func (s *Server) byCredSSP(w http.ResponseWriter, c *connection, token []byte) *Session {
	c.mu.Lock()
	if c.credssp == nil && !c.closed {
		c.credssp = s.newCredSSP()
	}
	x := c.credssp
	c.mu.Unlock()
	if x == nil || c.logon != nil {
		return s.judge(w, nil)
	}
	answer := x.steps.feed(token)
	select {
	case <-x.ended:
	default:
		s.credsspChallenge(w, answer)
		return nil
	}
	if x.err == nil {
		c.seal = credsspSeal{&credssp.Sealer{Conn: x.conn, Records: x.steps}}
		c.logon = s.judge(w, &Session{User: x.user, Delegated: true})
		return c.logon
	}
	s.mu.Lock()
	s.logons.Refused++
	s.mu.Unlock()
	if len(answer) > 0 { // an error code or a TLS alert
		s.credsspChallenge(w, answer)
		return nil
	}
	s.unauthorized(w, nil)
	return nil
}

func (s *Server) credsspChallenge(w http.ResponseWriter, token []byte) {
	w.Header().Add("WWW-Authenticate", "CredSSP "+base64.StdEncoding.EncodeToString(token))
	w.WriteHeader(http.StatusUnauthorized)
}

// credsspSeal protects messages with the TLS connection inside CredSSP.
type credsspSeal struct{ *credssp.Sealer }

func (c credsspSeal) open(contentType string, body []byte) ([]byte, error) {
	return c.Open(contentType, body, maxRequest)
}

func (c credsspSeal) seal(plain []byte) (contentType string, body []byte, err error) {
	return c.Seal(plain)
}

// lockstep is a net.Conn between HTTP requests and a goroutine that runs TLS: feed hands
// over one token, waits until the goroutine wants more or has ended, and gives what it
// wrote.
type lockstep struct {
	credssp.MemoryConn
	mu      sync.Mutex
	changed *sync.Cond
	in, out bytes.Buffer
	waiting bool
	closed  bool
	free    bool // the goroutine has ended: reads do not wait
}

func newLockstep() *lockstep {
	l := &lockstep{}
	l.changed = sync.NewCond(&l.mu)
	return l
}

func (l *lockstep) Read(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.in.Len() == 0 {
		switch {
		case l.closed:
			return 0, io.EOF
		case l.free:
			return 0, credssp.ErrNoMore
		}
		l.waiting = true
		l.changed.Broadcast()
		l.changed.Wait()
	}
	l.waiting = false
	return l.in.Read(b)
}

func (l *lockstep) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.Write(b)
}

// end wakes the goroutine for good, when the HTTP connection has closed.
func (l *lockstep) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.changed.Broadcast()
}

func (l *lockstep) idle() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.free = true
	l.changed.Broadcast()
}

func (l *lockstep) feed(token []byte) []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.in.Write(token)
	l.waiting = false
	l.changed.Broadcast()
	for !l.waiting && !l.free {
		l.changed.Wait()
	}
	return l.take()
}

func (l *lockstep) take() []byte {
	b := bytes.Clone(l.out.Bytes())
	l.out.Reset()
	return b
}

// Put gives TLS records to read.
func (l *lockstep) Put(records []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.in.Write(records)
}

// Take takes the TLS records written.
func (l *lockstep) Take() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.take()
}

// Unread counts the bytes not read.
func (l *lockstep) Unread() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.in.Len()
}
