package sitevalues_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
)

const address = "data.dhcp_site_values.this"

// tree writes files below a new folder and returns its path.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

var goodTree = map[string]string{
	"dc-1/values.yaml": `
dhcp_values:
  subnetMask: 255.255.255.0
  leaseDurationDays: 8
  description: ""
  dns: {servers: [10.0.0.5, 10.0.0.6], domain: example.com}
  failover: {relationshipName: dc-1, partnerServer: dhcp-b.example.com, mode: HotStandby, serverRole: Active}
`,
	"dc-1/m1/blue.yaml": `
dhcp_values:
  scopeName: blue
  network: 10.1.1.0
  startRange: 10.1.1.10
  endRange: 10.1.1.200
  gateway: 10.1.1.1
  exclusions: [{startAddress: 10.1.1.50, endAddress: 10.1.1.59}]
`,
	"dc-1/m1/green.yaml": `
dhcp_values:
  scopeName: green
  network: 10.1.2.0
  startRange: 10.1.2.10
  endRange: 10.1.2.200
  gateway: ""
  dns: {domain: ~}
  failover: {stateSwitchIntervalMinutes: 45}
`,
}

func config(root string) string {
	return fmt.Sprintf("data \"dhcp_site_values\" \"this\" {\n  root = %q\n}\n", root)
}

func text(s string) knownvalue.Check { return knownvalue.StringExact(s) }

func TestScopesAndFailovers(t *testing.T) {
	at := tfjsonpath.New("scopes").AtMapKey("dc-1/m1/blue")
	green := tfjsonpath.New("scopes").AtMapKey("dc-1/m1/green")
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config: config(tree(t, goodTree)),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(address, tfjsonpath.New("scopes"), knownvalue.MapSizeExact(2)),
				statecheck.ExpectKnownValue(address, at, knownvalue.ObjectExact(map[string]knownvalue.Check{
					"name": text("blue"), "network": text("10.1.1.0"), "subnet_mask": text("255.255.255.0"),
					"start_range": text("10.1.1.10"), "end_range": text("10.1.1.200"), "lease_duration": text("8d"), "description": text(""),
					"gateway": text("10.1.1.1"), "dns_domain": text("example.com"),
					"dns_servers": knownvalue.ListExact([]knownvalue.Check{text("10.0.0.5"), text("10.0.0.6")}),
					"exclusions": knownvalue.SetExact([]knownvalue.Check{knownvalue.ObjectExact(map[string]knownvalue.Check{
						"start_address": text("10.1.1.50"), "end_address": text("10.1.1.59"),
					})}),
				})),
				statecheck.ExpectKnownValue(address, green.AtMapKey("gateway"), knownvalue.Null()),
				statecheck.ExpectKnownValue(address, green.AtMapKey("dns_domain"), knownvalue.Null()),
				statecheck.ExpectKnownValue(address, green.AtMapKey("exclusions"), knownvalue.SetSizeExact(0)),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("failovers"), knownvalue.MapExact(map[string]knownvalue.Check{
					"dc-1": knownvalue.ObjectExact(map[string]knownvalue.Check{
						"name": text("dc-1"), "partner_server": text("dhcp-b.example.com"), "mode": text("HotStandby"), "server_role": text("Active"),
						"scope_ids":       knownvalue.SetExact([]knownvalue.Check{text("10.1.1.0"), text("10.1.2.0")}),
						"reserve_percent": knownvalue.Int64Exact(5), "load_balance_percent": knownvalue.Null(),
						"max_client_lead_time": text("60m"), "state_switch_interval": text("45m"), "auto_state_transition": knownvalue.Bool(false),
					}),
				})),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("findings"), knownvalue.ListSizeExact(0)),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("payloads").AtMapKey("dc-1/m1/green"), text(
					`{"scopeName":"green","network":"10.1.2.0","subnetMask":"255.255.255.0","startRange":"10.1.2.10","endRange":"10.1.2.200","leaseDurationDays":8,"description":"","gateway":null,"dnsServers":["10.0.0.5","10.0.0.6"],"dnsDomain":"","exclusions":[],"failover":{"relationshipName":"dc-1","partnerServer":"dhcp-b.example.com","mode":"HotStandby","serverRole":"Active","reservePercent":5,"loadBalancePercent":0,"maxClientLeadTimeMinutes":60,"stateSwitchIntervalMinutes":45,"autoStateTransition":false}}`)),
			},
		}},
	})
}

