package script

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/pwsh/pwshtest"
)

// findings returns what check51.ps1 says of the scripts in a folder, by the name of the script.
func findings(t *testing.T, folder string) map[string][]string {
	t.Helper()
	command := exec.CommandContext(t.Context(), pwshtest.Require(t), "-NoProfile", "-NonInteractive", "-File", "testdata/check51.ps1",
		"testdata/facts/powershell-5.1-commands.json", "testdata/facts/netframework-4.6.2-members.json",
		"../cmdlet/facts/dhcpserver-cmdlets.json", folder)
	command.Env = append(os.Environ(), "NO_COLOR=1")
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("check51.ps1: %v\n%s", err, output)
	}
	found := map[string][]string{}
	for line := range strings.Lines(string(output)) {
		name, what, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			t.Fatalf("check51.ps1 says %q", line)
		}
		found[name] = append(found[name], what)
	}
	return found
}

func TestScriptsRunUnderWindowsPowerShell51(t *testing.T) {
	for name, what := range findings(t, ".") {
		t.Errorf("%s:%s", name, strings.Join(what, "\n"))
	}
}

// TestCheckFindsPlantedFaults is the control of the test above.
func TestCheckFindsPlantedFaults(t *testing.T) {
	files, err := filepath.Glob("testdata/planted/*.ps1")
	if err != nil || len(files) == 0 {
		t.Fatal("no planted faults", err)
	}
	found := findings(t, "testdata/planted")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		want := strings.TrimPrefix(first, "# expect: ")
		if got := strings.Join(found[filepath.Base(file)], "\n"); !strings.Contains(got, want) {
			t.Errorf("%s: expected %q among the findings %q", file, want, got)
		}
	}
}

func TestScriptsAreASCIIAndPlain(t *testing.T) {
	for name, text := range map[string]string{"bootstrap.ps1": bootstrapText, "server.ps1": serverText} {
		for i, c := range []byte(text) {
			if c > 126 {
				t.Errorf("%s: byte %d is not ASCII", name, i)
			}
		}
		for _, word := range []string{"Add-Type", "Invoke-Expression", "iex", "Reflection", "GetType", "DownloadString", "FromBase64String($s)"} {
			if strings.Contains(strings.ToLower(text), strings.ToLower(word)) {
				t.Errorf("%s contains %s, which virus scanners take for an attack", name, word)
			}
		}
	}
}
