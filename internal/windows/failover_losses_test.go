package windows

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// failoverOperations change relationships, or scopes in them. Each takes up what an
// earlier run of it has left half done.
var failoverOperations = map[string]func(ctx context.Context, l *lab) error{
	"create": func(ctx context.Context, l *lab) error {
		f := standby("G", "10.4.0.0", "10.5.0.0")
		if _, err := l.ReadFailover(ctx, "G"); err == nil {
			_, err = l.UpdateFailover(ctx, f, SecretChange{})
			return err
		}
		_, err := l.CreateFailover(ctx, f, "")
		return err
	},
	"join":  func(ctx context.Context, l *lab) error { return l.JoinFailover(ctx, "F", "", ip("10.3.0.0")) },
	"leave": func(ctx context.Context, l *lab) error { return l.LeaveFailover(ctx, "F", "", ip("10.1.0.0")) },
	"update": func(ctx context.Context, l *lab) error {
		f := standby("F", "10.2.0.0", "10.3.0.0")
		f.ReservePercent = 30
		_, err := l.UpdateFailover(ctx, f, SecretChange{})
		return err
	},
	"delete":       func(ctx context.Context, l *lab) error { return l.DeleteFailover(ctx, "F", "") },
	"delete scope": func(ctx context.Context, l *lab) error { return l.DeleteScope(ctx, ip("10.1.0.0"), false) },
	"replicate": func(ctx context.Context, l *lab) error {
		_, err := l.UpdateScope(ctx, ip("10.1.0.0"), func(s *Scope) { s.Name = "New" }, ScopeUpdate{Replicate: true})
		return err
	},
}

// TestFailoverSurvivesLosses loses the answer, or the request, of each command that
// changes something in turn. The same operation once more must then get there, and no
// scope may be lost here.
func TestFailoverSurvivesLosses(t *testing.T) {
	for name, operation := range failoverOperations {
		for _, what := range []fault{neverSent, lostEarly, lostAfter, damaged} {
			for nth := int64(1); nth <= 4; nth++ {
				l := newPair(t)
				l.repeats.Store(true)
				mustFailover(t, l, standby("F", "10.1.0.0", "10.2.0.0"))
				var writes atomic.Int64
				l.failing(func(cmd winrm.Command) fault {
					if !cmd.ReadOnly && writes.Add(1) == nth {
						return what
					}
					return sound
				})
				_ = operation(t.Context(), l) // it may fail, or find out that it did not
				l.failing(nil)
				if err := operation(t.Context(), l); err != nil {
					t.Errorf("%s, fault %d at write %d: a second run says %v", name, what, nth, err)
				}
				want := 5
				if name == "delete scope" {
					want = 4
				}
				if list, _, err := l.ListScopes(t.Context()); err != nil || len(list) != want {
					t.Errorf("%s, fault %d at write %d: %d scopes are left, %v", name, what, nth, len(list), err)
				}
				if writes.Load() < nth {
					break // there is no such write
				}
			}
		}
	}
}

func TestHalfOfAFailedCreationIsReported(t *testing.T) {
	l := newPair(t)
	l.server.KeepLocalHalf(true)
	mustCreate(t, l.other(t), numbered(2))
	f := standby("G", "10.2.0.0")
	var asked atomic.Int64
	l.engine.Before(func(c engine.Call) {
		if c.Cmdlet == "Add-DhcpServerv4Failover" {
			asked.Add(1)
		}
		if c.Cmdlet == "Get-DhcpServerv4Scope" && c.Params["ComputerName"] != nil {
			l.world.SetCut(true) // the look at the partner fails, and the call itself has to tell
		} else {
			l.world.SetCut(false)
		}
	})
	made, err := l.CreateFailover(t.Context(), f, "")
	if err == nil || made == nil || made.Name != "G" || asked.Load() != 1 {
		t.Errorf("%+v, %v, asked %d times", made, err, asked.Load())
	}
}
