package leasev6_test

import (
	"net/netip"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

func TestLeasesV6(t *testing.T) {
	l := acctest.Windows(t, lab.Options{})
	at := netip.MustParseAddr
	for _, p := range []string{"2001:db8:0:1::", "2001:db8:0:2::"} {
		l.By("Add-DhcpServerv6Scope", model.Params{"Prefix": at(p), "Name": "x"})
	}
	lease := func(address, duid, host string, year int) {
		l.By("Add-DhcpServerv6Lease", model.Params{
			"IPAddress": at(address), "ClientDuid": duid, "Iaid": int64(7), "HostName": host, "LeaseExpiryTime": time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC),
		})
	}
	lease("2001:db8:0:2::50", "00-03-00-01-aa-bb-cc-dd-ee-01", "pc1.corp.example", 2035)
	lease("2001:db8:0:1::50", "00-03-00-01-aa-bb-cc-dd-ee-02", "pc2.corp.example", 2036)
	l.By("Add-DhcpServerv6Reservation", model.Params{"Prefix": at("2001:db8:0:1::"), "IPAddress": at("2001:db8:0:1::20"), "ClientDuid": "00-03-00-01-aa-bb-cc-dd-ee-03", "Iaid": int64(1)})
	for name, value := range l.Servers[0].Environment() {
		t.Setenv(name, value)
	}
	p := acctest.NewProtocol(t)
	if diags := p.Configure(t, nil); len(diags) > 0 {
		t.Fatal(acctest.Messages(diags))
	}
	for _, c := range []struct {
		name   string
		config map[string]any
		want   []string
	}{
		{"all", nil, []string{"2001:db8:0:1::20", "2001:db8:0:1::50", "2001:db8:0:2::50"}},
		{"scope", map[string]any{"prefix": "2001:DB8:0:2::/64"}, []string{"2001:db8:0:2::50"}},
		{"client", map[string]any{"client_duid": "00030001AABBCCDDEE02"}, []string{"2001:db8:0:1::50"}},
		{"host", map[string]any{"host_name": "PC1"}, []string{"2001:db8:0:2::50"}},
		{"ending", map[string]any{"expires_before": "2035-06-01T00:00:00Z"}, []string{"2001:db8:0:2::50"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			state, diags := p.ReadDataSource(t, "dhcp_leases_v6", c.config)
			if len(diags) > 0 {
				t.Fatal(acctest.Messages(diags))
			}
			var got []string
			rows, _ := state["leases"].([]any)
			for _, row := range rows {
				got = append(got, row.(map[string]any)["address"].(string))
			}
			if len(got) != len(c.want) {
				t.Fatalf("got %v, want %v", got, c.want)
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Errorf("got %v, want %v", got, c.want)
				}
			}
		})
	}
	if _, diags := p.ReadDataSource(t, "dhcp_leases_v6", map[string]any{"prefix": "2001:db8:0:9::"}); len(diags) == 0 {
		t.Error("a scope that does not exist has leases")
	}
}
