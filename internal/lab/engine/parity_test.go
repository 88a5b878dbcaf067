package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine/enginetest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/pwsh/pwshtest"
	. "github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

var scopeColumns = []string{"ScopeId", "SubnetMask", "StartRange", "EndRange", "Name", "Description", "State", "LeaseDuration", "MaxBootpClients", "Delay", "ActivatePolicies", "SuperscopeName"}

func addScope(name, net string, more Args) Call {
	args := Args{"Name": Text(name), "StartRange": Text(net + ".10"), "EndRange": Text(net + ".20"), "SubnetMask": Text("255.255.255.0")}
	for k, v := range more {
		args[k] = v
	}
	return Call{Cmdlet: "Add-DhcpServerv4Scope", Args: args, Undo: []Call{removeScope(net)}}
}

func removeScope(net string) Call {
	return Call{Cmdlet: "Remove-DhcpServerv4Scope", Args: Args{"ScopeId": Text(net + ".0"), "Force": Switch()}, Tolerate: []string{"DHCP 20005"}}
}

func getScope(net string) Call {
	return Call{Cmdlet: "Get-DhcpServerv4Scope", Args: Args{"ScopeId": Text(net + ".0")}, Take: scopeColumns}
}

// programs are all kinds of programs: each way to end, each kind of value, each feature of a step.
func programs() []script.Program {
	all := Call{Cmdlet: "Get-DhcpServerv4Scope", Take: []string{"ScopeId", "Name"}}
	perScope := func(cmdlet string, keepGoing bool, take ...string) Call {
		return Call{Cmdlet: cmdlet, Take: take, ForEach: &ForEach{Step: 0, Bind: map[string]string{"ScopeId": "ScopeId"}, KeepGoing: keepGoing}}
	}
	option := Call{Cmdlet: "Get-DhcpServerv4OptionValue", Args: Args{"ScopeId": Text("10.1.0.0"), "OptionId": Number(6)}, Take: []string{"OptionId", "Value"}}
	tolerant := option
	tolerant.Tolerate = []string{"DHCP 20010"}
	guarded := func(g Args) Call { c := getScope("10.1.0"); c.Guard = g; return c }
	return []script.Program{
		{ID: "get none", Steps: []Call{all}},
		{ID: "counts above 63 bits", Steps: []Call{
			{Cmdlet: "Add-DhcpServerv6Scope", Args: Args{"Prefix": Text("2001:db8::"), "Name": Text("Lab")}},
			{Cmdlet: "Get-DhcpServerv6ScopeStatistics", Take: []string{"Prefix", "AddressesFree", "AddressesInUse", "PercentageInUse"}},
		}},
		{ID: "add", Steps: []Call{addScope("Office", "10.1.0", Args{"LeaseDuration": Seconds(4294967295), "Description": Text("first"), "Delay": Number(5), "ActivatePolicies": Bool(false)}), getScope("10.1.0")}},
		{ID: "add again", Steps: []Call{addScope("Office", "10.1.0", nil)}},
		{ID: "absent", Steps: []Call{getScope("10.9.0")}},
		{ID: "undo", Steps: []Call{addScope("Gone", "10.8.0", nil), addScope("Office", "10.1.0", nil)}},
		{ID: "undone", Steps: []Call{getScope("10.8.0")}},
		{ID: "undo fails", Steps: []Call{
			{Cmdlet: "Get-DhcpServerVersion", Take: []string{"MajorVersion"}, Undo: []Call{{Cmdlet: "Remove-DhcpServerv4Scope", Args: Args{"ScopeId": Text("10.7.0.0")}}}},
			getScope("10.9.0"),
		}},
		{ID: "second scope", Steps: []Call{addScope("Lab", "10.2.0", Args{"State": Text("InActive")})}},
		{ID: "gateway", Steps: []Call{{Cmdlet: "Set-DhcpServerv4OptionValue", Args: Args{"ScopeId": Text("10.1.0.0"), "OptionId": Number(3), "Value": Texts("10.1.0.1", "10.1.0.2")}}}},
		{ID: "option absent", Steps: []Call{option}},
		{ID: "option absent, tolerated", Steps: []Call{tolerant, getScope("10.1.0")}},
		{ID: "exclusion", Steps: []Call{{Cmdlet: "Add-DhcpServerv4ExclusionRange", Args: Args{"ScopeId": Text("10.1.0.0"), "StartRange": Text("10.1.0.12"), "EndRange": Text("10.1.0.13")}}}},
		{ID: "whole server", Steps: []Call{all, perScope("Get-DhcpServerv4OptionValue", false, "OptionId", "Name", "Value"), perScope("Get-DhcpServerv4ExclusionRange", true, "StartRange", "EndRange")}},
		{ID: "one scope fails, going on", Steps: []Call{all, {Cmdlet: "Get-DhcpServerv4OptionValue", Args: Args{"OptionId": Number(3)}, Take: []string{"Value"}, ForEach: &ForEach{Bind: map[string]string{"ScopeId": "ScopeId"}, KeepGoing: true}}, getScope("10.1.0")}},
		{ID: "one scope fails, ending", Steps: []Call{all, {Cmdlet: "Get-DhcpServerv4OptionValue", Args: Args{"OptionId": Number(3)}, Take: []string{"Value"}, ForEach: &ForEach{Bind: map[string]string{"ScopeId": "ScopeId"}}}, getScope("10.1.0")}},
		{ID: "guard holds", Steps: []Call{guarded(Args{"Name": Text("Office"), "State": Text("Active"), "Delay": Number(5), "LeaseDuration": Seconds(4294967295), "StartRange": Text("10.1.0.10"), "ActivatePolicies": Bool(false)})}},
		{ID: "guard fails", Steps: []Call{guarded(Args{"Name": Text("office")}), removeScope("10.1.0")}},
		{ID: "guard of nothing", Steps: []Call{{Cmdlet: "Get-DhcpServerv4Reservation", Args: Args{"ScopeId": Text("10.1.0.0")}, Guard: Args{"Name": Text("a")}}}},
		{ID: "reservations", Steps: []Call{{Cmdlet: "Add-DhcpServerv4Reservation", Args: Args{"ScopeId": Text("10.1.0.0"), "IPAddress": Text("10.1.0.15"), "ClientId": Text("aa-bb-cc-00-00-01")}},
			{Cmdlet: "Get-DhcpServerv4Reservation", Args: Args{"ScopeId": Text("10.1.0.0")}, Take: []string{"IPAddress", "ClientId", "Name", "Type"}}}},
		{ID: "leases", Steps: []Call{{Cmdlet: "Get-DhcpServerv4Lease", Args: Args{"ScopeId": Text("10.1.0.0"), "AllLeases": Switch()}, Take: []string{"IPAddress", "AddressState", "LeaseExpiryTime", "HostName"}}}},
		{ID: "statistics", Steps: []Call{{Cmdlet: "Get-DhcpServerv4ScopeStatistics", Take: []string{"ScopeId", "AddressesFree", "AddressesInUse", "PercentageInUse", "ReservedAddress"}}}},
		{ID: "text", Steps: []Call{{Cmdlet: "Get-DhcpServerv4FreeIPAddress", Args: Args{"ScopeId": Text("10.1.0.0"), "NumAddress": Number(2)}, Take: []string{TextColumn}}}},
		{ID: "null", Steps: []Call{{Cmdlet: "Set-DhcpServerv4Scope", Args: Args{"ScopeId": Text("10.1.0.0"), "Description": Null()}}, getScope("10.1.0")}},
		{ID: "refused by the server", Steps: []Call{{Cmdlet: "Set-DhcpServerv4Scope", Args: Args{"ScopeId": Text("10.1.0.0"), "StartRange": Text("10.1.0.15"), "EndRange": Text("10.1.0.16")}}}},
		{ID: "nothing taken", Steps: []Call{{Cmdlet: "Get-DhcpServerv4Scope"}}},
		{ID: "no steps"},
		{ID: "probe", Probe: true},
		{ID: "zero length names ‘’“” $x `n 中文 😀"},
	}
}

