// Package vectors runs case directories of catalog vectors: ServiceDefinitions with
// the exact text, or the exact refusal, that rendering them must give.
package vectors

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog"
)

// ErrNoCase says that a directory holds no case.
var ErrNoCase = errors.New("holds neither input.yaml nor catalog/")

// testCase is a case directory as read.
type testCase struct {
	dir      string
	files    []catalog.File // by the names that messages show
	options  catalog.Options
	only     string // the one file to render; else all
	single   bool   // input.yaml among the other files of its folder
	manifest []string
}

// options.json.
type callOptions struct {
	ImageAutomation *bool  `json:"imageAutomation"`
	File            string `json:"file"`
}

// Cases are the case directories below a directory, or the directory itself.
func Cases(dir string) ([]string, error) {
	if isCase(dir) {
		return []string{dir}, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var dirs []string
	for _, e := range entries {
		if e.IsDir() && isCase(filepath.Join(dir, e.Name())) {
			dirs = append(dirs, filepath.Join(dir, e.Name()))
		}
	}
	return dirs, nil
}

func isCase(dir string) bool {
	for _, name := range []string{"input.yaml", "catalog"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

func load(dir string) (*testCase, error) {
	c := &testCase{dir: dir, options: catalog.Options{ImageAutomation: true}}
	folder, prefix := filepath.Join(dir, "catalog"), "catalog/"
	if _, err := os.Stat(folder); err != nil {
		folder, prefix, c.single, c.only = dir, "", true, "input.yaml"
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		c.files = append(c.files, catalog.File{Name: prefix + filepath.Base(name), Text: string(text)})
	}
	if len(c.files) == 0 {
		return nil, ErrNoCase
	}
	return c, c.loadSettings()
}

func (c *testCase) loadSettings() error {
	platform, err := loadPlatform(filepath.Join(filepath.Dir(c.dir), "platform-default.json"), filepath.Join(c.dir, "platform.json"))
	if err != nil {
		return err
	}
	c.options.Platform = platform
	var call callOptions
	if err := readJSON(filepath.Join(c.dir, "options.json"), &call); err != nil {
		return err
	}
	if call.ImageAutomation != nil {
		c.options.ImageAutomation = *call.ImageAutomation
	}
	if call.File != "" {
		c.only = call.File
	}
	present, err := os.ReadFile(filepath.Join(c.dir, "present-files.txt"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	c.manifest = append([]string{}, strings.Fields(string(present))...)
	return err
}

// loadPlatform reads the default settings and lays a case's own above them, key by key.
func loadPlatform(paths ...string) (catalog.Platform, error) {
	p := catalog.DefaultPlatform()
	for _, path := range paths {
		if err := readPlatform(path, &p); err != nil {
			return p, err
		}
	}
	return p, nil
}

// readPlatform sets what a file gives; each key replaces the setting whole.
func readPlatform(path string, p *catalog.Platform) error {
	var given map[string]json.RawMessage
	if err := readJSON(path, &given); err != nil {
		return err
	}
	targets := map[string]any{
		"labelDomain": &p.LabelDomain, "baseDomain": &p.BaseDomain, "bulkNfsServer": &p.BulkNFSServer,
		"gatewayName": &p.GatewayName, "gatewayNamespace": &p.GatewayNamespace,
		"prometheusRelease": &p.PrometheusRelease, "monitoringNamespace": &p.MonitoringNamespace,
		"oauth2ProxyImage": &p.OAuth2ProxyImage, "keycloakRealm": &p.KeycloakRealm,
	}
	for key, raw := range given {
		var err error
		switch target, known := targets[key]; {
		case known:
			err = json.Unmarshal(raw, target)
		case key == "clusterVars":
			p.ClusterVars = nil
			err = json.Unmarshal(raw, &p.ClusterVars)
		case key == "extraUnits":
			p.ExtraUnits = nil
			err = json.Unmarshal(raw, &p.ExtraUnits)
		default:
			err = errors.New("an unknown platform key")
		}
		if err != nil {
			return fmt.Errorf("%s: %s: %w", path, key, err)
		}
	}
	return nil
}

// readJSON reads a file that may be absent.
func readJSON(path string, into any) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}
