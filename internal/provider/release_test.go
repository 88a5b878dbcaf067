package provider_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
)

// release is what .goreleaser.yml must say for the registries of Terraform and OpenTofu.
type release struct {
	Version int
	Release struct {
		ExtraFiles []extraFile `yaml:"extra_files"`
	}
	Builds []struct {
		Env, Flags, Ldflags, Goos, Goarch []string
		Binary                            string
	}
	Archives []struct {
		Formats      []string
		NameTemplate string `yaml:"name_template"`
	}
	Checksum struct {
		NameTemplate string      `yaml:"name_template"`
		Algorithm    string      `yaml:"algorithm"`
		ExtraFiles   []extraFile `yaml:"extra_files"`
	}
	Sboms []struct{ Artifacts string }
	Signs []struct {
		Artifacts string
		Args      []string
	}
}

type extraFile struct {
	Glob         string
	NameTemplate string `yaml:"name_template"`
}

// TestRelease checks that a release has what the registries ask for: a zip for each
// platform, named as they look for it, the manifest, checksums of all, a signature of
// those, and what is in each.
func TestRelease(t *testing.T) {
	text, err := os.ReadFile("../../.goreleaser.yml")
	if err != nil {
		t.Fatal(err)
	}
	var r release
	if err := yaml.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	if r.Version != 2 || len(r.Builds) != 1 || len(r.Archives) != 1 || len(r.Sboms) != 1 || len(r.Signs) != 1 {
		t.Fatalf("version %d with %d builds, %d archives, %d SBOMs, %d signatures", r.Version, len(r.Builds), len(r.Archives), len(r.Sboms), len(r.Signs))
	}
	const name = "{{ .ProjectName }}_{{ .Version }}"
	manifest := []extraFile{{Glob: "terraform-registry-manifest.json", NameTemplate: name + "_manifest.json"}}
	b := r.Builds[0]
	for what, ok := range map[string]bool{
		"platforms":       slices.Equal(b.Goos, []string{"linux", "darwin", "windows", "freebsd"}) && slices.Equal(b.Goarch, []string{"amd64", "arm64"}),
		"no cgo":          slices.Contains(b.Env, "CGO_ENABLED=0"),
		"-trimpath":       slices.Contains(b.Flags, "-trimpath"),
		"version":         len(b.Ldflags) == 1 && strings.Contains(b.Ldflags[0], "-X main.version={{ .Version }}"),
		"binary":          b.Binary == "{{ .ProjectName }}_v{{ .Version }}",
		"archives":        slices.Equal(r.Archives[0].Formats, []string{"zip"}) && r.Archives[0].NameTemplate == name+"_{{ .Os }}_{{ .Arch }}",
		"checksums":       r.Checksum.NameTemplate == name+"_SHA256SUMS" && r.Checksum.Algorithm == "sha256" && slices.Equal(r.Checksum.ExtraFiles, manifest),
		"manifest":        slices.Equal(r.Release.ExtraFiles, manifest),
		"SBOM":            r.Sboms[0].Artifacts == "archive",
		"signed checksum": r.Signs[0].Artifacts == "checksum" && slices.Contains(r.Signs[0].Args, "--detach-sign"),
	} {
		if !ok {
			t.Errorf("%s: not as the registries want it", what)
		}
	}
	text, err = os.ReadFile("../../terraform-registry-manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Version  int
		Metadata struct {
			Protocols []string `json:"protocol_versions"`
		}
	}
	if err := json.Unmarshal(text, &m); err != nil || m.Version != 1 || !slices.Equal(m.Metadata.Protocols, []string{"6.0"}) {
		t.Errorf("the manifest says %+v: %v", m, err)
	}
}

// TestUserAgent checks what servers see in the log of their requests: which Terraform and
// which version of the provider asked.
func TestUserAgent(t *testing.T) {
	var mu sync.Mutex
	seen := map[string]bool{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		seen[r.UserAgent()] = true
		w.WriteHeader(http.StatusForbidden)
	}))
	defer server.Close()
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(address.Port())
	if err != nil {
		t.Fatal(err)
	}
	for dataSource, config := range map[string]map[string]any{
		"kea_subnets": {"kea": map[string]any{"endpoints": []any{server.URL}}},
		"dhcp_scopes": {"windows": map[string]any{"host": "127.0.0.1", "port": port, "https": false, "username": "u", "password": "p"}},
	} {
		clear(seen)
		p := acctest.NewProtocol(t)
		if got := acctest.Messages(p.Configure(t, config)); got != "" {
			t.Fatal(got)
		}
		if _, diags := p.ReadDataSource(t, dataSource, nil); len(diags) == 0 {
			t.Errorf("%s: a server that forbids everything was read", dataSource)
		}
		mu.Lock()
		if len(seen) != 1 || !seen["Terraform/1.11.4 terraform-provider-dhcp/test"] {
			t.Errorf("%s: the server saw the user agents %v", dataSource, seen)
		}
		mu.Unlock()
	}
}
