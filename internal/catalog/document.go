package catalog

import (
	"fmt"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

// document is one manifest with the comment above it.
type document struct {
	comment string
	body    *yaml11.Value
}

func (d document) text() string {
	return "---\n# " + d.comment + "\n" + yaml11.Dump(d.body)
}

// renderer makes the documents of one service. Each value that it makes is made anew
// for each place, since a value at two places of a document gets an anchor.
type renderer struct {
	*Definition
	platform Platform
}

// resource begins a document of a kind.
func resource(apiVersion, kind string, metadata, spec *yaml11.Value) *yaml11.Value {
	return yaml11.Object().SetString("apiVersion", apiVersion).SetString("kind", kind).
		Set("metadata", metadata).Set("spec", spec)
}

// metadata is that of most documents: in the service's namespace, with its app label.
func (r *renderer) metadata(name string) *yaml11.Value {
	return yaml11.Object().SetString("name", name).Set("namespace", r.Name).Set("labels", r.app())
}

// ownMetadata is metadata of a document that has the service's own name.
func (r *renderer) ownMetadata() *yaml11.Value {
	return yaml11.Object().Set("name", r.Name).Set("namespace", r.Name).Set("labels", r.app())
}

// app is the label that names the service, as labels and as a selector.
func (r *renderer) app() *yaml11.Value {
	return yaml11.Object().Set("app.kubernetes.io/name", r.Name)
}

// label is a label or annotation of the platform.
func (r *renderer) label(name string) string { return r.platform.LabelDomain + "/" + name }

// suffixed is the service's name with a suffix.
func (r *renderer) suffixed(suffix string) string { return r.name() + "-" + suffix }

// setSignIn sets the annotations that say who may sign in.
func (r *renderer) setSignIn(annotations *yaml11.Value) *yaml11.Value {
	groups := make([]string, len(r.Groups))
	for i, g := range r.Groups {
		groups[i] = yaml11.PlainText(g)
	}
	return annotations.SetString(r.label("auth-mode"), r.AuthMode).
		SetString(r.label("auth-groups"), strings.Join(groups, ","))
}

func integer(n int) *yaml11.Value {
	return &yaml11.Value{Kind: yaml11.Int, Text: fmt.Sprint(n)}
}
