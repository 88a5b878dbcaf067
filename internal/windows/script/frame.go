package script

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

//go:embed bootstrap.ps1
var bootstrapText string

//go:embed server.ps1
var serverText string

// Exit codes of the bootstrap. Nothing has run after either.
const (
	ExitDamaged  = 90 // the three lines on stdin are not those that were sent
	ExitLanguage = 91 // the session's language mode does not allow scripts
)

// LanguagePrefix begins the line that names the language mode after ExitLanguage.
const LanguagePrefix = "WDHCP1 language "

// maxLine is the length of one program on the wire. ConvertFrom-Json of Windows
// PowerShell 5.1 refuses texts of more than 2 MB.
const maxLine = 2 << 20

// ErrFrame says that the answer is missing or damaged: whether the programs ran is not known.
var ErrFrame = errors.New("the server's answer is missing or damaged, so it is not known whether the commands ran")

// CommandLine returns the constant command line that starts the bootstrap.
func CommandLine() string { return commandLine }

var commandLine = "powershell.exe -NoLogo -NoProfile -NonInteractive -ExecutionPolicy Bypass -EncodedCommand " + encodedCommand(bootstrapText)

// encodedCommand is base64 over UTF-16, as PowerShell takes it.
func encodedCommand(text string) string {
	var b bytes.Buffer
	for _, unit := range utf16.Encode([]rune(text)) {
		b.Write(binary.LittleEndian.AppendUint16(nil, unit))
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// Encode returns what the bootstrap reads on stdin and the nonce that the answer must bear.
// computer names the DHCP server where it is another machine than the one that runs the
// script; empty means the same. An error is a mistake in a program.
func Encode(programs []Program, computer string) (stdin []byte, nonce string, err error) {
	lines, err := wireLines(programs, computer)
	if err != nil {
		return nil, "", err
	}
	stdin, nonce = envelope(serverText, strings.Join(lines, "\n"))
	return stdin, nonce, nil
}

// wireLines are the programs as they travel, each in a line of JSON.
func wireLines(programs []Program, computer string) ([]string, error) {
	var lines []string
	for _, p := range programs {
		if err := p.check(); err != nil {
			return nil, err
		}
		line, err := json.Marshal(p.wire(computer))
		if err != nil {
			return nil, fmt.Errorf("program %s: %w", p.ID, err)
		}
		if len(line) > maxLine {
			return nil, fmt.Errorf("program %s takes %d bytes, and Windows PowerShell reads %d at most", p.ID, len(line), maxLine)
		}
		lines = append(lines, string(line))
	}
	return lines, nil
}

// envelope makes the three lines that the bootstrap reads, for one script.
func envelope(script, body string) (stdin []byte, nonce string) {
	nonce = rand.Text()
	script, body = base64.StdEncoding.EncodeToString([]byte(script)), base64.StdEncoding.EncodeToString([]byte(body))
	head := fmt.Sprintf("WDHCP1 %s %d %s %d %s", nonce, len(script), digest(script), len(body), digest(body))
	return []byte(head + "\n" + script + "\n" + body + "\n"), nonce
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Request is what arrived on stdin, read as the bootstrap reads it.
type Request struct {
	Nonce    string
	Programs []RequestProgram
	Hop      *Hop // under which logon they run, nil for that of the session
}

// ErrDamaged says that a request is not the one that was sent; the bootstrap runs nothing then.
var ErrDamaged = errors.New("WDHCP1 damaged")

// ParseRequest reads what Encode wrote. It refuses what the bootstrap refuses, and a script
// other than the one of this package.
func ParseRequest(stdin []byte) (*Request, error) {
	lines := strings.Split(string(stdin), "\n")
	if len(lines) < 3 {
		return nil, ErrDamaged
	}
	head := strings.Split(strings.TrimSuffix(lines[0], "\r"), " ")
	script, body := strings.TrimSuffix(lines[1], "\r"), strings.TrimSuffix(lines[2], "\r")
	if len(head) != 6 || head[0] != "WDHCP1" || head[2] != strconv.Itoa(len(script)) || head[3] != digest(script) ||
		head[4] != strconv.Itoa(len(body)) || head[5] != digest(body) {
		return nil, ErrDamaged
	}
	what, err := base64.StdEncoding.DecodeString(script)
	if err != nil || string(what) != serverText && string(what) != hopText {
		return nil, errors.New("the lab runs the scripts of this package only")
	}
	text, err := base64.StdEncoding.DecodeString(body)
	if err != nil {
		return nil, ErrDamaged
	}
	request := &Request{Nonce: head[1]}
	programs := string(text)
	if string(what) == hopText {
		if request.Hop, programs, err = parseHop(programs); err != nil {
			return nil, err
		}
	}
	for line := range strings.SplitSeq(programs, "\n") {
		if line == "" {
			continue
		}
		var p RequestProgram
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			return nil, fmt.Errorf("a program is not JSON: %w", err)
		}
		request.Programs = append(request.Programs, p)
	}
	return request, nil
}

// Frame wraps the lines of an answer as the script does.
func Frame(nonce, text string) []byte {
	body := base64.StdEncoding.EncodeToString([]byte(text))
	return fmt.Appendf(nil, "%s:BEGIN %d %s\n%s\n%s:END\n", nonce, len(body), digest(body), body, nonce)
}

// unframe returns the text of an answer. Other output may stand before and after it, as
// when a cmdlet writes to the console.
func unframe(nonce string, stdout []byte) (string, error) {
	text := strings.ReplaceAll(string(stdout), "\r\n", "\n")
	begin := nonce + ":BEGIN "
	at := strings.Index(text, begin)
	if nonce == "" || at < 0 {
		return "", ErrFrame
	}
	lines := strings.SplitN(text[at+len(begin):], "\n", 4)
	if len(lines) < 3 || lines[2] != nonce+":END" || lines[0] != fmt.Sprintf("%d %s", len(lines[1]), digest(lines[1])) {
		return "", ErrFrame
	}
	answer, err := base64.StdEncoding.DecodeString(lines[1])
	if err != nil {
		return "", ErrFrame
	}
	return string(answer), nil
}
