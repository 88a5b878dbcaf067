package replay

import (
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/conformance"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

func TestParseBlocks(t *testing.T) {
	tests := map[string]string{
		"10.250.0.0/16":                 "",
		"fd00::/48, 10.250.0.0/16":      "",
		"10.250.0.1/16":                 "did you mean 10.250.0.0/16",
		"10.250.0.0":                    "no network such as",
		"10.250.0.0/25":                 "too small",
		"10.250.0.0/16,10.251.0.0/16":   "one too many",
		"fd00::/48":                     "has no IPv4 network",
		"10.250.0.0/16,fd00::/72":       "too small",
		"224.0.0.0/8":                   "no network for DHCP clients",
		"10.250.0.0/16,fd00::/48,f::/8": "bits set",
	}
	for text, want := range tests {
		_, err := ParseBlocks(text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

// moverOf is the mover of a case that consists of adding scopes.
func moverOf(t *testing.T, block string, scopes ...[2]string) (*mover, string) {
	t.Helper()
	blocks, err := ParseBlocks(block)
	if err != nil {
		t.Fatal(err)
	}
	var c conformance.Case
	for _, s := range scopes {
		c.Steps = append(c.Steps, conformance.Step{Args: map[string]any{"StartRange": s[0], "SubnetMask": s[1]}})
	}
	return newMover(c, blocks, DefaultPrefix, "dc2.corp.example")
}

func TestAddressesMoveAndComeBack(t *testing.T) {
	m, reason := moverOf(t, "172.20.0.0/20,fd12:3456::/60", [2]string{"10.3.0.10", "255.255.255.0"}, [2]string{"10.1.2.10", "255.255.254.0"}, [2]string{"10.2.0.10", "255.255.255.0"}, [2]string{"2001:db8:0:5::", ""})
	if reason != "" {
		t.Fatal(reason)
	}
	tests := map[string]string{
		"10.1.2.0":          "172.20.0.0",
		"10.1.3.77":         "172.20.1.77",
		"10.2.0.255":        "172.20.2.255",
		"10.3.0.10":         "172.20.3.10",
		"2001:db8:0:5::1:9": "fd12:3456::1:9",
		"192.0.2.53":        "192.0.2.53",
		"255.255.255.0":     "255.255.255.0",
		"10.9":              "10.9",
	}
	for original, want := range tests {
		got := m.text("Get-DhcpServerv4Scope", "ScopeId", original)
		if got != want || m.home(got) != original {
			t.Errorf("%s went to %s, want %s, and came back as %s", original, got, want, m.home(got))
		}
	}
}

func TestNetworksThatDoNotFit(t *testing.T) {
	if _, reason := moverOf(t, "10.250.0.0/23", [2]string{"10.1.0.1", "255.255.255.0"}, [2]string{"10.2.0.1", "255.255.255.0"}, [2]string{"10.3.0.1", "255.255.255.0"}); !strings.Contains(reason, "do not fit") {
		t.Errorf("three networks in two: %q", reason)
	}
	if _, reason := moverOf(t, "10.250.0.0/24", [2]string{"10.1.0.1", "255.255.0.0"}); !strings.Contains(reason, "do not fit") {
		t.Errorf("a large network in a small one: %q", reason)
	}
	if _, reason := moverOf(t, "255.255.255.0/24", [2]string{"10.1.0.1", "255.255.255.0"}, [2]string{"10.2.0.1", "255.255.255.0"}); !strings.Contains(reason, "do not fit") {
		t.Errorf("behind the last address: %q", reason)
	}
	if _, reason := moverOf(t, "10.250.0.0/24", [2]string{"2001:db8::1", ""}); !strings.Contains(reason, "no IPv6 network") {
		t.Errorf("IPv6 without a block: %q", reason)
	}
}

func TestNamesMoveAndComeBack(t *testing.T) {
	m, _ := moverOf(t, "10.250.0.0/24")
	long := strings.Repeat("ä", 255)
	tests := []struct{ cmdlet, parameter, original, want string }{
		{"Add-DhcpServerv4Class", "Name", "Lab", "tfconf-Lab"},
		{"Add-DhcpServerv4Class", "Name", long, "tfconf-" + strings.Repeat("ä", 248)},
		{"Add-DhcpServerv4Policy", "VendorClass", "EQ", "EQ"},
		{"Add-DhcpServerv4Policy", "VendorClass", "Phones*", "tfconf-Phones*"},
		{"Set-DhcpServerv4OptionValue", "VendorClass", "Microsoft Options", "Microsoft Options"},
		{"Set-DhcpServerv4Scope", "SuperscopeName", "", ""},
		{"Add-DhcpServerv4Reservation", "Name", "printer", "printer"},
		{"Add-DhcpServerv4Failover", "PartnerServer", "192.0.2.12", "dc2.corp.example"},
	}
	for _, test := range tests {
		got := m.text(test.cmdlet, test.parameter, test.original)
		if got != test.want || m.home(got) != test.original {
			t.Errorf("%s became %s and came back as %s", test.original, got, m.home(got))
		}
	}
}

// TestOnlyOwnObjectsAreTouched holds calls that would reach objects of others against the
// guard, each with one that stays with the run's own.
func TestOnlyOwnObjectsAreTouched(t *testing.T) {
	blocks, err := ParseBlocks("10.250.0.0/24")
	if err != nil {
		t.Fatal(err)
	}
	r := &Runner{Blocks: blocks, Prefix: DefaultPrefix, others: others{
		definitions: map[definition]origin{{"v4", 3}: standard, {"v4", 200}: added}, filters: []string{"020000000001"},
	}}
	text, number := cmdlet.Text, cmdlet.Number
	tests := []struct {
		cmdlet string
		args   cmdlet.Args
		ok     bool
	}{
		{"Remove-DhcpServerv4Scope", cmdlet.Args{"ScopeId": cmdlet.Texts("10.250.0.0")}, true},
		{"Remove-DhcpServerv4Scope", cmdlet.Args{"ScopeId": cmdlet.Texts("10.250.0.0", "10.1.0.0")}, false},
		{"Get-DhcpServerv4Scope", nil, true},
		{"Set-DhcpServerv4OptionValue", cmdlet.Args{"OptionId": number(3)}, false},
		{"Set-DhcpServerv4OptionValue", cmdlet.Args{"OptionId": number(3), "ReservedIP": text("10.250.0.9")}, true},
		{"Get-DhcpServerv4OptionValue", nil, false},
		{"Add-DhcpServerv4Policy", cmdlet.Args{"Name": text("tfconf-x")}, false},
		{"Remove-DhcpServerv4Class", cmdlet.Args{"Name": text("Microsoft Options")}, false},
		{"Remove-DhcpServerv4Class", cmdlet.Args{"Name": text("tfconf-x")}, true},
		{"Remove-DhcpServerv4Superscope", cmdlet.Args{"SuperscopeName": text("House")}, false},
		{"Remove-DhcpServerv4OptionDefinition", cmdlet.Args{"OptionId": cmdlet.Numbers(3)}, false},
		{"Get-DhcpServerv4OptionDefinition", cmdlet.Args{"OptionId": cmdlet.Numbers(3)}, true},
		{"Get-DhcpServerv4OptionDefinition", cmdlet.Args{"OptionId": cmdlet.Numbers(200)}, false},
		{"Add-DhcpServerv4OptionDefinition", cmdlet.Args{"OptionId": number(201)}, true},
		{"Add-DhcpServerv4OptionDefinition", cmdlet.Args{"OptionId": number(3), "VendorClass": text("Microsoft Options")}, false},
		{"Add-DhcpServerv4OptionDefinition", cmdlet.Args{"OptionId": number(3), "VendorClass": text("tfconf-x")}, true},
		{"Add-DhcpServerv4Filter", cmdlet.Args{"MacAddress": cmdlet.Texts("02-00-00-00-00-02")}, true},
		{"Add-DhcpServerv4Filter", cmdlet.Args{"MacAddress": cmdlet.Texts("02-00-00-00-00-01")}, false},
		{"Add-DhcpServerv4Filter", cmdlet.Args{"MacAddress": cmdlet.Texts("02-*")}, false},
		{"Set-DhcpServerv4FilterList", cmdlet.Args{"Allow": cmdlet.Bool(true)}, false},
		{"Invoke-DhcpServerv4FailoverReplication", nil, false},
		{"Import-DhcpServer", nil, false},
		{"Set-DhcpServerv4DnsSetting", nil, false},
	}
	for _, test := range tests {
		if reason := r.confined(test.cmdlet, test.args); (reason == "") != test.ok {
			t.Errorf("%s %v: %q", test.cmdlet, test.args.Native(), reason)
		}
	}
}
