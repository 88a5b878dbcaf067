package keaclass_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

type object = map[string]any

func TestLife(t *testing.T) {
	for name, options := range map[string]keaapi.Options{"2.2": {Version: "2.2"}, "2.6": {Version: "2.6"}, "hooks": {Version: "3.0", ClassCommands: true}} {
		for _, family := range []string{"dhcp4", "dhcp6"} {
			t.Run(name+" "+family, func(t *testing.T) {
				server := acctest.StartKea(t, options)
				p := acctest.KeaProtocol(t, server)
				l := p.Life(t, "kea_client_class")
				full := object{"service": family, "name": "phones", "test": "option[60].hex == 'phone'", "only_in_additional_list": true, "valid_lifetime": 600, "user_context": `{"a":1}`}
				if family == "dhcp4" {
					full["next_server"], full["boot_file_name"], full["option_data"] = "192.0.2.9", "x", []any{object{"name": "domain-name", "data": "phones.example"}}
				} else {
					full["preferred_lifetime"], full["option_data"] = 300, []any{object{"name": "dns-servers", "data": "2001:db8::53"}}
				}
				if _, got := l.Apply(t, full); got != "" || l.Identity(t) != family+"/phones" {
					t.Fatalf("created: %q, identity %q", got, l.Identity(t))
				}
				if got := l.Read(t); got != "" {
					t.Fatal(got)
				}
				if changed, got := l.Apply(t, full); len(changed) > 0 || got != "" {
					t.Errorf("again: %v %q", changed, got)
				}
				imported := p.Life(t, "kea_client_class")
				if got := imported.Import(t, family+"/phones", false); got != "" {
					t.Errorf("imported: %q", got)
				}
				if changed, _ := imported.Apply(t, full); len(changed) > 0 {
					t.Errorf("the import differs in %v", changed)
				}
				changed, got := l.Apply(t, object{"service": family, "name": "phones", "test": "member('KNOWN')"})
				if got != "" || slices.Contains(changed, "replace") || l.State(t)["option_data"] != nil || l.State(t)["only_in_additional_list"] != false {
					t.Errorf("changed %v: %q, state %v", changed, got, l.State(t))
				}
				wrong := p.Life(t, "kea_client_class")
				if _, got := wrong.Apply(t, object{"service": family, "name": "other", "test": "member('nobody')"}); !strings.Contains(got, "Not defined client class 'nobody'") || wrong.State(t) != nil {
					t.Errorf("an unknown class in the test: %q", got)
				}
				if _, got := wrong.Apply(t, object{"service": family, "name": "phones"}); !strings.Contains(got, "already") {
					t.Errorf("a class that exists: %q", got)
				}
				if _, got := l.Apply(t, nil); got != "" || l.State(t) != nil {
					t.Errorf("destroyed: %q", got)
				}
			})
		}
	}
}
