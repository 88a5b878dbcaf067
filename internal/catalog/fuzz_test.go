package catalog

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

// FuzzRender: whatever a definition holds, rendering ends without a panic, and what is
// emitted reads back as the data it was made of.
func FuzzRender(f *testing.F) {
	inputs, _ := filepath.Glob("vectors/testdata/*/input.yaml")
	for _, path := range inputs {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		if len(text) < 5000 { // the long ones would slow down every mutation
			f.Add(string(text))
		}
	}
	f.Fuzz(func(t *testing.T, text string) { checkRendering(t, text) })
}

// checkRendering renders a definition that another service depends on.
func checkRendering(t *testing.T, text string) {
	c := New([]File{{"a.yaml", text}, {"b.yaml", "name: b\nsource: {image: x}\ndependencies: [{to: a, port: 1}]\n"}})
	_, _ = c.Waves()
	_, _ = c.Check("a.yaml")
	options := Options{Platform: DefaultPlatform(), ImageAutomation: true}
	d, err := c.Definition("a.yaml")
	if err != nil {
		return
	}
	r := &renderer{Definition: d, platform: options.Platform}
	docs, err := r.documents(nil, true)
	if err != nil {
		return
	}
	for _, doc := range docs {
		readsBack(t, doc.body)
	}
	first, err := c.Render("a.yaml", options)
	if err != nil {
		return
	}
	if second, _ := c.Render("a.yaml", options); first != second {
		t.Error("two renderings differ")
	}
}

// readsBack checks that a document's text is the document.
func readsBack(t *testing.T, body *yaml11.Value) {
	t.Helper()
	text := yaml11.Dump(body)
	got, err := yaml11.Load(text)
	if err != nil {
		t.Fatalf("what was written does not read: %v\n%s", err, text)
	}
	if !same(body, got) {
		t.Fatalf("what was written reads back as something else:\n%s", text)
	}
	if again := yaml11.Dump(got); again != text {
		t.Fatalf("written a second time it differs:\n%s\n%s", text, again)
	}
}

// same tells whether two values are the same data, wherever they were read.
func same(a, b *yaml11.Value) bool {
	return a.Kind == b.Kind && a.Text == b.Text &&
		slices.EqualFunc(a.Items, b.Items, same) &&
		slices.EqualFunc(a.Pairs, b.Pairs, func(p, q yaml11.Pair) bool { return same(p.Key, q.Key) && same(p.Value, q.Value) })
}
