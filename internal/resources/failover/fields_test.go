package failover_test

import (
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

// Each field of a relationship is changed in turn, over both modes, and reads back as
// planned.
func TestEachField(t *testing.T) {
	l := replicable(t, acctest.Delegated)
	l.By("Remove-DhcpServerv4Failover", model.Params{"Name": []string{"pair"}, "Force": true})
	p := l.Protocol()
	config := map[string]any{"name": "pair", "partner_server": "DHCP2", "scope_ids": []any{"10.1.0.0"}, "mode": "HotStandby"}
	i := p.Absent("dhcp_failover")
	for _, step := range []struct {
		name  string
		set   map[string]any
		shows string // of the relationship afterwards
	}{
		{"create", nil, "HotStandby Active 5 <nil> 1h0m0s false [10.1.0.0]"},
		{"reserve", map[string]any{"reserve_percent": 20}, "HotStandby Active 20 <nil> 1h0m0s false [10.1.0.0]"},
		{"lead time", map[string]any{"max_client_lead_time": "2h"}, "HotStandby Active 20 <nil> 2h0m0s false [10.1.0.0]"},
		{"interval", map[string]any{"state_switch_interval": "45m"}, "HotStandby Active 20 <nil> 2h0m0s false [10.1.0.0] 45m0s"},
		{"no interval", map[string]any{"state_switch_interval": nil}, "HotStandby Active 20 <nil> 2h0m0s false [10.1.0.0]"},
		{"secret", map[string]any{"shared_secret_wo": "s3cret", "shared_secret_wo_version": 1}, "HotStandby Active 20 <nil> 2h0m0s true [10.1.0.0]"},
		{"no secret", map[string]any{"shared_secret_wo": nil, "shared_secret_wo_version": nil}, "HotStandby Active 20 <nil> 2h0m0s false [10.1.0.0]"},
		{"scopes", map[string]any{"scope_ids": []any{"10.1.0.0", "10.2.0.0"}}, "HotStandby Active 20 <nil> 2h0m0s false [10.1.0.0 10.2.0.0]"},
		{"fewer scopes", map[string]any{"scope_ids": []any{"10.2.0.0"}}, "HotStandby Active 20 <nil> 2h0m0s false [10.2.0.0]"},
		{"mode", map[string]any{"mode": "LoadBalance", "reserve_percent": nil, "load_balance_percent": 70}, "LoadBalance <nil> <nil> 70 2h0m0s false [10.2.0.0]"},
		{"share", map[string]any{"load_balance_percent": 0}, "LoadBalance <nil> <nil> 0 2h0m0s false [10.2.0.0]"},
		{"role", map[string]any{"mode": "HotStandby", "load_balance_percent": nil, "server_role": "Standby"}, "HotStandby Standby 5 <nil> 2h0m0s false [10.2.0.0]"},
	} {
		for attribute, v := range step.set {
			config[attribute] = v
		}
		next, diags := p.Apply(t, i, config)
		if got := acctest.Messages(diags); strings.Contains(got, "rror") {
			t.Fatalf("%s: %s", step.name, got)
		}
		i = next
		if got := shown(l); got != step.shows {
			t.Errorf("%s: the server shows %s, not %s", step.name, got, step.shows)
		}
		if p.Differs(t, i, config) {
			t.Errorf("%s: the next plan is not empty", step.name)
		}
	}
	if _, diags := p.Apply(t, i, nil); len(diags) > 0 || partnerScopes(l) != "" {
		t.Errorf("destroyed, the partner has %q: %s", partnerScopes(l), acctest.Messages(diags))
	}
}

// shown is the relationship on the first server.
func shown(l *acctest.WindowsLab) string {
	r := l.By("Get-DhcpServerv4Failover", nil)[0].Properties
	text := fmt.Sprintln(r["Mode"], r["ServerRole"], r["ReservePercent"], r["LoadBalancePercent"], r["MaxClientLeadTime"], r["EnableAuth"], r["ScopeId"], r["StateSwitchInterval"])
	return strings.TrimSuffix(strings.TrimSpace(text), " <nil>")
}

// Changes of ten scopes at once reach the partner with no more replications than there are
// batches.
func TestTenScopesAtOnce(t *testing.T) {
	l := pair(t)
	var ids []netip.Addr
	for n := range 10 {
		at := func(last byte) netip.Addr { return netip.AddrFrom4([4]byte{10, 1, byte(n), last}) }
		ids = append(ids, at(0))
		l.By("Add-DhcpServerv4Scope", model.Params{"Name": "Site", "StartRange": at(10), "EndRange": at(99), "SubnetMask": netip.MustParseAddr("255.255.255.0")})
	}
	l.By("Add-DhcpServerv4Failover", model.Params{"Name": "pair", "PartnerServer": "DHCP2", "ScopeId": ids, "Force": true})
	p := l.Protocol()
	l.Engine.Reset()
	var wait sync.WaitGroup
	for _, id := range ids {
		wait.Go(func() {
			_, diags := p.Apply(t, p.Absent("dhcp_option_value"), map[string]any{"scope_id": id.String(), "option_id": 6, "values": []any{"10.0.0.53"}})
			if len(diags) > 0 {
				t.Error(acctest.Messages(diags))
			}
		})
	}
	wait.Wait()
	batches := l.Engine.Processes()
	if got := replications(l); got == 0 || got > batches {
		t.Errorf("%d replications in %d processes", got, batches)
	}
	if got := strings.Count(partnerScopes(l), "[10.0.0.53]"); got != len(ids) {
		t.Errorf("the partner has %d of the changes: %s", got, partnerScopes(l))
	}
}
