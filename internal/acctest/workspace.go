package acctest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// Workspace is a directory with a configuration, a state, and a Terraform that runs the
// provider as a process of its own: for tests that end it, or that run two at a time.
type Workspace struct {
	dir, terraform, provider string
	environment              []string
	t                        testing.TB
	running                  atomic.Int64 // process group of the command that runs, 0 when none does
}

var (
	built      sync.Once
	builtPath  string
	builtError error
)

// binary builds the provider once for all tests of a package, always to the same place:
// a test's own directory would be gone with the first test.
func binary(t testing.TB) string {
	t.Helper()
	built.Do(func() {
		dir := filepath.Join(os.TempDir(), "terraform-provider-dhcp-test")
		if builtError = os.MkdirAll(dir, 0o755); builtError != nil {
			return
		}
		builtPath = filepath.Join(dir, "terraform-provider-dhcp")
		next := fmt.Sprintf("%s.%d", builtPath, os.Getpid())
		out, err := exec.Command("go", "build", "-o", next, "github.com/dhcp-as-code/terraform-provider-dhcp").CombinedOutput()
		if err != nil {
			t.Logf("%s", out)
			builtError = err
			return
		}
		builtError = os.Rename(next, builtPath)
	})
	if builtError != nil {
		t.Fatal(builtError)
	}
	return builtPath
}

// NewWorkspace makes a workspace with a configuration, for the Terraform of the tests.
func NewWorkspace(t testing.TB, config string) *Workspace {
	t.Helper()
	return NewWorkspaceOf(t, Terraform(t), config)
}

// NewWorkspaceOf makes a workspace with a configuration, for one Terraform.
func NewWorkspaceOf(t testing.TB, terraform, config string) *Workspace {
	t.Helper()
	w := &Workspace{dir: t.TempDir(), terraform: terraform, provider: binary(t), t: t}
	// A copy of its own, so that its processes can be told from those of other workspaces.
	own := filepath.Join(w.dir, "bin", "terraform-provider-dhcp")
	w.Write("bin/.keep", "")
	if err := os.Link(w.provider, own); err != nil {
		text, readErr := os.ReadFile(w.provider)
		if readErr != nil {
			t.Fatal(readErr)
		}
		if err := os.WriteFile(own, text, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	w.provider = own
	overrides := ""
	for _, host := range []string{"registry.terraform.io", "registry.opentofu.org"} { // each tool asks its own
		overrides += fmt.Sprintf("    %q = %q\n", host+"/dhcp-as-code/dhcp", filepath.Dir(own))
	}
	w.Write("terraform.rc", "provider_installation {\n  dev_overrides {\n"+overrides+"  }\n  direct {}\n}\n")
	w.Configure(config)
	return w
}

// Mirror puts the provider into a directory that terraform init -plugin-dir takes, and
// returns it. The workspace then installs the provider from there, as a user does.
func (w *Workspace) Mirror(version string) string {
	w.t.Helper()
	mirror := filepath.Join(w.dir, "mirror")
	dir := filepath.Join(mirror, "registry.terraform.io", "dhcp-as-code", "dhcp", version, runtime.GOOS+"_"+runtime.GOARCH)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.Link(w.provider, filepath.Join(dir, "terraform-provider-dhcp_v"+version)); err != nil {
		w.t.Fatal(err)
	}
	w.Write("terraform.rc", "")
	return mirror
}

// Setenv sets an environment variable of the workspace's commands.
func (w *Workspace) Setenv(name, value string) {
	w.environment = append(w.environment, name+"="+value)
}

// Configure replaces the configuration.
func (w *Workspace) Configure(config string) {
	w.Write("main.tf", "terraform {\n  required_providers {\n    dhcp = {\n      source = \"dhcp-as-code/dhcp\"\n    }\n  }\n}\n"+config)
}

// Write writes a file of the workspace, whose name is relative to it.
func (w *Workspace) Write(name, text string) {
	w.t.Helper()
	file := filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// Path is where a file of the workspace stands, whose name is relative to it.
func (w *Workspace) Path(name string) string { return filepath.Join(w.dir, name) }

// Read reads a file of the workspace, whose name is relative to it.
func (w *Workspace) Read(name string) string {
	w.t.Helper()
	text, err := os.ReadFile(filepath.Join(w.dir, name))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(text)
}

// Terraform runs a command of Terraform and gives what it printed.
func (w *Workspace) Terraform(ctx context.Context, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, w.terraform, arguments...)
	command.Dir = w.dir
	command.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+filepath.Join(w.dir, "terraform.rc"), "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1")
	command.Env = append(command.Env, w.environment...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	err := command.Start()
	if err == nil {
		w.running.Store(int64(command.Process.Pid))
		err = command.Wait()
		w.running.Store(0)
	}
	return out.String(), err
}

// Interrupt does to a running command of Terraform what Ctrl-C does: all its processes
// get SIGINT.
func (w *Workspace) Interrupt() error {
	group := w.running.Load()
	if group == 0 {
		return errors.New("no command of Terraform runs")
	}
	return syscall.Kill(-int(group), syscall.SIGINT)
}

// Expect runs a command of Terraform, and ends the test when that fails or does not print
// what is wanted.
func (w *Workspace) Expect(want, command string, arguments ...string) string {
	w.t.Helper()
	out, err := w.Terraform(context.Background(), append([]string{command, "-no-color"}, arguments...)...)
	if err != nil || !strings.Contains(out, want) {
		w.t.Fatalf("terraform %s: %v, want %q\n%s", command, err, want, out)
	}
	return out
}

// Apply applies the configuration and fails the test when that fails.
func (w *Workspace) Apply(ctx context.Context) string {
	w.t.Helper()
	out, err := w.Terraform(ctx, "apply", "-auto-approve", "-no-color", "-input=false")
	if err != nil {
		w.t.Errorf("terraform apply: %v\n%s", err, out)
	}
	return out
}

// KillProvider ends the workspace's provider processes as kill -9 does and tells how many
// there were.
func (w *Workspace) KillProvider() int {
	processes, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	killed := 0
	for _, file := range processes {
		text, err := os.ReadFile(file)
		if name, _, _ := strings.Cut(string(text), "\x00"); err != nil || name != w.provider {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err == nil && syscall.Kill(pid, syscall.SIGKILL) == nil {
			killed++
		}
	}
	return killed
}
