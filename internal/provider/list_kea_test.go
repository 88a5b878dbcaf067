package provider_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

// onKea are the ids that each list resource finds on the server of fullKea.
var onKea = map[string]map[string][]string{
	"kea_client_class":      {"dhcp4": {"dhcp4/phones"}},
	"kea_option_definition": {"dhcp4": {"dhcp4/dhcp4/234"}},
	"kea_shared_network":    {"dhcp4": {"dhcp4/floor1"}},
	"kea_pool":              {"dhcp4": {"dhcp4/1/10.1.0.100-10.1.0.199"}, "dhcp6": {"dhcp6/1/2001:db8:1::100/120"}},
	"kea_reservation":       {"dhcp4": {"dhcp4/1/hw-address=02:00:5e:10:00:01"}, "dhcp6": {"dhcp6/1/duid=00:03:00:01:02:00:5e:10:00:01"}},
	"kea_subnet":            {"dhcp4": {"dhcp4/1", "dhcp4/2"}, "dhcp6": {"dhcp6/1"}},
}

// fullKea is a server with an object of every kind, and the provider for it.
func fullKea(t *testing.T) *acctest.Protocol {
	t.Helper()
	server := acctest.StartKea(t, keaapi.Options{
		Version: "3.0",
		Config: map[string]any{"valid-lifetime": 4000,
			"client-classes":  []any{map[string]any{"name": "phones", "test": "option[60].text == 'phone'"}},
			"option-def":      []any{map[string]any{"name": "wpad-url", "code": 234, "space": "dhcp4", "type": "string"}},
			"shared-networks": []any{map[string]any{"name": "floor1", "subnet4": []any{}}},
			"subnet4": []any{
				map[string]any{
					"id": 1, "subnet": "10.1.0.0/24", "pools": []any{map[string]any{"pool": "10.1.0.100-10.1.0.199"}},
					"option-data":  []any{map[string]any{"name": "routers", "data": "10.1.0.1"}},
					"reservations": []any{map[string]any{"hw-address": "02:00:5e:10:00:01", "ip-address": "10.1.0.10", "hostname": "web"}},
				},
				map[string]any{"id": 2, "subnet": "10.2.0.0/24"},
			}},
		Config6: map[string]any{"subnet6": []any{map[string]any{
			"id": 1, "subnet": "2001:db8:1::/64", "pools": []any{map[string]any{"pool": "2001:db8:1::100-2001:db8:1::1ff"}},
			"reservations": []any{map[string]any{"duid": "00:03:00:01:02:00:5e:10:00:01", "ip-addresses": []any{"2001:db8:1::10"}, "hostname": "web"}},
		}}},
	})
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	return p
}

// TestKeaLists lists every kind of object of both services. The configuration that
// Terraform generates of each plans without a change.
func TestKeaLists(t *testing.T) {
	t.Parallel()
	p := fullKea(t)
	for _, typeName := range typesOffered()["list-resources"] {
		if !strings.HasPrefix(typeName, "kea_") {
			continue
		}
		if onKea[typeName] == nil {
			t.Errorf("%s is not in the table of this test", typeName)
		}
		for service, want := range onKea[typeName] {
			objects, diags := p.List(t, typeName, 100, map[string]any{"service": service})
			if got := acctest.Messages(diags); got != "" {
				t.Errorf("%s: %s", typeName, got)
			}
			var got []string
			for _, o := range objects {
				got = append(got, o.ID)
				messages, empty := p.PlanGenerated(t, typeName, o.State)
				if messages != "" || !empty {
					t.Errorf("%s %s: the generated configuration is not as the server is: %s\n%v", typeName, o.ID, messages, o.State)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s finds %q, want %q", typeName, got, want)
			}
		}
	}
}
