package sitevalues

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// places writes findings as file:line code field.
func places(findings []Finding) string {
	var lines []string
	for _, f := range findings {
		lines = append(lines, fmt.Sprintf("%s:%d %s %s", f.File, f.Line, f.Code, f.Field))
	}
	return strings.Join(lines, "\n")
}

func TestFindingsNameFileAndLine(t *testing.T) {
	result := read(t, files(
		"a/values.yaml", `# defaults
dhcp_values:
  leaseDurationDays: 0
  dns:
    servers:
      - 10.0.0.1
      - nonsense
  gateway: 10.0.1.1
  typo: 1
`,
		"a/m/values.yaml", `
dhcp_values: {dns: {domain: "two words"}}
`,
		"a/m/c.yaml", `base: &base
  subnetMask: 255.255.0.255
dhcp_values:
  <<: *base
  scopeName: c

  network: 10.0.0.0
  startRange:
  endRange: 10.0.0.9
  description: ~
  exclusions:
    - {startAddress: 10.0.0.7, endAddress: 10.0.0.5}
    - startAddress: 10.0.0.7
`,
	), DefaultLayers...)
	got := places(result.AllFindings())
	want := strings.TrimSpace(`
sites/a/m/c.yaml:1 UNKNOWN_FIELD base
sites/a/m/c.yaml:2 INVALID_MASK dhcp_values.subnetMask
sites/a/m/c.yaml:8 REQUIRED_FIELD dhcp_values.startRange
sites/a/m/c.yaml:10 MISSING_DESCRIPTION dhcp_values.description
sites/a/m/c.yaml:12 EXCLUSION_REVERSED dhcp_values.exclusions[0]
sites/a/m/c.yaml:13 REQUIRED_FIELD dhcp_values.exclusions[1].endAddress
sites/a/m/values.yaml:2 DNS_DOMAIN_INVALID dhcp_values.dns.domain
sites/a/values.yaml:3 LEASE_DURATION_INVALID dhcp_values.leaseDurationDays
sites/a/values.yaml:7 INVALID_IPV4 dhcp_values.dns.servers[1]
sites/a/values.yaml:9 UNKNOWN_FIELD dhcp_values.typo`)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestFileFindingsNameTheLine(t *testing.T) {
	result := read(t, files(
		"a/m/syntax.yaml", "a: 1\nb: [\n",
		"a/m/two.yaml", "a: 1\n---\nb: 2\n",
		"a/m/twice.yaml", "a: 1\nb:\n  x: 1\n  'x': 2\n",
		"a/m/list.yaml", "- 1\n",
	), DefaultLayers...)
	for _, want := range []string{
		"sites/a/m/syntax.yaml:2 YAML_INVALID",
		"sites/a/m/two.yaml:2 YAML_MULTI_DOCUMENT",
		"sites/a/m/twice.yaml:4 YAML_DUPLICATE_KEY b.x",
		"sites/a/m/list.yaml:1 YAML_NOT_A_MAP",
	} {
		if got := places(result.Findings); !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestKeysAreComparedAfterParsing(t *testing.T) {
	for _, text := range []string{
		"a: 1\n\"a\": 2", "on: 1\nyes: 2", "on: 1\n'true': 2", "8: 1\n0x8: 2", "1.50: 1\n1.5: 2",
		"!!str on: 1\n'on': 2", "x: 1\n? x\n: 2", "k: &k x\nm: {*k : 1, x: 2}", "l:\n- {a: 1, a: 2}",
		"<<: {a: 1}\n<<: {b: 1}",
	} {
		_, findings := parse("f", []byte(text))
		if len(findings) != 1 || findings[0].Code != YAMLDuplicateKey {
			t.Errorf("%q: %v, want one duplicate key", text, findings)
		}
	}
	for _, text := range []string{
		"'on': 1\non: 2", "010: 1\n10: 2", "a: {b: 1}\nc: {b: 1}", "base: &b {x: 1}\nm: {<<: *b, x: 2}", "1:30: a\n90: b",
	} {
		if _, findings := parse("f", []byte(text)); len(findings) != 0 {
			t.Errorf("%q: %v, want none", text, findings)
		}
	}
}

func TestUnreadableFileIsAFinding(t *testing.T) {
	fsys := files("a/m/c.yaml", "", "a/m/d.yaml", "")
	result, err := Read(failing{fsys, "a/m/c.yaml"}, "", mustLayout(t, DefaultLayers...))
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Findings) != 1 || result.Findings[0].Code != YAMLInvalid || result.Findings[0].File != "a/m/c.yaml" {
		t.Errorf("findings %v, want the unreadable file", result.Findings)
	}
	if len(result.Clusters) != 2 || result.Clusters[0].Findings[0].Code != LayerInvalid {
		t.Errorf("clusters %v, want both, the first refused", result.Clusters)
	}
	if _, err := Read(failing{fsys, "a/m"}, "", mustLayout(t, DefaultLayers...)); err == nil || !strings.Contains(err.Error(), "a/m") {
		t.Errorf("error %v, want one that names the folder", err)
	}
}

// failing refuses to open one name.
type failing struct {
	fstest.MapFS
	name string
}

func (f failing) Open(name string) (fs.File, error) {
	if name == f.name {
		return nil, errors.New("permission denied")
	}
	return f.MapFS.Open(name)
}

func (f failing) ReadFile(name string) ([]byte, error) {
	if name == f.name {
		return nil, errors.New("permission denied")
	}
	return f.MapFS.ReadFile(name)
}

func (f failing) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == f.name {
		return nil, errors.New("permission denied")
	}
	return f.MapFS.ReadDir(name)
}

func TestLinkedFolderIsNotFollowed(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "a", "m"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, "a"), filepath.Join(root, "a", "loop")); err != nil {
		t.Fatal(err)
	}
	result, err := Read(os.DirFS(root), "", mustLayout(t, DefaultLayers...))
	if err != nil {
		t.Fatal(err)
	}
	if got := places(result.Findings); got != "a/loop:1 IGNORED_FILE " {
		t.Errorf("findings %q, want the link", got)
	}
}

