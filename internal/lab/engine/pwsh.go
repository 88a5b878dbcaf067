package engine

import (
	"context"
	_ "embed"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"unicode/utf16"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/pwsh"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

//go:embed lab.ps1
var labScript string

//go:embed tasks.ps1
var tasksScript string

//go:embed sessions.ps1
var sessionsScript string

// idle is how many processes wait ahead of need. They hide PowerShell's start, which takes
// longer than anything else here; each is started when another has ended, so that it takes
// no time from those at work.
const idle = 1

// Pwsh is the engine that runs the real bootstrap and script in PowerShell 7.
type Pwsh struct {
	Journal
	options Options
	program string
	dir     string
	calls   *calls

	ctx    context.Context // ends all processes
	cancel context.CancelFunc
	mu     sync.Mutex
	ready  []*process
	closed bool
	wg     sync.WaitGroup
	tasks  map[string]*task // registered, by name
	begun  sync.WaitGroup   // processes of tasks
}

// NewPwsh returns an engine whose processes run in the PowerShell at path; pwsh.Find knows one.
func NewPwsh(path string, options Options) (*Pwsh, error) {
	dir, err := os.MkdirTemp("", "dhcp-lab-")
	if err != nil {
		return nil, err
	}
	e := &Pwsh{options: options, program: path, dir: dir, tasks: map[string]*task{}}
	if err := errors.Join(writeModules(dir), e.open()); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return e, nil
}

func (e *Pwsh) open() (err error) {
	e.ctx, e.cancel = context.WithCancel(context.Background())
	e.calls, err = listen(func(ctx context.Context, c Call) model.Result { return e.invoke(ctx, e.options, c) }, e.system)
	return err
}

// writeModules writes the lab's modules DhcpServer and ScheduledTasks where PowerShell
// looks for modules.
func writeModules(dir string) error {
	modules := filepath.Join(dir, "modules")
	return errors.Join(
		writeModule(modules, "DhcpServer", "*-Dhcp*", pwsh.Module(pwsh.ValuesScript+labScript)),
		writeModule(modules, "ScheduledTasks", "*-ScheduledTask*", pwsh.ValuesScript+labScript+tasksScript),
		os.MkdirAll(filepath.Join(dir, "none"), 0o700),
	)
}

func writeModule(modules, name, exports, text string) error {
	at := filepath.Join(modules, name)
	if err := os.MkdirAll(at, 0o700); err != nil {
		return err
	}
	manifest := "@{ ModuleVersion = '2.0.0.0'; RootModule = '" + name + ".psm1'; FunctionsToExport = '" + exports + "' }\n"
	return errors.Join(
		os.WriteFile(filepath.Join(at, name+".psd1"), []byte(manifest), 0o600),
		os.WriteFile(filepath.Join(at, name+".psm1"), []byte(text), 0o600),
	)
}

// Close ends all processes and removes what was written.
func (e *Pwsh) Close() error {
	e.mu.Lock()
	e.closed = true
	waiting := e.ready
	e.ready = nil
	e.mu.Unlock()
	e.cancel()
	for _, p := range waiting {
		p.end()
	}
	e.wg.Wait()
	e.begun.Wait()
	return errors.Join(e.calls.close(), os.RemoveAll(e.dir))
}

// Exec runs the constant command line in PowerShell; any other is an unknown command.
func (e *Pwsh) Exec(ctx context.Context, on Host, commandLine string, stdin io.Reader, stdout, stderr io.Writer) int {
	e.process(commandLine)
	if commandLine != script.CommandLine() {
		say(stderr, "The lab's pwsh engine runs the provider's own command line only.")
		return 1
	}
	pause(ctx, e.options.ProcessDelay)
	p, err := e.take(on)
	if err != nil {
		say(stderr, err.Error())
		return 1
	}
	e.calls.admit(p.token, on)
	defer e.calls.dismiss(p.token, p.token+endpointSuffix)
	defer e.refill()
	return p.run(ctx, stdin, stdout, stderr)
}

// take returns a waiting process, or a new one. A server without the module needs a
// process of its own.
func (e *Pwsh) take(on Host) (*process, error) {
	if !on.Server.HasModule() || e.restricted() {
		return e.start(on.Server.HasModule())
	}
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return nil, errors.New("the engine is closed")
	}
	var p *process
	if len(e.ready) > 0 {
		p, e.ready = e.ready[0], e.ready[1:]
	}
	e.mu.Unlock()
	if p != nil {
		return p, nil
	}
	return e.start(true)
}

// refill sees to it that processes wait for the next callers.
func (e *Pwsh) refill() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed || e.restricted() {
		return
	}
	for range idle - len(e.ready) {
		e.wg.Go(e.prepare)
	}
}

// prepare starts a process for later.
func (e *Pwsh) prepare() {
	p, err := e.start(true)
	if err != nil {
		return // the one who needs it will see the reason
	}
	e.mu.Lock()
	if !e.closed && len(e.ready) < idle {
		e.ready, p = append(e.ready, p), nil
	}
	e.mu.Unlock()
	if p != nil {
		p.end()
	}
}

func (e *Pwsh) restricted() bool {
	return e.options.LanguageMode != "" && e.options.LanguageMode != fullLanguage
}

// arguments are those of the constant command line. The functions that stand in for the
// commands of sessions, and a language mode, are set before its script runs.
func (e *Pwsh) arguments() []string {
	words := strings.Fields(script.CommandLine())[1:]
	before := sessionsScript
	if e.restricted() {
		before += "$ExecutionContext.SessionState.LanguageMode = '" + e.options.LanguageMode + "'\n"
	}
	last := len(words) - 1
	words[last] = encoded(before + decoded(words[last]))
	return words
}

func encoded(text string) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		b = binary.LittleEndian.AppendUint16(b, unit)
	}
	return base64.StdEncoding.EncodeToString(b)
}

func decoded(text string) string {
	b, _ := base64.StdEncoding.DecodeString(text)
	var units []uint16
	for i := 0; i+1 < len(b); i += 2 {
		units = append(units, binary.LittleEndian.Uint16(b[i:]))
	}
	return string(utf16.Decode(units))
}