// brokenTree has an error in a site layer, one in a file and a warning.
func brokenTree(t *testing.T) string {
	files := map[string]string{}
	for name, text := range goodTree {
		files[name] = text
	}
	files["dc-1/m1/red.yaml"] = "dhcp_values:\n  scopeName: red\n  network: 10.1.300.0\n"
	files["dc-2/values.yaml"] = "dhcp_values: [\n"
	files["dc-2/m1/blue.yaml"] = ""
	files["notes.yaml"] = ""
	return tree(t, files)
}

// read reads the data source without a Terraform.
func read(t *testing.T, attributes map[string]any) (state map[string]any, messages string) {
	t.Helper()
	state, diags := acctest.NewProtocol(t).ReadDataSource(t, "dhcp_site_values", attributes)
	return state, acctest.Messages(diags)
}

func TestFailOn(t *testing.T) {
	root := brokenTree(t)
	everything := []string{
		"error at (\"root\"): 5 errors in the values files",
		"dc-1/m1/red.yaml:1: REQUIRED_FIELD dhcp_values.endRange: is required and missing [dc-1/m1/red]",
		"dc-1/m1/red.yaml:3: INVALID_IPV4 dhcp_values.network: ",
		"dc-2/values.yaml:1: YAML_INVALID: ",
		"warning at (\"root\"): 2 warnings in the values files",
		"notes.yaml:1: IGNORED_FILE: ",
	}
	valid := []any{"dc-1/m1/blue"}
	for name, c := range map[string]struct {
		attributes map[string]any
		want       []string
		scopes     int
	}{
		"by default":                   {map[string]any{}, everything, -1},
		"on errors":                    {map[string]any{"fail_on": "error"}, everything, -1},
		"on warnings":                  {map[string]any{"fail_on": "warning", "include": valid}, []string{"error at (\"root\"): 1 warning in the values files"}, -1},
		"not on warnings":              {map[string]any{"include": valid}, []string{"warning at (\"root\"): 1 warning in the values files"}, 1},
		"never":                        {map[string]any{"fail_on": "never"}, []string{"warning at (\"root\"): 5 errors in the values files"}, 2},
		"on a value that there is not": {map[string]any{"fail_on": "always"}, []string{"value must be one of"}, -1},
	} {
		t.Run(name, func(t *testing.T) {
			c.attributes["root"] = root
			state, messages := read(t, c.attributes)
			for _, want := range c.want {
				if !strings.Contains(messages, want) {
					t.Errorf("no %q in\n%s", want, messages)
				}
			}
			if failed := strings.Contains(messages, "error at"); failed != (c.scopes < 0) {
				t.Errorf("failed is %v:\n%s", failed, messages)
			}
			if scopes, _ := state["scopes"].(map[string]any); c.scopes >= 0 && len(scopes) != c.scopes {
				t.Errorf("%d scopes, want %d", len(scopes), c.scopes)
			}
		})
	}
}

func TestFindings(t *testing.T) {
	root := brokenTree(t)
	state, _ := read(t, map[string]any{"root": root, "fail_on": "never"})
	want := map[string]any{
		"severity": "error", "code": "INVALID_IPV4", "cluster": "dc-1/m1/red", "field": "dhcp_values.network",
		"file": filepath.ToSlash(root) + "/dc-1/m1/red.yaml", "line": 3.0,
		"message": `has to be an IPv4 address such as 10.20.30.1, not the string "10.1.300.0"`,
	}
	found := false
	for _, f := range state["findings"].([]any) {
		found = found || maps.Equal(f.(map[string]any), want)
	}
	if !found {
		t.Errorf("no %v in %v", want, state["findings"])
	}
	if report := state["report_json"].(string); !strings.Contains(report, "\"dc-2/m1/blue\": {\n      \"payload\": null,") {
		t.Errorf("no null payload in\n%s", report)
	}
}

