package cmdlet_test

import (
	"strings"
	"testing"
	"time"

	. "github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

func TestCheck(t *testing.T) {
	scope := Args{"Name": Text("Office"), "StartRange": Text("10.1.0.10"), "EndRange": Text("10.1.0.20"), "SubnetMask": Text("255.255.255.0")}
	tests := []struct {
		name string
		call Call
		want string // part of the error, empty when the call is fine
	}{
		{"complete", Call{Cmdlet: "Add-DhcpServerv4Scope", Args: scope, Take: []string{"ScopeId"}}, ""},
		{"unknown cmdlet", Call{Cmdlet: "Get-Process"}, "does not exist"},
		{"other case of the cmdlet", Call{Cmdlet: "get-dhcpserverv4scope"}, "does not exist"},
		{"alias", Call{Cmdlet: "Get-DhcpServerv4Scope", Args: Args{"Cn": Text("DHCP1")}}, "no parameter Cn"},
		{"for the machinery", Call{Cmdlet: "Get-DhcpServerv4Scope", Args: Args{"ComputerName": Text("DHCP1")}}, "no parameter ComputerName"},
		{"missing", Call{Cmdlet: "Set-DhcpServerv4Scope", Args: Args{"ScopeId": Text("10.1.0.0"), "StartRange": Text("10.1.0.5")}}, "MissingMandatoryParameter"},
		{"two sets", Call{Cmdlet: "Get-DhcpServerv4Failover", Args: Args{"Name": Text("A"), "ScopeId": Text("10.1.0.0")}}, "AmbiguousParameterSet"},
		{"not in the value list", Call{Cmdlet: "Set-DhcpServerv4Scope", Args: Args{"ScopeId": Text("10.1.0.0"), "State": Text("Paused")}}, "takes one of Active, InActive"},
		{"short address", Call{Cmdlet: "Get-DhcpServerv4Scope", Args: Args{"ScopeId": Text("10.1.5")}}, "ScopeId takes a value of type ipaddress[]"},
		{"number for a duration", Call{Cmdlet: "Set-DhcpServerv4Scope", Args: Args{"ScopeId": Text("10.1.0.0"), "LeaseDuration": Number(5)}}, "LeaseDuration takes a value of type timespan"},
		{"text for a number", Call{Cmdlet: "Set-DhcpServerv4Scope", Args: Args{"ScopeId": Text("10.1.0.0"), "Delay": Text("5")}}, "Delay takes a value of type uint16"},
		{"out of range", Call{Cmdlet: "Set-DhcpServerv4Scope", Args: Args{"ScopeId": Text("10.1.0.0"), "Delay": Number(65536)}}, "ParameterArgumentTransformationError"},
		{"time", Call{Cmdlet: "Set-DhcpServerv4MulticastScope", Args: Args{"Name": Text("Video"), "ExpiryTime": Time(time.Now())}}, ""},
		{"secret", Call{Cmdlet: "Set-DhcpServerDnsCredential", Args: Args{"Credential": Credential("LAB\\dns", "secret")}}, ""},
		{"null switch", Call{Cmdlet: "Remove-DhcpServerv4Scope", Args: Args{"ScopeId": Text("10.1.0.0"), "Force": Null()}}, "Force takes a value"},
		{"null that clears", Call{Cmdlet: "Set-DhcpServerv4Failover", Args: Args{"Name": Text("A"), "SharedSecret": Null()}}, ""},
		{"unknown property", Call{Cmdlet: "Get-DhcpServerv4Scope", Take: []string{"Nome"}}, "no property Nome"},
		{"unknown guard", Call{Cmdlet: "Get-DhcpServerv4Scope", Guard: Args{"Nome": Text("A")}}, "no property Nome"},
		{"wrong undo", Call{Cmdlet: "Add-DhcpServerv4Scope", Args: scope, Undo: []Call{{Cmdlet: "Remove-DhcpServerv4Scope"}}}, "MissingMandatoryParameter"},
		{"text taken", Call{Cmdlet: "Get-DhcpServerv4FreeIPAddress", Args: Args{"ScopeId": Text("10.1.0.0")}, Take: []string{TextColumn}}, ""},
		{"bound by an earlier step", Call{Cmdlet: "Get-DhcpServerv4Reservation", ForEach: &ForEach{Bind: map[string]string{"ScopeId": "ScopeId"}}}, ""},
		{"bound to a parameter that does not exist", Call{Cmdlet: "Get-DhcpServerv4Reservation", ForEach: &ForEach{Bind: map[string]string{"Scope": "ScopeId"}}}, "no parameter Scope"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := test.call.Check()
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestCheckRefusesWholesale(t *testing.T) {
	scope := Args{"ScopeId": Text("10.1.0.0")}
	prefix := Args{"Prefix": Text("2001:db8::")}
	name := Args{"Name": Text("A")}
	tests := []struct {
		cmdlet string
		wide   Args
		narrow Args // what makes the call harmless; nil where nothing does
	}{
		{"Remove-DhcpServerv4Reservation", scope, Args{"ClientId": Text("aa-bb")}},
		{"Remove-DhcpServerv6Reservation", prefix, nil},
		{"Remove-DhcpServerv4ExclusionRange", scope, Args{"StartRange": Text("10.1.0.5"), "EndRange": Text("10.1.0.6")}},
		{"Remove-DhcpServerv4ExclusionRange", Args{"ScopeId": Text("10.1.0.0"), "StartRange": Text("10.1.0.5")}, Args{"EndRange": Text("10.1.0.6")}},
		{"Remove-DhcpServerv6ExclusionRange", prefix, Args{"StartRange": Text("2001:db8::1"), "EndRange": Text("2001:db8::2")}},
		{"Remove-DhcpServerv4MulticastExclusionRange", name, Args{"StartRange": Text("224.0.0.1"), "EndRange": Text("224.0.0.2")}},
		{"Remove-DhcpServerv4PolicyIPRange", Args{"Name": Text("A"), "ScopeId": Text("10.1.0.0")}, Args{"StartRange": Text("10.1.0.5"), "EndRange": Text("10.1.0.6")}},
		{"Remove-DhcpServerv4Lease", scope, Args{"ClientId": Text("aa-bb")}},
		{"Remove-DhcpServerv4Lease", Args{"BadLeases": Switch()}, nil},
		{"Remove-DhcpServerv6Lease", prefix, nil},
		{"Remove-DhcpServerv4MulticastLease", name, Args{"IPAddress": Text("224.0.0.1")}},
		{"Remove-DhcpServerv4Superscope", Args{"SuperscopeName": Text("A")}, Args{"ScopeId": Text("10.1.0.0")}},
		{"Remove-DhcpServerInDC", Args{}, Args{"DnsName": Text("dhcp1.lab.example")}},
		{"Invoke-DhcpServerv4FailoverReplication", Args{"Force": Switch()}, name},
		{"Repair-DhcpServerv4IPRecord", scope, Args{"ReportOnly": Switch()}},
		{"Import-DhcpServer", Args{"File": Text("a"), "BackupPath": Text("b")}, nil},
		{"Restore-DhcpServer", Args{"Path": Text("a")}, nil},
	}
	for _, test := range tests {
		t.Run(test.cmdlet, func(t *testing.T) {
			call := Call{Cmdlet: test.cmdlet, Args: test.wide}
			if err := call.Check(); err == nil {
				t.Error("the wide form passed")
			}
			call.Whole = true
			if err := call.Check(); err != nil {
				t.Errorf("the wide form asked for: %v", err)
			}
			if test.narrow == nil {
				return
			}
			call.Whole = false
			for parameter, v := range test.wide {
				test.narrow[parameter] = v
			}
			call.Args = test.narrow
			if err := call.Check(); err != nil {
				t.Errorf("the narrow form: %v", err)
			}
		})
	}
}

func TestCallStringHidesValues(t *testing.T) {
	call := Call{Cmdlet: "Set-DhcpServerv4Failover", Args: Args{"Name": Text("A"), "SharedSecret": Text("words")}}
	if got, want := call.String(), "Set-DhcpServerv4Failover -Name -SharedSecret"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTableIsComplete(t *testing.T) {
	if got := len(Names()); got != 121 {
		t.Errorf("%d cmdlets, want 121", got)
	}
	for _, name := range Names() {
		for _, class := range Lookup(name).Output {
			if Class(class) == nil {
				t.Errorf("%s returns %s, whose properties are not known", name, class)
			}
		}
	}
}
