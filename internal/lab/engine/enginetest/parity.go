// Package enginetest compares the lab's two engines: what a client sent to one in its
// tests is sent through both, and must be answered alike.
package enginetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

// Recording gathers the programs of requests, each kind of program once.
type Recording struct {
	mu    sync.Mutex
	seen  map[string]bool
	lines []string
}

// Add takes the programs of a request, as it goes to stdin.
func (r *Recording) Add(stdin []byte) {
	lines := strings.Split(string(stdin), "\n")
	if len(lines) < 3 {
		return
	}
	text, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil {
		return
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		r.AddLine(line)
	}
}

// AddLine takes one program as it travels.
func (r *Recording) AddLine(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	if line == "" {
		return
	}
	kind := line
	var p script.RequestProgram
	if json.Unmarshal([]byte(line), &p) == nil {
		p.ID = "" // which differs with every request
		if text, err := json.Marshal(p); err == nil {
			kind = string(text)
		}
	}
	if !r.seen[kind] {
		r.seen[kind] = true
		r.lines = append(r.lines, line)
	}
}

// Len returns how many programs there are.
func (r *Recording) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.lines)
}

// Compare runs all programs in one process of each engine, each on a fresh world, and
// returns the programs whose answers differ.
func (r *Recording) Compare(ctx context.Context, real *engine.Pwsh) error {
	stdin, nonce, err := r.request()
	if err != nil {
		return err
	}
	ours, err := ask(ctx, engine.NewBuiltin(engine.Options{}), stdin, nonce)
	if err != nil {
		return fmt.Errorf("built-in engine: %w", err)
	}
	theirs, err := ask(ctx, real, stdin, nonce)
	if err != nil {
		return fmt.Errorf("pwsh engine: %w", err)
	}
	if len(ours) != len(r.lines) || len(theirs) != len(r.lines) {
		return fmt.Errorf("%d programs, %d answers of the built-in engine, %d of pwsh", len(r.lines), len(ours), len(theirs))
	}
	var differences []error
	for i := range ours {
		if !reflect.DeepEqual(ours[i], theirs[i]) {
			differences = append(differences, fmt.Errorf("program %s:\nbuilt-in %s\npwsh     %s", r.lines[i], tell(ours[i]), tell(theirs[i])))
		}
	}
	return errors.Join(differences...)
}

// request writes all programs into one request.
func (r *Recording) request() (stdin []byte, nonce string, err error) {
	stdin, nonce, err = script.Encode(nil, "")
	if err != nil {
		return nil, "", err
	}
	lines := strings.Split(string(stdin), "\n")
	body := base64.StdEncoding.EncodeToString([]byte(strings.Join(r.lines, "\n")))
	head := strings.Split(lines[0], " ")
	head[4], head[5] = strconv.Itoa(len(body)), fmt.Sprintf("%x", sha256.Sum256([]byte(body)))
	return []byte(strings.Join(head, " ") + "\n" + lines[1] + "\n" + body + "\n"), nonce, nil
}

func ask(ctx context.Context, e engine.Engine, stdin []byte, nonce string) ([]script.Answer, error) {
	world := model.NewWorld(2, time.Date(2030, 1, 1, 8, 0, 0, 0, time.UTC))
	on := engine.Host{Server: world.Server("DHCP1"), Logon: model.Logon{Delegated: true}}
	var stdout, stderr bytes.Buffer
	code := e.Exec(ctx, on, script.CommandLine(), bytes.NewReader(stdin), &stdout, &stderr)
	if code != 0 || stderr.Len() > 0 {
		return nil, fmt.Errorf("exit code %d: %s%s", code, stdout.String(), stderr.String())
	}
	answers, err := script.Decode(nonce, stdout.Bytes())
	for i := range answers {
		normalize(&answers[i])
	}
	return answers, err
}

// normalize drops what the engines may say in their own words: the binder's messages and
// the version of PowerShell.
func normalize(a *script.Answer) {
	all := append([]*script.StepError{a.Err}, a.Undo...)
	for _, step := range a.Steps {
		all = append(all, step.Failed...)
	}
	for _, e := range all {
		if e != nil && e.Number == 0 && e.ID != script.GuardFailed && e.ID != script.CmdletNotAllowed {
			e.Message = ""
		}
	}
	if a.Environment != nil && a.Environment.PSVersion != "" {
		a.Environment.PSVersion = "present"
	}
}

func tell(a script.Answer) string {
	text, err := json.Marshal(a)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
