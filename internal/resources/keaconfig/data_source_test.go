package keaconfig_test

import (
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

func TestConfig(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "2.6", Config: map[string]any{
		"hosts-database": map[string]any{"type": "postgresql", "user": "kea", "password": "hidden"}, "subnet4": []any{map[string]any{"id": 1, "subnet": "10.1.0.0/24"}},
	}})
	state, diags := acctest.KeaProtocol(t, server).ReadDataSource(t, "kea_config", map[string]any{})
	text, _ := state["json"].(string)
	if len(diags) > 0 || !strings.Contains(text, `"subnet":"10.1.0.0/24"`) || !strings.Contains(text, `"user":"kea"`) || strings.Contains(text, "hidden") {
		t.Errorf("%s %s", text, acctest.Messages(diags))
	}
}
