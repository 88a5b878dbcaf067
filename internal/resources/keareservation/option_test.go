package keareservation_test

import (
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

// TestOptionOfTheServer plans an option that only the server's configuration defines.
func TestOptionOfTheServer(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "2.6", Config: map[string]any{
		"option-def": []any{map[string]any{"name": "badge", "code": 224, "space": "dhcp4", "type": "uint8"}},
		"subnet4":    []any{map[string]any{"id": 1, "subnet": "10.1.0.0/24"}},
	}})
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	config := func(data string) map[string]any {
		return map[string]any{"subnet": "10.1.0.0/24", "hw_address": "02:00:00:00:00:01", "ip_address": "10.1.0.10", "option_data": []any{map[string]any{"name": "badge", "data": data}}}
	}
	if got := acctest.Messages(p.Plan(t, "kea_reservation", config("300")).Diagnostics); !strings.Contains(got, "badge (code 224) takes a number from 0 to 255") || !strings.Contains(got, `AttributeName("data")`) {
		t.Errorf("%s", got)
	}
	if got := acctest.Messages(p.Plan(t, "kea_reservation", config("30")).Diagnostics); got != "" {
		t.Errorf("%s", got)
	}
}
