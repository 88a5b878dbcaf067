package lab_test

import (
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/pwsh/pwshtest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestProgramsOverWinRM goes the whole way: client, protocol, engine, script, model and back.
func TestProgramsOverWinRM(t *testing.T) {
	for _, test := range []struct {
		name string
		lab.Options
	}{
		{"builtin over sealed http", lab.Options{}},
		{"builtin over https", lab.Options{HTTPS: true}},
		{"pwsh over sealed http", lab.Options{Engine: lab.PowerShell}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.Engine == lab.PowerShell {
				pwshtest.Require(t)
			}
			l, err := lab.Start(test.Options)
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := l.Close(); err != nil {
					t.Error(err)
				}
			}()
			runPrograms(t, l.Servers[0], test.HTTPS)
			l.Servers[0].WinRM.AssertNothingLeft(t)
			if got := l.Engine.Processes(); got != 1 {
				t.Errorf("%d processes for one batch", got)
			}
		})
	}
}

func runPrograms(t *testing.T, s *lab.Server, https bool) {
	t.Helper()
	pool, err := winrm.New(winrm.Config{
		Host: "127.0.0.1", Port: s.WinRM.Port(), HTTPS: https, CACert: s.WinRM.CACert(), Username: lab.User, Password: lab.Password,
		CommandTimeout: 5 * time.Minute, // PowerShell starts slowly on a busy machine
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := pool.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	name := strings.Repeat("Büro 😀 ", 30)
	stdin, nonce, err := script.Encode([]script.Program{{ID: "1", Steps: []cmdlet.Call{
		{Cmdlet: "Add-DhcpServerv4Scope", Args: cmdlet.Args{"Name": cmdlet.Text(name), "StartRange": cmdlet.Text("10.1.0.10"), "EndRange": cmdlet.Text("10.1.0.20"), "SubnetMask": cmdlet.Text("255.255.255.0")}},
		{Cmdlet: "Get-DhcpServerv4Scope", Take: []string{"Name"}},
	}}}, "")
	if err != nil {
		t.Fatal(err)
	}
	result, err := pool.Run(t.Context(), winrm.Command{Line: script.CommandLine(), Stdin: stdin})
	if err != nil || result.ExitCode != 0 {
		t.Fatalf("exit code %d, %v, stderr %q", result.ExitCode, err, result.Stderr)
	}
	answers, err := script.Decode(nonce, result.Stdout)
	if err != nil {
		t.Fatal(err)
	}
	if len(answers) != 1 || answers[0].Err != nil || answers[0].Steps[1].Rows[0].Text("Name") != name {
		t.Errorf("got %+v", answers)
	}
}

func TestUnknownEngine(t *testing.T) {
	if _, err := lab.Start(lab.Options{Engine: "cmd"}); err == nil {
		t.Error("a lab with an engine that does not exist")
	}
}
