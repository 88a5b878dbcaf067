package winrm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/bodgit/ntlmssp"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm/credssp"
)

// CredSSP says how the server is recognised before it gets the password. Over https the
// certificate of the connection is enough, unless it is not verified; otherwise the
// certificate that the service shows inside CredSSP must be verified or pinned.
type CredSSP struct {
	CACert     []byte // PEM, authority of the certificate inside CredSSP
	ServerName string // name expected in that certificate; "" means Host
	CertSHA256 string // or the certificate's SHA-256 in hexadecimal, colons allowed
	Unverified bool   // hand the password to whoever answers
}

// credsspRounds bounds the exchange; TLS 1.2 and NTLM need four, and the password one.
const credsspRounds = 12

func (c Config) checkCredSSP() error {
	s := c.CredSSP
	if err := c.checkPassword(); err != nil {
		return err
	}
	if _, err := certPool(s.CACert); err != nil {
		return configError(FieldCredSSPCACert, "%v", err)
	}
	if pin, err := s.pin(); err != nil || pin != nil && len(pin) != sha256.Size {
		return configError(FieldCredSSPCertSHA256, "it is not a SHA-256 in hexadecimal (64 digits)")
	}
	switch identified := len(s.CACert) > 0 || s.CertSHA256 != ""; {
	case s.Unverified && identified:
		return configError(FieldCredSSPUnverified, "it contradicts credssp_ca_cert and credssp_cert_sha256")
	case s.ServerName != "" && len(s.CACert) == 0:
		return configError(FieldCredSSPServerName, "it is checked only together with credssp_ca_cert")
	case !identified && !s.Unverified && (!c.HTTPS || c.Insecure):
		return configError(FieldAuth, "credssp hands the password to the server, so the server must be known for sure: "+
			"use https with a verified certificate, or set credssp_ca_cert or credssp_cert_sha256")
	}
	return nil
}

func (s CredSSP) pin() ([]byte, error) {
	if s.CertSHA256 == "" {
		return nil, nil
	}
	return hex.DecodeString(strings.ReplaceAll(s.CertSHA256, ":", ""))
}

// credsspAuth is CredSSP on one connection: TLS inside the Authorization headers, NTLM
// and the password inside that TLS.
type credsspAuth struct {
	token  string // Authorization of the next request, during the logon
	sealer *credssp.Sealer
}

func (a *credsspAuth) bindsConnection() bool { return true }

func (a *credsspAuth) authorize(_ context.Context, _ *session, h http.Header) error {
	if a.token != "" {
		h.Set("Authorization", a.token)
	}
	return nil
}

func (a *credsspAuth) logon(ctx context.Context, s *session) *Error {
	// The server makes a full logon of the last message, with a profile at the first.
	own, cancel := context.WithTimeout(ctx, s.pool.config.Timing.Start+s.pool.config.Timing.Grace)
	defer cancel()
	defer func() { a.token = "" }()
	tunnel := &tunnel{}
	rounds := 0
	tunnel.exchange = func(records []byte) ([]byte, *Error) {
		if rounds++; rounds > credsspRounds {
			return nil, &Error{Kind: KindProtocol, Detail: "the CredSSP exchange does not end"}
		}
		return a.round(ctx, own, s, records)
	}
	conn := tls.Client(tunnel, s.pool.credsspTLS())
	if err := conn.HandshakeContext(own); err != nil {
		return s.pool.credsspError(tunnel.failure, err)
	}
	config := s.pool.config
	domain, user := splitUser(config.Username)
	err := credssp.Delegate(conn, &ntlmMechanism{username: config.Username, password: config.Password},
		credssp.Credentials{Domain: domain, User: user, Password: config.Password})
	if err != nil {
		return s.pool.credsspError(tunnel.failure, err)
	}
	if e := a.finish(ctx, own, s, tunnel.Take()); e != nil {
		return e
	}
	tunnel.exchange = nil
	a.sealer = &credssp.Sealer{Conn: conn, Records: tunnel}
	return nil
}

// round sends TLS records and gives those of the answer.
func (a *credsspAuth) round(ctx, own context.Context, s *session, records []byte) ([]byte, *Error) {
	a.token = "CredSSP " + base64.StdEncoding.EncodeToString(records)
	answer, e := s.raw(ctx, own, soapType, nil)
	if e != nil {
		return nil, e
	}
	if answer.status != http.StatusUnauthorized {
		return nil, httpError(answer)
	}
	offer, token, err := challenge(answer.header, "CredSSP")
	switch {
	case err != nil:
		return nil, &Error{Kind: KindProtocol, Detail: "the CredSSP token of the server is malformed", Err: err}
	case token != nil:
		return token, nil
	case !offer:
		return nil, s.refuse(answer)
	}
	return nil, s.pool.bar(&Error{Kind: KindAuth, Status: answer.status, Detail: "the server ended the CredSSP exchange without a reason",
		Advice: "Likely it could not check the logon, or has no TLS version or cipher in common (Schannel events 36874 and 36888)"})
}

// finish sends the sealed password, which only a successful logon answers with 200.
func (a *credsspAuth) finish(ctx, own context.Context, s *session, records []byte) *Error {
	a.token = "CredSSP " + base64.StdEncoding.EncodeToString(records)
	answer, e := s.raw(ctx, own, soapType, nil)
	switch {
	case e != nil:
		return e
	case answer.status == http.StatusOK:
		return nil
	case answer.status >= http.StatusInternalServerError:
		return httpError(answer)
	}
	return s.pool.bar(&Error{Kind: KindAuth, Status: answer.status, Detail: fmt.Sprintf("the server refused the delegated logon (HTTP %d)", answer.status),
		Advice: "The account must be allowed to log on to the server itself"})
}

