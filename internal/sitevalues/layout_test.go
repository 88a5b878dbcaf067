package sitevalues

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var hostedClusters = []string{
	"configValues.yaml",
	"{site}/values.yaml",
	"{site}/mces/{mce}/values.yaml",
	"{site}/mces/{mce}/hostedClusters/{cluster}.yaml",
}

func mustLayout(t testing.TB, patterns ...string) *Layout {
	t.Helper()
	layout, err := ParseLayout(patterns)
	if err != nil {
		t.Fatal(err)
	}
	return layout
}

// files makes a file system of pairs of a name and a text.
func files(pairs ...string) fstest.MapFS {
	fsys := fstest.MapFS{".": {Mode: 0o755 | 1<<31}}
	for i := 0; i < len(pairs); i += 2 {
		fsys[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return fsys
}

func read(t testing.TB, fsys fstest.MapFS, patterns ...string) *Result {
	t.Helper()
	result, err := Read(fsys, "sites", mustLayout(t, patterns...))
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func TestSecondLayout(t *testing.T) {
	result := read(t, files(
		"configValues.yml", "dhcp_values: {scopeName: all, description: all}",
		"dc-1/values.yaml", "dhcp_values: {description: dc-1, subnetMask: 255.255.255.0}",
		"dc-1/mces/m1/values.yaml", "dhcp_values: {gateway: ''}",
		"dc-1/mces/m1/hostedClusters/blue.yaml", "dhcp_values: {network: 10.1.0.0}",
		"dc-1/mces/m1/hostedClusters/values.yaml", "dhcp_values: {network: 10.2.0.0}",
		"dc-1/m2/green.yaml", "{}",
		"dc-2/mces/m1/hostedClusters/blue.yaml", "",
	), hostedClusters...)

	var keys []string
	for _, c := range result.Clusters {
		keys = append(keys, c.Key)
	}
	if want := []string{"dc-1/m1/blue", "dc-1/m1/values", "dc-2/m1/blue"}; !slices.Equal(keys, want) {
		t.Errorf("clusters %q, want %q", keys, want)
	}
	blue := result.Clusters[0]
	wantFiles := []string{"sites/configValues.yml", "sites/dc-1/values.yaml", "sites/dc-1/mces/m1/values.yaml", "sites/dc-1/mces/m1/hostedClusters/blue.yaml"}
	if !slices.Equal(blue.Files, wantFiles) {
		t.Errorf("layers %q, want %q", blue.Files, wantFiles)
	}
	scope := blue.values["dhcp_values"].(map[string]any)
	if scope["scopeName"] != "all" || scope["description"] != "dc-1" || scope["network"] != "10.1.0.0" {
		t.Errorf("merged %v", scope)
	}
	if len(result.Findings) != 1 || result.Findings[0].Code != IgnoredFile || result.Findings[0].File != "sites/dc-1/m2/green.yaml" {
		t.Errorf("findings %+v, want the one file that is in no layer", result.Findings)
	}
}

func TestNamedPartWithTextAround(t *testing.T) {
	result := read(t, files(
		"env-prod/values-blue.yaml", "",
		"env-prod/blue.yaml", "",
		"env-prod/values-.yaml", "",
		"prod/values-blue.yaml", "",
	), "env-{env}/values-{cluster}.yaml")
	if len(result.Clusters) != 1 || result.Clusters[0].Key != "prod/blue" {
		t.Errorf("clusters %v, want prod/blue alone", result.Clusters)
	}
	if len(result.Findings) != 3 {
		t.Errorf("findings %v, want the three others ignored", result.Findings)
	}
}

func TestRepeatedNamedPart(t *testing.T) {
	result := read(t, files("a/a.yaml", "", "a/b.yaml", ""), "{cluster}/{cluster}.yaml")
	if len(result.Clusters) != 1 || result.Clusters[0].Key != "a" {
		t.Errorf("clusters %v, want the one whose folder has its name", result.Clusters)
	}
}

func TestLayoutErrors(t *testing.T) {
	for _, c := range []struct {
		want     string
		patterns []string
	}{
		{"at least one layer", nil},
		{"has to end in .yaml", []string{"{site}/{cluster}"}},
		{"empty segments", []string{"/{cluster}.yaml"}},
		{"empty segments", []string{"../{cluster}.yaml"}},
		{"empty segments", []string{"{site}//{cluster}.yaml"}},
		{"hidden", []string{".sites/{cluster}.yaml"}},
		{"no other braces", []string{"{site}{cluster}.yaml"}},
		{"no other braces", []string{"{cluster.yaml"}},
		{"no other braces", []string{"{1}.yaml"}},
		{"stands twice", []string{"values.yaml", "values.yml", "{cluster}.yaml"}},
		{"needs a named part", []string{"{site}/values.yaml", "cluster.yaml"}},
		{"uses {mce}", []string{"{mce}/values.yaml", "{cluster}.yaml"}},
	} {
		_, err := ParseLayout(c.patterns)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("ParseLayout(%q) = %v, want an error with %q", c.patterns, err, c.want)
		}
	}
}
