package windows

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// TestFailoverSurvivesLosses loses the answer, or the request, of each command that
// changes something in turn. The same operation once more must then get there, and no
// scope may be lost here.
func TestFailoverSurvivesLosses(t *testing.T) {
	operations := map[string]func(l *lab) error{
		"create": func(l *lab) error {
			f := standby("G", "10.4.0.0", "10.5.0.0")
			if _, err := l.ReadFailover(t.Context(), "G"); err == nil {
				_, err = l.UpdateFailover(t.Context(), f, SecretChange{})
				return err
			}
			_, err := l.CreateFailover(t.Context(), f, "")
			return err
		},
		"join":  func(l *lab) error { return l.JoinFailover(t.Context(), "F", "", ip("10.3.0.0")) },
		"leave": func(l *lab) error { return l.LeaveFailover(t.Context(), "F", "", ip("10.1.0.0")) },
		"update": func(l *lab) error {
			f := standby("F", "10.2.0.0", "10.3.0.0")
			f.ReservePercent = 30
			_, err := l.UpdateFailover(t.Context(), f, SecretChange{})
			return err
		},
		"delete":       func(l *lab) error { return l.DeleteFailover(t.Context(), "F", "") },
		"delete scope": func(l *lab) error { return l.DeleteScope(t.Context(), ip("10.1.0.0"), false) },
		"replicate": func(l *lab) error {
			_, err := l.UpdateScope(t.Context(), ip("10.1.0.0"), func(s *Scope) { s.Name = "New" }, ScopeUpdate{Replicate: true})
			return err
		},
	}
	for name, operation := range operations {
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
				_ = operation(l) // it may fail, or find out that it did not
				l.failing(nil)
				if err := operation(l); err != nil {
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

// TestPartnerDiesAtEachStep kills the partner before each cmdlet in turn; once it is back,
// the same operation must get there.
func TestPartnerDiesAtEachStep(t *testing.T) {
	operations := map[string]func(l *lab) error{
		"join":   func(l *lab) error { return l.JoinFailover(t.Context(), "F", "", ip("10.3.0.0")) },
		"leave":  func(l *lab) error { return l.LeaveFailover(t.Context(), "F", "", ip("10.1.0.0")) },
		"delete": func(l *lab) error { return l.DeleteFailover(t.Context(), "F", "") },
		"replicate": func(l *lab) error {
			_, err := l.UpdateScope(t.Context(), ip("10.1.0.0"), func(s *Scope) { s.Name = "New" }, ScopeUpdate{Replicate: true})
			return err
		},
	}
	for name, operation := range operations {
		for nth := int64(1); ; nth++ {
			l := newPair(t)
			l.repeats.Store(true)
			mustFailover(t, l, standby("F", "10.1.0.0", "10.2.0.0"))
			l.world.Pass(time.Minute)
			l.config.Clock.Sleep = func(context.Context, time.Duration) error { return context.DeadlineExceeded }
			var calls atomic.Int64
			l.engine.Before(func(engine.Call) {
				if calls.Add(1) == nth {
					l.world.SetCut(true)
				}
			})
			_ = operation(l)
			reached := calls.Load() >= nth
			l.engine.Before(nil)
			l.world.SetCut(false)
			l.world.Pass(time.Hour)
			if err := operation(l); err != nil {
				t.Errorf("%s, dead before call %d: a second run says %v", name, nth, err)
			}
			if list, _, err := l.ListScopes(t.Context()); err != nil || len(list) != 5 {
				t.Errorf("%s, dead before call %d: %d scopes are left, %v", name, nth, len(list), err)
			}
			if !reached {
				break
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
