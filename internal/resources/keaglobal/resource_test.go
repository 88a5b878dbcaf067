package keaglobal_test

import (
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

type object = map[string]any

func options(pairs ...string) []any {
	list := []any{}
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, object{"name": pairs[i], "data": pairs[i+1]})
	}
	return list
}

func TestLife(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "2.6", Config: object{
		"valid-lifetime": 4000, "option-data": []any{object{"name": "ntp-servers", "data": "192.0.2.123"}}, "subnet4": []any{object{"id": 1, "subnet": "10.1.0.0/24"}},
	}})
	p := acctest.KeaProtocol(t, server)
	l := p.Life(t, "kea_global_options")
	full := object{"service": "dhcp4", "valid_lifetime": 5000, "renew_timer": 100, "next_server": "192.0.2.9", "reservations_global": true, "option_data": options("domain-name", "a.example", "domain-search", "a.example")}
	if _, got := l.Apply(t, full); got != "" || l.Identity(t) != "dhcp4" {
		t.Fatalf("created: %q, identity %q", got, l.Identity(t))
	}
	if got := l.Read(t); got != "" {
		t.Fatal(got)
	}
	if changed, got := l.Apply(t, full); len(changed) > 0 || got != "" {
		t.Errorf("again: %v %q", changed, got)
	}
	imported := p.Life(t, "kea_global_options")
	if got := imported.Import(t, "dhcp4", true); got != "" || len(imported.State(t)["option_data"].([]any)) != 3 || imported.State(t)["valid_lifetime"] != 5000.0 || imported.State(t)["min_valid_lifetime"] != nil || imported.State(t)["boot_file_name"] != nil {
		t.Errorf("imported: %q %v", got, imported.State(t))
	}
	if _, got := p.Life(t, "kea_global_options").Apply(t, object{"service": "dhcp4", "option_data": options("domain-name", "b.example")}); !strings.Contains(got, `option domain-name (code 15) already, with the value "a.example"`) {
		t.Errorf("an option that is there: %q", got)
	}
	// Another administrator changes what is named, and what is not.
	change := object{"Dhcp4": object{"valid-lifetime": 6000, "t1-percent": 0.4, "option-data": []any{object{"name": "domain-name", "data": "c.example"}, object{"name": "ntp-servers", "data": "192.0.2.1"}}, "subnet4": []any{object{"id": 1, "subnet": "10.1.0.0/24"}}}}
	if answer, err := server.Do("dhcp4", "config-set", change); err != nil || answer.Result != 0 {
		t.Fatal(answer, err)
	}
	fresh := acctest.KeaProtocol(t, server)
	seen := fresh.Life(t, "kea_global_options")
	if got := seen.Import(t, "dhcp4", false); got != "" {
		t.Fatal(got)
	}
	if changed, got := seen.Apply(t, full); got != "" || len(changed) == 0 {
		t.Errorf("repaired %v: %q", changed, got)
	}
	if _, got := seen.Apply(t, object{"service": "dhcp4", "option_data": options("domain-name", "a.example")}); got != "" {
		t.Error(got)
	}
	answer, err := server.Do("dhcp4", "config-get", nil)
	text := keaapi.Text(answer)
	if err != nil || !strings.Contains(text, "a.example") || strings.Contains(text, `"renew-timer"`) || !strings.Contains(text, `"valid-lifetime":7200`) || !strings.Contains(text, `"t1-percent":0.4`) {
		t.Errorf("after fewer are named: %v %s", err, text)
	}
	if _, got := seen.Apply(t, nil); got != "" || seen.State(t) != nil {
		t.Errorf("destroyed: %q", got)
	}
}
