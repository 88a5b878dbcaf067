package winrmserver

import (
	"bytes"
	"encoding/xml"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const maxRequest = 16 << 20 // bytes of a request's body

// exchange is one request on its way through the server.
type exchange struct {
	server *Server
	w      http.ResponseWriter
	r      *http.Request
	c      *connection
	body   []byte
	sealed bool
	entry  Request
	fault  Fault
}

// ServeHTTP takes a request as HTTP.SYS and the WinRM service do.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxRequest))
	if err != nil {
		return
	}
	c := connectionOf(r.Context())
	recorder := &statusRecorder{ResponseWriter: w}
	x := &exchange{server: s, w: recorder, r: r, c: c, body: body, entry: Request{Connection: c.number, Size: len(body)}}
	defer func() {
		x.entry.Status = recorder.status
		s.mu.Lock()
		s.log = append(s.log, x.entry)
		s.mu.Unlock()
	}()
	w.Header().Set("Server", "Microsoft-HTTPAPI/2.0")
	if r.URL.Path != "/wsman" || r.Method != http.MethodPost {
		recorder.WriteHeader(http.StatusNotFound)
		return
	}
	x.serve()
}

// statusRecorder remembers the status for the log.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

func (r *statusRecorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach the connection.
func (r *statusRecorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func (x *exchange) serve() {
	s := x.server
	if x.r.Header.Get("Authorization") != "" && len(x.body) == 0 {
		x.entry.Action = ActionLogon
		if x.fault = s.arrive(ActionLogon); x.before(nil) {
			return
		}
		if s.authenticate(x.w, x.r, x.c) != nil {
			x.w.WriteHeader(http.StatusOK)
		}
		return
	}
	logon := s.authenticate(x.w, x.r, x.c)
	if logon == nil {
		return
	}
	plain, err := x.open()
	if err != nil {
		x.w.WriteHeader(http.StatusBadRequest)
		return
	}
	if !x.sealed && x.r.TLS == nil && !s.options.AllowUnencrypted {
		s.unauthorized(x.w, nil)
		return
	}
	var req request
	if err := xml.Unmarshal(plain, &req); err != nil {
		x.w.WriteHeader(http.StatusBadRequest)
		return
	}
	x.entry.Action = req.action()
	if x.fault = s.arrive(req.action()); x.before(&req) {
		return
	}
	x.after(&req, s.process(x.r.Context(), *logon, &req))
}

// before does the faults that keep a request from being processed. It tells whether it
// did one.
func (x *exchange) before(req *request) bool {
	switch x.fault.Effect {
	case FaultBefore:
		x.write(x.faultAnswer(req))
	case StatusBefore:
		for name, values := range x.fault.Header {
			x.w.Header()[name] = values
		}
		if x.fault.Status == http.StatusUnauthorized && x.fault.Header == nil {
			for _, scheme := range x.server.options.Offer {
				x.w.Header().Add("WWW-Authenticate", scheme)
			}
		}
		x.w.WriteHeader(x.fault.Status)
		x.writeBody([]byte(x.fault.Body))
	case CutBefore:
		x.cut()
	case HangBefore:
		<-x.r.Context().Done()
	default:
		return false
	}
	return true
}

func (x *exchange) faultAnswer(req *request) answer {
	if req == nil {
		return answer{http.StatusInternalServerError, ""}
	}
	subcode := x.fault.Subcode
	if subcode == "" {
		subcode = "w:InternalError"
	}
	if x.fault.WMI {
		return req.wmiFault(x.fault.Code, subcode, "injected fault")
	}
	return req.fault(x.fault.Code, subcode, "injected fault")
}

var (
	exitCodeElement  = regexp.MustCompile(`<rsp:ExitCode>.*?</rsp:ExitCode>`)
	outputElement    = regexp.MustCompile(`(<rsp:Stream [^>]*>)([A-Za-z0-9+/=]{2})`)
	idElements       = regexp.MustCompile(`<rsp:(ShellId|CommandId)>.*?</rsp:(ShellId|CommandId)>|<x:ResourceCreated>.*?</x:ResourceCreated>`)
	relatesToElement = regexp.MustCompile(`<a:RelatesTo>.*?</a:RelatesTo>`)
)

// after answers a request that was processed, with the faults that spoil the answer.
func (x *exchange) after(req *request, a answer) {
	switch x.fault.Effect {
	case FaultAfter:
		a = x.faultAnswer(req)
	case CutAfter:
		x.cut()
		return
	case HangAfter:
		<-x.r.Context().Done()
		return
	case Late:
		timer := time.NewTimer(x.fault.Delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-x.r.Context().Done():
			return
		}
	case Empty:
		a.body = ""
	case Malformed:
		a.body = "this is not XML <"
	case Truncated:
		a.body = a.body[:len(a.body)/2]
	case Unrelated:
		a.body = relatesToElement.ReplaceAllString(a.body, `<a:RelatesTo>uuid:00000000-0000-0000-0000-000000000000</a:RelatesTo>`)
	case NoExitCode:
		a.body = exitCodeElement.ReplaceAllString(a.body, "")
	case BadBase64:
		a.body = outputElement.ReplaceAllString(a.body, "$1!!")
	case NoID:
		a.body = idElements.ReplaceAllString(a.body, "")
	}
	x.write(a)
}

// write seals an answer as its request was, and sends it.
func (x *exchange) write(a answer) {
	body, contentType := []byte(a.body), soapType
	if x.sealed && x.fault.Effect != Unsealed {
		var err error
		if contentType, body, err = x.c.seal.seal(body); err != nil {
			panic(http.ErrAbortHandler) // the keys are no good any more
		}
	}
	switch x.fault.Effect {
	case Tampered:
		body[len(body)/2] ^= 1
	case Replayed:
		body = x.c.last
	case Huge:
		body = append(body, make([]byte, 5<<20)...)
	}
	x.c.last = bytes.Clone(body)
	x.w.Header().Set("Content-Type", contentType)
	if x.fault.Effect == CutReply {
		x.w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		body = body[:len(body)/2]
	}
	x.w.WriteHeader(a.status)
	x.writeBody(body)
	if x.fault.Effect == CutReply {
		x.cut()
	}
}

// writeBody sends bytes; a client that has gone does not matter to the server.
func (x *exchange) writeBody(body []byte) { _, _ = x.w.Write(body) }

// cut closes the connection.
func (x *exchange) cut() {
	// What was written must be on its way: Hijack drops what is buffered.
	rc := http.NewResponseController(x.w)
	if x.fault.Effect == CutReply {
		_ = rc.Flush()
	}
	conn, _, err := rc.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	// It is meant to be abrupt.
	_ = conn.Close()
}

// open decrypts the body when it is encrypted.
func (x *exchange) open() ([]byte, error) {
	contentType := x.r.Header.Get("Content-Type")
	if !strings.HasPrefix(contentType, "multipart/") {
		return x.body, nil
	}
	if x.c.seal == nil {
		return nil, errSealed // encrypted on a connection that is not logged on
	}
	plain, err := x.c.seal.open(contentType, x.body)
	x.sealed = err == nil
	x.entry.Sealed = x.sealed
	return plain, err
}
