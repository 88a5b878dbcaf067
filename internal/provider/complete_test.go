package provider_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
)

// TestAccCompleteServer describes a whole server by configuration and applies it to an
// empty one; and takes the same server over by generated import blocks and the
// configuration that Terraform generates for them. Nothing is left to change then.
func TestAccCompleteServer(t *testing.T) {
	t.Parallel()
	l := acctest.Windows(t, lab.Options{Servers: 2, WinRM: acctest.Delegated})
	made := completeServer(t, l)
	terraform(t, made, "Apply complete!", "apply", "-auto-approve", "-input=false", "-parallelism=4")
	terraform(t, made, "No changes.", "plan", "-input=false")

	ids := importIDs(t, terraform(t, made, "values", "show", "-json"))
	checkComplete(t, ids)

	generated := acctest.NewWorkspace(t, l.Provider())
	var blocks strings.Builder
	imported := 0
	for i, object := range ids {
		typ, _, _ := strings.Cut(object.Address, ".")
		if inScope[typ] {
			continue
		}
		imported++
		fmt.Fprintf(&blocks, "import {\n  to = %s.imported_%d\n  id = %q\n}\n", typ, i, object.Values.ID)
	}
	generated.Write("imports.tf", blocks.String())
	terraform(t, generated, fmt.Sprintf("Plan: %d to import, 0 to add, 0 to change, 0 to destroy.", imported), "plan", "-input=false", "-generate-config-out=generated.tf", "-out=adopt.tfplan")
	terraform(t, generated, fmt.Sprintf("%d imported, 0 added, 0 changed, 0 destroyed.", imported), "apply", "-input=false", "adopt.tfplan")
	terraform(t, generated, "No changes.", "plan", "-input=false")
}

// checkComplete demands twenty scopes, and an object of every type of resource but those
// that manage a part of another one here.
func checkComplete(t *testing.T, objects []managed) {
	t.Helper()
	counts := map[string]int{}
	for _, object := range objects {
		typ, _, _ := strings.Cut(object.Address, ".")
		counts[typ]++
	}
	if counts["dhcp_scope"] != 20 {
		t.Errorf("there are %d scopes", counts["dhcp_scope"])
	}
	dirs, err := filepath.Glob(examples + "/resources/dhcp_*")
	if err != nil || len(dirs) == 0 {
		t.Fatal("there are no examples", err)
	}
	for _, dir := range dirs {
		if typ := filepath.Base(dir); counts[typ] == 0 && typ != "dhcp_failover_scope" {
			t.Errorf("the server has no %s", typ)
		}
	}
}

// inScope are the types of objects that a dhcp_scope has in its generated configuration:
// taken over on their own as well, they would be managed twice.
var inScope = map[string]bool{"dhcp_exclusion_range": true, "dhcp_superscope": true}

// completeServer is a workspace with the scenario of the complete server.
func completeServer(t *testing.T, l *acctest.WindowsLab) *acctest.Workspace {
	t.Helper()
	w := acctest.NewWorkspace(t, "")
	files, err := filepath.Glob(examples + "/scenarios/complete-server/*.tf")
	if err != nil || len(files) == 0 {
		t.Fatal("there is no scenario", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		// The connection of the example comes from the environment, which parallel tests share.
		w.Write(filepath.Base(file), strings.Replace(string(text), "windows = {}", "windows = {\n"+l.Servers[0].Block()+"}", 1))
	}
	w.Write("terraform.tfvars", `partner_server = "dhcp2.lab.example"`)
	return w
}

func terraform(t *testing.T, w *acctest.Workspace, want string, arguments ...string) string {
	t.Helper()
	out, err := w.Terraform(context.Background(), append(arguments, "-no-color")...)
	if err != nil || !strings.Contains(out, want) {
		t.Fatalf("terraform %s: %v, want %q\n%s", arguments[0], err, want, out)
	}
	return out
}

// managed is an object in a state.
type managed struct {
	Address string `json:"address"`
	Values  struct {
		ID string `json:"id"`
	} `json:"values"`
}

// importIDs reads the objects of a state as terraform show gives it.
func importIDs(t *testing.T, state string) []managed {
	t.Helper()
	_, state, _ = strings.Cut(state, "{")
	var shown struct {
		Values struct {
			Root struct {
				Resources []managed `json:"resources"`
			} `json:"root_module"`
		} `json:"values"`
	}
	if err := json.Unmarshal([]byte("{"+state), &shown); err != nil {
		t.Fatal(err)
	}
	return shown.Values.Root.Resources
}
