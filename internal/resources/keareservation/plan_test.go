package keareservation_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

func with(extra map[string]any) map[string]any {
	attributes := map[string]any{"subnet": "10.1.0.0/24", "hw_address": "02:aa:00:00:00:01"}
	for name, value := range extra {
		if value == nil {
			delete(attributes, name)
		} else {
			attributes[name] = value
		}
	}
	return attributes
}

func TestRefusals(t *testing.T) {
	p := acctest.NewProtocol(t)
	for name, c := range map[string]struct {
		attributes map[string]any
		want       string
	}{
		"right":                   {with(nil), ""},
		"two identifiers":         {with(map[string]any{"duid": "00:01:02"}), "Invalid Attribute Combination"},
		"no identifier":           {with(map[string]any{"hw_address": nil}), "Missing Attribute Configuration"},
		"no subnet":               {with(map[string]any{"subnet": nil}), "Missing Attribute Configuration"},
		"subnet and id":           {with(map[string]any{"subnet_id": 1}), ""},
		"subnet of a global one":  {with(map[string]any{"global": true}), "A global reservation belongs to no subnet"},
		"no subnet, not global":   {with(map[string]any{"subnet": nil, "global": false}), "Leave global out"},
		"short hardware address":  {with(map[string]any{"hw_address": "02:aa:00:00:00"}), "has 6 bytes"},
		"no hexadecimal digits":   {with(map[string]any{"hw_address": "zz:aa:00:00:00:01"}), "pairs of hexadecimal digits"},
		"short DUID":              {with(map[string]any{"hw_address": nil, "duid": "0001"}), "3 to 128 bytes"},
		"address outside":         {with(map[string]any{"ip_address": "10.9.0.1"}), "Address outside of the subnet"},
		"address with zeroes":     {with(map[string]any{"ip_address": "10.1.0.010"}), "IPv4"},
		"IPv6 addresses for IPv4": {with(map[string]any{"ip_addresses": []any{"2001:db8::1"}}), "does not belong to a reservation of dhcp4"},
		"IPv4 address for IPv6":   {with(map[string]any{"subnet": "2001:db8:1::/64", "ip_address": "10.1.0.1"}), "does not belong to a reservation of dhcp6"},
		"circuit id for IPv6":     {with(map[string]any{"subnet": "2001:db8:1::/64", "hw_address": nil, "circuit_id": "01"}), "does not know reservations by circuit-id"},
		"IPv6 address outside":    {with(map[string]any{"subnet": "2001:db8:1::/64", "ip_addresses": []any{"2001:db8:2::1"}}), "Address outside of the subnet"},
		"bad range":               {with(map[string]any{"allocate_from": []any{"10.1.0.9-10.1.0.1"}}), "is not a range"},
		"not an object":           {with(map[string]any{"user_context": "[]"}), "no JSON object"},
		"unknown subnet":          {with(map[string]any{"subnet": acctest.Unknown, "ip_address": "10.9.0.1"}), ""},
		"unknown address":         {with(map[string]any{"ip_address": acctest.Unknown}), ""},
		"unknown identifier":      {with(map[string]any{"hw_address": acctest.Unknown}), ""},
	} {
		got := acctest.Messages(p.Validate(t, "kea_reservation", c.attributes))
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// TestPlanAsksTheServer checks what only the server knows.
func TestPlanAsksTheServer(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "2.6", LeaseCommands: true, Config: map[string]any{"subnet4": []any{
		map[string]any{"id": 1, "subnet": "10.1.0.0/24", "reservations-out-of-pool": true, "pools": []any{map[string]any{"pool": "10.1.0.100-10.1.0.199"}}},
	}}})
	if _, err := server.Do("dhcp4", "lease4-add", map[string]any{"ip-address": "10.1.0.20", "hw-address": "02:00:00:00:00:99", "subnet-id": 1, "hostname": "other"}); err != nil {
		t.Fatal(err)
	}
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	for name, c := range map[string]struct {
		attributes map[string]any
		want       string
	}{
		"nothing to say":         {with(map[string]any{"ip_address": "10.1.0.30"}), `^$`},
		"leased to another":      {with(map[string]any{"ip_address": "10.1.0.20"}), `^warning at .*ip_address.*leased to 02:00:00:00:00:99 other`},
		"leased to this client":  {with(map[string]any{"ip_address": "10.1.0.20", "hw_address": "0200.0000.0099"}), `^$`},
		"ignored in a pool":      {with(map[string]any{"ip_address": "10.1.0.150"}), `^warning at .*ip_address.*The server ignores this reservation`},
		"another subnet's id":    {with(map[string]any{"subnet": "10.7.0.0/24", "subnet_id": 1, "ip_address": nil}), `^error at .*subnet_id.*Subnet and id disagree`},
		"outside, by id":         {with(map[string]any{"subnet": nil, "subnet_id": 1, "ip_address": "10.2.0.1"}), `^error at .*ip_address.*not in the subnet 10\.1\.0\.0/24`},
		"subnet of a later step": {with(map[string]any{"subnet": "10.7.0.0/24", "ip_address": "10.7.0.1"}), `^$`},
	} {
		got := strings.ReplaceAll(acctest.Messages(p.Plan(t, "kea_reservation", c.attributes).Diagnostics), "\n", " ")
		if !regexp.MustCompile(c.want).MatchString(strings.TrimSpace(got)) {
			t.Errorf("%s: got %q, want %s", name, got, c.want)
		}
	}
}

