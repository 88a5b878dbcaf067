package acctest

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/pwsh"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
)

// WindowsLab is a lab for one test, or the real server that Target stands for.
type WindowsLab struct {
	*lab.Lab             // nil on a real server
	real     *realServer // nil in a lab
	t        testing.TB
}

// Windows starts a lab for one test and ends it with the test, which fails when a shell is
// left on a server. DHCP_TEST_ENGINE chooses the engine: builtin (default) or pwsh.
func Windows(t testing.TB, o lab.Options) *WindowsLab {
	t.Helper()
	if o.Engine == "" {
		o.Engine = os.Getenv("DHCP_TEST_ENGINE")
	}
	l, err := lab.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, s := range l.Servers {
			s.WinRM.AssertNothingLeft(t)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return &WindowsLab{Lab: l, t: t}
}

// Delegated is the option of a lab whose logons reach a second machine, as failover needs.
func Delegated(o *winrmserver.Options) {
	exec := o.Exec
	o.Exec = func(ctx context.Context, s winrmserver.Session, line string, stdin io.Reader, stdout, stderr io.Writer) int {
		s.Delegated = true
		return exec(ctx, s, line, stdin, stdout, stderr)
	}
}

// Provider is the provider block that reaches the first server, with more attributes of
// the windows block when some are given, before the rest of a configuration.
func (l *WindowsLab) Provider(attributes ...string) string {
	block := ""
	if l.Lab != nil {
		block = l.Servers[0].Block()
	}
	for _, a := range attributes {
		block += a + "\n"
	}
	if block == "" {
		return "provider \"dhcp\" {}\n"
	}
	return fmt.Sprintf("provider \"dhcp\" {\n  windows = {\n%s  }\n}\n", block)
}

// Config is the provider block and the rest of a configuration.
func (l *WindowsLab) Config(rest string) string { return l.Provider() + rest }

// Protocol is a provider that is configured for the first server, without a Terraform,
// with more attributes of the windows block when some are given.
func (l *WindowsLab) Protocol(attributes ...map[string]any) *Protocol {
	l.t.Helper()
	p := NewProtocol(l.t)
	if l.real != nil {
		if got := Messages(p.Configure(l.t, nil)); got != "" {
			l.t.Fatal(got)
		}
		return p
	}
	block := map[string]any{"host": "127.0.0.1", "port": l.Servers[0].WinRM.Port(), "https": false, "username": lab.User, "password": lab.Password}
	for _, more := range attributes {
		maps.Copy(block, more)
	}
	if got := Messages(p.Configure(l.t, map[string]any{"windows": block})); got != "" {
		l.t.Fatal(got)
	}
	return p
}

// By runs a cmdlet on the first server as another administrator, who sits at its console,
// and returns what it answers. An error of the cmdlet fails the test. What it adds to a
// real server is removed after the test.
func (l *WindowsLab) By(cmdlet string, params model.Params) []model.Object {
	l.t.Helper()
	if l.real != nil {
		return l.real.by(l.t, cmdlet, params)
	}
	r := l.Servers[0].Invoke(model.Logon{Delegated: true}, cmdlet, params)
	for _, e := range r.Errors {
		l.t.Fatalf("%s: %v", cmdlet, e)
	}
	return r.Rows
}

// Engines are the engines that a test of both runs on: the built-in one, and PowerShell
// where it is installed. Where DHCP_TEST_REQUIRE has pwsh, its absence fails the test.
func Engines(t testing.TB) []string {
	t.Helper()
	engines := []string{lab.Builtin}
	if _, err := pwsh.Find(); err == nil {
		return append(engines, lab.PowerShell)
	} else if strings.Contains(os.Getenv("DHCP_TEST_REQUIRE"), "pwsh") {
		t.Fatalf("DHCP_TEST_REQUIRE asks for pwsh: %v", err)
	} else {
		t.Logf("not run in PowerShell: %v", err)
	}
	return engines
}
