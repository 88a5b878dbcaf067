package engine_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	. "github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

// eachEngine runs a test with both engines; the one with PowerShell may be missing.
func eachEngine(t *testing.T, test func(t *testing.T, e engine.Engine, j *engine.Journal)) {
	t.Run("builtin", func(t *testing.T) {
		e := engine.NewBuiltin(engine.Options{})
		test(t, e, &e.Journal)
	})
	t.Run("pwsh", func(t *testing.T) {
		e := sharedPwsh(t)
		defer e.Before(nil)
		defer e.Instead(nil)
		e.Reset()
		test(t, e, &e.Journal)
	})
}

func encode(t *testing.T, steps ...Call) (stdin []byte, nonce string) {
	t.Helper()
	stdin, nonce, err := script.Encode([]script.Program{{ID: "1", Steps: steps}}, "")
	if err != nil {
		t.Fatal(err)
	}
	return stdin, nonce
}

func TestDamagedRequestRunsNothing(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine.Engine, j *engine.Journal) {
		stdin, _ := encode(t, addScope("Office", "10.1.0", nil))
		lines := strings.SplitAfter(string(stdin), "\n")
		middle := len(lines[2]) / 2
		for name, damaged := range map[string]string{
			"no programs":      lines[0] + lines[1],
			"one byte changed": lines[0] + lines[1] + lines[2][:middle] + flipped(lines[2][middle]) + lines[2][middle+1:],
		} {
			code, stdout := run(t, e, host(world()), []byte(damaged))
			if code != script.ExitDamaged || !bytes.Contains(stdout, []byte("WDHCP1 damaged")) {
				t.Errorf("%s: exit code %d, stdout %q", name, code, stdout)
			}
		}
		if calls := j.Calls(); len(calls) != 0 {
			t.Errorf("%d calls were made", len(calls))
		}
	})
}

func flipped(c byte) string {
	if c == 'A' {
		return "B"
	}
	return "A"
}

// texts are what a name or description may hold, and what must not do anything.
var texts = []string{
	`O'Neil "quoted" back\slash`, "‘typographic’ “quotes” ‚„", "$env:PATH $(exit) ${x} `n `0", "中文 日本語 😀 e\u0301 ß",
	"  leading and trailing  ", "2026-11-30T00:00:00Z", "2026-11-30", "/Date(1700000000000)/", "tab\tand\nline\r\nends", "\\t \\n \\\\",
	"'; Remove-DhcpServerv4Scope 10.1.0.0 -Force; '", "@{a=1}", "-Force", "{\"t\":\"s\"}", "%PATH% & | < > ^", "=", "~", "#5", "[", "null", "true", "\x1f unit",
}

func TestAnyTextComesBack(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine.Engine, _ *engine.Journal) {
		steps := []Call{addScope("Office", "10.1.0", nil)}
		for _, text := range texts {
			steps = append(steps, Call{Cmdlet: "Set-DhcpServerv4Scope", Args: Args{"ScopeId": Text("10.1.0.0"), "Description": Text(text), "Name": Text(text)}}, getScope("10.1.0"))
		}
		w := world()
		stdin, nonce := encode(t, steps...)
		answer := answers(t, e, host(w), stdin, nonce)[0]
		if answer.Err != nil {
			t.Fatal(answer.Err)
		}
		for i, text := range texts {
			row := answer.Steps[2+2*i].Rows[0]
			if row.Text("Name") != text || row.Text("Description") != text {
				t.Errorf("%q came back as %q and %q", text, row.Text("Name"), row.Text("Description"))
			}
		}
	})
}

func TestSecondAdministrator(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine.Engine, j *engine.Journal) {
		w := world()
		w.Server("DHCP1").Invoke(model.Logon{}, "Add-DhcpServerv4Scope", mustBind(t, "Add-DhcpServerv4Scope", addScope("Office", "10.1.0", nil).Args.Native()))
		j.Before(func(c engine.Call) {
			if c.Cmdlet == "Get-DhcpServerv4Scope" {
				c.Server.Invoke(model.Logon{}, "Set-DhcpServerv4Scope", mustBind(t, "Set-DhcpServerv4Scope", map[string]any{"ScopeId": "10.1.0.0", "Name": "Theirs"}))
			}
		})
		guarded := getScope("10.1.0")
		guarded.Guard = Args{"Name": Text("Office")}
		stdin, nonce := encode(t, guarded, removeScope("10.1.0"))
		answer := answers(t, e, host(w), stdin, nonce)[0]
		if answer.Err == nil || answer.Err.ID != script.GuardFailed {
			t.Errorf("got %v", answer.Err)
		}
		for _, c := range j.Calls() {
			if c.Cmdlet == "Remove-DhcpServerv4Scope" {
				t.Error("the scope was removed although it had changed")
			}
		}
	})
}

func TestInjectedError(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine.Engine, j *engine.Journal) {
		j.Instead(func(c engine.Call) *model.Result {
			if c.Cmdlet != "Get-DhcpServerVersion" {
				return nil
			}
			return &model.Result{Errors: []*model.ErrorRecord{{ID: "WIN32 1722", Category: "NotSpecified", Message: "Failed to get the version."}}}
		})
		stdin, nonce := encode(t, Call{Cmdlet: "Get-DhcpServerv4Scope"}, Call{Cmdlet: "Get-DhcpServerVersion"})
		answer := answers(t, e, host(world()), stdin, nonce)[0]
		want := script.StepError{Step: 1, Cmdlet: "Get-DhcpServerVersion", ID: "WIN32 1722", Category: "NotSpecified", Number: 1722,
			Message: "Failed to get the version.", Cause: "The RPC server is unavailable."}
		if answer.Err == nil || answer.Err.Error() != want.Error() || answer.Err.Number != want.Number || answer.Err.Step != want.Step {
			t.Errorf("got %+v, want %+v", answer.Err, want)
		}
	})
}

