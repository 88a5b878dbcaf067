package scope_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
)

// office is a configuration without fault; with changes some of it.
func office(changes map[string]any) map[string]any {
	config := map[string]any{
		"name": "Office", "network": "10.1.0.0", "subnet_mask": "255.255.255.0", "start_range": "10.1.0.50", "end_range": "10.1.0.200",
		"gateway": "10.1.0.1", "dns_servers": []any{"10.0.0.53"},
	}
	maps.Copy(config, changes)
	return config
}

func excluded(pairs ...string) []any {
	var list []any
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, map[string]any{"start_address": pairs[i], "end_address": pairs[i+1]})
	}
	return list
}

func TestRefusedConfigurations(t *testing.T) {
	type changes = map[string]any
	for _, c := range []struct {
		name    string
		changes changes
		want    []string // each must stand in one line of the messages
	}{
		{"bad network", changes{"network": "10.1.0"}, []string{`("network")`}},
		{"network with host bits", changes{"network": "10.1.0.7"}, []string{`("network"): Invalid DHCP scope: 10.1.0.7 is not the network address`}},
		{"mask with a hole", changes{"subnet_mask": "255.0.255.0"}, []string{`("subnet_mask")`}},
		{"mask as a length", changes{"subnet_mask": "24"}, []string{`("subnet_mask")`}},
		{"reversed range", changes{"start_range": "10.1.0.200", "end_range": "10.1.0.50"}, []string{`("start_range")`}},
		{"range outside", changes{"end_range": "10.1.1.5"}, []string{`("end_range"): Invalid DHCP scope: 10.1.1.5 lies outside`}},
		{"range with the network address", changes{"start_range": "10.1.0.0"}, []string{`("start_range"): Invalid DHCP scope: 10.1.0.0 is the network address`}},
		{"range with the broadcast address", changes{"end_range": "10.1.0.255"}, []string{`("end_range"): Invalid DHCP scope: 10.1.0.255 is the broadcast address`}},
		{"reversed exclusion", changes{"exclusions": excluded("10.1.0.70", "10.1.0.60")}, []string{`("exclusions")`}},
		{"exclusion outside", changes{"exclusions": excluded("10.2.0.1", "10.2.0.9")}, []string{`("exclusions")`}},
		{"overlapping exclusions", changes{"exclusions": excluded("10.1.0.60", "10.1.0.70", "10.1.0.70", "10.1.0.80")}, []string{"overlaps the exclusion"}},
		{"gateway outside", changes{"gateway": "10.2.0.1"}, []string{`("gateway"): Invalid DHCP scope: 10.2.0.1 lies outside`}},
		{"gateway in the pool", changes{"gateway": "10.1.0.100"}, []string{`("gateway"): Invalid DHCP scope: 10.1.0.100 lies in the pool`}},
		{"DNS server twice", changes{"dns_servers": []any{"10.0.0.53", "10.0.0.54", "10.0.0.53"}}, []string{`("dns_servers").ElementKeyInt(2)`}},
		{"DNS server of IPv6", changes{"dns_servers": []any{"2001:db8::1"}}, []string{`("dns_servers").ElementKeyInt(0)`}},
		{"domain with a blank", changes{"dns_domain": "corp example"}, []string{`("dns_domain")`}},
		{"domain too long", changes{"dns_domain": strings.Repeat("a", 257)}, []string{`("dns_domain")`}},
		{"empty name", changes{"name": ""}, []string{`("name")`}},
		{"long name", changes{"name": strings.Repeat("n", 256)}, []string{`("name")`}},
		{"control character", changes{"description": "a\x07b"}, []string{`("description")`}},
		{"lease of nothing", changes{"lease_duration": "0s"}, []string{`("lease_duration")`}},
		{"lease too long", changes{"lease_duration": "60000d"}, []string{`("lease_duration")`}},
		{"lease without unit", changes{"lease_duration": "48:00:00"}, []string{`("lease_duration")`}},
		{"half a boot pair", changes{"boot_server": "boot"}, []string{`("boot_server")`}},
		{"other half", changes{"boot_file": "x"}, []string{`("boot_file")`}},
		{"delay", changes{"delay": 1001}, []string{`("delay")`}},
		{"state", changes{"state": "Asleep"}, []string{`("state")`}},
		{"type", changes{"type": "Dynamic"}, []string{`("type")`}},
		{"BOOTP limit", changes{"max_bootp_clients": 5}, []string{`("max_bootp_clients")`}},
		{"several at once", changes{"name": "", "gateway": "10.9.0.1", "delay": 5000, "boot_file": "x"}, []string{`("name")`, `("gateway")`, `("delay")`, `("boot_file")`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := acctest.Messages(acctest.NewProtocol(t).Validate(t, "dhcp_scope", office(c.changes)))
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("no message has %q:\n%s", want, got)
				}
			}
		})
	}
}

func TestAcceptedConfigurations(t *testing.T) {
	type changes = map[string]any
	for _, c := range []struct {
		name    string
		changes changes
	}{
		{"plain", nil},
		{"gateway in an exclusion", changes{"gateway": "10.1.0.60", "exclusions": excluded("10.1.0.60", "10.1.0.60")}},
		{"exclusion outside the range", changes{"exclusions": excluded("10.1.0.1", "10.1.0.49")}},
		{"neighbouring exclusions", changes{"exclusions": excluded("10.1.0.60", "10.1.0.69", "10.1.0.70", "10.1.0.79")}},
		{"no exclusions", changes{"exclusions": []any{}}},
		{"unlimited lease", changes{"lease_duration": "unlimited"}},
		{"states in any case", changes{"state": "InActive", "type": "both", "max_bootp_clients": 10}},
		{"unknown network", changes{"network": acctest.Unknown}},
		{"unknown exclusions", changes{"gateway": "10.1.0.100", "exclusions": acctest.Unknown}},
		{"unknown gateway", changes{"gateway": acctest.Unknown}},
		{"unknown half of a boot pair", changes{"boot_server": acctest.Unknown, "boot_file": "x"}},
		{"one host", changes{"start_range": "10.1.0.50", "end_range": "10.1.0.50"}},
		{"text of many kinds", changes{"name": "Büro ‘eins’ $(exit) `n 一 🖨", "description": "; Remove-Item \""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := acctest.Messages(acctest.NewProtocol(t).Validate(t, "dhcp_scope", office(c.changes))); got != "" {
				t.Error(got)
			}
		})
	}
}

// A mistake beside an unknown value is still found.
func TestUnknownSkipsOnlyItsOwnChecks(t *testing.T) {
	got := acctest.Messages(acctest.NewProtocol(t).Validate(t, "dhcp_scope", office(map[string]any{
		"network": acctest.Unknown, "start_range": "10.1.0.200", "end_range": "10.1.0.50",
	})))
	if !strings.Contains(got, `("start_range")`) {
		t.Errorf("the reversed range was not found: %s", got)
	}
}
