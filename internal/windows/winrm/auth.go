package winrm

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// authenticator is the authentication and protection of one connection.
type authenticator interface {
	// logon does what must be done before the first message.
	logon(ctx context.Context, s *session) *Error
	// authorize adds what each request carries.
	authorize(ctx context.Context, s *session, header http.Header) error
	// bindsConnection tells whether the server remembers the logon for the connection.
	bindsConnection() bool
	// seal protects a message and gives its content type.
	seal(msg []byte) (contentType string, body []byte, err error)
	// open undoes the protection of a reply and refuses one that lacks it.
	open(r *reply) ([]byte, error)
}

func (p *Pool) authenticators() func() authenticator {
	switch p.config.Auth {
	case AuthBasic:
		token := base64.StdEncoding.EncodeToString([]byte(p.config.Username + ":" + p.config.Password))
		return func() authenticator { return headerAuth{value: "Basic " + token} }
	case AuthCertificate:
		return func() authenticator { return headerAuth{value: certificateProfile} }
	case AuthKerberos:
		return func() authenticator { return kerberosAuth{client: p.kerberos} }
	case AuthCredSSP:
		return func() authenticator { return &credsspAuth{} }
	}
	return func() authenticator { return &ntlmAuth{sealed: !p.config.HTTPS} }
}

// certificateProfile is what WinRM expects as Authorization beside a TLS client
// certificate (DSP0226, security profile https/mutual).
const certificateProfile = "http://schemas.dmtf.org/wbem/wsman/1/wsman/secprofile/https/mutual"

// headerAuth is a fixed Authorization header; TLS protects the messages.
type headerAuth struct {
	unsealed
	value string
}

func (a headerAuth) logon(context.Context, *session) *Error { return nil }
func (a headerAuth) bindsConnection() bool                  { return false }
func (a headerAuth) authorize(_ context.Context, _ *session, h http.Header) error {
	h.Set("Authorization", a.value)
	return nil
}

// unsealed leaves the protection of messages to TLS.
type unsealed struct{}

func (unsealed) seal(msg []byte) (string, []byte, error) { return soapType, msg, nil }

func (unsealed) open(r *reply) ([]byte, error) {
	if got := r.header.Get("Content-Type"); !strings.HasPrefix(strings.ToLower(got), "application/soap+xml") {
		return nil, fmt.Errorf("the reply is of type %q, not a SOAP message", clean(got))
	}
	return r.body, nil
}

// scheme is the HTTP authentication scheme that a way to log on needs.
func (a Auth) scheme() string {
	switch a {
	case AuthBasic:
		return "Basic"
	case AuthCertificate:
		return certificateProfile
	case AuthCredSSP:
		return "CredSSP"
	}
	return "Negotiate"
}

// offered lists the authentication schemes of a 401. Several may share one header, and
// parameters may stand between them.
func offered(h http.Header) []string {
	var schemes []string
	for _, value := range h.Values("WWW-Authenticate") {
		for part := range strings.SplitSeq(value, ",") {
			name, _, _ := strings.Cut(strings.TrimSpace(part), " ")
			name = clean(name)
			if name != "" && !strings.Contains(name, "=") && !slices.Contains(schemes, name) {
				schemes = append(schemes, name)
			}
		}
	}
	return schemes
}

// challenge finds the token of a scheme in a 401.
func challenge(h http.Header, scheme string) (offer bool, token []byte, err error) {
	for _, value := range h.Values("WWW-Authenticate") {
		for part := range strings.SplitSeq(value, ",") {
			name, text, _ := strings.Cut(strings.TrimSpace(part), " ")
			if !strings.EqualFold(name, scheme) {
				continue
			}
			offer = true
			if text = strings.TrimSpace(text); text != "" {
				token, err = base64.StdEncoding.DecodeString(text)
			}
		}
	}
	return offer, token, err
}

// refuse makes the error for a refused logon and bars the pool with it.
func (s *session) refuse(answer *reply) *Error {
	config := s.pool.config
	schemes := offered(answer.header)
	list := strings.Join(schemes, ", ")
	if list == "" {
		list = "none"
	}
	e := &Error{Kind: KindAuth, Server: config.address(), Status: answer.status, Action: "logon"}
	has := slices.ContainsFunc(schemes, func(name string) bool { return strings.EqualFold(name, config.Auth.scheme()) })
	switch {
	case config.Auth == AuthCertificate:
		e.Detail = "the server refused the client certificate (HTTP 401)"
		e.Advice = "The certificate must be mapped to a local account (winrm create winrm/config/service/certmapping) and Certificate authentication be on"
	case !has && config.Auth == AuthCredSSP:
		e.Detail = fmt.Sprintf("the server does not offer CredSSP (HTTP 401, offered: %s)", list)
		e.Advice = "Switch it on at the server with Enable-WSManCredSSP -Role Server"
	case !has:
		e.Detail = fmt.Sprintf("the server does not offer %s for auth %s (HTTP 401, offered: %s)", config.Auth.scheme(), config.Auth, list)
		e.Advice = "Switch it on at the server (winrm get winrm/config/service/auth), or choose another auth"
	default:
		e.Detail = fmt.Sprintf("the server refused the logon of %q by auth %s (HTTP 401, offered: %s)", config.Username, config.Auth, list)
		e.Advice = config.Auth.likelyCause()
	}
	return s.pool.bar(e)
}

func (a Auth) likelyCause() string {
	switch a {
	case AuthBasic:
		return "Likely a wrong user name or password; Basic takes local accounts only. Nothing more is tried, so that the account is not locked"
	case AuthKerberos:
		return "Likely the service principal is not the server's (krb_spn), or the clocks differ by more than five minutes"
	}
	return "Likely a wrong user name or password, or an account that may not log on from the network. Nothing more is tried, so that the account is not locked"
}
