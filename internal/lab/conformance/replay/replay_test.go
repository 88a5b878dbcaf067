package replay

import (
	"bytes"
	"context"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/conformance"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/provider"
)

// startLab starts a lab on which others have objects, some by the names and addresses of
// the cases, and a runner for it.
func startLab(t *testing.T) (*lab.Lab, *Runner) {
	t.Helper()
	l, err := lab.Start(lab.Options{Servers: 2})
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
	first := l.Servers[0]
	by(t, first, "Add-DhcpServerv4Scope", model.Params{"Name": "Office", "StartRange": addr("10.1.0.10"), "EndRange": addr("10.1.0.200"), "SubnetMask": addr("255.255.255.0")})
	by(t, first, "Add-DhcpServerv4Reservation", model.Params{"ScopeId": addr("10.1.0.0"), "IPAddress": addr("10.1.0.20"), "ClientId": "02-00-00-00-00-01", "Name": "printer"})
	by(t, first, "Set-DhcpServerv4OptionValue", model.Params{"ScopeId": addr("10.1.0.0"), "OptionId": int64(3), "Value": []string{"10.1.0.1"}})
	by(t, first, "Add-DhcpServerv4Superscope", model.Params{"SuperscopeName": "House", "ScopeId": []netip.Addr{addr("10.1.0.0")}})
	by(t, first, "Add-DhcpServerv4Class", model.Params{"Name": "Lab", "Type": "User", "Data": "ours"})
	by(t, first, "Add-DhcpServerv6Scope", model.Params{"Name": "Office", "Prefix": addr("2001:db8:0:1::")})
	by(t, first, "Add-DhcpServerv4Filter", model.Params{"List": "Deny", "MacAddress": []string{"06-00-00-00-00-01"}})
	by(t, first, "Add-DhcpServerv4Failover", model.Params{"Name": "FO1", "PartnerServer": "192.0.2.12", "ScopeId": []netip.Addr{addr("10.1.0.0")}})
	r, err := OnLab(l, provider.WindowsFromEnvironment)
	if err != nil {
		t.Fatal(err)
	}
	return l, r
}

func addr(s string) netip.Addr { return netip.MustParseAddr(s) }

// by is a call of another administrator.
func by(t *testing.T, s *lab.Server, name string, params model.Params) []model.Object {
	t.Helper()
	r := s.Invoke(model.Logon{Delegated: true}, name, params)
	for _, e := range r.Errors {
		t.Fatalf("%s: %v", name, e)
	}
	return r.Rows
}

// holdings shows everything that the servers of a lab hold, but for what changes by itself.
func holdings(t *testing.T, l *lab.Lab) string {
	t.Helper()
	scope := model.Params{"ScopeId": addr("10.1.0.0")}
	var b strings.Builder
	for _, s := range l.Servers {
		for _, noun := range []string{"v4Scope", "v4Superscope", "v4Class", "v4OptionDefinition", "v4OptionValue", "v4Policy", "v4Filter", "v4DnsSetting", "v4MulticastScope", "v6Scope", "v6Class", "v6OptionDefinition", "v6OptionValue", "Setting"} {
			for _, row := range by(t, s, "Get-DhcpServer"+noun, nil) {
				fmt.Fprintln(&b, s.Name(), noun, row.Properties)
			}
		}
		for _, noun := range []string{"v4Reservation", "v4OptionValue", "v4ExclusionRange", "v4Policy"} {
			for _, row := range by(t, s, "Get-DhcpServer"+noun, scope) {
				fmt.Fprintln(&b, s.Name(), noun, row.Properties)
			}
		}
		for _, row := range by(t, s, "Get-DhcpServerv4Failover", nil) {
			fmt.Fprintln(&b, s.Name(), row.Properties["Name"], row.Properties["ScopeId"])
		}
	}
	return b.String()
}

func allCases(t *testing.T) []conformance.Case {
	t.Helper()
	cases, err := conformance.All()
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// area returns the cases of some areas.
func area(t *testing.T, names ...string) []conformance.Case {
	t.Helper()
	var found []conformance.Case
	for _, c := range allCases(t) {
		for _, name := range names {
			if strings.HasPrefix(c.Name, name+"/") {
				found = append(found, c)
			}
		}
	}
	return found
}

func TestLabAgreesWithItself(t *testing.T) {
	l, r := startLab(t)
	before := holdings(t, l)
	report, err := r.Run(t.Context(), allCases(t))
	if err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	if err := report.WriteTable(&table); err != nil {
		t.Fatal(err)
	}
	if report.Different > 0 || report.Agreed < 290 {
		t.Error(table.String())
	}
	if after := holdings(t, l); after != before {
		t.Errorf("the run changed what others have:\n%s\nafter:\n%s", before, after)
	}
	var text bytes.Buffer
	if err := report.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"127.0.0.1", lab.Password, "10.250.", "on DHCP server"} {
		if strings.Contains(text.String(), secret) {
			t.Errorf("the report shows %q", secret)
		}
	}
}

