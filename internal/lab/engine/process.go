package engine

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// process is a PowerShell that runs the bootstrap and waits for its three lines.
type process struct {
	token   string
	command *exec.Cmd
	stdin   io.WriteCloser
	stdout  io.ReadCloser
	stderr  io.ReadCloser
}

// start starts a process, with or without the module.
func (e *Pwsh) start(module bool) (*process, error) {
	modules := filepath.Join(e.dir, "modules")
	if !module {
		modules = filepath.Join(e.dir, "none")
	}
	p := &process{token: rand.Text(), command: exec.CommandContext(e.ctx, e.program, e.arguments()...)}
	p.command.Dir = e.dir
	p.command.Env = append(os.Environ(), "PSModulePath="+modules, "DHCP_LAB_MODEL="+e.calls.base+p.token, "NO_COLOR=1", "TERM=dumb")
	var problems [4]error
	p.stdin, problems[0] = p.command.StdinPipe()
	p.stdout, problems[1] = p.command.StdoutPipe()
	p.stderr, problems[2] = p.command.StderrPipe()
	if err := errors.Join(problems[:]...); err != nil {
		return nil, err
	}
	return p, p.command.Start()
}

// end ends a process that nobody has used.
func (p *process) end() {
	_ = p.stdin.Close()
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
}

// run gives the process its input and returns its exit code.
func (p *process) run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) int {
	stop := context.AfterFunc(ctx, func() { _ = p.command.Process.Kill() })
	defer stop()
	go func() {
		// No more than the bootstrap reads: the caller may never end its input.
		_, _ = p.stdin.Write(threeLines(stdin))
		_ = p.stdin.Close()
	}()
	complained := make(chan struct{})
	go func() {
		defer close(complained)
		_, _ = io.Copy(stderr, p.stderr)
	}()
	_, _ = io.Copy(stdout, p.stdout)
	<-complained
	if err := p.command.Wait(); err != nil && p.command.ProcessState == nil {
		return 1
	}
	return p.command.ProcessState.ExitCode()
}