func TestSelection(t *testing.T) {
	root := brokenTree(t)
	state, messages := read(t, map[string]any{"root": root, "include": []any{"dc-1"}, "exclude": []any{"*/*/red"}})
	if scopes, _ := state["scopes"].(map[string]any); len(scopes) != 2 {
		t.Errorf("scopes %v\n%s", scopes, messages)
	}
	if _, messages = read(t, map[string]any{"root": root, "include": []any{"dc-1", "dc-7"}}); !strings.Contains(messages, `"dc-7" matches no cluster`) {
		t.Error(messages)
	}
	if _, messages = read(t, map[string]any{"root": root, "exclude": []any{"["}}); !strings.Contains(messages, `"[" is no pattern of cluster keys`) {
		t.Error(messages)
	}
}

func TestLayers(t *testing.T) {
	root := tree(t, map[string]string{
		"configValues.yaml":                      goodTree["dc-1/values.yaml"],
		"dc-1/mces/m1/hostedClusters/blue.yaml":  goodTree["dc-1/m1/blue.yaml"],
		"dc-1/mces/m1/hostedClusters/green.yaml": goodTree["dc-1/m1/green.yaml"],
	})
	state, messages := read(t, map[string]any{"root": root, "layers": []any{
		"configValues.yaml", "{site}/values.yaml", "{site}/mces/{mce}/values.yaml", "{site}/mces/{mce}/hostedClusters/{cluster}.yaml",
	}})
	scopes, _ := state["scopes"].(map[string]any)
	if blue, _ := scopes["dc-1/m1/blue"].(map[string]any); len(scopes) != 2 || blue["dns_domain"] != "example.com" {
		t.Errorf("scopes %v\n%s", scopes, messages)
	}
	if _, messages = read(t, map[string]any{"root": root, "layers": []any{"{site}.txt"}}); !strings.Contains(messages, "has to end in .yaml") {
		t.Error(messages)
	}
	if _, messages = read(t, map[string]any{"root": root + "/missing"}); !strings.Contains(messages, "There is no folder") {
		t.Error(messages)
	}
}

func TestConflictingRelationshipIsAWarning(t *testing.T) {
	root := tree(t, map[string]string{
		"dc-1/values.yaml":   goodTree["dc-1/values.yaml"],
		"dc-1/m1/blue.yaml":  goodTree["dc-1/m1/blue.yaml"],
		"dc-1/m1/green.yaml": "dhcp_values: {scopeName: g, network: 10.1.2.0, startRange: 10.1.2.10, endRange: 10.1.2.20, gateway: '', failover: {partnerServer: dhcp-c}}",
	})
	state, messages := read(t, map[string]any{"root": root, "fail_on": "warning"})
	group, _ := state["failovers"].(map[string]any)["dc-1"].(map[string]any)
	if group["partner_server"] != "dhcp-b.example.com" || len(group["scope_ids"].([]any)) != 2 {
		t.Errorf("relationship %v", group)
	}
	if !strings.Contains(messages, "warning at (\"root\"): Clusters describe one failover relationship differently:   ") ||
		!strings.Contains(messages, "FAILOVER_CONFLICT dhcp_values.failover.partnerServer: is dhcp-c, and cluster dc-1/m1/blue says dhcp-b.example.com") {
		t.Error(messages)
	}
}

func TestExamples(t *testing.T) {
	const dir = "../../../examples/scenarios/"
	for name, c := range map[string]struct {
		layers []any
		scopes int
	}{
		"values-tree": {nil, 3},
		"values-tree-hosted-clusters": {
			[]any{"configValues.yaml", "{site}/values.yaml", "{site}/mces/{mce}/values.yaml", "{site}/mces/{mce}/hostedClusters/{cluster}.yaml"}, 1,
		},
	} {
		attributes := map[string]any{"root": dir + name + "/sites", "fail_on": "warning"}
		if c.layers != nil {
			attributes["layers"] = c.layers
		}
		state, messages := read(t, attributes)
		if scopes, _ := state["scopes"].(map[string]any); messages != "" || len(scopes) != c.scopes {
			t.Errorf("%s: %d scopes, want %d\n%s", name, len(scopes), c.scopes, messages)
		}
	}
}
