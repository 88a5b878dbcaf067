package keasubnet_test

import (
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

func TestSubnetForAddress(t *testing.T) {
	for version, source := range map[string]string{"2.6": "configuration", "3.0": "server"} {
		p := acctest.KeaProtocol(t, acctest.StartKea(t, keaapi.Options{Version: version}))
		for address, want := range map[string]string{"10.2.0.9": "10.2.0.0/24", "2001:DB8:1::9": "2001:db8:1::/64"} {
			state, diags := p.ReadDataSource(t, "kea_subnet_for_address", map[string]any{"address": address})
			if state["subnet"] != want || state["source"] != source || len(diags) > 0 {
				t.Errorf("%s %s: %v %s", version, address, state, acctest.Messages(diags))
			}
		}
		if _, diags := p.ReadDataSource(t, "kea_subnet_for_address", map[string]any{"address": "192.0.2.1"}); !strings.Contains(acctest.Messages(diags), "Unable to find the Kea subnet for 192.0.2.1") {
			t.Errorf("%s: %s", version, acctest.Messages(diags))
		}
	}
}
