package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// tool is the terraform of the demo in its own directory.
type tool struct {
	path, dir string
	env       map[string]string
}

const version = "0.0.1"

// install lays the provider's binary out as a filesystem mirror.
func (t *tool) install(provider string) error {
	dir := filepath.Join(t.mirror(), "registry.terraform.io/dhcp-as-code/dhcp", version, runtime.GOOS+"_"+runtime.GOARCH)
	opentofu := strings.Replace(dir, "registry.terraform.io", "registry.opentofu.org", 1)
	binary, err := filepath.Abs(provider)
	if err != nil {
		return err
	}
	for _, d := range []string{dir, opentofu} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return err
		}
		if err := os.Symlink(binary, filepath.Join(d, "terraform-provider-dhcp_v"+version)); err != nil {
			return err
		}
	}
	return nil
}

func (t *tool) mirror() string { return filepath.Join(t.dir, "mirror") }

func (t *tool) write(config string) error {
	return os.WriteFile(filepath.Join(t.dir, "main.tf"), []byte(config), 0o600)
}

// command runs terraform and returns its exit code and what it printed.
func (t *tool) command(ctx context.Context, args ...string) (code int, output string, err error) {
	fmt.Printf("$ terraform %s\n", strings.Join(args, " "))
	cmd := exec.CommandContext(ctx, t.path, args...)
	cmd.Dir = t.dir
	cmd.Env = append(os.Environ(), "CHECKPOINT_DISABLE=1", "TF_CLI_CONFIG_FILE="+os.DevNull, "TF_IN_AUTOMATION=1", "NO_COLOR=1")
	for name, value := range t.env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode(), out.String(), nil
	}
	return 0, out.String(), err
}

// expect runs terraform and checks its exit code and that the output has each text. It
// shows the lines that begin with one of the marks.
func (t *tool) expect(ctx context.Context, want int, texts, marks []string, args ...string) error {
	code, output, err := t.command(ctx, append(args, "-no-color", "-input=false")...)
	if err != nil {
		return err
	}
	show(output, marks)
	if code != want {
		return fmt.Errorf("terraform %s ended with %d instead of %d:\n%s", args[0], code, want, output)
	}
	joined := strings.Join(strings.Fields(output), " ")
	for _, text := range texts {
		if !strings.Contains(joined, text) {
			return fmt.Errorf("terraform %s did not say %q:\n%s", args[0], text, output)
		}
	}
	return nil
}

func show(output string, marks []string) {
	for line := range strings.Lines(output) {
		bare := strings.TrimLeft(line, " │")
		for _, m := range marks {
			if strings.HasPrefix(bare, m) {
				fmt.Print("  ", line)
				break
			}
		}
	}
}
