package cmdlet_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/pwsh"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/pwsh/pwshtest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

type trial struct {
	name string
	args map[string]any
}

// strange are values of every kind that a caller might pass to a parameter of any type.
var strange = []any{
	nil, "", " ", "24", "10.1.5", "10.1.0.1", " 10.1.0.1 ", "010.1.1.1", "0x0a.1.1.1", "10.1.0.999", "10.1.0.0/24", "4294967296", "-1",
	"2001:db8::1", "[2001:db8::1]", "2001:db8::/64", "Office", "true", "8 days", "8", "8.00:00:00", "01:30", "1.02:03:04.5", "25:00", "1kb", "1.5", "2.5", "0x10",
	int64(0), int64(5), int64(-1), int64(101), int64(256), int64(65536), int64(4294967296), true, false,
	8 * 24 * time.Hour, 1500 * time.Millisecond, 4294967295 * time.Second, time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC),
	[]any{}, []any{nil}, []any{""}, []any{"10.1.0.1"}, []any{"10.1.0.1", "10.1.0.2"}, []any{"10.1.0.1", ""}, []any{"x", "10.1.0.1"},
	[]any{int64(5), int64(6)}, []any{true}, []any{[]any{"x"}}, []any{time.Hour},
}

// odd are texts that .NET reads as a date in some year of its own; Bind refuses them.
var odd = map[string]bool{"10.1.5": true, "01:30": true, "1.5": true, "2.5": true}

// good returns a value that a parameter takes.
func good(p *cmdlet.Parameter) any {
	switch {
	case len(p.Values) > 0:
		return p.Values[0]
	case p.Element() == "ipaddress":
		return "10.1.0.1"
	case strings.HasPrefix(p.Element(), "uint") || p.Element() == "int":
		return int64(5)
	case p.Element() == "bool" || p.Element() == "switch":
		return true
	case p.Element() == "timespan":
		return time.Hour
	case p.Element() == "datetime":
		return time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	case p.Element() == "pscredential":
		return cmdlet.PSCredential{User: "svc"}
	}
	return "x"
}

// mandatory returns the arguments that a set demands.
func mandatory(s *cmdlet.Signature, set string) map[string]any {
	args := map[string]any{}
	for name, p := range s.Parameters {
		if slices.Contains(p.Mandatory, set) || slices.Contains(p.Mandatory, cmdlet.AllSets) {
			args[name] = good(p)
		}
	}
	return args
}

func with(args map[string]any, name string, v any) map[string]any {
	out := maps.Clone(args)
	out[name] = v
	return out
}

// trials are calls of every cmdlet: each set complete, each parameter missing, each alone,
// pairs from different sets, misspelt and shortened names, and strange values for one
// parameter of each shape.
func trials() []trial {
	var out []trial
	shapes := map[string]bool{}
	for _, name := range cmdlet.Names() {
		sig := cmdlet.Lookup(name)
		add := func(args map[string]any) { out = append(out, trial{name, args}) }
		add(map[string]any{})
		for _, set := range sig.SetNames() {
			full := mandatory(sig, set)
			add(full)
			add(with(full, "Nonsense", "x"))
			for given := range full {
				short := maps.Clone(full)
				delete(short, given)
				add(short)
			}
			for parameter, p := range sig.Parameters {
				if p.Element() != "CimSession" {
					add(with(full, parameter, good(p)))
				}
				shape := fmt.Sprint(p.Type, p.Values, p.Range, p.NotEmpty, p.NotNull, p.AllowNull, p.AllowEmptyString, len(p.Mandatory) > 0)
				if shapes[shape] || p.Type == "pscredential" { // asks for a password on anything else
					continue
				}
				shapes[shape] = true
				for _, v := range strange {
					if text, ok := v.(string); ok && p.Element() == "datetime" && odd[text] {
						continue
					}
					add(with(full, parameter, v))
				}
			}
		}
		out = append(out, nameTrials(name, sig)...)
	}
	return out
}

