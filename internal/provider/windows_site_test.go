package provider_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/provider"
)

// windowsFaults are what can happen to a request of WinRM and its reply.
var windowsFaults = []fault{
	{name: "access denied", windows: winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 5, Subcode: "w:AccessDenied"}},
	{name: "quota", windows: winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 2150859174, Subcode: "w:QuotaLimit"}},
	{name: "fault after", windows: winrmserver.Fault{Effect: winrmserver.FaultAfter, Code: 2150859230}},
	{name: "HTTP 401", windows: winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusUnauthorized}},
	{name: "HTTP 403", windows: winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusForbidden}},
	{name: "HTTP 500", windows: winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusInternalServerError}},
	{name: "HTTP 503", windows: winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusServiceUnavailable}},
	{name: "cut before", windows: winrmserver.Fault{Effect: winrmserver.CutBefore}},
	{name: "cut after", windows: winrmserver.Fault{Effect: winrmserver.CutAfter}},
	{name: "cut in the reply", windows: winrmserver.Fault{Effect: winrmserver.CutReply}},
	{name: "hang before", windows: winrmserver.Fault{Effect: winrmserver.HangBefore}},
	{name: "hang after", windows: winrmserver.Fault{Effect: winrmserver.HangAfter}},
	{name: "late", windows: winrmserver.Fault{Effect: winrmserver.Late, Delay: 71 * time.Second}},
	{name: "empty", windows: winrmserver.Fault{Effect: winrmserver.Empty}},
	{name: "malformed", windows: winrmserver.Fault{Effect: winrmserver.Malformed}},
	{name: "truncated", windows: winrmserver.Fault{Effect: winrmserver.Truncated}},
	{name: "tampered", windows: winrmserver.Fault{Effect: winrmserver.Tampered}},
	{name: "damaged output", windows: winrmserver.Fault{Effect: winrmserver.BadBase64}},
	{name: "without exit code", windows: winrmserver.Fault{Effect: winrmserver.NoExitCode}},
	{name: "gone before", windows: winrmserver.Fault{Effect: winrmserver.CutBefore, Lasts: true}},
	{name: "gone after", windows: winrmserver.Fault{Effect: winrmserver.CutAfter, Lasts: true}},
	{name: "silent", windows: winrmserver.Fault{Effect: winrmserver.HangAfter, Lasts: true}},
}

// windowsSite is a lab, reached in memory and on the fake clock.
type windowsSite struct {
	*acctest.WindowsLab
	winrm *winrmserver.Server
	pipe  *winrmserver.Pipe

	providers int // that were started
}

func newWindowsSite(t *testing.T, before func(*acctest.WindowsLab)) *windowsSite {
	t.Helper()
	s := &windowsSite{pipe: winrmserver.NewPipe()}
	first := true
	s.WindowsLab = acctest.Windows(t, lab.Options{Engine: lab.Builtin, Servers: 2, WinRM: func(o *winrmserver.Options) {
		acctest.Delegated(o)
		if o.Listener = winrmserver.NewPipe(); first {
			o.Listener, first = s.pipe, false
		}
	}})
	s.winrm = s.Servers[0].WinRM
	if before != nil {
		before(s.WindowsLab)
	}
	return s
}

// provider starts a provider as each command of Terraform does.
func (s *windowsSite) provider(t *testing.T) *acctest.Protocol {
	t.Helper()
	s.providers++
	p := acctest.ProtocolOf(t, provider.Dialing(s.pipe.Dial))
	block := attributes{"host": "dhcp1.lab.example", "https": false, "username": lab.User, "password": lab.Password}
	if got := acctest.Messages(p.Configure(t, attributes{"windows": block})); got != "" {
		t.Fatal(got)
	}
	return p
}

