package winrmserver

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/jcmturner/gokrb5/v8/iana/nametype"
	"github.com/jcmturner/gokrb5/v8/spnego"
	krbtypes "github.com/jcmturner/gokrb5/v8/types"
)

// connection is what the server remembers of one TCP connection.
type connection struct {
	number int
	logon  *Session    // set once the connection is authenticated
	ntlm   *ntlmServer // the logon in progress
	seal   sealer      // after a logon with keys
	last   []byte      // the previous reply's body, for Replayed

	mu      sync.Mutex // guards what follows
	credssp *credsspServer
	closed  bool
}

// sealer protects the messages of a connection.
type sealer interface {
	open(contentType string, body []byte) ([]byte, error)
	seal(plain []byte) (contentType string, body []byte, err error)
}

type connectionKey struct{}

func (s *Server) newConnection(ctx context.Context, conn net.Conn) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.connCount++
	c := &connection{number: s.connCount}
	s.open[conn] = c
	return context.WithValue(ctx, connectionKey{}, c)
}

// connectionState ends what belongs to a connection when that ends.
func (s *Server) connectionState(conn net.Conn, state http.ConnState) {
	if state != http.StateClosed && state != http.StateHijacked {
		return
	}
	s.mu.Lock()
	c, ok := s.open[conn]
	delete(s.open, conn)
	s.mu.Unlock()
	if !ok {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	if c.credssp != nil {
		c.credssp.steps.end()
	}
}

func connectionOf(ctx context.Context) *connection {
	c, ok := ctx.Value(connectionKey{}).(*connection)
	if !ok {
		panic("winrmserver: a request without a connection")
	}
	return c
}

// certificateProfile is the Authorization that goes with a client certificate.
const certificateProfile = "http://schemas.dmtf.org/wbem/wsman/1/wsman/secprofile/https/mutual"

// user finds a user by name, with or without a domain, in any case.
func (s *Server) user(name string) (found, password string, ok bool) {
	if _, after, cut := strings.Cut(name, `\`); cut {
		name = after
	}
	name, _, _ = strings.Cut(name, "@")
	s.mu.Lock()
	defer s.mu.Unlock()
	for known, password := range s.users {
		if strings.EqualFold(known, name) {
			return known, password, true
		}
	}
	return "", "", false
}

// authenticate finds the logon of a request. When it gives none, it has answered.
func (s *Server) authenticate(w http.ResponseWriter, r *http.Request, c *connection) *Session {
	scheme, value, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	switch {
	case scheme == "" && c.logon != nil:
		return c.logon
	case scheme == "":
		s.unauthorized(w, nil)
		return nil
	case scheme == certificateProfile:
		return s.judge(w, s.byCertificate(r.TLS))
	case !s.offers(scheme):
		s.unauthorized(w, nil)
		return nil
	case strings.EqualFold(scheme, "Basic"):
		return s.judge(w, s.byBasic(r))
	}
	token, err := base64.StdEncoding.DecodeString(value)
	if err != nil {
		return s.judge(w, nil)
	}
	if strings.EqualFold(scheme, "CredSSP") {
		return s.byCredSSP(w, c, token)
	}
	if len(token) > 0 && token[0] == 0x60 && s.options.Keytab != nil {
		return s.judge(w, s.byKerberos(token))
	}
	return s.byNTLM(w, c, token)
}

// judge counts a verdict and answers when it is a refusal.
func (s *Server) judge(w http.ResponseWriter, logon *Session) *Session {
	s.mu.Lock()
	if logon != nil {
		s.logons.Accepted++
	} else {
		s.logons.Refused++
	}
	s.mu.Unlock()
	if logon == nil {
		s.unauthorized(w, nil)
	}
	return logon
}

func (s *Server) offers(scheme string) bool {
	for _, o := range s.options.Offer {
		if strings.EqualFold(o, scheme) {
			return true
		}
	}
	return false
}

// unauthorized answers 401 with a token of a logon, or with the schemes offered.
func (s *Server) unauthorized(w http.ResponseWriter, token []byte) {
	if token != nil {
		w.Header().Add("WWW-Authenticate", "Negotiate "+base64.StdEncoding.EncodeToString(token))
	} else {
		for _, scheme := range s.options.Offer {
			if scheme == "Basic" {
				scheme = `Basic realm="WSMAN"`
			}
			w.Header().Add("WWW-Authenticate", scheme)
		}
	}
	w.WriteHeader(http.StatusUnauthorized)
}

func (s *Server) byBasic(r *http.Request) *Session {
	if r.TLS == nil && !s.options.AllowUnencrypted {
		return nil
	}
	name, password, _ := r.BasicAuth()
	user, want, ok := s.user(name)
	if !ok || password != want {
		return nil
	}
	return &Session{User: user}
}

func (s *Server) byCertificate(state *tls.ConnectionState) *Session {
	if state == nil || len(state.VerifiedChains) == 0 {
		return nil
	}
	user, ok := s.options.ClientUsers[state.VerifiedChains[0][0].Subject.CommonName]
	if !ok {
		return nil
	}
	return &Session{User: user}
}

// byNTLM takes one token of the handshake and answers it, unless it is the last and good.
func (s *Server) byNTLM(w http.ResponseWriter, c *connection, token []byte) *Session {
	if ntlmMessageType(token) == 1 {
		c.logon, c.seal = nil, nil
		c.ntlm = &ntlmServer{lookup: s.user, dropFlags: s.options.DropNTLMFlags, strict: s.options.StrictBinding, binding: s.binding()}
	}
	if c.ntlm == nil {
		return s.judge(w, nil)
	}
	answer, done, err := c.ntlm.step(token)
	switch {
	case err != nil:
		return s.judge(w, nil)
	case done:
		c.seal = ntlmSeal{in: c.ntlm.in, out: c.ntlm.out}
		c.logon = s.judge(w, &Session{User: c.ntlm.user})
		return c.logon
	}
	s.unauthorized(w, answer)
	return nil
}

// binding is the channel binding of the server's certificate; nil over http.
func (s *Server) binding() []byte {
	if s.cert == nil {
		return nil
	}
	sum := sha256.Sum256(s.cert.Certificate[0])
	return append([]byte("tls-server-end-point:"), sum[:]...)
}

// byKerberos takes a SPNEGO token with an AP-REQ.
func (s *Server) byKerberos(token []byte) *Session {
	request, err := readAPReq(token)
	if err != nil {
		return nil
	}
	ok, err := request.APReq.Verify(s.options.Keytab, 5*time.Minute, krbtypes.HostAddress{}, principal(s.options.ServicePrincipal))
	if err != nil || !ok {
		return nil
	}
	sum := request.APReq.Authenticator.Cksum.Checksum
	if len(sum) < 24 {
		return nil
	}
	check := ntlmServer{binding: s.binding(), strict: s.options.StrictBinding}
	if check.checkBinding(sum[4:20]) != nil {
		return nil
	}
	user, _, ok := s.user(request.APReq.Authenticator.CName.PrincipalNameString())
	if !ok {
		return nil
	}
	return &Session{User: user}
}

func principal(name string) *krbtypes.PrincipalName {
	p := krbtypes.NewPrincipalName(nametype.KRB_NT_PRINCIPAL, name)
	return &p
}

func readAPReq(token []byte) (*spnego.KRB5Token, error) {
	var outer spnego.SPNEGOToken
	if err := outer.Unmarshal(token); err != nil {
		return nil, err
	}
	if !outer.Init {
		return nil, errors.New("not the first token")
	}
	var inner spnego.KRB5Token
	if err := inner.Unmarshal(outer.NegTokenInit.MechTokenBytes); err != nil {
		return nil, err
	}
	if !inner.IsAPReq() {
		return nil, errors.New("not an AP-REQ")
	}
	return &inner, nil
}