func nameTrials(name string, sig *cmdlet.Signature) []trial {
	var out []trial
	full := mandatory(sig, sig.SetNames()[0])
	for _, parameter := range slices.Sorted(maps.Keys(sig.Parameters)) {
		p := sig.Parameters[parameter]
		if p.Element() == "CimSession" {
			continue
		}
		rest := maps.Clone(full)
		delete(rest, parameter)
		spellings := append([]string{strings.ToUpper(parameter), parameter[:1], parameter[:(len(parameter)+1)/2], parameter[:len(parameter)-1]}, p.Aliases...)
		for _, spelling := range spellings {
			out = append(out, trial{name, with(rest, spelling, good(p))})
		}
		for _, alias := range p.Aliases {
			out = append(out, trial{name, with(with(rest, parameter, good(p)), alias, good(p))})
		}
	}
	return out
}

type bound struct {
	Set      string
	Bound    map[string]json.RawMessage
	ID       string
	Category string
}

func TestBindAgreesWithPowerShell(t *testing.T) {
	path := pwshtest.Require(t)
	all := trials()
	answers := runBinder(t, path, all)
	if len(answers) != len(all) {
		t.Fatalf("%d calls, %d answers", len(all), len(answers))
	}
	refused := 0
	for i, call := range all {
		got := answers[i]
		set, args, refusal := cmdlet.Bind(call.name, call.args)
		if refusal != nil {
			refused++
			if got.ID != refusal.ID || got.Category != refusal.Category {
				t.Errorf("%s %v: PowerShell says %q %q %s, Bind says %v (%s)", call.name, call.args, got.ID, got.Set, got.Category, refusal, refusal.Category)
			}
			continue
		}
		if got.ID != "" {
			t.Errorf("%s %v: PowerShell says %s, Bind takes it", call.name, call.args, got.ID)
			continue
		}
		theirs, err := pwsh.Bound(call.name, got.Bound)
		if err != nil {
			t.Errorf("%s %v: %v", call.name, call.args, err)
		} else if got.Set != set && got.Set != cmdlet.AllSets || !reflect.DeepEqual(args, theirs) {
			t.Errorf("%s %v: PowerShell binds %s %#v, Bind %s %#v", call.name, call.args, got.Set, theirs, set, args)
		}
	}
	t.Logf("%d calls, %d of them refused", len(all), refused)
}

// runBinder has one PowerShell bind all calls.
func runBinder(t *testing.T, path string, all []trial) []bound {
	t.Helper()
	dir := t.TempDir()
	body := pwsh.ValuesScript + `
function Invoke-Lab($Cmdlet, $Bound) {
    $plain = @{}
    foreach ($name in $Bound.Keys) { $plain[$name] = ConvertTo-Bound $Bound[$name] }
    @{ set = $Cmdlet.ParameterSetName; bound = $plain }
}
Export-ModuleMember -Function ConvertTo-Splat
`
	var calls bytes.Buffer
	for _, call := range all {
		line, err := json.Marshal(map[string]any{"cmdlet": call.name, "args": pwsh.TagAll(call.args)})
		if err != nil {
			t.Fatal(err)
		}
		calls.Write(append(line, '\n'))
	}
	module, list := filepath.Join(dir, "DhcpServer.psm1"), filepath.Join(dir, "calls")
	for file, text := range map[string]string{module: pwsh.Module(body), list: calls.String()} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	script, err := filepath.Abs("testdata/bind.ps1")
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), path, "-NoProfile", "-NonInteractive", "-Command", fmt.Sprintf("Import-Module '%s' -DisableNameChecking; & '%s' '%s'", module, script, list))
	var complaints bytes.Buffer
	command.Stderr = &complaints
	output, err := command.Output()
	if err != nil || complaints.Len() > 0 {
		t.Fatalf("pwsh: %v %s", err, complaints.String())
	}
	var answers []bound
	lines := bufio.NewScanner(bytes.NewReader(output))
	for lines.Scan() {
		var answer bound
		if err := json.Unmarshal(lines.Bytes(), &answer); err != nil {
			t.Fatalf("%v in answer %q of call %v", err, lines.Text(), all[len(answers)])
		}
		answers = append(answers, answer)
	}
	return answers
}
