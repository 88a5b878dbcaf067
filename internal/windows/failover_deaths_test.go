package windows

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// What can die while an operation runs.
const (
	thePartner    = "partner"    // it cannot be reached any more, and comes back later
	theConnection = "connection" // it breaks, which ends the process on the server; the provider goes on
	theProvider   = "provider"   // its process on the server ends with it; another one does the operation again
)

// death is the network of a lab on which something dies after a number of cmdlets.
type death struct {
	*lab
	of    string
	after int
	kill  context.CancelFunc

	mu    sync.Mutex
	ran   int  // cmdlets that ran
	now   bool // the process is dead
	fired bool
}

// before counts the cmdlets and lets the death happen ahead of the next one.
func (d *death) before(engine.Call) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.fired:
	case d.ran < d.after:
		d.ran++
	case d.of == thePartner:
		d.fired = true
		d.world.SetCut(true)
	default:
		d.now = true
	}
}

// instead answers what a dead process does not run.
func (d *death) instead(engine.Call) *model.Result {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.now {
		return nil
	}
	return &model.Result{Errors: []*model.ErrorRecord{{ID: "ProcessIsDead"}}}
}

// Run loses the answer of the process that died, also when it had just run its last cmdlet.
func (d *death) Run(ctx context.Context, cmd winrm.Command) (winrm.Result, error) {
	result, err := d.lab.Run(ctx, cmd)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.of == thePartner || d.fired || d.ran < d.after {
		return result, err
	}
	d.fired, d.now = true, false
	if d.of == theProvider {
		d.kill()
	}
	return winrm.Result{}, &winrm.Error{Kind: winrm.KindLost, Outcome: winrm.Unknown, Detail: "the connection broke"}
}

// TestDeathAtEachCmdlet lets each of partner, connection and provider die before and after
// each cmdlet of each operation. The same operation once more must lead both servers to
// where an undisturbed one leads them, and no scope may be missing here in between.
func TestDeathAtEachCmdlet(t *testing.T) {
	for name, operation := range failoverOperations {
		clean := newMembers(t)
		clean.engine.Reset()
		if err := operation(t.Context(), clean); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		cmdlets, want := clean.engine.Calls(), picture(clean)
		if !slices.ContainsFunc(cmdlets, func(c engine.Call) bool { return hopping[c.Cmdlet] }) {
			t.Errorf("%s does not reach the partner", name)
		}
		for _, of := range []string{thePartner, theConnection, theProvider} {
			for after := range len(cmdlets) + 1 {
				if got := dieAt(t, operation, of, after, scopesIn(want)); got != want {
					t.Errorf("%s, the %s died after %d of the cmdlets %s: a second run leads to\n%s\nnot to\n%s", name, of, after, names(cmdlets), got, want)
				}
			}
		}
	}
}

// dieAt runs an operation during which something dies, and again, and returns what both
// servers have then. kept are the scopes that must be here all the time.
func dieAt(t *testing.T, operation func(context.Context, *lab) error, of string, after int, kept []string) string {
	t.Helper()
	l := newMembers(t)
	ctx, kill := context.WithCancel(t.Context())
	defer kill()
	d := &death{lab: l, of: of, after: after, kill: kill, fired: true}
	l.attach(t, func(c *Config) {
		c.Runner = d
		if of == thePartner {
			c.Clock.Sleep = func(context.Context, time.Duration) error { return context.DeadlineExceeded }
		}
	})
	if _, err := l.ListFailovers(ctx); err != nil { // so that the first look at the server is over
		t.Fatal(err)
	}
	d.fired = false
	l.engine.Before(d.before)
	l.engine.Instead(d.instead)
	first := operation(ctx, l)
	l.engine.Before(nil)
	l.engine.Instead(nil)
	for _, scope := range kept {
		if !slices.Contains(scopesIn(picture(l)), scope) {
			t.Errorf("the %s died after %d cmdlets: scope %s was lost", of, after, scope)
		}
	}
	if of != thePartner && !d.fired {
		t.Errorf("nothing died after %d cmdlets", after)
	}
	l.world.SetCut(false)
	l.world.Pass(time.Hour)
	if first != nil && strings.Contains(first.Error(), "may have kept its half") {
		l.world.Server("DHCP2").Invoke(model.Logon{Delegated: true}, "Remove-DhcpServerv4Failover", model.Params{"Name": []string{"F"}, "Force": true})
	}
	if of != theConnection {
		l.attach(t)
	}
	if err := operation(t.Context(), l); err != nil {
		t.Errorf("the %s died after %d cmdlets (%v): a second run says %v", of, after, first, err)
	}
	return picture(l)
}

// newMembers is a pair whose relationship F has the first two of five scopes.
func newMembers(t *testing.T) *lab {
	t.Helper()
	l := newPair(t)
	l.repeats.Store(true)
	mustFailover(t, l, standby("F", "10.1.0.0", "10.2.0.0"))
	l.world.Pass(time.Hour)
	return l
}

// picture tells what the two servers have: a line for each, first this server's scopes.
func picture(l *lab) string {
	var lines []string
	for _, name := range []string{"DHCP1", "DHCP2"} {
		server := l.world.Server(name)
		var words []string
		for _, row := range server.Invoke(model.Logon{}, "Get-DhcpServerv4Scope", nil).Rows {
			words = append(words, fmt.Sprintf("%v=%v", row.Properties["ScopeId"], row.Properties["Name"] == "New"))
		}
		slices.Sort(words)
		for _, row := range server.Invoke(model.Logon{}, "Get-DhcpServerv4Failover", nil).Rows {
			p := row.Properties
			ids := strings.Fields(strings.Trim(fmt.Sprint(p["ScopeId"]), "[]"))
			slices.Sort(ids)
			words = append(words, fmt.Sprintf("%v(%v %v)", p["Name"], ids, p["ReservePercent"]))
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return strings.Join(lines, "\n")
}

// scopesIn are the scopes of this server in a picture.
func scopesIn(picture string) []string {
	mine, _, _ := strings.Cut(picture, "\n")
	var scopes []string
	for word := range strings.FieldsSeq(mine) {
		if id, _, ok := strings.Cut(word, "="); ok {
			scopes = append(scopes, id)
		}
	}
	return scopes
}

func names(calls []engine.Call) string {
	list := make([]string, len(calls))
	for i, c := range calls {
		list[i] = c.Cmdlet
	}
	return strings.Join(list, ", ")
}
