package option_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

var (
	prefix  = at("2001:db8:0:1::")
	printer = at("2001:db8:0:1::20")
)

func startV6(t *testing.T) *acctest.WindowsLab {
	l := acctest.Windows(t, lab.Options{})
	l.By("Add-DhcpServerv6Scope", model.Params{"Prefix": prefix, "Name": "Lab"})
	l.By("Add-DhcpServerv6Reservation", model.Params{"Prefix": prefix, "IPAddress": printer, "ClientDuid": "00-01-00-01-2b-3c-4d-5e-00-15-5d-01-02-01", "Iaid": int64(1)})
	l.By("Add-DhcpServerv6Class", model.Params{"Name": "Phones & more", "Type": "Vendor", "Data": "acmephone", "VendorId": int64(32473)})
	l.By("Add-DhcpServerv6Class", model.Params{"Name": "Lab", "Type": "User", "Data": "lab"})
	return l
}

// Definition and values at every level in one apply, a plan without changes, import.
func TestAccOptionValueV6(t *testing.T) {
	t.Parallel()
	l := startV6(t)
	config := func(server string) string {
		return l.Config(`
resource "dhcp_option_definition_v6" "prov" {
  option_id    = 5
  vendor_class = "Phones & more"
  name         = "Provisioning"
  type         = "String"
}
resource "dhcp_option_value_v6" "vendor" {
  prefix       = "2001:DB8:0:1::/64"
  option_id    = dhcp_option_definition_v6.prov.option_id
  vendor_class = dhcp_option_definition_v6.prov.vendor_class
  values       = ["https://prov.example"]
}
resource "dhcp_option_value_v6" "server" {
  option_id = 23
  values    = [` + server + `]
}
resource "dhcp_option_value_v6" "user" {
  reserved_address = "2001:db8:0:1::20"
  option_id        = 24
  user_class       = "Lab"
  values           = ["lab.example", "example"]
}`)
	}
	imports := func(name string) resource.TestStep {
		return resource.TestStep{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"prefix"}}
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: config(`"2001:DB8:0:53:0::53"`)},
			imports("dhcp_option_value_v6.vendor"), imports("dhcp_option_value_v6.user"), imports("dhcp_option_definition_v6.prov"),
			{Config: config(`"2001:db8:0:53::53", "2001:db8:0:53::54"`), ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction("dhcp_option_value_v6.server", plancheck.ResourceActionUpdate), plancheck.ExpectResourceAction("dhcp_option_value_v6.vendor", plancheck.ResourceActionNoop),
			}}},
		},
	})
	if rows := l.By("Get-DhcpServerv6OptionValue", model.Params{"All": true}); len(rows) != 0 {
		t.Errorf("values are left: %v", rows)
	}
}

// One value over its life: respelled, changed, drifted, gone, imported, replaced.
func TestOptionValueV6Life(t *testing.T) {
	l := startV6(t)
	p := l.Protocol()
	type config = map[string]any
	value := p.Life(t, "dhcp_option_value_v6")
	apply := func(c config, want ...string) {
		t.Helper()
		if changed, messages := value.Apply(t, c); !slices.Equal(changed, want) || messages != "" {
			t.Errorf("%v changed %v, want %v: %s", c, changed, want, messages)
		}
	}
	dns := func(values ...any) config {
		return config{"prefix": "2001:db8:0:1::", "option_id": 23, "values": values}
	}
	apply(dns("2001:db8:0:53::53"), "id")
	apply(dns("2001:DB8:0:53:0:0:0:53"))
	apply(config{"prefix": "2001:DB8:0:1::/64", "option_id": 23, "values": []any{"2001:db8:0:53::53"}})
	apply(dns("2001:db8:0:53::54"), "values")
	l.By("Set-DhcpServerv6OptionValue", model.Params{"Prefix": prefix, "OptionId": int64(23), "Value": []string{"2001:db8::9"}, "Force": true})
	if messages := value.Read(t); messages != "" || value.State(t)["values"].([]any)[0] != "2001:db8::9" {
		t.Errorf("%v: %s", value.State(t), messages)
	}
	apply(dns("2001:db8:0:53::54"), "values")
	if got := value.State(t)["id"]; got != "scope/2001:db8:0:1::/23" || value.Identity(t) != got {
		t.Errorf("id %v, identity %q", got, value.Identity(t))
	}
	imported := p.Life(t, "dhcp_option_value_v6")
	for _, byIdentity := range []bool{false, true} {
		if messages := imported.Import(t, "scope/2001:db8:0:1::/23", byIdentity); messages != "" {
			t.Error(messages)
		}
		if changed, messages := imported.Apply(t, dns("2001:db8:0:53::54")); len(changed) > 0 || messages != "" {
			t.Errorf("after the import %v changes: %s", changed, messages)
		}
	}
	if changed, _ := value.Apply(t, config{"reserved_address": "2001:db8:0:1::20", "option_id": 23, "values": []any{"2001:db8::1"}}); !slices.Contains(changed, "replace") {
		t.Errorf("another level changed %v", changed)
	}
	l.By("Remove-DhcpServerv6OptionValue", model.Params{"Prefix": prefix, "OptionId": []int64{23}})
	if messages := value.Read(t); messages != "" || value.State(t) != nil {
		t.Errorf("a value that has gone: %v, %s", value.State(t), messages)
	}
	apply(dns("2001:db8:0:53::53"), "id")
	apply(nil, "id")
	apply(nil)
}