// wrong are calls that no program can hold, in the form in which they travel: both engines
// must refuse them alike all the same.
var wrong = []string{
	`{"id":"=w1","steps":[{"cmdlet":"Get-Process","args":{},"take":[],"tolerate":[],"undo":[]}]}`,
	`{"id":"=w2","steps":[{"cmdlet":"Get-DhcpServerv4Scope","args":{},"take":[],"tolerate":[],"undo":[{"cmdlet":"Stop-Computer","args":{},"take":[],"tolerate":[],"undo":[]}]}]}`,
	`{"id":"=w3","steps":[{"cmdlet":"Add-DhcpServerv4Scope","args":{"Nope":{"t":"s","v":"=x"}},"take":[],"tolerate":[],"undo":[]}]}`,
	`{"id":"=w4","steps":[{"cmdlet":"Get-DhcpServerv4Scope","args":{"ScopeId":{"t":"s","v":"=10.1.0.999"}},"take":[],"tolerate":[],"undo":[]}]}`,
	`{"id":"=w5","steps":[{"cmdlet":"Set-DhcpServerv4Scope","args":{"ScopeId":{"t":"s","v":"=10.1.0.0"},"State":{"t":"s","v":"=Asleep"}},"take":[],"tolerate":[],"undo":[]}]}`,
	`{"id":"=w6","steps":[{"cmdlet":"Set-DhcpServerv4Scope","args":{"ScopeId":{"t":"s","v":"=10.1.0.0"},"StartRange":{"t":"s","v":"=10.1.0.1"}},"take":[],"tolerate":[],"undo":[]}]}`,
	`{"id":"=w7","steps":[{"cmdlet":"Get-DhcpServerv4Failover","args":{"Name":{"t":"s","v":"=A"},"ScopeId":{"t":"s","v":"=10.1.0.0"}},"take":[],"tolerate":[],"undo":[]}]}`,
	`{"id":"=w8","steps":[{"cmdlet":"Get-DhcpServerv4Scope","args":{},"take":["Nome"],"tolerate":[],"undo":[]}]}`,
	`{"id":"=w9","steps":[{"cmdlet":"Set-DhcpServerv4OptionValue","args":{"OptionId":{"t":"n","v":6},"Value":{"t":"l","v":[]}},"take":[],"tolerate":[],"undo":[]}]}`,
	`{"id":"=w10","steps":[{"cmdlet":"Set-DhcpServerv4Scope","args":{"ScopeId":{"t":"s","v":"=10.1.0.0"},"Name":{"t":"z","v":null}},"take":[],"tolerate":[],"undo":[]}]}`,
	`{"id":"=w11","steps":[{"cmdlet":"GET-dhcpserverV4scope","args":{"scopeid":{"t":"s","v":"=10.1.0.0"}},"take":["Name"],"tolerate":[],"undo":[]}]}`,
}