// stands is everything that the tests' resources manage, as the server itself tells it.
func (s *windowsSite) stands() string {
	var b strings.Builder
	tell := func(server *lab.Server, cmdlet string, params model.Params) {
		for _, row := range server.Invoke(model.Logon{Delegated: true}, cmdlet, params).Rows {
			delete(row.Properties, "State")
			if cmdlet == "Get-DhcpServerv4Scope" { // of a relationship it changes by itself
				row.Properties["State"] = ""
			}
			fmt.Fprintln(&b, server.Name(), cmdlet, row.Properties)
		}
	}
	for _, server := range s.Servers {
		for _, cmdlet := range []string{
			"Get-DhcpServerAuditLog", "Get-DhcpServerDatabase", "Get-DhcpServerInDC", "Get-DhcpServerSetting", "Get-DhcpServerv4Binding", "Get-DhcpServerv4Class", "Get-DhcpServerv4DnsSetting",
			"Get-DhcpServerv4Failover", "Get-DhcpServerv4Filter", "Get-DhcpServerv4FilterList", "Get-DhcpServerv4MulticastExclusionRange", "Get-DhcpServerv4MulticastScope", "Get-DhcpServerv4OptionDefinition",
			"Get-DhcpServerv4Superscope", "Get-DhcpServerv6OptionDefinition", "Get-DhcpServerv6Scope",
		} {
			tell(server, cmdlet, nil)
		}
		for _, row := range server.Invoke(model.Logon{Delegated: true}, "Get-DhcpServerv4Scope", nil).Rows {
			id := row.Properties["ScopeId"].(netip.Addr)
			fmt.Fprintln(&b, row.Properties)
			for _, cmdlet := range []string{"Get-DhcpServerv4DnsSetting", "Get-DhcpServerv4OptionValue", "Get-DhcpServerv4Policy", "Get-DhcpServerv4Reservation"} {
				tell(server, cmdlet, model.Params{"ScopeId": id})
			}
			for _, cmdlet := range []string{"Get-DhcpServerv4ExclusionRange", "Get-DhcpServerv4PolicyIPRange"} {
				tell(server, cmdlet, model.Params{"ScopeId": []netip.Addr{id}})
			}
		}
		for _, row := range server.Invoke(model.Logon{Delegated: true}, "Get-DhcpServerv6Scope", nil).Rows {
			prefix := row.Properties["Prefix"].(netip.Addr)
			tell(server, "Get-DhcpServerv6ExclusionRange", model.Params{"Prefix": []netip.Addr{prefix}})
			tell(server, "Get-DhcpServerv6Reservation", model.Params{"Prefix": prefix})
			tell(server, "Get-DhcpServerv6OptionValue", model.Params{"Prefix": prefix})
		}
	}
	return b.String()
}

// requests counts all requests so far.
func (s *windowsSite) requests() int { return len(s.winrm.Log()) }

// changesRun counts each call that changed something, by cmdlet and parameters.
func (s *windowsSite) changesRun() map[string]int {
	ran := map[string]int{}
	for _, c := range s.Engine.Calls() {
		if !strings.HasPrefix(c.Cmdlet, "Get-") {
			ran[fmt.Sprint(c.Cmdlet, c.Params)]++
		}
	}
	return ran
}

func (s *windowsSite) again() int { return 0 }

func (s *windowsSite) forget() { s.Engine.Reset() }

func (s *windowsSite) suffer(f fault, call int) {
	f.windows.Call = call
	s.winrm.Inject(f.windows)
}

func (s *windowsSite) recover(t *testing.T, f fault) (struck int) {
	t.Helper()
	struck = s.winrm.Fired()
	s.winrm.ClearFaults()
	if f.windows.Effect == winrmserver.FaultAfter || f.windows.Lasts {
		s.winrm.ExpireShells() // nobody could know of them, or end them
	}
	time.Sleep(20 * time.Minute) //nolint:forbidigo // on the clock of synctest, until all idle connections end
	// What is left of a provider is the one connection that it keeps for its next command.
	if n := s.winrm.OpenConnections(); n > s.providers {
		t.Errorf("%d connections are left of %d providers", n, s.providers)
	}
	return struck
}
