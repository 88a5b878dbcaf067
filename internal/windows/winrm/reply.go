package winrm

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// envelope is what this package reads of a reply. Names are matched in any namespace,
// but for the envelope itself: the prefixes and some namespaces differ between hosts.
type envelope struct {
	XMLName xml.Name `xml:"http://www.w3.org/2003/05/soap-envelope Envelope"`
	Header  struct {
		Action    string `xml:"Action"`
		RelatesTo string `xml:"RelatesTo"`
	} `xml:"Header"`
	Body *struct {
		Fault   *soapFault `xml:"Fault"`
		Created *struct {
			Selectors []selector `xml:"ReferenceParameters>SelectorSet>Selector"`
		} `xml:"ResourceCreated"`
		Shell *struct {
			ID string `xml:"ShellId"`
		} `xml:"Shell"`
		Command *struct {
			ID string `xml:"CommandId"`
		} `xml:"CommandResponse"`
		Receive *receiveResponse `xml:"ReceiveResponse"`
	} `xml:"Body"`
}

type selector struct {
	Name  string `xml:"Name,attr"`
	Value string `xml:",chardata"`
}

type receiveResponse struct {
	Streams []struct {
		Name      string `xml:"Name,attr"`
		CommandID string `xml:"CommandId,attr"`
		Data      string `xml:",chardata"`
	} `xml:"Stream"`
	State *struct {
		CommandID string  `xml:"CommandId,attr"`
		State     string  `xml:"State,attr"`
		ExitCode  *string `xml:"ExitCode"`
	} `xml:"CommandState"`
}

// parseReply reads an envelope and checks that it answers m. A fault is not an error
// here.
func parseReply(m *message, body []byte) (*envelope, error) {
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, errors.New("the reply is empty")
	}
	env := &envelope{}
	d := xml.NewDecoder(bytes.NewReader(body))
	if err := d.Decode(env); err != nil {
		return nil, fmt.Errorf("the reply is not a SOAP message: %w", err)
	}
	if err := atEnd(d); err != nil {
		return nil, err
	}
	if env.Body == nil {
		return nil, errors.New("the reply has no body")
	}
	if related := strings.TrimSpace(env.Header.RelatesTo); !strings.EqualFold(related, m.id) {
		return nil, errors.New("the reply belongs to another request")
	}
	if env.Body.Fault != nil {
		return env, nil
	}
	if got := strings.TrimSpace(env.Header.Action); got != m.action.uri()+"Response" {
		return nil, fmt.Errorf("the reply is a %q", clean(got))
	}
	return env, nil
}

func atEnd(d *xml.Decoder) error {
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the reply goes on after its end: %w", err)
		}
		if text, ok := token.(xml.CharData); !ok || len(bytes.TrimSpace(text)) > 0 {
			return errors.New("the reply goes on after its end")
		}
	}
}

// shellID is the id the server gave the shell; it need not be the one asked for.
func (e *envelope) shellID() (string, error) {
	if e.Body.Shell != nil {
		if id := strings.TrimSpace(e.Body.Shell.ID); id != "" {
			return id, nil
		}
	}
	if e.Body.Created != nil {
		for _, s := range e.Body.Created.Selectors {
			if id := strings.TrimSpace(s.Value); s.Name == "ShellId" && id != "" {
				return id, nil
			}
		}
	}
	return "", errors.New("the reply names no shell")
}

func (e *envelope) commandID() (string, error) {
	if e.Body.Command != nil {
		if id := strings.TrimSpace(e.Body.Command.ID); id != "" {
			return id, nil
		}
	}
	return "", errors.New("the reply names no command")
}

// output is what one Receive brought.
type output struct {
	stdout, stderr []byte
	done           bool
	exitCode       int
}

// output decodes the streams strictly: a damaged piece would otherwise be a gap in the
// result. When done is true beside an error, the command has ended all the same.
func (e *envelope) output(command string) (output, error) {
	r := e.Body.Receive
	if r == nil {
		return output{}, errors.New("the reply holds no output")
	}
	out := output{done: r.State != nil && r.State.State == stateDone}
	for _, s := range r.Streams {
		if !strings.EqualFold(s.CommandID, command) {
			return out, errors.New("the reply holds output of another command")
		}
		data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(s.Data))
		if err != nil {
			return out, fmt.Errorf("output is damaged: %w", err)
		}
		switch s.Name {
		case "stdout":
			out.stdout = append(out.stdout, data...)
		case "stderr":
			out.stderr = append(out.stderr, data...)
		}
	}
	if r.State != nil && !strings.EqualFold(r.State.CommandID, command) {
		return out, errors.New("the reply holds the state of another command")
	}
	if !out.done {
		return out, nil
	}
	if r.State.ExitCode == nil {
		return out, errors.New("the command ended without an exit code")
	}
	code, err := strconv.ParseInt(strings.TrimSpace(*r.State.ExitCode), 10, 64)
	if err != nil {
		return out, errors.New("the exit code is not a number")
	}
	out.exitCode = int(code)
	return out, nil
}
