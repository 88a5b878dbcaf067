package winrmserver

import (
	"context"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

const (
	nsShell     = "http://schemas.microsoft.com/wbem/wsman/1/windows/shell"
	nsTransfer  = "http://schemas.xmlsoap.org/ws/2004/09/transfer"
	faultAction = "http://schemas.dmtf.org/wbem/wsman/1/wsman/fault"
	soapType    = "application/soap+xml;charset=UTF-8"
	namespaces  = `xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing"` +
		` xmlns:w="http://schemas.dmtf.org/wbem/wsman/1/wsman.xsd" xmlns:x="` + nsTransfer + `" xmlns:rsp="` + nsShell + `"` +
		` xmlns:p="http://schemas.microsoft.com/wbem/wsman/1/wsman.xsd"`
)

// Fault codes the server gives by itself.
const (
	codeInvalidParameter = 87
	codeBrokenPipe       = 232 // a Send after the process ended; what Windows says is not known
	codeTimedOut         = 2150858793
	codeSchema           = 2150858817
	codeNotFound         = 2150858843
	codeMaxShells        = 2150859173
	codeMaxOperations    = 2150859174
)

// request is what the server reads of a message.
type request struct {
	XMLName xml.Name `xml:"http://www.w3.org/2003/05/soap-envelope Envelope"`
	Action  string   `xml:"Header>Action"`
	ID      string   `xml:"Header>MessageID"`
	Timeout string   `xml:"Header>OperationTimeout"`
	URI     string   `xml:"Header>ResourceURI"`
	Shell   []struct {
		Name  string `xml:"Name,attr"`
		Value string `xml:",chardata"`
	} `xml:"Header>SelectorSet>Selector"`
	Options []struct {
		Name  string `xml:"Name,attr"`
		Value string `xml:",chardata"`
	} `xml:"Header>OptionSet>Option"`
	Body struct {
		Shell *struct {
			ID string `xml:"ShellId,attr"`
		} `xml:"Shell"`
		Command *struct {
			ID   string `xml:"CommandId,attr"`
			Line string `xml:"Command"`
		} `xml:"CommandLine"`
		Send *struct {
			Streams []struct {
				CommandID string `xml:"CommandId,attr"`
				End       bool   `xml:"End,attr"`
				Data      string `xml:",chardata"`
			} `xml:"Stream"`
		} `xml:"Send"`
		Receive *struct {
			Desired struct {
				CommandID string `xml:"CommandId,attr"`
			} `xml:"DesiredStream"`
		} `xml:"Receive"`
		Signal *struct {
			CommandID string `xml:"CommandId,attr"`
			Code      string `xml:"Code"`
		} `xml:"Signal"`
	} `xml:"Body"`
}

func (r *request) action() Action {
	return Action(r.Action[strings.LastIndex(r.Action, "/")+1:])
}

func (r *request) shellID() string {
	for _, s := range r.Shell {
		if s.Name == "ShellId" {
			return s.Value
		}
	}
	return ""
}

// wait is the time a Receive may take, as PT<seconds>S.
func (r *request) wait(most time.Duration) time.Duration {
	seconds, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimPrefix(r.Timeout, "PT"), "S"), 64)
	d := time.Duration(seconds * float64(time.Second))
	if err != nil || d <= 0 || d > time.Minute {
		d = time.Minute // MaxTimeoutms
	}
	if most > 0 {
		d = min(d, most)
	}
	return d
}

// answer is a reply before it is sealed.
type answer struct {
	status int
	body   string
}

func envelope(action, relatesTo, body string) string {
	return fmt.Sprintf(`<s:Envelope xml:lang="en-US" %s><s:Header><a:Action>%s</a:Action><a:MessageID>uuid:%s</a:MessageID>`+
		`<a:To>http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous</a:To><a:RelatesTo>%s</a:RelatesTo></s:Header><s:Body>%s</s:Body></s:Envelope>`,
		namespaces, action, strings.ToUpper(uuid.NewString()), escape(relatesTo), body)
}

func (r *request) ok(body string) answer {
	return answer{http.StatusOK, envelope(r.Action+"Response", r.ID, body)}
}

func escape(s string) string {
	var b strings.Builder
	// A strings.Builder takes every write.
	_ = xml.EscapeText(&b, []byte(s))
	return b.String()
}

