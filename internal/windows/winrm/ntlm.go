package winrm

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/bodgit/ntlmssp"
)

// ntlmAuth is NTLMv2 on one connection.
type ntlmAuth struct {
	sealed bool   // over http: messages are encrypted
	token  string // Authorization of the next request, during the logon
	keys   *ntlmssp.SecuritySession
}

func (a *ntlmAuth) bindsConnection() bool { return true }

func (a *ntlmAuth) authorize(_ context.Context, _ *session, h http.Header) error {
	if a.token != "" {
		h.Set("Authorization", a.token)
	}
	return nil
}

func (a *ntlmAuth) logon(ctx context.Context, s *session) *Error {
	own, cancel := context.WithTimeout(ctx, s.pool.config.Timing.Operation+s.pool.config.Timing.Grace)
	defer cancel()
	defer func() { a.token = "" }()
	client, negotiate, err := startNTLM(s.pool.config.Username, s.pool.config.Password)
	if err != nil {
		return &Error{Kind: KindAuth, Detail: "NTLM cannot start: " + err.Error(), Err: err,
			Advice: "NTLM needs MD4, MD5 and RC4, which a FIPS-only mode forbids"}
	}
	answer, e := a.step(ctx, own, s, negotiate)
	if e != nil {
		return e
	}
	if answer.status != http.StatusUnauthorized {
		return httpError(answer)
	}
	_, message, err := challenge(answer.header, "Negotiate")
	if err != nil || message == nil {
		return s.refuse(answer)
	}
	authenticate, err := answerNTLM(client, message, s.binding())
	if err != nil {
		return &Error{Kind: KindInsecure, Detail: err.Error(), Err: err}
	}
	if answer, e = a.step(ctx, own, s, authenticate); e != nil {
		return e
	}
	if answer.status == http.StatusUnauthorized {
		return s.refuse(answer)
	}
	if answer.status != http.StatusOK {
		return httpError(answer)
	}
	if a.keys = client.SecuritySession(); a.keys == nil {
		return &Error{Kind: KindInsecure, Detail: "the logon gave no session key"}
	}
	return nil
}

// step sends one token with an empty body.
func (a *ntlmAuth) step(ctx, own context.Context, s *session, token []byte) (*reply, *Error) {
	a.token = "Negotiate " + base64.StdEncoding.EncodeToString(token)
	answer, e := s.raw(ctx, own, soapType, nil)
	if e == nil && s.wire.broken {
		return answer, nil // the status says why the server hung up
	}
	return answer, e
}

// binding ties the logon to the server's certificate; nil over http.
func (s *session) binding() []byte {
	if s.wire.tls == nil {
		return nil
	}
	return endpointBinding(s.wire.tls.PeerCertificates[0])
}

// windowsVersion is what the messages claim to come from. The library's default is none
// outside Windows, and then some servers look for the message's checksum in the wrong
// place.
var windowsVersion = &ntlmssp.Version{ProductMajorVersion: 10, ProductBuild: 17763, NTLMRevisionCurrent: ntlmssp.NTLMSSPRevisionW2K3}

// splitUser takes DOMAIN\user apart. user@domain stays whole, with no domain: so the
// server resolves it.
func splitUser(name string) (domain, user string) {
	if domain, user, ok := strings.Cut(name, `\`); ok {
		return domain, user
	}
	return "", name
}

func startNTLM(username, password string) (*ntlmssp.Client, []byte, error) {
	domain, user := splitUser(username)
	client, err := ntlmssp.NewClient(ntlmssp.SetUserInfo(user, password), ntlmssp.SetDomain(domain), ntlmssp.SetVersion(windowsVersion))
	if err != nil {
		return nil, nil, err
	}
	negotiate, err := client.Authenticate(nil, nil)
	return client, negotiate, err
}

func answerNTLM(client *ntlmssp.Client, message, binding []byte) ([]byte, error) {
	if err := checkChallenge(message); err != nil {
		return nil, err
	}
	var bindings *ntlmssp.ChannelBindings
	if binding != nil {
		bindings = &ntlmssp.ChannelBindings{ApplicationData: binding}
	}
	answer, err := client.Authenticate(message, bindings)
	if err != nil {
		return nil, fmt.Errorf("the server's NTLM challenge is malformed: %w", err)
	}
	return answer, nil
}

// Flags of MS-NLMP 2.2.2.5 without which sealing protects nothing.
const (
	ntlmUnicode         = 1 << 0
	ntlmSign            = 1 << 4
	ntlmSeal            = 1 << 5
	ntlmExtendedSession = 1 << 19
	ntlm128             = 1 << 29
	ntlmKeyExchange     = 1 << 30
	ntlmNeeded          = ntlmUnicode | ntlmSign | ntlmSeal | ntlmExtendedSession | ntlm128 | ntlmKeyExchange
)

// checkChallenge refuses a challenge that drops security flags, which the library would
// follow: without extended session security both directions share one key stream, and
// without sealing the text stays readable.
func checkChallenge(m []byte) error {
	if len(m) < 48 || string(m[:8]) != "NTLMSSP\x00" || binary.LittleEndian.Uint32(m[8:]) != 2 {
		return errors.New("the server's answer is no NTLM challenge")
	}
	if flags := binary.LittleEndian.Uint32(m[20:]); flags&ntlmNeeded != ntlmNeeded {
		return fmt.Errorf("the server dropped security flags of NTLM (%#08x), which makes its encryption worthless", flags)
	}
	return nil
}

func (a *ntlmAuth) seal(msg []byte) (string, []byte, error) {
	if !a.sealed {
		return soapType, msg, nil
	}
	if a.keys == nil {
		return "", nil, errors.New("there is no session key, and nothing is sent in clear")
	}
	text, signature, err := a.keys.Wrap(msg)
	if err != nil {
		return "", nil, err
	}
	return spnegoSealed.contentType(), spnegoSealed.pack(len(msg), signature, text), nil
}

func (a *ntlmAuth) open(r *reply) ([]byte, error) {
	if !a.sealed {
		return unsealed{}.open(r)
	}
	signature, text, err := spnegoSealed.unpack(r)
	if err != nil {
		return nil, err
	}
	plain, err := a.keys.Unwrap(text, signature)
	if err != nil {
		return nil, fmt.Errorf("the reply was altered on its way: %w", err)
	}
	return plain, nil
}
