package statistics_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

func TestScopeStatistics(t *testing.T) {
	l := acctest.Windows(t, lab.Options{})
	p := l.Protocol()
	state, diags := p.ReadDataSource(t, "dhcp_scope_statistics", nil)
	if scopes, ok := state["scopes"].([]any); len(diags) > 0 || !ok || len(scopes) != 0 {
		t.Errorf("an empty server: %v, %s", state, acctest.Messages(diags))
	}
	l.By("Add-DhcpServerv4Scope", model.Params{"Name": "Office", "StartRange": netip.MustParseAddr("10.1.0.11"), "EndRange": netip.MustParseAddr("10.1.0.20"), "SubnetMask": netip.MustParseAddr("255.255.255.0")})
	l.By("Add-DhcpServerv4Reservation", model.Params{"ScopeId": netip.MustParseAddr("10.1.0.0"), "IPAddress": netip.MustParseAddr("10.1.0.15"), "ClientId": "aa-bb-cc-00-00-01"})
	state, diags = p.ReadDataSource(t, "dhcp_scope_statistics", map[string]any{"scope_id": "10.1.0.0"})
	if len(diags) > 0 {
		t.Fatal(acctest.Messages(diags))
	}
	got := state["scopes"].([]any)[0].(map[string]any)
	for name, want := range map[string]any{"scope_id": "10.1.0.0", "free": 9.0, "in_use": 1.0, "reserved": 1.0, "percentage_in_use": 10.0, "superscope_name": ""} {
		if got[name] != want {
			t.Errorf("%s is %v, want %v", name, got[name], want)
		}
	}
	_, diags = p.ReadDataSource(t, "dhcp_scope_statistics", map[string]any{"scope_id": "10.9.0.0"})
	if !strings.Contains(acctest.Messages(diags), "Unable to read DHCP scope statistics") {
		t.Errorf("a scope that does not exist: %s", acctest.Messages(diags))
	}
}