// TestPlanWithoutServer plans against a server that is not there yet.
func TestPlanWithoutServer(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{})
	server.Close()
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	if got := acctest.Messages(p.Plan(t, "kea_reservation", with(map[string]any{"ip_address": "10.1.0.30"})).Diagnostics); got != "" {
		t.Errorf("got %q", got)
	}
	if got := acctest.Messages(p.Plan(t, "kea_subnet", map[string]any{"subnet": "10.1.0.0/24"}).Diagnostics); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestDataSource(t *testing.T) {
	reservation := func(mac, address, name string) map[string]any {
		return map[string]any{"hw-address": mac, "ip-address": address, "hostname": name}
	}
	server := acctest.StartKea(t, keaapi.Options{Config: map[string]any{"subnet4": []any{
		map[string]any{"id": 1, "subnet": "10.1.0.0/24", "reservations": []any{reservation("02:00:00:00:00:01", "10.1.0.10", "One"), reservation("02:00:00:00:00:02", "10.1.0.11", "two")}},
		map[string]any{"id": 2, "subnet": "10.2.0.0/24", "reservations": []any{reservation("02:00:00:00:00:01", "10.2.0.10", "one")}},
	}}})
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	for name, c := range map[string]struct {
		filter map[string]any
		want   []string
	}{
		"all":         {map[string]any{}, []string{"dhcp4/1/hw-address=02:00:00:00:00:01", "dhcp4/1/hw-address=02:00:00:00:00:02", "dhcp4/2/hw-address=02:00:00:00:00:01"}},
		"by subnet":   {map[string]any{"subnet": "10.2.0.9/24"}, []string{"dhcp4/2/hw-address=02:00:00:00:00:01"}},
		"by id":       {map[string]any{"subnet_id": 1}, []string{"dhcp4/1/hw-address=02:00:00:00:00:01", "dhcp4/1/hw-address=02:00:00:00:00:02"}},
		"by hardware": {map[string]any{"hw_address": "0200.0000.0002"}, []string{"dhcp4/1/hw-address=02:00:00:00:00:02"}},
		"by name":     {map[string]any{"hostname": "ONE"}, []string{"dhcp4/1/hw-address=02:00:00:00:00:01", "dhcp4/2/hw-address=02:00:00:00:00:01"}},
		"IPv6":        {map[string]any{"service": "dhcp6"}, nil},
	} {
		state, diags := p.ReadDataSource(t, "kea_reservations", c.filter)
		if len(diags) > 0 {
			t.Fatalf("%s: %s", name, acctest.Messages(diags))
		}
		var got []string
		list, _ := state["reservations"].([]any)
		for _, r := range list {
			m, _ := r.(map[string]any)
			id, _ := m["id"].(string)
			got = append(got, id)
		}
		if strings.Join(got, " ") != strings.Join(c.want, " ") {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	_, diags := p.ReadDataSource(t, "kea_reservations", map[string]any{"subnet": "10.9.0.0/24"})
	if got := acctest.Messages(diags); !strings.Contains(got, "no subnet with the prefix 10.9.0.0/24") {
		t.Errorf("unknown subnet: %q", got)
	}
}
