package windows

import (
	"strings"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

// newHopping is a pair whose sessions do not reach the partner, and whose client makes a
// logon on the server for what must.
func newHopping(t *testing.T, hop script.Hop) *lab {
	t.Helper()
	l := newPair(t)
	l.repeats.Store(true) // what the two engines make of a hop is compared in package engine
	l.local.Store(true)
	l.engine = engine.NewBuiltin(engine.Options{Accounts: map[string]string{"svc": "secret"}, Endpoints: []string{"DhcpFailover"}})
	l.attach(t, func(c *Config) { c.Hop = &hop })
	return l
}

func TestHopReachesThePartner(t *testing.T) {
	for name, hop := range map[string]script.Hop{
		"task":     {Username: `LAB\svc`, Password: "secret", Limit: time.Minute},
		"endpoint": {Endpoint: "DhcpFailover"},
	} {
		l := newHopping(t, hop)
		if err := l.CheckPartner(t.Context(), "dhcp2.lab.example"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		mustFailover(t, l, standby("F", "10.1.0.0", "10.2.0.0"))
		if _, err := l.UpdateScope(t.Context(), ip("10.1.0.0"), func(s *Scope) { s.Name = "New" }, ScopeUpdate{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if s, err := l.other(t).ReadScope(t.Context(), ip("10.1.0.0")); err != nil || s.Name != "New" {
			t.Errorf("%s: the partner has %+v, %v", name, s, err)
		}
		if err := l.DeleteFailover(t.Context(), "F", ""); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestHopThatIsRefusedChangesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		hop          script.Hop
		says, advice string
	}{
		"task":     {script.Hop{Username: "svc", Password: "guess", Limit: time.Minute}, "user name or password is incorrect", "batch job"},
		"endpoint": {script.Hop{Endpoint: "Nowhere"}, "Cannot find the Nowhere", "Get-PSSessionConfiguration"},
	} {
		l := newHopping(t, c.hop)
		_, err := l.CreateFailover(t.Context(), standby("F", "10.1.0.0"), "")
		if e := wantKind(t, err, KindDoubleHop); !strings.Contains(e.Message, c.says) || !strings.Contains(e.Advice, c.advice) || strings.Contains(e.Error(), "guess") {
			t.Errorf("%s: %v", name, e)
		}
		if list, err := l.ListFailovers(t.Context()); err != nil || len(list) != 0 {
			t.Errorf("%s: %d relationships, %v", name, len(list), err)
		}
		// What needs no partner needs no such logon.
		if _, err := l.UpdateScope(t.Context(), ip("10.1.0.0"), func(s *Scope) { s.Name = "New" }, ScopeUpdate{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestHoppingCmdlets holds the list against the cmdlets that there are.
func TestHoppingCmdlets(t *testing.T) {
	for _, name := range cmdlet.Names() {
		_, object, _ := strings.Cut(name, "-")
		want := strings.HasPrefix(object, "DhcpServerv4Failover") && !strings.HasPrefix(name, "Get-") || object == "DhcpServerInDC"
		if hopping[name] != want {
			t.Errorf("%s: hopping is %v", name, hopping[name])
		}
	}
}
