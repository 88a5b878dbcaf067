package provider_test

import (
	"os"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

// TestAdoptionGuide checks that the guide on adoption has the id of every type, and shows
// the files of its examples.
func TestAdoptionGuide(t *testing.T) {
	text, err := os.ReadFile("../../templates/guides/adopting-a-server.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, typeName := range typesOffered()["resources"] {
		if !strings.Contains(string(text), "\n| `"+typeName+"` |") {
			t.Errorf("the guide has no id of %s", typeName)
		}
	}
	queries, err := os.ReadFile(examples + "/scenarios/adoption-query/all.tfquery.hcl")
	if err != nil || !strings.Contains(string(text), string(queries)) {
		t.Errorf("the guide does not show the queries: %v", err)
	}
}

// TestAccKeaAdoption takes over a Kea server as the guide says.
func TestAccKeaAdoption(t *testing.T) {
	t.Parallel()
	server := acctest.StartKea(t, keaapi.Options{Version: "2.6", Config: map[string]any{"subnet4": []any{
		map[string]any{
			"id": 1, "subnet": "10.1.0.0/24", "pools": []any{map[string]any{"pool": "10.1.0.100-10.1.0.199"}},
			"option-data":  []any{map[string]any{"name": "routers", "data": "10.1.0.1"}},
			"reservations": []any{map[string]any{"hw-address": "02:00:5e:10:00:01", "ip-address": "10.1.0.10", "hostname": "web"}},
		},
		map[string]any{"id": 2, "subnet": "10.2.0.0/24", "valid-lifetime": 3600},
	}}})
	example, err := os.ReadFile(examples + "/scenarios/adoption-kea/main.tf")
	if err != nil {
		t.Fatal(err)
	}
	w := acctest.NewWorkspace(t, "")
	w.Write("main.tf", strings.Replace(string(example), "kea = {}", "kea = { endpoints = [\""+server.URL()+"\"] }", 1))
	w.Expect("Apply complete!", "apply", "-input=false", "-auto-approve")
	w.Write("imports.tf", w.Expect("kea_reservation.client_", "output", "-raw", "imports"))
	w.Expect("Plan: 3 to import, 0 to add, 0 to change, 0 to destroy.", "plan", "-input=false", "-generate-config-out=generated.tf", "-out=adopt.tfplan")
	w.Expect("3 imported, 0 added, 0 changed, 0 destroyed.", "apply", "-input=false", "adopt.tfplan")
	w.Expect("No changes.", "plan", "-input=false")
}
