package freeaddress_test

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

func TestFreeAddresses(t *testing.T) {
	l := acctest.Windows(t, lab.Options{})
	at := netip.MustParseAddr
	l.By("Add-DhcpServerv4Scope", model.Params{"Name": "Office", "StartRange": at("10.1.0.10"), "EndRange": at("10.1.0.15"), "SubnetMask": at("255.255.255.0")})
	l.By("Add-DhcpServerv4Reservation", model.Params{"ScopeId": at("10.1.0.0"), "IPAddress": at("10.1.0.11"), "ClientId": "aa-bb-cc-00-00-04"})
	p := l.Protocol()
	for name, c := range map[string]struct {
		config map[string]any
		want   string
	}{
		"one":    {map[string]any{"scope_id": "10.1.0.0"}, "[10.1.0.10]"},
		"more":   {map[string]any{"scope_id": "10.1.0.0", "number": 3}, "[10.1.0.10 10.1.0.12 10.1.0.13]"},
		"fewer":  {map[string]any{"scope_id": "10.1.0.0", "number": 1024}, "[10.1.0.10 10.1.0.12 10.1.0.13 10.1.0.14 10.1.0.15]"},
		"window": {map[string]any{"scope_id": "10.1.0.0", "number": 5, "start_address": "10.1.0.11", "end_address": "10.1.0.13"}, "[10.1.0.12 10.1.0.13]"},
	} {
		state, diags := p.ReadDataSource(t, "dhcp_free_addresses", c.config)
		if len(diags) > 0 || fmt.Sprint(state["addresses"]) != c.want {
			t.Errorf("%s: %v %s", name, state, acctest.Messages(diags))
		}
	}
	for want, config := range map[string]map[string]any{
		"DHCP 20005": {"scope_id": "10.9.0.0"}, "number": {"scope_id": "10.1.0.0", "number": 1025}, "end_address": {"scope_id": "10.1.0.0", "start_address": "10.1.0.11"},
		"Invalid range": {"scope_id": "10.1.0.0", "start_address": "10.1.0.14", "end_address": "10.1.0.11"}, "WIN32 87": {"scope_id": "10.1.0.0", "start_address": "10.1.0.1", "end_address": "10.1.0.5"},
	} {
		if _, diags := p.ReadDataSource(t, "dhcp_free_addresses", config); !strings.Contains(acctest.Messages(diags), want) {
			t.Errorf("%v: %s", config, acctest.Messages(diags))
		}
	}
}