func host(w *model.World) engine.Host { return engine.Host{Server: w.Server("DHCP1")} }

func world() *model.World {
	return model.NewWorld(2, time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC))
}

// run sends a request and returns what came back.
func run(t *testing.T, e engine.Engine, on engine.Host, stdin []byte) (int, []byte) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var stdout, stderr bytes.Buffer
	code := e.Exec(ctx, on, script.CommandLine(), bytes.NewReader(stdin), &stdout, &stderr)
	if stderr.Len() > 0 {
		t.Errorf("stderr: %s", stderr.String())
	}
	return code, stdout.Bytes()
}

func answers(t *testing.T, e engine.Engine, on engine.Host, stdin []byte, nonce string) []script.Answer {
	t.Helper()
	code, stdout := run(t, e, on, stdin)
	out, err := script.Decode(nonce, stdout)
	if err != nil || code != 0 {
		t.Fatalf("exit code %d, %v, stdout %q", code, err, stdout)
	}
	return out
}

func newPwsh(t *testing.T, o engine.Options) *engine.Pwsh {
	t.Helper()
	e, err := engine.NewPwsh(pwshtest.Require(t), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// shared is one PowerShell engine for all tests: its waiting processes are worth keeping.
var shared struct {
	once   sync.Once
	engine *engine.Pwsh
	err    error
}

func sharedPwsh(t *testing.T) *engine.Pwsh {
	t.Helper()
	path := pwshtest.Require(t)
	shared.once.Do(func() { shared.engine, shared.err = engine.NewPwsh(path, engine.Options{}) })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.engine
}

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.engine != nil {
		if err := shared.engine.Close(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

func TestEnginesAnswerAlike(t *testing.T) {
	stdin, _, err := script.Encode(programs(), "")
	if err != nil {
		t.Fatal(err)
	}
	var all enginetest.Recording
	all.Add(stdin)
	for _, line := range wrong {
		all.AddLine(line)
	}
	if got, want := all.Len(), len(programs())+len(wrong)-1; got != want { // two programs have no steps
		t.Fatalf("%d programs, want %d", got, want)
	}
	if err := all.Compare(t.Context(), sharedPwsh(t)); err != nil {
		t.Error(err)
	}
}
