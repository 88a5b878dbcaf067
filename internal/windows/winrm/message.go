package winrm

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/masterzen/winrm/soap"
)

// action is a kind of request. Its value is the last part of the action URI.
type action string

const (
	actionCreate  action = "Create"
	actionCommand action = "Command"
	actionSend    action = "Send"
	actionReceive action = "Receive"
	actionSignal  action = "Signal"
	actionDelete  action = "Delete"
)

const (
	nsTransfer  = "http://schemas.xmlsoap.org/ws/2004/09/transfer"
	nsShell     = "http://schemas.microsoft.com/wbem/wsman/1/windows/shell"
	faultAction = "http://schemas.dmtf.org/wbem/wsman/1/wsman/fault"
	stateDone   = nsShell + "/CommandState/Done"
	soapType    = "application/soap+xml;charset=UTF-8"
	maxEnvelope = 153600 // bytes; also below the smallest limit servers have by default (500 kB, 150 kB on old ones)
)

func (a action) uri() string {
	if a == actionCreate || a == actionDelete {
		return nsTransfer + "/" + string(a)
	}
	return nsShell + "/" + string(a)
}

// message is one request, ready to send.
type message struct {
	action action
	id     string
	body   []byte
	wait   time.Duration // the server's time to answer
}

// newID makes an identifier as Windows writes them.
func newID() string { return strings.ToUpper(uuid.NewString()) }

// builder makes the messages of one pool.
type builder struct {
	url    string
	timing Timing
}

func (b builder) start(a action, shell string, wait time.Duration, options ...*soap.HeaderOption) (*soap.SoapMessage, *message) {
	m := &message{action: a, id: "uuid:" + newID(), wait: wait}
	s := soap.NewMessage()
	header := s.Header().To(escape(b.url)).
		ReplyTo("http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous").
		MaxEnvelopeSize(maxEnvelope).Id(m.id).Locale("en-US").Timeout(duration(wait)).
		Action(a.uri()).ShellId(escape(shell)).ResourceURI(nsShell + "/cmd")
	for _, o := range options {
		header.AddOption(o)
	}
	header.Build()
	return s, m
}

func (m *message) finish(s *soap.SoapMessage) *message {
	m.body = []byte(s.String())
	return m
}

// create opens a shell. The client names it, so that it can delete it even when the
// reply is lost.
func (b builder) create(shell string) *message {
	s, m := b.start(actionCreate, "", b.timing.Start,
		soap.NewHeaderOption("WINRS_NOPROFILE", "FALSE"), soap.NewHeaderOption("WINRS_CODEPAGE", "65001"))
	e := s.CreateBodyElement("Shell", soap.DOM_NS_WIN_SHELL)
	e.SetAttr("ShellId", escape(shell))
	s.CreateElement(e, "IdleTimeOut", soap.DOM_NS_WIN_SHELL).SetContent(duration(b.timing.ShellIdle))
	s.CreateElement(e, "InputStreams", soap.DOM_NS_WIN_SHELL).SetContent("stdin")
	s.CreateElement(e, "OutputStreams", soap.DOM_NS_WIN_SHELL).SetContent("stdout stderr")
	return m.finish(s)
}

// command starts a command line. Standard input is a pipe (CONSOLEMODE_STDIN FALSE):
// only a pipe has an end of file.
func (b builder) command(shell, command, line string) *message {
	s, m := b.start(actionCommand, shell, b.timing.Start,
		soap.NewHeaderOption("WINRS_CONSOLEMODE_STDIN", "FALSE"), soap.NewHeaderOption("WINRS_SKIP_CMD_SHELL", "FALSE"))
	e := s.CreateBodyElement("CommandLine", soap.DOM_NS_WIN_SHELL)
	e.SetAttr("CommandId", escape(command))
	s.CreateElement(e, "Command", soap.DOM_NS_WIN_SHELL).SetContent(escape(line))
	return m.finish(s)
}

func (b builder) send(shell, command string, chunk []byte, last bool) *message {
	s, m := b.start(actionSend, shell, b.timing.Operation)
	e := s.CreateElement(s.CreateBodyElement("Send", soap.DOM_NS_WIN_SHELL), "Stream", soap.DOM_NS_WIN_SHELL)
	e.SetAttr("Name", "stdin").SetAttr("CommandId", escape(command))
	if last {
		e.SetAttr("End", "true")
	}
	e.SetContent(base64.StdEncoding.EncodeToString(chunk))
	return m.finish(s)
}

func (b builder) receive(shell, command string, wait time.Duration) *message {
	s, m := b.start(actionReceive, shell, wait)
	e := s.CreateElement(s.CreateBodyElement("Receive", soap.DOM_NS_WIN_SHELL), "DesiredStream", soap.DOM_NS_WIN_SHELL)
	e.SetAttr("CommandId", escape(command)).SetContent("stdout stderr")
	return m.finish(s)
}

// terminate ends a command that still runs.
func (b builder) terminate(shell, command string) *message {
	s, m := b.start(actionSignal, shell, b.timing.Operation)
	e := s.CreateBodyElement("Signal", soap.DOM_NS_WIN_SHELL)
	e.SetAttr("CommandId", escape(command))
	s.CreateElement(e, "Code", soap.DOM_NS_WIN_SHELL).SetContent(nsShell + "/signal/terminate")
	return m.finish(s)
}

func (b builder) delete(shell string) *message {
	s, m := b.start(actionDelete, shell, b.timing.Operation)
	s.NewBody()
	return m.finish(s)
}

// duration is an xs:duration in seconds.
func duration(d time.Duration) string {
	return fmt.Sprintf("PT%.3fS", d.Seconds())
}

// escape makes text fit for an attribute or element: the builder writes its values as
// they are.
func escape(s string) string {
	var b bytes.Buffer
	// A bytes.Buffer takes every write.
	_ = xml.EscapeText(&b, []byte(s))
	return b.String()
}