func mustBind(t *testing.T, name string, args map[string]any) map[string]any {
	t.Helper()
	_, bound, refusal := Bind(name, args)
	if refusal != nil {
		t.Fatal(refusal)
	}
	return bound
}

func TestServerWithoutModule(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine.Engine, _ *engine.Journal) {
		w := world()
		w.Server("DHCP1").RemoveModule()
		stdin, nonce, err := script.Encode([]script.Program{{ID: "1", Steps: []Call{getScope("10.1.0")}}, {ID: "2", Probe: true}}, "")
		if err != nil {
			t.Fatal(err)
		}
		got := answers(t, e, host(w), stdin, nonce)
		if got[0].Err == nil || got[0].Err.ID != script.CommandNotFound || got[0].Err.Category != "ObjectNotFound" {
			t.Errorf("a call answers %v", got[0].Err)
		}
		env := got[1].Environment
		if env == nil || env.Module != "" || len(env.Missing) != 121 || got[1].Err == nil {
			t.Errorf("the probe answers %+v, %v", env, got[1].Err)
		}
	})
}

func TestConstrainedLanguage(t *testing.T) {
	o := engine.Options{LanguageMode: "ConstrainedLanguage"}
	test := func(t *testing.T, e engine.Engine, j *engine.Journal) {
		stdin, _ := encode(t, addScope("Office", "10.1.0", nil))
		code, stdout := run(t, e, host(world()), stdin)
		if code != script.ExitLanguage || strings.TrimSpace(string(stdout)) != script.LanguagePrefix+"ConstrainedLanguage" {
			t.Errorf("exit code %d, stdout %q", code, stdout)
		}
		if len(j.Calls()) != 0 {
			t.Error("something ran")
		}
	}
	t.Run("builtin", func(t *testing.T) {
		e := engine.NewBuiltin(o)
		test(t, e, &e.Journal)
	})
	t.Run("pwsh", func(t *testing.T) {
		e := newPwsh(t, o)
		test(t, e, &e.Journal)
	})
}

func TestOtherServerByName(t *testing.T) {
	e := engine.NewBuiltin(engine.Options{})
	w := world()
	stdin, nonce, err := script.Encode([]script.Program{{ID: "1", Steps: []Call{addScope("Office", "10.1.0", nil)}}}, "DHCP2")
	if err != nil {
		t.Fatal(err)
	}
	on := engine.Host{Server: w.Server("DHCP1"), Logon: model.Logon{Delegated: true}}
	if got := answers(t, e, on, stdin, nonce)[0]; got.Err != nil {
		t.Fatal(got.Err)
	}
	for server, want := range map[string]int{"DHCP1": 0, "DHCP2": 1} {
		if got := len(w.Server(server).Invoke(model.Logon{}, "Get-DhcpServerv4Scope", nil).Rows); got != want {
			t.Errorf("%s has %d scopes, want %d", server, got, want)
		}
	}
}

func TestUnknownCommandLine(t *testing.T) {
	eachEngine(t, func(t *testing.T, e engine.Engine, j *engine.Journal) {
		var stdout, stderr bytes.Buffer
		code := e.Exec(t.Context(), host(world()), "cmd.exe /c dir", strings.NewReader(""), &stdout, &stderr)
		if code != 1 || stderr.Len() == 0 || stdout.Len() != 0 {
			t.Errorf("exit code %d, stdout %q, stderr %q", code, &stdout, &stderr)
		}
		if got := j.CommandLines(); len(got) != 1 || got[0] != "cmd.exe /c dir" {
			t.Errorf("command lines %q", got)
		}
	})
}

// blocked is a stdin on which nothing arrives.
type blocked struct{ done <-chan struct{} }

func (b blocked) Read([]byte) (int, error) { <-b.done; return 0, context.Canceled }

func TestCancelEndsTheProcess(t *testing.T) {
	e := sharedPwsh(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	if code := e.Exec(ctx, host(world()), script.CommandLine(), blocked{ctx.Done()}, &stdout, &stderr); code == 0 {
		t.Errorf("exit code 0, output %q", &stdout)
	}
}

func TestCommandLineHoldsNoValue(t *testing.T) {
	e := engine.NewBuiltin(engine.Options{})
	stdin, nonce := encode(t, addScope("OnlyInPrograms", "10.1.0", nil))
	answers(t, e, host(world()), stdin, nonce)
	lines := strings.Split(string(stdin), "\n")
	text, err := base64.StdEncoding.DecodeString(lines[1])
	if err != nil || bytes.Contains(text, []byte("OnlyInPrograms")) {
		t.Errorf("the script holds a value, or is damaged: %v", err)
	}
	if got := e.CommandLines(); len(got) != 1 || got[0] != script.CommandLine() || e.Processes() != 1 {
		t.Errorf("%d processes, command lines %q", e.Processes(), got)
	}
}

func TestCosts(t *testing.T) {
	// The costs are simulated: what matters is that they are taken, not how exactly.
	e := engine.NewBuiltin(engine.Options{ProcessDelay: time.Millisecond, CmdletDelay: time.Millisecond})
	stdin, nonce := encode(t, Call{Cmdlet: "Get-DhcpServerv4Scope"}, Call{Cmdlet: "Get-DhcpServerVersion"})
	before := time.Now()
	answers(t, e, host(world()), stdin, nonce)
	if took := time.Since(before); took < 3*time.Millisecond {
		t.Errorf("one process and two cmdlets of 1 ms each took %s", took)
	}
}