// fault answers in the shape of most faults, a WSManFault.
func (r *request) fault(code uint32, subcode, text string) answer {
	detail := fmt.Sprintf(`<f:WSManFault xmlns:f="http://schemas.microsoft.com/wbem/wsman/1/wsmanfault" Code="%d" Machine="dhcp01.lab.test"><f:Message>%s</f:Message></f:WSManFault>`, code, escape(text))
	return r.faultWith(subcode, text, detail)
}

// wmiFault answers in the shape that newer hosts use for quotas.
func (r *request) wmiFault(code uint32, subcode, text string) answer {
	detail := fmt.Sprintf(`<p:MSFT_WmiError b:IsCIM_Error="true" xmlns:p="http://schemas.microsoft.com/wbem/wsman/1/wmi/root/cimv2/MSFT_WmiError" xmlns:b="http://schemas.dmtf.org/wbem/wsman/1/cimbinding.xsd">`+
		`<p:CIMStatusCode xsi:type="cim:cimUnsignedInt" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:cim="http://schemas.dmtf.org/wbem/wscim/1/common">27</p:CIMStatusCode>`+
		`<p:Message>%s</p:Message><p:MessageID>HRESULT 0x%x</p:MessageID><p:error_Category>30</p:error_Category><p:error_Code>%d</p:error_Code><p:error_Type>HRESULT</p:error_Type></p:MSFT_WmiError>`,
		escape(text), code, code)
	return r.faultWith(subcode, text, detail)
}

func (r *request) faultWith(subcode, text, detail string) answer {
	return answer{http.StatusInternalServerError, envelope(faultAction, r.ID, fmt.Sprintf(
		`<s:Fault><s:Code><s:Value>s:Receiver</s:Value><s:Subcode><s:Value>%s</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang="en-US">%s</s:Text></s:Reason><s:Detail>%s</s:Detail></s:Fault>`,
		subcode, escape(text), detail))}
}

func (r *request) notFound() answer {
	return r.fault(codeNotFound, "w:InvalidSelectors", "The request for the Windows Remote Shell with ShellId "+r.shellID()+" failed because the shell was not found on the server.")
}

// process does what a request asks for. ctx ends with the connection.
func (s *Server) process(ctx context.Context, logon Session, r *request) answer {
	if r.action() == ActionCreate {
		return s.create(logon, r)
	}
	s.mu.Lock()
	sh, ok := s.shells[r.shellID()]
	s.mu.Unlock()
	if !ok || sh.owner.User != logon.User {
		return r.notFound()
	}
	b := r.Body
	switch a := r.action(); {
	case a == ActionDelete:
		s.mu.Lock()
		defer s.mu.Unlock()
		s.removeShell(sh.id)
		return r.ok("")
	case a == ActionCommand && b.Command != nil:
		return s.start(sh, r)
	case a == ActionSend && b.Send != nil && len(b.Send.Streams) == 1:
		return s.withCommand(sh, r, b.Send.Streams[0].CommandID, s.send)
	case a == ActionReceive && b.Receive != nil && b.Receive.Desired.CommandID == "":
		return r.fault(codeInvalidParameter, "w:InvalidParameter", "The parameter is incorrect.")
	case a == ActionReceive && b.Receive != nil:
		return s.withCommand(sh, r, b.Receive.Desired.CommandID, func(c *command, r *request) answer { return s.receive(ctx, c, r) })
	case a == ActionSignal && b.Signal != nil:
		return s.withCommand(sh, r, b.Signal.CommandID, func(c *command, r *request) answer {
			c.terminate()
			return r.ok(`<rsp:SignalResponse/>`)
		})
	}
	return r.fault(codeSchema, "w:SchemaValidationError", "The message does not match its schema.")
}

