package lease_test

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

func TestLeases(t *testing.T) {
	l := acctest.Windows(t, lab.Options{})
	at := netip.MustParseAddr
	for _, n := range []int{1, 2} {
		l.By("Add-DhcpServerv4Scope", model.Params{"Name": "Office", "StartRange": at(fmt.Sprintf("10.%d.0.10", n)), "EndRange": at(fmt.Sprintf("10.%d.0.200", n)), "SubnetMask": at("255.255.255.0")})
	}
	lease := func(address, client, host, state string, seconds int64) {
		if err := l.World.Event(l.Servers[0].Server, "lease", map[string]any{"address": address, "client_id": client, "hostname": host, "state": state, "seconds": seconds}); err != nil {
			t.Fatal(err)
		}
	}
	lease("10.2.0.20", "aa-bb-cc-00-00-01", "pc1.corp.example", "Active", 3600)
	lease("10.1.0.20", "aa-bb-cc-00-00-02", "pc2", "Active", 86400)
	lease("10.1.0.21", "aa-bb-cc-00-00-03", "pc3", "Declined", 3600)
	l.By("Add-DhcpServerv4Reservation", model.Params{"ScopeId": at("10.1.0.0"), "IPAddress": at("10.1.0.50"), "ClientId": "aa-bb-cc-00-00-04", "Name": "printer"})
	p := l.Protocol()
	soon := l.World.Now().Add(2 * time.Hour).Format(time.RFC3339)
	for name, c := range map[string]struct {
		config map[string]any
		want   string
	}{
		"all":            {nil, "10.1.0.20 10.1.0.50 10.2.0.20"},
		"scope":          {map[string]any{"scope_id": "10.1.0.0"}, "10.1.0.20 10.1.0.50"},
		"declined":       {map[string]any{"states": []any{"declined"}}, "10.1.0.21"},
		"client":         {map[string]any{"client_id": "AABB.CC00.0002"}, "10.1.0.20"},
		"short host":     {map[string]any{"host_name": "PC1"}, "10.2.0.20"},
		"another domain": {map[string]any{"host_name": "pc1.lab.example"}, ""},
		"expiring":       {map[string]any{"expires_before": soon}, "10.2.0.20"},
		"both":           {map[string]any{"expires_before": soon, "scope_id": "10.1.0.0"}, ""},
		"reservations":   {map[string]any{"states": []any{"InactiveReservation"}}, "10.1.0.50"},
	} {
		state, diags := p.ReadDataSource(t, "dhcp_leases", c.config)
		if len(diags) > 0 {
			t.Errorf("%s: %s", name, acctest.Messages(diags))
			continue
		}
		var got []string
		for _, r := range state["leases"].([]any) {
			row := r.(map[string]any)
			got = append(got, row["address"].(string))
			if (row["expires"] == nil) != row["reserved"].(bool) {
				t.Errorf("%s: %v", name, row)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
	for want, config := range map[string]map[string]any{
		"DHCP 20005": {"scope_id": "10.9.0.0"}, "states": {"states": []any{"Asleep"}}, "expires_before": {"expires_before": "tomorrow"}, "client_id": {"client_id": "pc"},
	} {
		if _, diags := p.ReadDataSource(t, "dhcp_leases", config); !strings.Contains(acctest.Messages(diags), want) {
			t.Errorf("%v: %s", config, acctest.Messages(diags))
		}
	}
}
