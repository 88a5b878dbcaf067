package kea

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

// subsystem is the name under which requests are logged.
const subsystem = "kea"

// idleTimeout retires a connection before Kea closes it: it does so after 30.0 s.
const idleTimeout = 25 * time.Second

// transport sends commands to one endpoint.
type transport struct {
	endpoint string
	config   Config
	http     *http.Client
	slots    chan struct{}
}

func newTransport(endpoint string, config Config) (*transport, error) {
	tlsConfig, err := config.tlsConfig()
	if err != nil {
		return nil, err
	}
	return &transport{
		endpoint: endpoint,
		config:   config,
		slots:    make(chan struct{}, config.MaxConcurrency),
		http: &http.Client{Transport: &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			DialContext:         config.Dial,
			TLSClientConfig:     tlsConfig,
			TLSHandshakeTimeout: 8 * time.Second,
			IdleConnTimeout:     idleTimeout,
			MaxIdleConnsPerHost: config.MaxConcurrency,
		}},
	}, nil
}

// send runs one command and gives its answer. An answer other than OK is returned as
// an *Error together with the answer.
func (t *transport) send(ctx context.Context, command request) (answer, error) {
	body, err := json.Marshal(command)
	if err != nil {
		return answer{}, t.fail(command, KindInvalid, err.Error(), "", err)
	}
	return t.post(ctx, command, body)
}

// post sends a command that is encoded already.
func (t *transport) post(ctx context.Context, command request, body []byte) (answer, error) {
	select {
	case t.slots <- struct{}{}:
		defer func() { <-t.slots }()
	case <-ctx.Done():
		return answer{}, t.fail(command, KindTimeout, "the operation was stopped before the command was sent", "", ctx.Err())
	}
	ctx, cancel := context.WithTimeout(ctx, t.config.Timeout)
	defer cancel()
	ctx = tflog.NewSubsystem(ctx, subsystem)

	start := time.Now()
	status, raw, err := t.roundTrip(ctx, body)
	fields := map[string]any{"endpoint": t.endpoint, "command": command.Command, "bytes_sent": len(body), "bytes_received": len(raw), "milliseconds": time.Since(start).Milliseconds()}
	if err != nil {
		tflog.SubsystemDebug(ctx, subsystem, "command was not answered", fields)
		return answer{}, command.unsure(t.networkError(command, err))
	}
	fields["status"] = status
	if status != http.StatusOK {
		tflog.SubsystemDebug(ctx, subsystem, "command was refused", fields)
		return answer{}, command.unsure(t.statusError(command, status))
	}
	result, err := decodeAnswer(raw)
	if err != nil {
		return answer{}, command.unsure(t.fail(command, KindUnreachable, "the answer is not that of a Kea server", "Check that the endpoint is the URL of a Kea control agent or of Kea's HTTP control socket.", nil))
	}
	fields["result"] = result.Result
	tflog.SubsystemDebug(ctx, subsystem, "command answered", fields)
	return result, t.resultError(command, result)
}

func (t *transport) roundTrip(ctx context.Context, body []byte) (int, []byte, error) {
	// bytes.Reader gives the request a Content-Length: Kea refuses chunked bodies.
	httpRequest, err := http.NewRequestWithContext(ctx, http.MethodPost, t.endpoint, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	httpRequest.Header.Set("Content-Type", "application/json") // any parameter behind it is refused with 400
	if t.config.UserAgent != "" {
		httpRequest.Header.Set("User-Agent", t.config.UserAgent)
	}
	if t.config.Username != "" {
		httpRequest.SetBasicAuth(t.config.Username, t.config.Password)
	}
	response, err := t.http.Do(httpRequest)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	return response.StatusCode, raw, err
}

func (t *transport) fail(command request, kind Kind, text, remedy string, cause error) *Error {
	return &Error{Kind: kind, Endpoint: t.endpoint, Command: command.Command, Text: text, Advice: remedy, Cause: cause}
}

func (t *transport) statusError(command request, status int) *Error {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		if t.config.Username == "" {
			return t.fail(command, KindDenied, fmt.Sprintf("HTTP %d: the server asks for a user name and password", status), "Set kea.username and kea.password, or DHCP_KEA_USERNAME and DHCP_KEA_PASSWORD.", nil)
		}
		return t.fail(command, KindDenied, fmt.Sprintf("HTTP %d: the server refuses the user name or the password of user %q", status, t.config.Username), "Check kea.username and kea.password against the clients in the server's authentication settings.", nil)
	case http.StatusRequestTimeout:
		return t.fail(command, KindTimeout, "HTTP 408: the request did not reach the server within its 10 s", "The network is too slow for the size of the request.", nil)
	case http.StatusBadRequest:
		return t.fail(command, KindInvalid, "HTTP 400: the server could not read the request", "Check that nothing between this machine and the server rewrites requests, and that the endpoint is a Kea server.", nil)
	}
	return t.fail(command, KindUnreachable, fmt.Sprintf("HTTP %d: this is not the answer of a Kea server", status), "Check the endpoint.", nil)
}