func (s *Server) create(logon Session, r *request) answer {
	if r.Body.Shell == nil || !strings.HasSuffix(r.URI, "/shell/cmd") {
		return r.fault(codeSchema, "w:SchemaValidationError", "The message does not match its schema.")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.shells) >= s.options.MaxShells {
		return r.wmiFault(codeMaxShells, "w:QuotaLimit", "The WS-Management service cannot process the request. This user is allowed a maximum number of concurrent shells, which has been exceeded.")
	}
	id := r.Body.Shell.ID
	if id == "" || s.options.IgnoreIDs {
		id = strings.ToUpper(uuid.NewString())
	}
	s.shells[id] = &shell{id: id, owner: logon, commands: map[string]*command{}}
	return r.ok(fmt.Sprintf(`<x:ResourceCreated><a:Address>http://127.0.0.1/wsman</a:Address><a:ReferenceParameters><w:ResourceURI>%s/cmd</w:ResourceURI>`+
		`<w:SelectorSet><w:Selector Name="ShellId">%s</w:Selector></w:SelectorSet></a:ReferenceParameters></x:ResourceCreated>`+
		`<rsp:Shell><rsp:ShellId>%s</rsp:ShellId><rsp:ResourceUri>%s/cmd</rsp:ResourceUri><rsp:Owner>%s</rsp:Owner><rsp:ClientIP>127.0.0.1</rsp:ClientIP>`+
		`<rsp:IdleTimeOut>PT7200.000S</rsp:IdleTimeOut><rsp:InputStreams>stdin</rsp:InputStreams><rsp:OutputStreams>stdout stderr</rsp:OutputStreams></rsp:Shell>`,
		nsShell, escape(id), escape(id), nsShell, escape(logon.User)))
}

func (s *Server) start(sh *shell, r *request) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.opened >= s.options.MaxOperations {
		return r.fault(codeMaxOperations, "w:QuotaLimit", "The WS-Management service cannot process the request. The maximum number of concurrent operations for this user has been exceeded.")
	}
	id := r.Body.Command.ID
	if id == "" || s.options.IgnoreIDs {
		id = strings.ToUpper(uuid.NewString())
	}
	s.run(sh, id, r.Body.Command.Line)
	return r.ok(fmt.Sprintf(`<rsp:CommandResponse><rsp:CommandId>%s</rsp:CommandId></rsp:CommandResponse>`, escape(id)))
}

func (s *Server) withCommand(sh *shell, r *request, id string, do func(*command, *request) answer) answer {
	s.mu.Lock()
	c, ok := sh.commands[id]
	s.mu.Unlock()
	if !ok {
		return r.notFound()
	}
	return do(c, r)
}

func (s *Server) send(c *command, r *request) answer {
	stream := r.Body.Send.Streams[0]
	data, err := base64.StdEncoding.DecodeString(stream.Data)
	if err != nil {
		return r.fault(codeInvalidParameter, "w:InvalidParameter", "The parameter is incorrect.")
	}
	if err := c.stdin.write(data, stream.End); err != nil {
		return r.fault(codeBrokenPipe, "w:InternalError", "The pipe is being closed.")
	}
	return r.ok(`<rsp:SendResponse/>`)
}

func (s *Server) receive(ctx context.Context, c *command, r *request) answer {
	out, ok := c.receive(ctx, r.wait(s.options.MaxOperation))
	if !ok {
		return r.fault(codeTimedOut, "w:TimedOut", "The WS-Management service cannot complete the operation within the time specified in OperationTimeout.")
	}
	var b strings.Builder
	b.WriteString(`<rsp:ReceiveResponse>`)
	stream := func(name string, data []byte) {
		if len(data) > 0 {
			fmt.Fprintf(&b, `<rsp:Stream Name="%s" CommandId="%s">%s</rsp:Stream>`, name, c.id, base64.StdEncoding.EncodeToString(data))
		}
		if out.done {
			fmt.Fprintf(&b, `<rsp:Stream Name="%s" CommandId="%s" End="true"></rsp:Stream>`, name, c.id)
		}
	}
	stream("stdout", out.stdout)
	stream("stderr", out.stderr)
	if out.done {
		fmt.Fprintf(&b, `<rsp:CommandState CommandId="%s" State="%s/CommandState/Done"><rsp:ExitCode>%d</rsp:ExitCode></rsp:CommandState>`, c.id, nsShell, out.exit)
	} else {
		fmt.Fprintf(&b, `<rsp:CommandState CommandId="%s" State="%s/CommandState/Running"/>`, c.id, nsShell)
	}
	b.WriteString(`</rsp:ReceiveResponse>`)
	return r.ok(b.String())
}
