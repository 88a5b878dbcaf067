package script

import (
	"bytes"
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

var sample = []Program{{ID: "1", Steps: []cmdlet.Call{{
	Cmdlet: "Get-DhcpServerv4Scope", Args: cmdlet.Args{"ScopeId": cmdlet.Text("10.1.0.0")}, Take: []string{"Name"},
}}}}

// damages are the ways in which a request can arrive other than it was sent.
func damages(stdin []byte) map[string][]byte {
	lines := strings.SplitAfter(string(stdin), "\n")
	join := func(l ...string) []byte { return []byte(strings.Join(l, "")) }
	flip := func(s string, at int) string {
		c := byte('A')
		if s[at] == c {
			c = 'B'
		}
		return s[:at] + string(c) + s[at+1:]
	}
	return map[string][]byte{
		"nothing":               nil,
		"a line of blanks":      []byte("   \n"),
		"header alone":          join(lines[0]),
		"without programs":      join(lines[0], lines[1]),
		"without script":        join(lines[0], lines[2]),
		"script cut":            join(lines[0], lines[1][:len(lines[1])/2]+"\n", lines[2]),
		"programs cut":          join(lines[0], lines[1], lines[2][:len(lines[2])-5]+"\n"),
		"programs cut, no end":  join(lines[0], lines[1], lines[2][:len(lines[2])-5]),
		"byte of script":        join(lines[0], flip(lines[1], 100), lines[2]),
		"byte of programs":      join(lines[0], lines[1], flip(lines[2], 10)),
		"lines swapped":         join(lines[0], lines[2], lines[1]),
		"header of other kind":  join(strings.Replace(lines[0], "WDHCP1", "WDHCP2", 1), lines[1], lines[2]),
		"header in small":       join(strings.Replace(lines[0], "WDHCP1", "wdhcp1", 1), lines[1], lines[2]),
		"header too short":      join(lines[0][:strings.LastIndex(lines[0], " ")]+"\n", lines[1], lines[2]),
		"length of script":      join(strings.Replace(lines[0], " ", " x ", 1), lines[1], lines[2]),
		"garbage before":        join("x", lines[0], lines[1], lines[2]),
		"empty programs line":   join(lines[0], lines[1], "\n"),
		"byte of a hash":        join(lines[0][:len(lines[0])-2]+"x\n", lines[1], lines[2]),
		"programs sent twice":   join(lines[0], lines[1], strings.TrimSuffix(lines[2], "\n")+lines[2]),
		"blank inside programs": join(lines[0], lines[1], lines[2][:20]+" "+lines[2][20:]),
	}
}

func TestParseRequestRefusesDamage(t *testing.T) {
	stdin, _, err := Encode(sample, "")
	if err != nil {
		t.Fatal(err)
	}
	request, err := ParseRequest(stdin)
	if err != nil || len(request.Programs) != 1 || request.Programs[0].Name() != "1" {
		t.Fatalf("the request as sent: %v, %v", request, err)
	}
	for name, damaged := range damages(stdin) {
		if _, err := ParseRequest(damaged); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ParseRequest(bytes.ReplaceAll(stdin, []byte("\n"), []byte("\r\n"))); err != nil {
		t.Errorf("line ends of Windows: %v", err)
	}
}

func TestDecode(t *testing.T) {
	whole := Frame("N", "P\t=1\nS\t#0\t[=Name\x1f=ScopeId\nR\t=Büro \\\\ \\t\t[=10.1.0.0\x1f=10.2.0.0\nZ\nP\t=2\nF\t#0\t=Get-X\t=DHCP 20005\t=ObjectNotFound\t~\t=gone\t~\nZ\n")
	answers, err := Decode("N", append([]byte("VERBOSE: hello\r\n"), bytes.ReplaceAll(whole, []byte("\n"), []byte("\r\n"))...))
	if err != nil {
		t.Fatal(err)
	}
	row := answers[0].Steps[0].Rows[0]
	if len(answers) != 2 || row.Text("Name") != "Büro \\ \t" || len(row.Addrs("ScopeId")) != 2 || answers[1].Err.Number != 20005 {
		t.Errorf("got %+v", answers)
	}
	text := string(whole)
	for name, damaged := range map[string]string{
		"empty":          "",
		"other nonce":    strings.ReplaceAll(text, "N:", "M:"),
		"no end":         strings.TrimSuffix(text, "N:END\n"),
		"cut":            text[:len(text)/2],
		"byte":           strings.Replace(text, "B", "C", 3),
		"two frames cut": strings.Replace(text, "\n", "", 1),
	} {
		if _, err := Decode("N", []byte(damaged)); !errors.Is(err, ErrFrame) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, lines := range []string{
		"", "P\t=1\n", "R\t=1\nZ\n", "P\t=1\nR\t=1\nZ\n", "P\t=1\nS\t#1\t[\nZ\n", "P\t=1\nS\t#0\t[=A\nR\t=1\t=2\nZ\n",
		"P\t=1\nZ\nZ\n", "P\t=1\nQ\nZ\n", "P\t=1\nK\t=1\nZ\n", "P\t=1\nF\t#0\nZ\n", "P\t=1\nS\t#0\t[=A\nR\tx\nZ\n", "P\t=1\nP\t=2\nZ\n",
	} {
		if answers, err := Decode("N", Frame("N", lines)); lines != "" && !errors.Is(err, ErrFrame) {
			t.Errorf("%q: %v, %v", lines, answers, err)
		}
	}
}

func TestEncodeRefusesWrongPrograms(t *testing.T) {
	get := cmdlet.Call{Cmdlet: "Get-DhcpServerv4Scope"}
	each := func(step int, bind map[string]string) cmdlet.Call {
		return cmdlet.Call{Cmdlet: "Get-DhcpServerv4Reservation", ForEach: &cmdlet.ForEach{Step: step, Bind: bind}}
	}
	for name, steps := range map[string][]cmdlet.Call{
		"binding":       {{Cmdlet: "Add-DhcpServerv4Scope"}},
		"later step":    {get, each(1, map[string]string{"ScopeId": "ScopeId"})},
		"no step":       {get, each(-1, map[string]string{"ScopeId": "ScopeId"})},
		"nothing bound": {get, {Cmdlet: "Get-DhcpServerv4Scope", ForEach: &cmdlet.ForEach{}}},
	} {
		if _, _, err := Encode([]Program{{ID: "1", Steps: steps}}, ""); err == nil {
			t.Errorf("%s: encoded", name)
		}
	}
	long := cmdlet.Call{Cmdlet: "Set-DhcpServerv4Scope", Args: cmdlet.Args{"ScopeId": cmdlet.Text("10.1.0.0"), "Name": cmdlet.Text(strings.Repeat("x", maxLine))}}
	if _, _, err := Encode([]Program{{ID: "1", Steps: []cmdlet.Call{long}}}, ""); err == nil {
		t.Error("a program over 2 MB was encoded")
	}
}

func TestCommandLineIsShort(t *testing.T) {
	// cmd.exe, through which WinRM starts a command, cuts a line after 8191 characters.
	if n := len(CommandLine()); n > 4000 {
		t.Errorf("the command line has %d characters", n)
	}
}

func TestComputerName(t *testing.T) {
	programs := []Program{{ID: "1", Steps: []cmdlet.Call{{Cmdlet: "Get-DhcpServerv4Scope"}, {Cmdlet: "Get-DhcpServerInDC"}}}}
	stdin, _, err := Encode(programs, "DHCP2")
	if err != nil {
		t.Fatal(err)
	}
	request, err := ParseRequest(stdin)
	if err != nil {
		t.Fatal(err)
	}
	steps := request.Programs[0].Steps
	if v, _ := steps[0].Args["ComputerName"].Native(); v != "DHCP2" {
		t.Errorf("ComputerName is %v", v)
	}
	if len(steps[1].Args) != 0 {
		t.Error("a cmdlet without ComputerName got one")
	}
}

func TestValuesNeverBecomeScript(t *testing.T) {
	secret := "'; Remove-Item C:\\ -Recurse #"
	call := cmdlet.Call{Cmdlet: "Set-DhcpServerv4Scope", Args: cmdlet.Args{"ScopeId": cmdlet.Text("10.1.0.0"), "Name": cmdlet.Text(secret)}}
	stdin, _, err := Encode([]Program{{ID: "1", Steps: []cmdlet.Call{call}}}, "")
	if err != nil {
		t.Fatal(err)
	}
	script, err := base64.StdEncoding.DecodeString(strings.Split(string(stdin), "\n")[1])
	if err != nil || string(script) != serverText {
		t.Errorf("the script differs from the constant one: %v", err)
	}
	if strings.Contains(string(stdin), secret) || strings.Contains(CommandLine(), secret) {
		t.Error("a value travels in clear outside the programs")
	}
}

func TestCells(t *testing.T) {
	for _, v := range []any{nil, "", "=x", " a\tb\nc\rd\\e\\t\x1f", "中文 😀 ‘’“” $x `n", int64(0), int64(4294967295), 12.5, true, false, []any{}, []any{"a", "", nil, int64(5)}} {
		cell := FormatCell(v)
		got, ok := parseCell(cell)
		if !ok || strings.ContainsAny(cell, "\t\n\r") {
			t.Errorf("%q: cell %q", v, cell)
		} else if FormatCell(got) != cell {
			t.Errorf("%q came back as %q", v, got)
		}
	}
}