func TestMergeLeavesTheLayersAlone(t *testing.T) {
	site := map[string]any{"m": map[string]any{"a": "site", "n": nil}}
	first := merge(site, map[string]any{"m": map[string]any{"a": "first"}})
	second := merge(site, map[string]any{"m": map[string]any{"b": "second"}})
	if got := fmt.Sprint(first, second); got != "map[m:map[a:first]] map[m:map[a:site b:second]]" {
		t.Error(got)
	}
}

func TestFieldPath(t *testing.T) {
	at := fieldPath{"a", "b.c", 0, "-d", "e\"\x01\u2028", "f-1", ""}
	if got, want := at.String(), `a["b.c"][0]["-d"]["e\"\u0001`+"\u2028"+`"].f-1[""]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestNeighbouringNetworks(t *testing.T) {
	cluster := func(network, mask string) string {
		return "dhcp_values: {network: " + network + ", subnetMask: " + mask + "}"
	}
	result := read(t, files(
		"a/m/alone.yaml", cluster("10.9.0.0", "255.255.0.0"),
		"a/m/half.yaml", cluster("10.1.0.128", "255.255.255.128"),
		"a/m/host.yaml", cluster("10.1.0.7", "255.255.255.0"),
		"a/m/whole.yaml", cluster("10.1.0.0", "255.255.255.0"),
		"b/m/same.yaml", cluster("10.1.0.0", "255.255.255.128"),
	), DefaultLayers...)
	got := map[string]string{}
	for _, f := range result.AllFindings() {
		if f.Code == DuplicateNetwork || f.Code == OverlappingNetworks {
			got[f.Cluster+" "+string(f.Code)] = f.Message
		}
	}
	want := map[string]string{
		"a/m/half OVERLAPPING_NETWORKS":  "10.1.0.128/25 overlaps with the subnet of a/m/host, a/m/whole",
		"a/m/host OVERLAPPING_NETWORKS":  "10.1.0.0/24 overlaps with the subnet of a/m/half, a/m/whole, b/m/same",
		"a/m/whole DUPLICATE_NETWORK":    "10.1.0.0 is also the network of b/m/same",
		"a/m/whole OVERLAPPING_NETWORKS": "10.1.0.0/24 overlaps with the subnet of a/m/half, a/m/host",
		"b/m/same DUPLICATE_NETWORK":     "10.1.0.0 is also the network of a/m/whole",
		"b/m/same OVERLAPPING_NETWORKS":  "10.1.0.0/25 overlaps with the subnet of a/m/host",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