// TestDifferenceIsSeen is the control: a server that answers one call otherwise.
func TestDifferenceIsSeen(t *testing.T) {
	l, r := startLab(t)
	l.Engine.Instead(func(c engine.Call) *model.Result {
		if c.Cmdlet == "Add-DhcpServerv4ExclusionRange" && c.Params["StartRange"] == addr("10.250.0.60") {
			return &model.Result{Errors: []*model.ErrorRecord{{ID: "DHCP 20099", Category: "InvalidData", Message: "no on DHCP server SECRET"}}}
		}
		return nil
	})
	report, err := r.Run(t.Context(), area(t, "exclusion"))
	if err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	if err := report.WriteTable(&table); err != nil {
		t.Fatal(err)
	}
	if report.Different == 0 || strings.Contains(table.String(), "SECRET") ||
		!strings.Contains(table.String(), "Different: exclusion/add-again (known by LAB), step 1: Add-DhcpServerv4ExclusionRange -EndRange -ScopeId -StartRange\n  expected no error\n  got      DHCP 20099\n") {
		t.Error(table.String())
	}
}

func TestEverythingIsRemoved(t *testing.T) {
	areas := []string{"class", "definition", "filter", "superscope", "failover"}
	tests := map[string]func(l *lab.Lab, cancel context.CancelFunc){
		"after a lost connection": func(l *lab.Lab, _ context.CancelFunc) {
			l.Servers[0].WinRM.Inject(winrmserver.Fault{Action: winrmserver.ActionReceive, Call: 40, Effect: winrmserver.CutAfter})
		},
		"after an interruption": func(l *lab.Lab, cancel context.CancelFunc) {
			l.Engine.Before(func(c engine.Call) {
				if c.Cmdlet == "Add-DhcpServerv4FailoverScope" {
					cancel()
				}
			})
		},
	}
	for name, fail := range tests {
		t.Run(name, func(t *testing.T) {
			l, r := startLab(t)
			before := holdings(t, l)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			fail(l, cancel)
			report, err := r.Run(ctx, area(t, areas...))
			if err == nil {
				t.Fatal("nothing failed")
			}
			if report.NotTried < 20 || report.Agreed == 0 {
				t.Errorf("the run did not end in its middle: %d agreed, %d not tried", report.Agreed, report.NotTried)
			}
			if after := holdings(t, l); after != before {
				t.Errorf("left behind:\n%s\nbefore:\n%s", after, before)
			}
		})
	}
}

func TestOccupiedServersAreRefused(t *testing.T) {
	mask := addr("255.255.255.0")
	tests := map[string]struct {
		cmdlet string
		params model.Params
		second bool
		want   string
	}{
		"scope in the block":    {"Add-DhcpServerv4Scope", model.Params{"Name": "x", "StartRange": addr("10.250.7.10"), "EndRange": addr("10.250.7.20"), "SubnetMask": mask}, false, "scope 10.250.7.0"},
		"scope over the block":  {"Add-DhcpServerv4Scope", model.Params{"Name": "x", "StartRange": addr("10.200.7.10"), "EndRange": addr("10.200.7.20"), "SubnetMask": addr("255.128.0.0")}, false, "lies over the block"},
		"IPv6 scope":            {"Add-DhcpServerv6Scope", model.Params{"Name": "x", "Prefix": addr("fd00:250:0:7::")}, false, "scope fd00:250:0:7::"},
		"name under the prefix": {"Add-DhcpServerv4Class", model.Params{"Name": "tfconf-x", "Type": "User", "Data": "x"}, false, "class tfconf-x"},
		"partner":               {"Add-DhcpServerv4Scope", model.Params{"Name": "x", "StartRange": addr("10.250.7.10"), "EndRange": addr("10.250.7.20"), "SubnetMask": mask}, true, "scope 10.250.7.0"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			l, r := startLab(t)
			server := l.Servers[0]
			if test.second {
				server = l.Servers[1]
			}
			by(t, server, test.cmdlet, test.params)
			_, err := r.Run(t.Context(), area(t, "class"))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v", err)
			}
			for _, c := range l.Engine.Calls() {
				if !strings.HasPrefix(c.Cmdlet, "Get-") {
					t.Errorf("%s was run", c.Cmdlet)
				}
			}
		})
	}
}
