package engine_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	. "github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

const taskPassword = "Ta$k'\"; pass"

var (
	hopping  = engine.Options{Accounts: map[string]string{"svc": taskPassword}, Endpoints: []string{"Dhcp Failover"}}
	task     = script.Hop{Username: `CORP\svc`, Password: taskPassword, Limit: 5 * time.Minute}
	endpoint = script.Hop{Endpoint: "Dhcp Failover"}

	wrongPassword = script.Hop{Username: "svc", Password: "guess", Limit: 5 * time.Minute}
)

// pair makes a scope and a relationship, which needs a logon that reaches the partner.
var pair = []script.Program{{ID: "pair", Steps: []Call{
	addScope("Größe 🖨", "10.1.0", nil),
	{Cmdlet: "Add-DhcpServerv4Failover", Args: Args{"Name": Text("F"), "PartnerServer": Text("DHCP2"), "ScopeId": Texts("10.1.0.0")}},
	{Cmdlet: "Get-DhcpServerv4Scope", Take: []string{"Name"}},
}}}

// TestHop runs on hosts that have the account and the endpoint.
func TestHop(t *testing.T) {
	t.Run("builtin", func(t *testing.T) {
		e := engine.NewBuiltin(hopping)
		plain, nonce, err := script.Encode(pair, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := answers(t, e, host(world()), plain, nonce)[0]; got.Err == nil || got.Err.ID != "DHCP 20121" {
			t.Errorf("without a hop: %+v", got)
		}
		reachesThePartner(t, e, task)
		reachesThePartner(t, e, endpoint)
		refusedRunsNothing(t, e, wrongPassword, "Register-ScheduledTask: The user name or password is incorrect.")
		refusedRunsNothing(t, e, script.Hop{Endpoint: "Nowhere"}, "Cannot find the Nowhere session configuration")
	})
	t.Run("pwsh", func(t *testing.T) {
		e := newPwsh(t, hopping) // each run costs seconds here
		leavesNothing(t, e)
		reachesThePartner(t, e, endpoint)
		refusedRunsNothing(t, e, wrongPassword, "Register-ScheduledTask: The user name or password is incorrect.")
	})
}

func encodeHop(t *testing.T, h script.Hop) (stdin []byte, nonce string) {
	t.Helper()
	stdin, nonce, err := h.Encode(pair, "")
	if err != nil {
		t.Fatal(err)
	}
	return stdin, nonce
}

func reachesThePartner(t *testing.T, e engine.Engine, h script.Hop) {
	t.Helper()
	stdin, nonce := encodeHop(t, h)
	got := answers(t, e, host(world()), stdin, nonce)[0]
	if got.Err != nil || got.Steps[2].Rows[0].Text("Name") != "Größe 🖨" {
		t.Errorf("%+v", got)
	}
}

func refusedRunsNothing(t *testing.T, e engine.Engine, h script.Hop, want string) {
	t.Helper()
	w := world()
	stdin, _ := encodeHop(t, h)
	code, stdout := run(t, e, host(w), stdin)
	got := script.DecodeHop(stdout)
	if code != script.ExitHop || !strings.Contains(got.Error(), want) || got.ID == "" {
		t.Errorf("exit code %d, %+v", code, got)
	}
	if rows := w.Server("DHCP1").Invoke(model.Logon{}, "Get-DhcpServerv4Scope", nil).Rows; len(rows) != 0 {
		t.Errorf("%d scopes were made", len(rows))
	}
}

// leavesNothing runs a task to its end, and another past the death of the session that
// made it.
func leavesNothing(t *testing.T, e *engine.Pwsh) {
	defer e.Before(nil)
	stale, young := "terraform-provider-dhcp-20200101000000-a", "terraform-provider-dhcp-99990101000000-b"
	e.LeaveTask(stale)
	e.LeaveTask(young)
	e.LeaveTask("somebody's backup")
	left := []string{"somebody's backup", young}

	reachesThePartner(t, e, task)
	e.WaitForTasks()
	if got := e.Tasks(); !slices.Equal(got, left) {
		t.Errorf("after a run there are the tasks %q", got)
	}
	for _, line := range e.CommandLines() {
		if strings.Contains(line, "Ta$k") || strings.Contains(line, "Größe") {
			t.Errorf("a command line holds a value: %s", line)
		}
	}
	if len(e.CommandLines()) != 2 {
		t.Errorf("%d processes", len(e.CommandLines()))
	}

	w := world()
	ctx, kill := context.WithCancel(t.Context())
	during := make(chan []string, 1)
	e.Before(func(c engine.Call) {
		if c.Cmdlet == "Add-DhcpServerv4Failover" {
			during <- e.Tasks()
			kill()
		}
	})
	stdin, _ := encodeHop(t, task)
	var stdout, stderr bytes.Buffer
	if code := e.Exec(ctx, host(w), script.CommandLine(), bytes.NewReader(stdin), &stdout, &stderr); code == 0 {
		t.Error("the session was not killed")
	}
	if got := <-during; len(got) != len(left)+1 {
		t.Errorf("while it runs there are the tasks %q", got)
	}
	e.WaitForTasks()
	if got := e.Tasks(); !slices.Equal(got, left) {
		t.Errorf("after the session was killed there are the tasks %q", got)
	}
	if rows := w.Server("DHCP2").Invoke(model.Logon{}, "Get-DhcpServerv4Scope", nil).Rows; len(rows) != 1 {
		t.Errorf("the killed session's task left %d scopes on the partner", len(rows))
	}
	assertNoFileHolds(t, e.Dir(), "Ta$k")
	assertNoFileHolds(t, e.Dir(), "Größe")
}

func assertNoFileHolds(t *testing.T, dir, word string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		if bytes.Contains(text, []byte(word)) {
			t.Errorf("%s holds %q", path, word)
		}
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("%d files, %v", files, err)
	}
}
