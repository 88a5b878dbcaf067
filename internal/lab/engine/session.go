package engine

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/pwsh"
)

//go:embed session.ps1
var sessionScript string

const sessionToken = "session"

// Session is one PowerShell that runs single calls of the lab's module, thousands of them:
// for what would be too slow with a process each. It passes by the provider's script.
type Session struct {
	dir     string
	calls   *calls
	command *exec.Cmd
	stdin   io.WriteCloser
	stdout  *bufio.Reader
	stderr  bytes.Buffer

	mu sync.Mutex
}

// NewSession starts a session in the PowerShell at path.
func NewSession(path string) (*Session, error) {
	dir, err := os.MkdirTemp("", "dhcp-lab-")
	if err != nil {
		return nil, err
	}
	s := &Session{dir: dir}
	if err := s.start(path); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, nil
}

func (s *Session) start(path string) error {
	values, script := filepath.Join(s.dir, "values.ps1"), filepath.Join(s.dir, "session.ps1")
	err := errors.Join(writeModules(s.dir),
		os.WriteFile(values, []byte(pwsh.ValuesScript), 0o600), os.WriteFile(script, []byte(sessionScript), 0o600))
	if err != nil {
		return err
	}
	s.calls, err = listen(func(_ context.Context, c Call) model.Result { return c.Server.Invoke(c.Logon, c.Cmdlet, c.Params) }, nil)
	if err != nil {
		return err
	}
	s.command = exec.CommandContext(context.Background(), path, "-NoLogo", "-NoProfile", "-NonInteractive", "-File", script)
	s.command.Env = append(os.Environ(), "PSModulePath="+filepath.Join(s.dir, "modules"),
		"DHCP_LAB_MODEL="+s.calls.base+sessionToken, "DHCP_LAB_VALUES="+values, "NO_COLOR=1")
	s.command.Stderr = &s.stderr
	stdin, errIn := s.command.StdinPipe()
	stdout, errOut := s.command.StdoutPipe()
	if err := errors.Join(errIn, errOut); err != nil {
		return errors.Join(err, s.calls.close())
	}
	s.stdin, s.stdout = stdin, bufio.NewReader(stdout)
	if err := s.command.Start(); err != nil {
		return errors.Join(err, s.calls.close())
	}
	return nil
}

// Close ends the session.
func (s *Session) Close() error {
	return errors.Join(s.stdin.Close(), s.command.Wait(), s.calls.close(), os.RemoveAll(s.dir))
}

// Call runs one call on a server and returns everything that came of it, also rows beside errors.
func (s *Session) Call(_ context.Context, server *model.Server, cmdlet string, args map[string]any) (model.Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls.admit(sessionToken, Host{Server: server})
	line, err := json.Marshal(map[string]any{"cmdlet": cmdlet, "args": pwsh.TagAll(args), "module": server.HasModule()})
	if err != nil {
		return model.Result{}, err
	}
	if _, err := s.stdin.Write(append(line, '\n')); err != nil {
		return model.Result{}, s.ended(err)
	}
	text, err := s.stdout.ReadBytes('\n')
	if err != nil {
		return model.Result{}, s.ended(err)
	}
	return sessionResult(text)
}

// ended adds what PowerShell complained of before it ended.
func (s *Session) ended(err error) error {
	return fmt.Errorf("the PowerShell session ended: %w: %s", errors.Join(err, s.command.Wait()), s.stderr.String())
}

func sessionResult(line []byte) (model.Result, error) {
	var raw struct {
		Rows []struct {
			Class      string
			Properties map[string]json.RawMessage
		}
		Text   []string
		Errors []*model.ErrorRecord
	}
	if err := json.Unmarshal(line, &raw); err != nil {
		return model.Result{}, fmt.Errorf("the PowerShell session wrote %q: %w", line, err)
	}
	result := model.Result{Text: raw.Text, Errors: raw.Errors}
	for _, row := range raw.Rows {
		properties, err := pwsh.Properties(row.Class, row.Properties)
		if err != nil {
			return model.Result{}, err
		}
		result.Rows = append(result.Rows, model.Object{Class: row.Class, Properties: properties})
	}
	return result, nil
}
