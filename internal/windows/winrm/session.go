package winrm

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// session is one connection with its authentication. Not for concurrent use.
type session struct {
	pool   *Pool
	wire   *wire
	auth   authenticator
	proven bool      // the server has accepted the logon
	sent   int       // requests of WinRM that were handed over, logons not counted
	used   time.Time // when it became idle
}

func (s *session) close() { s.wire.close() }

// post sends a message and returns its reply. An Error has no outcome yet.
func (s *session) post(ctx context.Context, m *message) (*envelope, *Error) {
	if s.proven {
		return s.request(ctx, m)
	}
	unlock, e := s.pool.lockLogon(ctx)
	if e != nil {
		return nil, e
	}
	defer unlock()
	if e := s.auth.logon(ctx, s); e != nil {
		e.Action = "logon"
		s.close()
		return nil, e
	}
	if s.auth.bindsConnection() {
		s.proven = true
		unlock()
	}
	return s.request(ctx, m)
}

// request sends one message on a connection that is logged on, or is logged on by it.
func (s *session) request(ctx context.Context, m *message) (*envelope, *Error) {
	limit := m.wait + s.pool.config.Timing.Grace
	own, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	began := time.Now()
	contentType, body, err := s.auth.seal(m.body)
	if err != nil {
		s.close()
		return nil, &Error{Kind: KindInsecure, Detail: err.Error(), Err: err}
	}
	s.sent++
	answer, e := s.raw(ctx, own, contentType, body)
	if e != nil {
		if e.Kind == KindTimeout && ctx.Err() == nil {
			e.Detail = "no reply within " + limit.String()
		}
		s.log(ctx, m, len(body), nil, e, began)
		return nil, e
	}
	env, e := s.read(m, answer)
	s.log(ctx, m, len(body), answer, e, began)
	return env, e
}

// raw is one HTTP exchange. own is ctx with the limit of this request.
func (s *session) raw(ctx, own context.Context, contentType string, body []byte) (*reply, *Error) {
	req, err := http.NewRequestWithContext(own, http.MethodPost, s.pool.config.url(), nil)
	if err != nil {
		return nil, &Error{Kind: KindProtocol, Detail: err.Error(), Err: err}
	}
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("User-Agent", s.pool.config.UserAgent)
	if err := s.auth.authorize(own, s, req.Header); err != nil {
		s.close()
		return nil, s.authorizeError(ctx, err)
	}
	s.pool.stats.requests.Add(1)
	answer, err := s.wire.exchange(own, req, body)
	switch {
	case err == nil:
		return answer, nil
	case ctx.Err() != nil:
		return nil, s.pool.contextError(ctx)
	case own.Err() != nil:
		return nil, &Error{Kind: KindTimeout, Detail: "no reply in time", Err: err, transient: true}
	}
	return nil, &Error{Kind: KindLost, Detail: "the connection broke: " + err.Error(), Err: err, transient: true}
}

func (s *session) authorizeError(ctx context.Context, err error) *Error {
	if ctx.Err() != nil {
		return s.pool.contextError(ctx)
	}
	if e := asError(err); e != nil {
		return e
	}
	return &Error{Kind: KindAuth, Detail: err.Error(), Err: err}
}

// read makes an envelope of an answer, or says what is wrong with it.
func (s *session) read(m *message, answer *reply) (*envelope, *Error) {
	if answer.status == http.StatusUnauthorized {
		s.close()
		return nil, s.unauthorized(answer)
	}
	// A fault is HTTP 500 with a body. Every other status comes from the HTTP layer and
	// carries nothing to be trusted or read.
	if answer.status != http.StatusOK && (answer.status != http.StatusInternalServerError || len(bytes.TrimSpace(answer.body)) == 0) {
		s.close()
		return nil, httpError(answer)
	}
	body, err := s.auth.open(answer)
	if err != nil {
		s.close()
		return nil, &Error{Kind: KindInsecure, Status: answer.status, Detail: err.Error(), Err: err,
			Advice: "Somebody may be altering the connection, or the service is not WinRM"}
	}
	env, err := parseReply(m, body)
	if err != nil {
		s.close()
		kind := KindProtocol
		if answer.status != http.StatusOK {
			kind = KindHTTP
		}
		return nil, &Error{Kind: kind, Status: answer.status, Detail: err.Error(), Err: err, transient: true}
	}
	s.proven = true
	if env.Body.Fault != nil {
		return nil, env.Body.Fault.err(answer.status)
	}
	return env, nil
}

// unauthorized tells a refused logon, which bars the pool, from a connection that is
// authenticated no more.
func (s *session) unauthorized(answer *reply) *Error {
	if s.proven && s.auth.bindsConnection() {
		return &Error{Kind: KindAuth, Status: answer.status, transient: true, relogon: true,
			Detail: "the server no longer accepts the logon of this connection (HTTP 401)",
			Advice: "Over http a server answers so too when it does not take the encryption of messages"}
	}
	return s.refuse(answer)
}

func httpError(answer *reply) *Error {
	e := &Error{Kind: KindHTTP, Status: answer.status,
		Detail: fmt.Sprintf("the server answered HTTP %d %s", answer.status, http.StatusText(answer.status))}
	switch {
	case answer.status >= 300 && answer.status < 400:
		e.Detail += ", a redirection, which is not followed"
		e.Advice = "Check host and port"
	case answer.status == http.StatusForbidden:
		e.Advice = "The account may not use WinRM on this server; with auth certificate, the certificate is mapped to no account"
	case answer.status == http.StatusNotFound:
		e.Advice = "Nothing answers at /wsman; check the port"
	case answer.status >= 500:
		e.transient = true
	}
	return e
}

func (p *Pool) dialError(ctx context.Context, err error) *Error {
	if parent := context.Cause(ctx); parent != nil && !errors.Is(parent, context.DeadlineExceeded) {
		return p.contextError(ctx)
	}
	e := &Error{Kind: KindDial, Server: p.config.address(), Detail: "no connection: " + err.Error(), Err: err, transient: true,
		Advice: "Check host, port and firewall, and that the WinRM service listens (winrm enumerate winrm/config/listener)"}
	var unknown *net.DNSError
	if errors.As(err, &unknown) && unknown.IsNotFound {
		e.transient = false
		e.Advice = "Check the host name"
	}
	return e
}

func (p *Pool) tlsError(ctx context.Context, err error) *Error {
	if parent := context.Cause(ctx); parent != nil && !errors.Is(parent, context.DeadlineExceeded) {
		return p.contextError(ctx)
	}
	e := &Error{Kind: KindTLS, Server: p.config.address(), Detail: "no TLS connection: " + err.Error(), Err: err}
	var authority x509.UnknownAuthorityError
	var name x509.HostnameError
	var record tls.RecordHeaderError
	var verification *tls.CertificateVerificationError
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		e.Kind, e.transient = KindDial, true
		e.Advice = "Something accepts connections on the port but does not answer; check host and port"
	case errors.As(err, &authority):
		e.Advice = "Give the certificate of its authority in ca_cert"
	case errors.As(err, &name):
		e.Advice = "Use a host name that the certificate holds, or name it in tls_server_name"
	case errors.As(err, &record):
		e.Advice = "The port does not speak TLS; https is 5986, http 5985 by default"
	case errors.As(err, &verification):
		e.Advice = "Renew the certificate of the WinRM listener"
	default:
		e.Advice = "TLS 1.2 is the least that is accepted"
	}
	return e
}
