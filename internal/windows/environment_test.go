package windows

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

func TestServerInfo(t *testing.T) {
	l := newLab(t, 1)
	info, err := l.ServerInfo(t.Context())
	if err != nil || !info.Ready || info.Version != "10.0" || info.LanguageMode != "FullLanguage" || info.Module == "" || !info.Authorized || info.Reason != "" {
		t.Errorf("%+v, %v", info, err)
	}
}

func TestServersThatCannotBeManaged(t *testing.T) {
	for name, c := range map[string]struct {
		spoil  func(*lab)
		want   Kind
		advice string
	}{
		"constrained language": {func(l *lab) { l.engine = engine.NewBuiltin(engine.Options{LanguageMode: "ConstrainedLanguage"}) }, KindConstrained, "FullLanguage"},
		"no module":            {func(l *lab) { l.server.RemoveModule() }, KindMissingCmdlets, "RSAT-DHCP"},
		"stopped service":      {func(l *lab) { l.server.StopService() }, KindServiceStopped, "Start-Service"},
		"no rights":            {func(l *lab) { l.server.SetRights(model.RightsNone) }, KindDenied, "DHCP Administrators"},
		"no connection":        {func(l *lab) { l.failing(func(winrm.Command) fault { return neverSent }) }, KindUnreachable, "network"},
	} {
		l := newLab(t, 1)
		c.spoil(l)
		_, err := l.ReadScope(t.Context(), office().ID())
		if e := wantKind(t, err, c.want); !strings.Contains(e.Remedy(), c.advice) {
			t.Errorf("%s: remedy %q", name, e.Remedy())
		}
		_, err = l.CreateScope(t.Context(), office())
		_ = wantKind(t, err, c.want)
		info, err := l.ServerInfo(t.Context())
		if err != nil || info.Ready || info.ReasonKind != c.want || info.Reason == "" {
			t.Errorf("%s: %+v, %v", name, info, err)
		}
	}
}

func TestReadersMayReadAndNotWrite(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	l.server.SetRights(model.RightsUsers)
	if _, err := l.ReadScope(t.Context(), office().ID()); err != nil {
		t.Error(err)
	}
	_, err := l.UpdateScope(t.Context(), office().ID(), func(s *Scope) { s.Name = "New" }, ScopeUpdate{})
	_ = wantKind(t, err, KindDenied)
}

func TestFailedCheckIsRememberedBriefly(t *testing.T) {
	l := newLab(t, 1)
	l.failing(func(winrm.Command) fault { return neverSent })
	for range 5 {
		_, err := l.ReadScope(t.Context(), office().ID())
		_ = wantKind(t, err, KindUnreachable)
	}
	if n := l.Stats().Processes; n != 1 {
		t.Errorf("%d tries", n)
	}
	l.failing(nil)
	_, err := l.ReadScope(t.Context(), office().ID())
	_ = wantKind(t, err, KindUnreachable)
	l.world.Pass(failureHolds)
	_, err = l.ReadScope(t.Context(), office().ID())
	_ = wantKind(t, err, KindNotFound)
}

func TestSlowCheckNamesItsTimeout(t *testing.T) {
	l := newLab(t, 1, func(c *Config) {
		c.EnvironmentCheckTimeout = time.Nanosecond
		c.Runner = runnerFunc(func(ctx context.Context) error {
			<-ctx.Done()
			return &winrm.Error{Kind: winrm.KindTimeout, Outcome: winrm.Unknown, Detail: "the time for the whole operation is over"}
		})
	})
	_, err := l.ReadScope(t.Context(), office().ID())
	if e := wantKind(t, err, KindTimeout); !strings.Contains(e.Message, "1ns") || !strings.Contains(e.Advice, "environment_check_timeout") {
		t.Errorf("%v: %s", e, e.Advice)
	}
}

// runnerFunc is a server that fails in its own way.
type runnerFunc func(ctx context.Context) error

func (f runnerFunc) Run(ctx context.Context, _ winrm.Command) (winrm.Result, error) {
	return winrm.Result{}, f(ctx)
}