func TestOptionValueV6Refusals(t *testing.T) {
	l := startV6(t)
	p := l.Protocol()
	l.By("Set-DhcpServerv6OptionValue", model.Params{"OptionId": int64(31), "Value": []string{"2001:db8::1"}})
	for want, c := range map[string]map[string]any{
		"has a value there already: 2001:db8::1":           {"option_id": 31, "values": []any{"2001:db8::2"}},
		"the least possible is 600":                        {"option_id": 32, "values": []any{"0x10"}},
		`"10.0.0.1" is not an IPv6 address`:                {"option_id": 23, "values": []any{"10.0.0.1"}},
		"(dhcp_option_definition_v6), the value":           {"option_id": 200, "values": []any{"1"}},
		"DHCP 20005":                                       {"option_id": 23, "prefix": "2001:db8:0:9::", "values": []any{"2001:db8::1"}},
		"DHCP 20018":                                       {"option_id": 23, "reserved_address": "2001:db8:0:1::99", "values": []any{"2001:db8::1"}},
		"2001:db8::1 is not a valid DNS server":            {"option_id": 23, "validate_dns_servers": true, "values": []any{"2001:db8::1"}},
		"Unable to create DHCP option value server/24?use": {"option_id": 24, "user_class": "Nobody", "values": []any{"x.example"}},
	} {
		value := p.Life(t, "dhcp_option_value_v6")
		if _, messages := value.Apply(t, c); !strings.Contains(messages, want) {
			t.Errorf("want %q: %s", want, messages)
		}
		if value.State(t) != nil {
			t.Errorf("%v is in the state", c)
		}
	}
	for _, id := range []string{"server/31?policy=x", "prefix/2001:db8::/31", "scope/10.1.0.0/31", "server/x", "server/24", "reservation/2001:db8:0:1::99/23"} {
		if messages := p.Life(t, "dhcp_option_value_v6").Import(t, id, false); !strings.HasPrefix(messages, "error") {
			t.Errorf("%s was imported: %s", id, messages)
		}
	}
}

func TestOptionsV6DataSource(t *testing.T) {
	l := startV6(t)
	l.By("Set-DhcpServerv6OptionValue", model.Params{"Prefix": prefix, "OptionId": int64(24), "Value": []string{"a.example"}})
	l.By("Set-DhcpServerv6OptionValue", model.Params{"Prefix": prefix, "OptionId": int64(24), "Value": []string{"b.example"}, "UserClass": "Lab"})
	l.By("Set-DhcpServerv6OptionValue", model.Params{"ReservedIP": printer, "OptionId": int64(31), "Value": []string{"2001:db8::123"}})
	p := l.Protocol()
	for name, c := range map[string]struct {
		config map[string]any
		want   int
	}{
		"server": {nil, 0}, "scope": {map[string]any{"prefix": "2001:DB8:0:1::/64"}, 2}, "no class": {map[string]any{"prefix": "2001:db8:0:1::", "user_class": ""}, 1},
		"reservation": {map[string]any{"reserved_address": "2001:db8:0:1::20"}, 1}, "other option": {map[string]any{"prefix": "2001:db8:0:1::", "option_id": 23}, 0},
	} {
		state, diags := p.ReadDataSource(t, "dhcp_options_v6", c.config)
		if len(diags) > 0 {
			t.Fatalf("%s: %s", name, acctest.Messages(diags))
		}
		if got := len(state["options"].([]any)); got != c.want {
			t.Errorf("%s: %d values, want %d", name, got, c.want)
		}
	}
	if _, diags := p.ReadDataSource(t, "dhcp_options_v6", map[string]any{"prefix": "2001:db8:0:9::"}); !strings.Contains(acctest.Messages(diags), "Unable to list DHCPv6 options of IPv6 scope 2001:db8:0:9::") {
		t.Errorf("an unknown scope: %s", acctest.Messages(diags))
	}
}