func (t *transport) resultError(command request, result answer) error {
	if result.Result == resultOK {
		return nil
	}
	text := stripPositions(result.Text)
	kind := classify(result.Result, text)
	remedy := ""
	if kind == KindDaemonDown {
		remedy = "The control agent runs, but the DHCP daemon behind it does not answer. Start the daemon, and check that both use the same control socket."
	}
	return t.fail(command, kind, fmt.Sprintf("result %d: %s", result.Result, text), remedy, nil)
}

// networkError names the common reasons why nothing answered. The error below never
// holds a request body or a header.
func (t *transport) networkError(command request, err error) *Error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	var (
		hostname  x509.HostnameError
		authority x509.UnknownAuthorityError
		record    tls.RecordHeaderError
		alert     tls.AlertError
		dns       *net.DNSError
	)
	switch {
	case errors.As(err, &hostname):
		return t.fail(command, KindUnreachable, "TLS: "+err.Error(), "Use the name in the server's certificate, or set kea.tls_server_name to it.", err)
	case errors.As(err, &authority):
		return t.fail(command, KindUnreachable, "TLS: "+err.Error(), "Set kea.ca_certificate to the certificate of the authority that signed the server's certificate.", err)
	case errors.As(err, &record), errors.Is(err, http.ErrSchemeMismatch):
		return t.fail(command, KindUnreachable, "TLS: the server does not speak TLS on this port", "Use http:// in the endpoint, or the server's TLS port.", err)
	case errors.As(err, &alert):
		return t.fail(command, KindDenied, "TLS: "+err.Error(), "The server may want a client certificate: set kea.client_certificate and kea.client_key.", err)
	case errors.As(err, &dns):
		return t.fail(command, KindUnreachable, dns.Error(), "Check the host name of the endpoint.", err)
	case errors.Is(err, syscall.ECONNREFUSED):
		return t.fail(command, KindUnreachable, "nothing listens there: connection refused", "Check that the server runs and that the port is right.", err)
	case errors.Is(err, context.DeadlineExceeded), isTimeout(err):
		return t.fail(command, KindTimeout, fmt.Sprintf("no answer within %s", t.config.Timeout), "Check that the server is reachable; raise kea.timeout for very large configurations.", err)
	case errors.Is(err, io.EOF):
		return t.fail(command, KindUnreachable, "the server closed the connection without an answer", "A Kea TLS port does so when it is asked without TLS: check http:// or https:// in the endpoint.", err)
	}
	return t.fail(command, KindUnreachable, err.Error(), "Check that the server runs and is reachable from here.", err)
}

// unsure adds to the error of a command without an answer that nobody knows whether it was
// carried out, where it changes something and may have come to the server.
func (r request) unsure(e *Error) *Error {
	if Reads(r.Command) || r.Command == "config-get" || errors.Is(e, syscall.ECONNREFUSED) ||
		e.Kind != KindTimeout && e.Kind != KindUnreachable {
		return e
	}
	e.Text += "; it is unknown whether the command was carried out"
	return e
}

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout()
}
