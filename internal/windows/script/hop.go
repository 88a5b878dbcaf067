package script

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

//go:embed hop.ps1
var hopText string

// Exit codes of hop.ps1 when it has no answer of the programs.
const (
	ExitHop     = 92 // the logon could not be made, and nothing has run
	ExitHopLost = 93 // the programs were handed over, and their answer did not come
)

const hopPrefix = "WDHCP1 hop "

// Hop is a logon, made on the server, that reaches a second machine. The programs run
// under it instead of under the logon of the session.
type Hop struct {
	// Endpoint names a session configuration with RunAs, which the server reaches over
	// its own loopback. "" means a scheduled task.
	Endpoint string
	// Username and Password are the logon of the scheduled task. They travel as data, with
	// the programs, and the script hands the password to Register-ScheduledTask.
	Username, Password string
	// Limit is how long a scheduled task may take.
	Limit time.Duration
}

// order is a Hop as it travels.
type order struct {
	Endpoint string `json:"endpoint,omitempty"`
	User     string `json:"user,omitempty"`
	Password string `json:"password,omitempty"`
	Seconds  int    `json:"seconds"`
	Script   string `json:"script"`
}

// Encode is the function Encode for programs that run under this logon.
func (h Hop) Encode(programs []Program, computer string) (stdin []byte, nonce string, err error) {
	lines, err := wireLines(programs, computer)
	if err != nil {
		return nil, "", err
	}
	o := order{Seconds: int(h.Limit.Seconds()), Script: base64.StdEncoding.EncodeToString([]byte(serverText))}
	if h.Endpoint != "" {
		o.Endpoint = mark + h.Endpoint
	} else {
		o.User, o.Password = mark+h.Username, mark+h.Password
	}
	first, err := json.Marshal(o)
	if err != nil {
		return nil, "", fmt.Errorf("logon: %w", err)
	}
	stdin, nonce = envelope(hopText, string(first)+"\n"+strings.Join(lines, "\n"))
	return stdin, nonce, nil
}

// parseHop reads the first line of what Hop.Encode wrote, and returns the programs.
func parseHop(body string) (*Hop, string, error) {
	first, programs, _ := strings.Cut(body, "\n")
	var o order
	if err := json.Unmarshal([]byte(first), &o); err != nil {
		return nil, "", errors.New("the order of the logon is not JSON")
	}
	text, err := base64.StdEncoding.DecodeString(o.Script)
	if err != nil || string(text) != serverText {
		return nil, "", errors.New("the lab runs the scripts of this package only")
	}
	h := &Hop{Limit: time.Duration(o.Seconds) * time.Second}
	h.Endpoint, _ = unmarked(o.Endpoint)
	h.Username, _ = unmarked(o.User)
	h.Password, _ = unmarked(o.Password)
	return h, programs, nil
}

// HopError is why a logon could not be made, or did not answer.
type HopError struct {
	ID      string // PowerShell's id of the error
	Cmdlet  string // that raised it; may be empty
	Message string // the server's own words
}

func (e *HopError) Error() string {
	if e.Cmdlet == "" {
		return e.Message
	}
	return e.Cmdlet + ": " + e.Message
}

// HopOutput is what the script writes in place of an answer.
func HopOutput(e HopError) string {
	return hopPrefix + base64.StdEncoding.EncodeToString([]byte(e.ID+"\n"+e.Cmdlet+"\n"+e.Message)) + "\n"
}

// DecodeHop reads what the script wrote before ExitHop or ExitHopLost.
func DecodeHop(stdout []byte) *HopError {
	_, rest, _ := strings.Cut(string(stdout), hopPrefix)
	line, _, _ := strings.Cut(rest, "\n")
	text, err := base64.StdEncoding.DecodeString(strings.TrimSpace(line))
	words := strings.SplitN(string(text), "\n", 3)
	if err != nil || len(words) != 3 {
		return &HopError{Message: "the server does not say why"}
	}
	return &HopError{ID: words[0], Cmdlet: words[1], Message: strings.TrimSpace(words[2])}
}
