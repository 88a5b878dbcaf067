package acctest

import (
	"fmt"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

// StartKea starts the lab's Kea API with two subnets for the time of a test: 10.1.0.0/24
// has the id 1, a pool from .100 to .199 and the router .1; 10.2.0.0/24 has the id 2.
func StartKea(t testing.TB, options keaapi.Options) *keaapi.Server {
	t.Helper()
	if options.Config == nil {
		options.Config = map[string]any{
			"valid-lifetime": 4000,
			"subnet4": []any{
				map[string]any{"id": 1, "subnet": "10.1.0.0/24", "pools": []any{map[string]any{"pool": "10.1.0.100-10.1.0.199"}}, "option-data": []any{map[string]any{"name": "routers", "data": "10.1.0.1"}}},
				map[string]any{"id": 2, "subnet": "10.2.0.0/24"},
			},
			"shared-networks": []any{map[string]any{"name": "floor1", "subnet4": []any{}}},
		}
	}
	if options.Config6 == nil {
		options.Config6 = map[string]any{"subnet6": []any{map[string]any{"id": 1, "subnet": "2001:db8:1::/64"}}}
	}
	server, err := keaapi.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server
}

// KeaProvider is the provider block that reaches a Kea server. Further settings are added
// as they are.
func KeaProvider(url, settings string) string {
	return fmt.Sprintf("provider \"dhcp\" {\n  kea = {\n    endpoints = [%q]\n    %s\n  }\n}\n", url, settings)
}

// KeaProtocol is a provider that is configured for a Kea server, without a Terraform.
func KeaProtocol(t testing.TB, server *keaapi.Server) *Protocol {
	t.Helper()
	p := NewProtocol(t)
	if got := Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	return p
}
