package failover_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

// What differs on the partner is a warning of the plan, of the relationship and of the
// scope, and stands in the data source.
func TestDriftIsShown(t *testing.T) {
	l := replicable(t, acctest.Delegated)
	p := l.Protocol(map[string]any{"partner": map[string]any{"port": l.Servers[1].WinRM.Port(), "host": "127.0.0.1"}})
	relationship := map[string]any{"name": "pair", "partner_server": "DHCP2", "scope_ids": []any{"10.1.0.0", "10.2.0.0"}}
	scope := map[string]any{
		"name": "Site", "network": "10.1.0.0", "subnet_mask": "255.255.255.0", "start_range": "10.1.0.10", "end_range": "10.1.0.99", "dns_servers": []any{"10.0.0.53"},
	}
	plans := func() string {
		var told []string
		for typeName, config := range map[string]map[string]any{"dhcp_failover": relationship, "dhcp_scope": scope} {
			i, diags := p.Import(t, typeName, map[string]string{"dhcp_failover": "pair", "dhcp_scope": "10.1.0.0"}[typeName])
			if len(diags) > 0 {
				t.Fatal(acctest.Messages(diags))
			}
			_, diags = p.Apply(t, i, config)
			told = append(told, typeName+": "+acctest.Messages(diags))
		}
		return strings.Join(told, "\n")
	}
	drift := func() any {
		state, diags := p.ReadDataSource(t, "dhcp_failover", map[string]any{"name": "pair"})
		if len(diags) > 0 {
			t.Fatal(acctest.Messages(diags))
		}
		return state["drift"]
	}
	if got := plans(); strings.Count(got, "DHCP scope 10.1.0.0 is not the same on the failover partner") != 2 || strings.Count(got, "DHCP scope 10.2.0.0 is not the same") != 1 {
		t.Errorf("before a replication: %s", got)
	}
	if got, ok := drift().([]any); !ok || len(got) != 2 {
		t.Errorf("drift is %v", drift())
	}
	l.By("Invoke-DhcpServerv4FailoverReplication", model.Params{"Name": []string{"pair"}, "Force": true})
	p = l.Protocol(map[string]any{"partner": map[string]any{"port": l.Servers[1].WinRM.Port(), "host": "127.0.0.1"}})
	if got := plans(); strings.Contains(got, "not the same") {
		t.Errorf("after a replication: %s", got)
	}
	if got, ok := drift().([]any); !ok || len(got) != 0 {
		t.Errorf("drift is %v", drift())
	}
	// A partner that is another server is no reason to fail a plan, but it is told.
	p = l.Protocol(map[string]any{"partner": map[string]any{"host": "127.0.0.1"}})
	if got := plans(); !strings.Contains(got, "Unable to compare the failover relationship pair") {
		t.Errorf("with this server as its own partner: %s", got)
	}
	if rows := l.Servers[1].Invoke(model.Logon{}, "Get-DhcpServerv4Scope", model.Params{"ScopeId": []netip.Addr{netip.MustParseAddr("10.1.0.0")}}).Rows; len(rows) != 1 {
		t.Error("the partner lost the scope")
	}
}
