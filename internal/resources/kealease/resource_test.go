package kealease_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

type object = map[string]any

func TestLife(t *testing.T) {
	for name, c := range map[string]struct{ full, changed object }{
		"dhcp4/10.1.0.30": {
			object{"address": "10.1.0.30", "hw_address": "02-00-00-00-00-01", "client_id": "010203", "hostname": "Pinned.example", "valid_lifetime": 4294967295, "fqdn_forward": true, "user_context": `{ "a": 1 }`},
			object{"address": "10.1.0.30", "hw_address": "02:00:00:00:00:02"},
		},
		"dhcp6/2001:db8:1::5": {
			object{"address": "2001:DB8:1:0::5", "duid": "000300010203040506", "iaid": 7, "hostname": "six", "preferred_lifetime": 100},
			object{"address": "2001:DB8:1:0::5", "duid": "000300010203040506", "iaid": 8},
		},
		"dhcp6/2001:db8:8000::/56": {
			object{"address": "2001:db8:8000::", "prefix_length": 56, "subnet_id": 1, "duid": "000300010203040506", "iaid": 7},
			object{"address": "2001:db8:8000::", "prefix_length": 56, "subnet_id": 1, "duid": "000300010203040506", "iaid": 7, "hostname": "x"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := acctest.StartKea(t, keaapi.Options{Version: "2.6", LeaseCommands: true})
			p := acctest.KeaProtocol(t, server)
			l := p.Life(t, "kea_lease")
			if _, got := l.Apply(t, c.full); got != "" || l.Identity(t) != name || l.State(t)["subnet_id"] != 1.0 {
				t.Fatalf("created: %q, identity %q, state %v", got, l.Identity(t), l.State(t))
			}
			if got := l.Read(t); got != "" {
				t.Fatal(got)
			}
			if changed, got := l.Apply(t, c.full); len(changed) > 0 || got != "" {
				t.Errorf("again: %v %q", changed, got)
			}
			imported := p.Life(t, "kea_lease")
			if got := imported.Import(t, name, true); got != "" || imported.Identity(t) != name {
				t.Errorf("imported: %q", got)
			}
			if changed, _ := imported.Apply(t, c.full); len(changed) > 0 && !(len(changed) == 1 && changed[0] == "hostname") {
				t.Errorf("the import differs in %v", changed)
			}
			if changed, got := l.Apply(t, c.changed); got != "" || len(changed) == 0 || strings.Contains(strings.Join(changed, " "), "replace") {
				t.Errorf("changed %v: %q", changed, got)
			}
			service, address, _ := strings.Cut(name, "/")
			address, _, isPrefix := strings.Cut(address, "/")
			arguments := object{"ip-address": address}
			if isPrefix {
				arguments["type"] = "IA_PD"
			}
			if answer, err := server.Do(service, "lease"+service[4:]+"-del", arguments); err != nil || answer.Result != 0 {
				t.Fatal(answer, err)
			}
			if got := l.Read(t); got != "" || l.State(t) != nil {
				t.Errorf("released by the client: %q %v", got, l.State(t))
			}
			if _, got := l.Apply(t, c.changed); got != "" {
				t.Error(got)
			}
			if _, got := l.Apply(t, nil); got != "" || l.State(t) != nil {
				t.Errorf("destroyed: %q", got)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{LeaseCommands: true})
	if answer, err := server.Do("dhcp4", "lease4-add", object{"ip-address": "10.1.0.5", "hw-address": "02:00:00:00:00:09"}); err != nil || answer.Result != 0 {
		t.Fatal(answer, err)
	}
	p := acctest.KeaProtocol(t, server)
	if _, got := p.Life(t, "kea_lease").Apply(t, object{"address": "10.1.0.5", "hw_address": "02:00:00:00:00:01"}); !strings.Contains(got, "another client (02:00:00:00:00:09)") {
		t.Errorf("leased: %q", got)
	}
	if _, got := p.Life(t, "kea_lease").Apply(t, object{"address": "10.77.0.5", "hw_address": "02:00:00:00:00:01"}); !strings.Contains(got, "failed to find a subnet for address 10.77.0.5") {
		t.Errorf("outside: %q", got)
	}
	if _, got := acctest.KeaProtocol(t, acctest.StartKea(t, keaapi.Options{})).Life(t, "kea_lease").Apply(t, object{"address": "10.1.0.5", "hw_address": "02:00:00:00:00:01"}); !strings.Contains(got, "libdhcp_lease_cmds.so") {
		t.Errorf("without the hook: %q", got)
	}
	for _, id := range []string{"", "dhcp4/x", "dhcp4/10.0.0.0/24", "dhcp6/2001:db8::/x"} {
		if got := p.Life(t, "kea_lease").Import(t, id, false); !strings.Contains(got, "is no import id") {
			t.Errorf("import of %q: %q", id, got)
		}
	}
}

func TestWithTerraform(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "3.0", LeaseCommands: true})
	config := acctest.KeaProvider(server.URL(), "") + `
resource "kea_lease" "test" {
  provider       = dhcp
  address        = "10.1.0.30"
  hw_address     = "02-00-00-00-00-01"
  valid_lifetime = 4294967295
}
data "kea_leases" "test" {
  provider   = dhcp
  hw_address = kea_lease.test.hw_address
}
`
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: config, Check: resource.TestCheckResourceAttr("data.kea_leases.test", "leases.0.address", "10.1.0.30")},
			{Config: config, ResourceName: "kea_lease.test", ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"hw_address"}},
		},
	})
}
