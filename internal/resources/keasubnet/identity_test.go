package keasubnet_test

import (
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

// TestIdentity imports by id and by identity; both lead to the id that the resource spells.
func TestIdentity(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "2.6"})
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	const id = "dhcp4/3"
	made := p.Life(t, "kea_subnet")
	if _, got := made.Apply(t, map[string]any{"subnet": "10.3.0.0/24"}); got != "" || made.Identity(t) != id {
		t.Errorf("created: %q, identity %q", got, made.Identity(t))
	}
	for name, byIdentity := range map[string]bool{"10.3.0.0/24": false, id: true} {
		l := p.Life(t, "kea_subnet")
		if got := l.Import(t, name, byIdentity); got != "" || l.Identity(t) != id || l.State(t)["subnet"] != "10.3.0.0/24" {
			t.Errorf("%s: %q, identity %q, state %v", name, got, l.Identity(t), l.State(t))
		}
	}
	if _, got := made.Apply(t, nil); got != "" || made.State(t) != nil {
		t.Errorf("destroyed: %q, state %v", got, made.State(t))
	}
}