// credsspTLS is for the connection inside CredSSP. TLS 1.3 is left out: nobody has seen
// how the service behaves with it.
func (p *Pool) credsspTLS() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, MaxVersion: tls.VersionTLS12,
		DynamicRecordSizingDisabled: true, // one record for each part of a sealed message
		InsecureSkipVerify:          true, // the default certificate is self-signed; verifyCredSSP decides
		VerifyConnection:            p.verifyCredSSP,
	}
}

// verifyCredSSP runs in the TLS handshake, before anything of NTLM leaves.
func (p *Pool) verifyCredSSP(state tls.ConnectionState) error {
	settings, cert := p.config.CredSSP, state.PeerCertificates[0]
	if pin, err := settings.pin(); err != nil || pin != nil {
		if sum := sha256.Sum256(cert.Raw); err != nil || !bytes.Equal(pin, sum[:]) {
			return errors.New("the certificate inside CredSSP is not the one of credssp_cert_sha256")
		}
		return nil
	}
	roots, err := certPool(settings.CACert)
	if err != nil || roots == nil {
		return err // without one, the outer connection tells who the server is
	}
	name := settings.ServerName
	if name == "" {
		name = p.config.Host
	}
	between := x509.NewCertPool()
	for _, c := range state.PeerCertificates[1:] {
		between.AddCert(c)
	}
	_, err = cert.Verify(x509.VerifyOptions{Roots: roots, Intermediates: between, DNSName: name})
	return err
}

// credsspError reports why the exchange ended. failure is set when HTTP was the reason.
func (p *Pool) credsspError(failure *Error, err error) *Error {
	if failure != nil {
		return failure
	}
	var status credssp.StatusError
	var authority x509.UnknownAuthorityError
	var name x509.HostnameError
	e := &Error{Kind: KindInsecure, Detail: "CredSSP: " + err.Error(), Err: err}
	switch {
	case errors.As(err, &status):
		e.Kind, e.Detail = KindAuth, fmt.Sprintf("the server refused the logon of %q by auth credssp: %s", p.config.Username, status)
		e.Advice = AuthCredSSP.likelyCause()
		return p.bar(e)
	case errors.As(err, &authority), errors.As(err, &name), strings.Contains(err.Error(), "credssp_cert_sha256"):
		e.Kind = KindTLS
		e.Advice = "This is the certificate inside CredSSP: the service's CertificateThumbprint (winrm get winrm/config/service), or one it makes anew"
	case errors.Is(err, credssp.ErrBinding):
		e.Advice = "The password was not sent. Somebody may stand between this machine and the server"
	case errors.Is(err, credssp.ErrVersion):
		e.Advice = "The password was not sent. Update the server"
	}
	return e
}

func (a *credsspAuth) seal(msg []byte) (string, []byte, error) {
	if a.sealer == nil {
		return "", nil, errors.New("there is no CredSSP context, and nothing is sent in clear")
	}
	return a.sealer.Seal(msg)
}

func (a *credsspAuth) open(r *reply) ([]byte, error) {
	plain, err := a.sealer.Open(r.header.Get("Content-Type"), r.body, maxReply)
	if err != nil {
		return nil, fmt.Errorf("HTTP %d: %w", r.status, err)
	}
	return plain, nil
}

// ntlmMechanism is raw NTLM inside CredSSP. It carries no channel binding: the proof of
// the key does that.
type ntlmMechanism struct {
	username, password string
	client             *ntlmssp.Client
	keys               *ntlmssp.SecuritySession
}

func (m *ntlmMechanism) Start() (token []byte, err error) {
	m.client, token, err = startNTLM(m.username, m.password)
	return token, err
}

func (m *ntlmMechanism) Answer(message []byte) ([]byte, error) {
	token, err := answerNTLM(m.client, message, nil)
	if err != nil {
		return nil, err
	}
	if m.keys = m.client.SecuritySession(); m.keys == nil {
		return nil, errors.New("the logon gave no session key")
	}
	return token, nil
}

func (m *ntlmMechanism) Wrap(plain []byte) ([]byte, error) {
	text, signature, err := m.keys.Wrap(plain)
	return append(signature, text...), err
}

func (m *ntlmMechanism) Unwrap(sealed []byte) ([]byte, error) {
	if len(sealed) < 16 {
		return nil, errors.New("the sealed text is too short")
	}
	return m.keys.Unwrap(sealed[16:], sealed[:16])
}

// tunnel is a net.Conn whose TLS records travel in HTTP. TLS reads when and only when it
// wants an answer, so Read itself carries what was written to the server and takes what
// comes back: there is no guessing where a flight of records ends.
type tunnel struct {
	credssp.MemoryConn
	in, out  bytes.Buffer
	exchange func(records []byte) ([]byte, *Error) // nil after the logon
	failure  *Error
}

func (t *tunnel) Read(b []byte) (int, error) {
	if t.in.Len() == 0 {
		if t.exchange == nil || t.out.Len() == 0 {
			return 0, credssp.ErrNoMore
		}
		records, e := t.exchange(t.Take())
		if e != nil {
			t.failure = e
			return 0, e
		}
		t.in.Write(records)
	}
	return t.in.Read(b)
}

func (t *tunnel) Write(b []byte) (int, error) { return t.out.Write(b) }

func (t *tunnel) Put(records []byte) { t.in.Write(records) }

func (t *tunnel) Take() []byte {
	b := bytes.Clone(t.out.Bytes())
	t.out.Reset()
	return b
}

func (t *tunnel) Unread() int { return t.in.Len() }
