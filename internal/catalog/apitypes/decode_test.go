package apitypes

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

const vectors = "../vectors/testdata"

// fails are the documents of the vectors that do not decode, with the reason: by case,
// kind and name. All come from definitions that show odd values on purpose, which are
// copied as given.
var fails = map[string]string{
	"strings-look-like-other-types Deployment words": "the strings y, Y, n and N, which are written without quotes since PyYAML reads them as strings; Kubernetes reads them as booleans",
	"strings-long Deployment long":                   "podSecurityContext with keys of 120 and more characters, which no API has",
	"typed-scalars Deployment typed":                 "env values that are no strings (booleans, numbers, dates, infinity)",
	"yaml-anchors Deployment shared-nodes":           "podSecurityContext with fields that do not exist (again, day, same-day)",
	"yaml-shapes Deployment shapes":                  "lifecycle and podSecurityContext with keys that do not exist, or that are no strings",
}

// TestDecode decodes every document that the vectors expect. Unknown and duplicate
// fields, and values of a wrong type, are errors.
func TestDecode(t *testing.T) {
	decoded, failed := map[string]int{}, map[string]bool{}
	for _, file := range expectedFiles(t) {
		name, err := filepath.Rel(vectors, file)
		if err != nil {
			t.Fatal(err)
		}
		vector, _, _ := strings.Cut(filepath.ToSlash(name), "/")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, document := range strings.Split("\n"+string(text), "\n---\n")[1:] {
			kind, object, err := decode(document)
			if object == "" {
				t.Errorf("%s: %v", name, err)
				continue
			}
			_, short, _ := strings.Cut(kind, " ")
			id := fmt.Sprintf("%s %s %s", vector, short, object)
			switch _, expected := fails[id]; {
			case err != nil && expected:
				failed[id] = true
				t.Logf("%s fails, as expected: %v", id, err)
			case err != nil:
				t.Errorf("%s: %v", id, err)
			case !expected:
				decoded[kind]++
			}
		}
	}
	for id, reason := range fails {
		if !failed[id] {
			t.Errorf("%s decodes, though it was listed as failing: %s", id, reason)
		}
	}
	for kind := range kinds {
		if decoded[kind] == 0 {
			t.Errorf("no vector holds a %s that decodes", kind)
		}
	}
}

// expectedFiles are the files with documents: manifests, and the files of the waves.
func expectedFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(vectors, func(path string, d fs.DirEntry, err error) error {
		if err == nil && (d.Name() == "expected.yaml" || strings.Contains(path, "expected-waves"+string(filepath.Separator)) && !d.IsDir()) {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 40 {
		t.Fatalf("%d files in %s: %v", len(files), vectors, err)
	}
	return files
}

// decode decodes a document into the type of its kind.
func decode(document string) (kind, name string, err error) {
	// By its lines: a document that does not decode may be none that can be read as JSON.
	head := regexp.MustCompile(`(?m)^apiVersion: (\S+)\nkind: (\S+)\n(?:metadata:(?:\n  | \{)name: ([^\s}]+))?`).FindStringSubmatch(document)
	if head == nil {
		return "", "", errors.New("the document has no apiVersion and kind")
	}
	kind, name = head[1]+" "+head[2], head[3]
	if name == "" {
		name = "-" // a kustomization.yaml has none
	}
	make, ok := kinds[kind]
	if !ok {
		return kind, name, fmt.Errorf("no type is known for %s", kind)
	}
	object := make()
	// As the API server does: to JSON without looking at the types, then strictly into them.
	text, err := yaml.YAMLToJSONStrict([]byte(document))
	if err != nil {
		return kind, name, err
	}
	strict, err := json.UnmarshalStrict(text, object)
	if err = errors.Join(append(strict, err)...); err != nil {
		return kind, name, err
	}
	if policy, ok := object.(*ciliumNetworkPolicy); ok {
		return kind, name, policy.Spec.Sanitize()
	}
	return kind, name, nil
}

// TestDecodeIsStrict shows that a document with a field too many does not decode.
func TestDecodeIsStrict(t *testing.T) {
	for document, want := range map[string]string{
		"apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\nspec: {x: 1}\n":                                               `unknown field "spec.x"`,
		"apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata: {name: a}\nspec: {runing: true}\n":                      `unknown field "spec.runing"`,
		"apiVersion: cilium.io/v2\nkind: CiliumNetworkPolicy\nmetadata: {name: a}\nspec: {egres: []}\n":                      `unknown field "spec.egres"`,
		"apiVersion: cilium.io/v2\nkind: CiliumNetworkPolicy\nmetadata: {name: a}\nspec: {egress: [{toEntities: [moon]}]}\n": "",
	} {
		if _, _, err := decode(document); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("decode = %v, want %q for\n%s", err, want, document)
		}
	}
}
