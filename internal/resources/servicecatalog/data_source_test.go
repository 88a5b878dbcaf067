package servicecatalog_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
)

// read reads the data source without a Terraform.
func read(t *testing.T, attributes map[string]any) (state map[string]any, messages string) {
	t.Helper()
	state, diags := acctest.NewProtocol(t).ReadDataSource(t, "dhcp_service_catalog", attributes)
	return state, acctest.Messages(diags)
}

// folder writes definitions into a new folder and returns its path.
func folder(t *testing.T, definitions map[string]any) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range definitions {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text.(string)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func keys(v any) []string {
	var names []string
	for name := range v.(map[string]any) {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

var shop = map[string]any{
	"shop.yaml":   "name: shop\nsource: {image: registry.example.com/shop:1}\ndependencies:\n- {to: search, port: 9200}\n- {to: shop-db, port: 5432}\n",
	"search.yaml": "name: search\nsource: {image: registry.example.com/search:1}\n",
}

func TestTree(t *testing.T) {
	present := []any{"shop-db.yaml", "shop-db-app.sops.yaml", "unrelated.yaml"}
	fromMap, messages := read(t, map[string]any{"definitions": shop, "present_files": present})
	if messages != "" {
		t.Fatal(messages)
	}
	dir := folder(t, shop)
	if err := os.WriteFile(filepath.Join(dir, "notes.yml"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	fromFolder, messages := read(t, map[string]any{"path": dir, "present_files": present})
	if messages != "" {
		t.Fatal(messages)
	}
	for _, computed := range []string{"services", "manifests", "files", "waves", "kustomizations", "warnings"} {
		if diff := cmp.Diff(fromMap[computed], fromFolder[computed]); diff != "" {
			t.Errorf("%s of the folder differs from that of the map:\n%s", computed, diff)
		}
	}
	if text := fmt.Sprint(fromFolder["files"], fromFolder["manifests"], fromFolder["warnings"]); strings.Contains(text, dir) {
		t.Error("the folder's path is in the state")
	}
	want := []string{
		"apps/wave-0/kustomization.yaml", "apps/wave-0/search.yaml", "apps/wave-1/kustomization.yaml", "apps/wave-1/shop.yaml",
		"clusters/base/apps-wave-0.yaml", "clusters/base/apps-wave-1.yaml",
	}
	if diff := cmp.Diff(want, keys(fromMap["files"])); diff != "" {
		t.Error(diff)
	}
	files := fromMap["files"].(map[string]any)
	if kustomization := files["apps/wave-0/kustomization.yaml"].(string); !strings.HasSuffix(kustomization, "resources:\n- search.yaml\n- shop-db-app.sops.yaml\n- shop-db.yaml\n") {
		t.Error(kustomization)
	}
	if diff := cmp.Diff(map[string]any{"search": 0.0, "shop-db": 0.0, "shop": 1.0}, fromMap["waves"]); diff != "" {
		t.Error(diff)
	}
	if search := fromMap["manifests"].(map[string]any)["search"].(string); !strings.Contains(search, "search-allow-shop-9200") || search != files["apps/wave-0/search.yaml"] {
		t.Error(search)
	}
}

func TestFlatLayout(t *testing.T) {
	state, _ := read(t, map[string]any{"definitions": shop, "wave_layout": false})
	if diff := cmp.Diff([]string{"apps/search.yaml", "apps/shop.yaml"}, keys(state["files"])); diff != "" {
		t.Error(diff)
	}
	if n := len(state["kustomizations"].(map[string]any)); n != 0 {
		t.Errorf("%d kustomizations", n)
	}
}

func TestImageAutomation(t *testing.T) {
	for automation, want := range map[any]bool{nil: true, true: true, false: false} {
		state, _ := read(t, map[string]any{"definitions": shop, "image_automation": automation})
		if got := strings.Contains(state["manifests"].(map[string]any)["shop"].(string), "kind: ImagePolicy"); got != want {
			t.Errorf("image_automation = %v: an ImagePolicy is there: %v", automation, got)
		}
	}
}

// TestEveryBrokenDefinition: one run names all, each with its file, line and field.
func TestEveryBrokenDefinition(t *testing.T) {
	definitions := map[string]any{
		"a.yaml": "name: a\nsource: {image: x}\negress: off\n",
		"b.yaml": "name: b\nsource: {image: x}\nstorage:\n- name: v\n  class: bulk\n  size: 1Gi\n",
		"c.yaml": "name: [c\n",
		"d.yaml": "name: d\nsource: {image: x}\nenv: [{name: X, value: \"${NOPE}\"}]\n",
		"e.yaml": "name: e\nname: e\n",
		"f.yaml": "- no service\n",
		"g.yaml": "name: g\nsource: {image: x}\n",
		"h.yaml": "name: g\nsource: {image: x}\n",
		"i.yaml": "name: ../i\nsource: {image: x}\n",
		"j.yaml": "name: j\nsource: {image: x}\ndependencies:\n- port: 1\n",
	}
	wants := []string{
		"a.yaml, line 3, field egress: invalid egress class: False",
		"b.yaml, line 4, field storage[0].export: b: storage entry 'v' has class 'bulk' but no 'export'",
		"c.yaml, line 2: did not find expected ',' or ']'",
		"line 60: ${NOPE} -> 'NOPE' is not a declared cluster-vars key",
		"e.yaml, line 2: the key 'name' is written a second time; the first is in line 1",
		"f.yaml, line 1: not a ServiceDefinition",
		"h.yaml, line 1, field name: the service g is defined in g.yaml too",
		`i.yaml, line 1, field name: the name "../i" cannot be that of a file`,
		"j.yaml, line 4, field dependencies[0].to: dependencies[0].to is missing",
	}
	for name, attributes := range map[string]map[string]any{
		"definitions": {"definitions": definitions}, "path": {"path": folder(t, definitions)},
	} {
		state, messages := read(t, attributes)
		for _, want := range wants {
			if !strings.Contains(messages, want) {
				t.Errorf("%s: no %q in\n%s", name, want, messages)
			}
		}
		if n := strings.Count(messages, "Unable to render service definition"); n != len(wants) || state["files"] != nil {
			t.Errorf("%s: %d errors, want %d; files %v", name, n, len(wants), state["files"])
		}
	}
}

// TestOnly: a sibling that cannot be read is named, and breaks nobody else.
func TestOnly(t *testing.T) {
	definitions := map[string]any{"broken.yaml": "name: [\n", "shop.yaml": shop["shop.yaml"], "search.yaml": shop["search.yaml"]}
	state, messages := read(t, map[string]any{"definitions": definitions, "only": []any{"search.yaml"}})
	if strings.Contains(messages, "error") || !strings.Contains(messages, "broken.yaml: cannot be read") {
		t.Error(messages)
	}
	if diff := cmp.Diff([]any{"search"}, state["services"]); diff != "" {
		t.Error(diff)
	}
	if text := state["manifests"].(map[string]any)["search"].(string); !strings.Contains(text, "search-allow-shop-9200") {
		t.Error("the rendered service does not know of its dependents")
	}
	if warnings := fmt.Sprint(state["warnings"]); !strings.Contains(warnings, "broken.yaml") {
		t.Error(warnings)
	}
	if _, messages = read(t, map[string]any{"definitions": definitions, "only": []any{"gone.yaml"}}); !strings.Contains(messages, "the catalog holds no file gone.yaml") {
		t.Error(messages)
	}
}

func TestStrict(t *testing.T) {
	definitions := map[string]any{"a.yaml": "name: a\nsource: {image: x}\negres: vpn\nstorage: [{name: v, sise: 1Gi}]\n"}
	findings := []string{`a.yaml:3: egres: unknown field; did you mean "egress"?`, `a.yaml:4: storage[0].sise: unknown field; did you mean "size"?`}
	state, messages := read(t, map[string]any{"definitions": definitions})
	if strings.Contains(messages, "error") || len(state["warnings"].([]any)) != 2 {
		t.Errorf("%v\n%s", state["warnings"], messages)
	}
	_, strict := read(t, map[string]any{"definitions": definitions, "strict": true})
	for _, want := range findings {
		if !strings.Contains(messages, want) || !strings.Contains(strict, want) {
			t.Errorf("no %q in\n%s\n%s", want, messages, strict)
		}
	}
	if strings.Count(strict, "error at") != 2 {
		t.Error(strict)
	}
}

func TestCircle(t *testing.T) {
	service := func(name, to string) string {
		return fmt.Sprintf("name: %s\nsource: {image: x}\ndependencies: [{to: %s, port: 1}]\n", name, to)
	}
	_, messages := read(t, map[string]any{"definitions": map[string]any{"a.yaml": service("a", "b"), "b.yaml": service("b", "c"), "c.yaml": service("c", "b")}})
	if !strings.Contains(messages, "Dependency cycle through 'b'") || !strings.Contains(messages, "b -> c -> b") {
		t.Error(messages)
	}
}

func TestPlatform(t *testing.T) {
	definitions := map[string]any{"a.yaml": "name: a\nsource: {image: x}\nauth: {mode: forward-auth}\ningressRoutes: [{host: a.example.net, port: 80}]\nobservability: {slis: [up]}\n"}
	state, messages := read(t, map[string]any{"definitions": definitions, "platform": map[string]any{
		"label_domain": "labels.example.org", "base_domain": "apps.example.net", "gateway_name": "edge", "prometheus_release": "prom",
		"oauth2_proxy_port": 4181, "oauth2_proxy_metrics_port": 44181, "access_token_lifetime": "1h", "cluster_vars": []any{},
		"extra_units": map[string]any{"runner": map[string]any{"anchor": "a", "above": true, "files": []any{"runner.yaml"}}},
	}, "present_files": []any{"runner.yaml"}})
	if messages != "" {
		t.Fatal(messages)
	}
	text := state["manifests"].(map[string]any)["a"].(string)
	for _, want := range []string{
		"labels.example.org/auth-mode", "--whitelist-domain=.apps.example.net", "name: edge", "release: prom",
		"--http-address=0.0.0.0:4181", "containerPort: 44181", "--cookie-refresh=30m\n", "port: '4181'",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in the manifest", want)
		}
	}
	if !slices.Contains(keys(state["files"]), "apps/wave-1/kustomization.yaml") {
		t.Errorf("no wave for the extra unit in %v", keys(state["files"]))
	}
	for want, platform := range map[string]map[string]any{
		`access_token_lifetime is "soon"; write it like 5m`: {"access_token_lifetime": "soon"},
		"oauth2_proxy_port is 0; a port is between 1":       {"oauth2_proxy_port": 0},
		`extra_units["x"] has no anchor`:                    {"extra_units": map[string]any{"x": map[string]any{"anchor": "", "files": []any{}}}},
	} {
		if _, messages := read(t, map[string]any{"definitions": definitions, "platform": platform}); !strings.Contains(strings.ToLower(messages), strings.ToLower(want)) {
			t.Errorf("no %q in %s", want, messages)
		}
	}
}

func TestWrongConfiguration(t *testing.T) {
	for want, attributes := range map[string]map[string]any{
		"Exactly one of these attributes must be configured":                     {},
		"no such file or directory":                                              {"path": filepath.Join(t.TempDir(), "none")},
		"holds no file whose name ends in .yaml":                                 {"path": t.TempDir()},
		"Exactly one of these attributes must be configured: [path,definitions]": {"path": "x", "definitions": shop},
	} {
		if _, messages := read(t, attributes); !strings.Contains(messages, want) {
			t.Errorf("no %q in %q", want, messages)
		}
	}
}

// TestGap: a wave whose lower neighbour has no files would never be applied.
func TestGap(t *testing.T) {
	definitions := map[string]any{
		"c.yaml": "name: c\nsource: {image: x}\ndependencies: [{to: b, port: 1}]\n",
		"b.yaml": "name: b\nsource: {image: x}\ndependencies: [{to: a, port: 1}]\n",
	}
	state, _ := read(t, map[string]any{"definitions": definitions})
	if warnings := fmt.Sprint(state["warnings"]); !strings.Contains(warnings, "wave 1 depends on apps-wave-0, which has no files") || strings.Contains(warnings, "wave 2") {
		t.Error(warnings)
	}
}
