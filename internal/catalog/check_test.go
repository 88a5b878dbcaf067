package catalog

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"nothing wrong":      {"name: a\nsource: {image: x}\n", nil},
		"null and empty":     {"name: a\nsource: {image: x}\nauth:\nstorage: []\nhardware: {}\nbackup: {policy: }\n", nil},
		"misspelt":           {"name: a\nsource: {image: x}\negres: vpn\n", []string{`a.yaml:3: egres: unknown field; did you mean "egress"?`}},
		"misspelt in a list": {"name: a\nsource: {image: x}\nstorage:\n- name: b\n- name: c\n  mountpath: /x\n", []string{`a.yaml:6: storage[1].mountpath: unknown field; did you mean "mountPath"?`}},
		"unlike any field":   {"name: a\nsource: {image: x, flavour: y}\n", []string{`a.yaml:2: source.flavour: unknown field; known here: image, vmTemplate`}},
		"type":               {"name: a\nsource: {image: x}\nenv:\n- name: P\n  value: 8080\n", []string{`a.yaml:5: env[0].value: is of type number; it must be of type null or string`}},
		"word":               {"name: a\nsource: {image: x}\nexposure: open\n", []string{`a.yaml:3: exposure: is "open"; it must be one of "internal","public",null`}},
		"port":               {"name: a\nsource: {image: x}\ningressRoutes:\n- host: h\n  port: 70000\n", []string{`a.yaml:5: ingressRoutes[0].port: maximum: got 70,000, want 65,535`}},
		"missing":            {"name: a\n", []string{`a.yaml:1: lacks source`}},
		"several, by line": {"names: a\nsource: {image: .inf}\n", []string{
			`a.yaml:1: lacks name`,
			`a.yaml:1: names: unknown field; did you mean "name"?`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			findings, err := New([]File{{"a.yaml", c.text}}).Check("a.yaml")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range findings {
				got = append(got, f.String())
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCheckVectors: the definitions of the vectors satisfy the schema, but for those
// that show odd values on purpose.
func TestCheckVectors(t *testing.T) {
	odd := map[string]string{
		"typed-scalars": "value", "invalid-egress": "egress", "invalid-auth-mode": "auth.mode", "invalid-kind": "kind",
		"liveness-unknown-kind": "observability.livenessWorkload.kind",
	}
	inputs, _ := filepath.Glob("vectors/testdata/*/input.yaml")
	for _, path := range inputs {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		findings, err := New([]File{{path, string(text)}}).Check(path)
		if err != nil {
			t.Fatal(err)
		}
		field, expected := odd[filepath.Base(filepath.Dir(path))]
		if expected != (len(findings) > 0) {
			t.Errorf("%s: findings %v, expected some: %v", path, findings, expected)
		}
		for _, f := range findings {
			if expected && !strings.HasSuffix(f.Field, field) {
				t.Errorf("%s: unexpected %s", path, f)
			}
		}
	}
}

// TestSchemaPublished: the documentation shows the schema that is enforced.
func TestSchemaPublished(t *testing.T) {
	published, err := os.ReadFile("../../docs/schemas/service-definition.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(published, Schema) {
		t.Error("docs/schemas/service-definition.schema.json differs from the schema of this package: copy it again")
	}
}

func TestNearest(t *testing.T) {
	known := []string{"image", "vmTemplate", "ingressRoutes"}
	for name, want := range map[string]string{"imgae": "image", "IngressRoute": "ingressRoutes", "vm_template": "vmTemplate", "x": "", "host": ""} {
		if got := nearest(name, known); got != want {
			t.Errorf("nearest(%q) = %q, want %q", name, got, want)
		}
	}
}
