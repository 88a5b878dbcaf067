package acctest

import (
	"context"
	"maps"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/provider"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// Target is what a test runs against that needs nothing but a server: the lab, or with
// TF_ACC=1 the real server that DHCP_WINDOWS_HOST and its companions name. docs/CONTRIBUTING.md
// says which addresses and names must be free there. Tests have it one after the other.
func Target(t testing.TB) *WindowsLab {
	t.Helper()
	if os.Getenv("TF_ACC") == "" || os.Getenv("DHCP_WINDOWS_HOST") == "" {
		return Windows(t, lab.Options{})
	}
	client, _, err := provider.WindowsFromEnvironment(os.Getenv, "DHCP_WINDOWS_")
	if err != nil {
		t.Fatal(err)
	}
	turn.Lock()
	t.Cleanup(turn.Unlock)
	return &WindowsLab{t: t, real: &realServer{client}}
}

// turn is held by the test that has the real server.
var turn sync.Mutex

// realServer is a server that is no lab, reached as the provider reaches it.
type realServer struct{ client *windows.Client }

// by is WindowsLab.By on a real server.
func (s *realServer) by(t testing.TB, name string, params model.Params) []model.Object {
	t.Helper()
	call := cmdlet.Call{Cmdlet: name, Args: cmdlet.Args{}, Whole: true}
	for parameter, v := range params {
		call.Args[parameter] = argument(t, v)
	}
	properties := map[string]string{}
	for _, class := range cmdlet.Lookup(name).Output {
		maps.Copy(properties, cmdlet.Class(class))
	}
	if strings.HasPrefix(name, "Get-") {
		call.Take = slices.Sorted(maps.Keys(properties))
	}
	answer := s.run(t, call)
	if answer.Err != nil {
		t.Fatal(answer.Err)
	}
	s.removeAfter(t, call)
	var rows []model.Object
	for _, row := range answer.Rows {
		object := model.Object{Properties: map[string]any{}}
		for property, v := range row {
			object.Properties[property] = typed(properties[property], row, property, v)
		}
		rows = append(rows, object)
	}
	return rows
}

func (s *realServer) run(t testing.TB, call cmdlet.Call) windows.CallResult {
	t.Helper()
	answers, err := s.client.RunCalls(context.Background(), []cmdlet.Call{call})
	if err != nil {
		t.Fatal(err)
	}
	return answers[0]
}

// removals says by which parameters an object that was added is removed. What stands in a
// scope goes with it.
var removals = map[string][]string{
	"v4Class": {"Name", "Type"}, "v6Class": {"Name", "Type"}, "v4MulticastScope": {"Name"}, "v4OptionDefinition": {"OptionId", "VendorClass"},
	"v6OptionDefinition": {"OptionId", "VendorClass"}, "v6Scope": {"Prefix"}, "v4Scope": {"ScopeId"},
}

// removeAfter removes after the test what a call has added, when it is still there.
func (s *realServer) removeAfter(t testing.TB, added cmdlet.Call) {
	noun, isAdd := strings.CutPrefix(added.Cmdlet, "Add-DhcpServer")
	parameters, known := removals[noun]
	if !isAdd || !known {
		return
	}
	remove := cmdlet.Call{Cmdlet: "Remove-DhcpServer" + noun, Args: cmdlet.Args{}, Whole: true}
	for _, parameter := range parameters {
		if v, given := added.Args[parameter]; given {
			remove.Args[parameter] = v
		}
	}
	if noun == "v4Scope" {
		remove.Args["ScopeId"] = cmdlet.Text(networkOf(t, added.Args).String())
	}
	if strings.HasSuffix(noun, "Scope") {
		remove.Args["Force"] = cmdlet.Switch()
	}
	t.Cleanup(func() {
		if e := s.run(t, remove).Err; e != nil {
			t.Logf("not removed after the test, which is well when the test has done it: %v", e)
		}
	})
}

// networkOf is the network address of a scope that a call has added.
func networkOf(t testing.TB, args cmdlet.Args) netip.Addr {
	t.Helper()
	text := func(name string) string { s, _ := args[name].Native().(string); return s }
	start, err := netip.ParseAddr(text("StartRange"))
	if err != nil {
		t.Fatal(err)
	}
	length, err := dhcp.ParseMask(text("SubnetMask"))
	if err != nil {
		t.Fatal(err)
	}
	return netip.PrefixFrom(start, length).Masked().Addr()
}

// argument makes a value of a parameter of the model.
func argument(t testing.TB, v any) cmdlet.Value {
	t.Helper()
	switch v := v.(type) {
	case string:
		return cmdlet.Text(v)
	case []string:
		return cmdlet.Texts(v...)
	case netip.Addr:
		return cmdlet.Text(v.String())
	case []netip.Addr:
		var texts []string
		for _, a := range v {
			texts = append(texts, a.String())
		}
		return cmdlet.Texts(texts...)
	case int64:
		return cmdlet.Number(v)
	case []int64:
		return cmdlet.Numbers(v...)
	case bool:
		return cmdlet.Bool(v)
	case time.Duration:
		return cmdlet.Seconds(uint64(v / time.Second))
	case time.Time:
		return cmdlet.Time(v)
	}
	t.Fatalf("no value of a parameter: %T", v)
	return cmdlet.Null()
}

// typed is a property of an answer as the model has it.
func typed(typ string, row windows.Row, name string, v any) any {
	switch typ {
	case "ip":
		if a := row.Addr(name); a.IsValid() {
			return a
		}
		return nil
	case "ip[]":
		return row.Addrs(name)
	case "string[]":
		return row.Texts(name)
	case "timespan":
		return time.Duration(row.Number(name)) * time.Second
	case "datetime":
		at, _ := time.Parse(time.RFC3339, row.Text(name))
		return at
	}
	return v
}
