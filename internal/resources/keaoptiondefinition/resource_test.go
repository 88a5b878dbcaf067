package keaoptiondefinition_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

type object = map[string]any

func TestLife(t *testing.T) {
	for _, service := range []string{"dhcp4", "dhcp6"} {
		server := acctest.StartKea(t, keaapi.Options{Version: "2.6"})
		p := acctest.KeaProtocol(t, server)
		l := p.Life(t, "kea_option_definition")
		full := object{"service": service, "code": 234, "name": "calls", "type": "record", "record_types": "uint8,ipv4-address", "encapsulate": "calls", "user_context": `{"a":1}`}
		if _, got := l.Apply(t, full); got != "" || l.Identity(t) != service+"/"+service+"/234" {
			t.Fatalf("created: %q, identity %q", got, l.Identity(t))
		}
		if changed, got := l.Apply(t, full); len(changed) > 0 || got != "" {
			t.Errorf("again: %v %q", changed, got)
		}
		imported := p.Life(t, "kea_option_definition")
		if got := imported.Import(t, service+"/"+service+"/234", true); got != "" || imported.State(t)["record_types"] != "uint8,ipv4-address" {
			t.Errorf("imported: %q %v", got, imported.State(t))
		}
		changed, got := l.Apply(t, object{"service": service, "code": 234, "name": "callers", "type": "ipv4-address", "array": true})
		if got != "" || slices.Contains(changed, "replace") || l.State(t)["record_types"] != nil {
			t.Errorf("changed %v: %q, state %v", changed, got, l.State(t))
		}
		if changed, _ := l.Apply(t, object{"service": service, "code": 235, "name": "callers", "type": "string"}); !slices.Contains(changed, "replace") {
			t.Errorf("another code changes %v", changed)
		}
		other := p.Life(t, "kea_option_definition")
		if _, got := other.Apply(t, object{"service": service, "code": 234, "name": "x", "type": "string"}); !strings.Contains(got, "Import it to manage it here (id: "+service+"/"+service+"/234)") {
			t.Errorf("a definition that exists: %q", got)
		}
		if _, got := other.Apply(t, object{"service": service, "code": 23, "name": "x", "type": "string"}); service == "dhcp6" && !strings.Contains(got, "unable to override definition") {
			t.Errorf("a standard option: %q", got)
		}
		if _, got := l.Apply(t, nil); got != "" || l.State(t) != nil {
			t.Errorf("destroyed: %q", got)
		}
	}
}
