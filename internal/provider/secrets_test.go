package provider_test

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

// The secrets that are looked for afterwards.
const (
	plantedPassword = "Pl4nted-WinRM-Passw0rd"
	plantedShared   = "Pl4nted-Shared-S3cret"
	plantedKea      = "Pl4nted-Kea-Passw0rd"
)

const secretObjects = `
variable "shared" {
  type      = string
  ephemeral = true
}
resource "dhcp_scope" "one" {
  name        = "One"
  network     = "10.1.0.0"
  subnet_mask = "255.255.255.0"
  start_range = "10.1.0.50"
  end_range   = "10.1.0.200"
}
resource "dhcp_failover" "pair" {
  name                     = "pair"
  partner_server           = "DHCP2"
  scope_ids                = [dhcp_scope.one.scope_id]
  shared_secret_wo         = var.shared
  shared_secret_wo_version = 1
}
resource "kea_reservation" "host" {
  provider   = dhcp
  subnet     = "10.1.0.0/24"
  hw_address = "02:00:00:00:00:01"
  ip_address = "10.1.0.10"
}
`

// TestSecretsStayOnTheirChannel applies with planted secrets at TF_LOG=TRACE, then lets
// the logon fail, and looks for the secrets wherever something was written.
func TestSecretsStayOnTheirChannel(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	l := acctest.Windows(t, lab.Options{Servers: 2, WinRM: func(o *winrmserver.Options) {
		acctest.Delegated(o)
		o.Users = map[string]string{"admin": plantedPassword}
	}})
	kea := acctest.StartKea(t, keaapi.Options{Username: "admin", Password: plantedKea})
	log := filepath.Join(t.TempDir(), "trace.log")
	for name, value := range map[string]string{
		"DHCP_WINDOWS_PASSWORD": plantedPassword, "DHCP_KEA_PASSWORD": plantedKea, "TF_VAR_shared": plantedShared, "TF_LOG": "TRACE", "TF_LOG_PATH": log,
	} {
		t.Setenv(name, value)
	}
	w := acctest.NewWorkspace(t, fmt.Sprintf("provider \"dhcp\" {\n  windows = {\n    host = \"127.0.0.1\"\n    port = %d\n    https = false\n    username = %q\n  }\n  kea = {\n    endpoints = [%q]\n    username = \"admin\"\n  }\n}\n",
		l.Servers[0].WinRM.Port(), lab.User, kea.URL())+secretObjects)
	written := map[string]string{}
	run := func(name string, arguments ...string) error {
		out, err := w.Terraform(ctx, arguments...)
		written[name] = out
		return err
	}
	for _, step := range [][]string{
		{"plan", "-no-color", "-input=false", "-out=saved"}, {"show", "-no-color", "-json", "saved"}, {"apply", "-no-color", "-input=false", "saved"}, {"show", "-no-color", "-json"},
	} {
		if err := run(strings.Join(step, " "), step...); err != nil {
			t.Fatalf("terraform %v: %v\n%s", step, err, written[strings.Join(step, " ")])
		}
	}
	l.Servers[0].WinRM.SetPassword("admin", "another")
	if err := run("refused logon", "plan", "-no-color", "-input=false"); err == nil {
		t.Fatal("the plan succeeded with a wrong password")
	}
	written["state"] = w.Read("terraform.tfstate")
	for i, line := range l.Engine.CommandLines() {
		if line != script.CommandLine() {
			t.Errorf("process %d was started by another command line: %s", i, line)
		}
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	written["log"] = string(text)
	arrived(t, l, written["log"])
	for where, text := range written {
		for _, secret := range []string{plantedPassword, plantedShared, plantedKea} {
			for _, spelling := range spellings(secret) {
				if strings.Contains(text, spelling) {
					t.Errorf("%s holds %s as %q", where, secret, spelling)
				}
			}
		}
		for _, body := range []string{"<s:Envelope", "http://schemas.xmlsoap.org/ws/2004", "WDHCP1 "} {
			if strings.Contains(text, body) {
				t.Errorf("%s holds a message of WinRM: %q", where, body)
			}
		}
	}
}

// arrived is the control: the secret was used, and the log is one that would show it.
func arrived(t *testing.T, l *acctest.WindowsLab, log string) {
	t.Helper()
	used := false
	for _, c := range l.Engine.Calls() {
		if strings.Contains(fmt.Sprint(c.Params), plantedPassword) {
			t.Errorf("the password was handed to %s", c.Cmdlet)
		}
		used = used || c.Cmdlet == "Add-DhcpServerv4Failover" && c.Params["SharedSecret"] == plantedShared
	}
	if !used {
		t.Error("the shared secret did not reach the server")
	}
	for _, want := range []string{"WinRM request", "Add-DhcpServerv4Failover", "[TRACE]"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %s", want)
		}
	}
}

// spellings are the forms in which a secret might be written: as it is, in hexadecimal,
// and within base64 at each of its three alignments, as bytes and as UTF-16.
func spellings(secret string) []string {
	var wide []byte
	for _, unit := range utf16.Encode([]rune(secret)) {
		wide = append(wide, byte(unit), byte(unit>>8))
	}
	out := []string{secret, hex.EncodeToString([]byte(secret))}
	for _, raw := range [][]byte{[]byte(secret), wide} {
		for shift := range 3 {
			// What stands beside the secret changes the first and the last characters.
			text := base64.StdEncoding.EncodeToString(append(make([]byte, shift), raw...))
			out = append(out, text[4:len(text)-4])
		}
	}
	return out
}
