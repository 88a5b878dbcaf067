package server_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

func TestCanReachPartner(t *testing.T) {
	l := acctest.Windows(t, lab.Options{Servers: 2})
	read := func(block map[string]any) map[string]any {
		state, diags := l.Protocol(block).ReadDataSource(t, "dhcp_server", nil)
		if len(diags) > 0 {
			t.Fatal(acctest.Messages(diags))
		}
		return state
	}
	if got := read(nil); got["can_reach_partner"] != nil || got["partner_reason"] != "" || got["ready"] != true {
		t.Errorf("without a relationship: %v", got)
	}
	scope := netip.MustParseAddr("10.1.0.0")
	l.By("Add-DhcpServerv4Scope", model.Params{
		"Name": "Site", "StartRange": netip.MustParseAddr("10.1.0.10"), "EndRange": netip.MustParseAddr("10.1.0.99"), "SubnetMask": netip.MustParseAddr("255.255.255.0"),
	})
	l.By("Add-DhcpServerv4Failover", model.Params{"Name": "pair", "PartnerServer": "DHCP2", "ScopeId": []netip.Addr{scope}, "Force": true})
	if got := read(nil); got["can_reach_partner"] != false || !strings.Contains(got["partner_reason"].(string), "double hop") {
		t.Errorf("without delegation: %v", got)
	}
	if got := read(map[string]any{"delegation": "scheduled_task"}); got["can_reach_partner"] != true || got["partner_reason"] != "" {
		t.Errorf("with a scheduled task: %v", got)
	}
}