func TestTransportErrorsKeepTheirMeaning(t *testing.T) {
	for kind, want := range map[winrm.Kind]Kind{
		winrm.KindAuth: KindAuthentication, winrm.KindTLS: KindTransportSecurity, winrm.KindInsecure: KindTransportSecurity,
		winrm.KindDial: KindUnreachable, winrm.KindLost: KindUnreachable, winrm.KindTimeout: KindTimeout, winrm.KindQuota: KindBusy, winrm.KindClosed: KindCancelled,
	} {
		cause := &winrm.Error{Kind: kind, Outcome: winrm.NeverStarted, Detail: "it failed", Advice: "Do this."}
		l := newLab(t, 1, func(c *Config) { c.Runner = runnerFunc(func(context.Context) error { return cause }) })
		_, err := l.ReadScope(t.Context(), office().ID())
		e := wantKind(t, err, want)
		if !errors.Is(err, error(cause)) || e.Remedy() != "Do this." || strings.Contains(e.Error(), "Do this") || !strings.Contains(e.Error(), "it failed") {
			t.Errorf("%s: %v / %s", kind, e, e.Remedy())
		}
	}
}

func TestErrorsNameObjectServerAndNumber(t *testing.T) {
	l := newLab(t, 1)
	_, err := l.ReadScope(t.Context(), office().ID())
	want := "scope 10.1.0.0 on dhcp1.lab.example: Failed to get scope information for scope 10.1.0.0 on DHCP server DHCP1"
	if !strings.HasPrefix(err.Error(), want) || !strings.HasSuffix(err.Error(), "(DHCP 20005, Get-DhcpServerv4Scope)") {
		t.Errorf("got %q", err)
	}
	if KindOf(fmt.Errorf("wrapped: %w", err)) != KindNotFound || KindOf(errors.New("other")) != KindOther || KindOf(nil) != KindOther {
		t.Error("KindOf does not look through errors")
	}
}

func TestMeanings(t *testing.T) {
	for _, c := range []struct {
		id, cmdlet string
		want       Kind
	}{
		{"DHCP 20005", "Get-DhcpServerv4Scope", KindNotFound},
		{"DHCP 20007", "Remove-DhcpServerv4Scope", KindInUse},
		{"DHCP 20007", "Remove-DhcpServerv4ExclusionRange", KindNotFound},
		{"DHCP 20023", "Set-DhcpServerv4Scope", KindInvalid},
		{"DHCP 20023", "Add-DhcpServerv4ExclusionRange", KindConflict},
		{"DHCP 20133", "Add-DhcpServerv4FailoverScope", KindBusy},
		{"WIN32 2", "Get-DhcpServerv4Scope", KindOther}, // a missing file is no missing scope
		{"WIN32 2", "Remove-DhcpServerv4FailoverScope", KindNotFound},
		{"WIN32 2", "Get-DhcpServerv6Scope", KindNotFound},
		{"WIN32 2014", "Add-DhcpServerv6Scope", KindExists},
		{"WIN32 5", "Get-DhcpServerv4Scope", KindDenied},
		{"WIN32 5", "Invoke-DhcpServerv4FailoverReplication", KindDoubleHop},
		{"WIN32 1722", "Get-DhcpServerv4Scope", KindServiceStopped},
		{"WIN32 1753", "Get-DhcpServerv4Scope", KindServiceStopped},
		{script.CommandNotFound, "Get-DhcpServerv4Scope", KindMissingCmdlets}, // category ObjectNotFound, and not gone
		{script.GuardFailed, "Get-DhcpServerv4Scope", KindChangedMeanwhile},
		{"NamedParameterNotFound", "Set-DhcpServerv4Scope", KindUnsupported},
		{"DHCP 29999", "Set-DhcpServerv4Scope", KindOther},
	} {
		if got := meaningOf(c.id, c.cmdlet).kind; got != c.want {
			t.Errorf("%s of %s means %q, want %q", c.id, c.cmdlet, got, c.want)
		}
	}
}
