package option_test

import (
	"net/netip"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

const name = "dhcp_option_value.test"

var (
	at      = netip.MustParseAddr
	scopeID = at("10.1.0.0")
)

func start(t *testing.T) *acctest.WindowsLab { return office(acctest.Windows(t, lab.Options{})) }

// office adds the scope of the tests.
func office(l *acctest.WindowsLab) *acctest.WindowsLab {
	l.By("Add-DhcpServerv4Scope", model.Params{"Name": "Office", "StartRange": at("10.1.0.10"), "EndRange": at("10.1.0.200"), "SubnetMask": at("255.255.255.0")})
	return l
}

func block(attributes string) string {
	return "resource \"dhcp_option_value\" \"test\" {\n" + attributes + "\n}\n"
}

func expect(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}}
}

func is(attribute string, v knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(name, tfjsonpath.New(attribute), v)
}

func texts(list ...string) knownvalue.Check {
	var checks []knownvalue.Check
	for _, s := range list {
		checks = append(checks, knownvalue.StringExact(s))
	}
	return knownvalue.ListExact(checks)
}

// Values at a scope: made, changed, respelled without a change, drifted, imported, gone.
func TestAccOptionValue(t *testing.T) {
	t.Parallel()
	l := office(acctest.Target(t))
	at26 := func(values string) string {
		return l.Config(block("scope_id = \"10.1.0.0\"\noption_id = 26\nvalues = [" + values + "]"))
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: at26(`"0x5dc"`), ConfigPlanChecks: expect(plancheck.ResourceActionCreate), ConfigStateChecks: []statecheck.StateCheck{
				is("id", knownvalue.StringExact("scope/10.1.0.0/26")), is("values", texts("0x5dc")), is("type", knownvalue.StringExact("Word")),
			}},
			{Config: at26(`"1500"`), ConfigPlanChecks: expect(plancheck.ResourceActionNoop)},
			{Config: at26(`"9000"`), ConfigPlanChecks: expect(plancheck.ResourceActionUpdate)},
			{ResourceName: name, ImportState: true, ImportStateVerify: true},
			{
				PreConfig: func() {
					l.By("Set-DhcpServerv4OptionValue", model.Params{"ScopeId": scopeID, "OptionId": int64(26), "Value": []string{"1400"}})
				},
				Config: at26(`"9000"`), ConfigPlanChecks: expect(plancheck.ResourceActionUpdate),
			},
			{
				PreConfig: func() {
					l.By("Remove-DhcpServerv4OptionValue", model.Params{"ScopeId": scopeID, "OptionId": []int64{26}})
				},
				Config: at26(`"9000"`), ConfigPlanChecks: expect(plancheck.ResourceActionCreate),
			},
		},
	})
}

func TestAccOptionValue_routes(t *testing.T) {
	t.Parallel()
	l := start(t)
	routes := "option_id = 121\nroutes = [{ destination = \"10.8.0.0/16\", router = \"10.1.0.254\" }, { destination = \"0.0.0.0/0\", router = \"10.1.0.1\" }]"
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: l.Config(block(routes)), ConfigPlanChecks: expect(plancheck.ResourceActionCreate)},
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateId: "server/121"},
			{
				PreConfig: func() {
					rows := l.By("Get-DhcpServerv4OptionValue", model.Params{"OptionId": []int64{121}})
					if got := strings.Join(rows[0].Properties["Value"].([]string), " "); got != "0x10 0x0a 0x08 0x0a 0x01 0x00 0xfe 0x00 0x0a 0x01 0x00 0x01" {
						t.Errorf("on the server: %s", got)
					}
				},
				Config: l.Config(block(strings.Replace(routes, "10.1.0.254", "10.1.0.253", 1))), ConfigPlanChecks: expect(plancheck.ResourceActionUpdate),
			},
			// The same as bytes.
			{Config: l.Config(block("option_id = 121\nvalues = [\"0x100a080a0100fd000a010001\"]"))},
		},
	})
}

// Values of definitions and classes made in the same apply, at every level.
func TestAccOptionValue_levels(t *testing.T) {
	t.Parallel()
	l := start(t)
	l.By("Add-DhcpServerv4Policy", model.Params{"Name": "phones", "Condition": "OR", "ScopeId": scopeID, "MacAddress": []string{"EQ", "AABBCC*"}})
	config := l.Config(`
resource "dhcp_class" "phones" {
  name = "Phones & more"
  type = "Vendor"
  data = "LabPhone"
}
resource "dhcp_class" "lab" {
  name = "Lab"
  type = "User"
  data = "lab"
}
resource "dhcp_option_definition" "server" {
  option_id    = 1
  vendor_class = dhcp_class.phones.name
  name         = "Call server"
  type         = "String"
}
resource "dhcp_option_definition" "tftp" {
  option_id    = 150
  name         = "TFTP servers"
  type         = "IPv4Address"
  multi_valued = true
}
resource "dhcp_reservation" "phone" {
  scope_id  = "10.1.0.0"
  address   = "10.1.0.50"
  client_id = "aa-bb-cc-00-00-01"
}
resource "dhcp_option_value" "vendor" {
  option_id    = dhcp_option_definition.server.option_id
  vendor_class = dhcp_option_definition.server.vendor_class
  scope_id     = "10.1.0.0"
  values       = ["call.example"]
}
resource "dhcp_option_value" "user" {
  option_id  = dhcp_option_definition.tftp.option_id
  user_class = dhcp_class.lab.name
  values     = ["10.0.0.1", "10.0.0.2"]
}
resource "dhcp_option_value" "policy" {
  option_id   = dhcp_option_definition.tftp.option_id
  scope_id    = "10.1.0.0"
  policy_name = "phones"
  values      = ["10.0.0.3"]
}
resource "dhcp_option_value" "test" {
  option_id        = 12
  reserved_address = dhcp_reservation.phone.address
  values           = ["phone-17"]
}`)
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: config},
			{ResourceName: "dhcp_option_value.vendor", ImportState: true, ImportStateVerify: true},
			{ResourceName: "dhcp_option_value.user", ImportState: true, ImportStateVerify: true},
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateId: "reservation/10.1.0.50/12"},
			{ResourceName: "dhcp_class.phones", ImportState: true, ImportStateVerify: true},
			{ResourceName: "dhcp_option_definition.server", ImportState: true, ImportStateVerify: true},
		},
	})
	if rows := l.By("Get-DhcpServerv4OptionDefinition", model.Params{"All": true}); len(rows) != 72 {
		t.Errorf("%d definitions are left", len(rows))
	}
}

func TestAccOptionValue_refusals(t *testing.T) {
	t.Parallel()
	l := office(acctest.Target(t))
	l.By("Set-DhcpServerv4OptionValue", model.Params{"ScopeId": scopeID, "OptionId": int64(42), "Value": []string{"10.0.0.1"}})
	scope := "resource \"dhcp_scope\" \"two\" {\n  name = \"Two\"\n  network = \"10.2.0.0\"\n  subnet_mask = \"255.255.255.0\"\n  start_range = \"10.2.0.10\"\n  end_range = \"10.2.0.20\"\n}\n"
	step := func(config, want string) resource.TestStep {
		return resource.TestStep{Config: l.Config(config), ExpectError: regexp.MustCompile("(?s)" + strings.ReplaceAll(want, " ", `\s+`))}
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			step(block("scope_id = \"10.1.0.0\"\noption_id = 42\nvalues = [\"10.0.0.2\"]"), "has a value there already: 10.0.0.1.*Import it .id scope/10.1.0.0/42"),
			step(block("option_id = 26\nvalues = [\"huge\"]"), `"huge" is not a number from 0 to 65535`),
			step(block("option_id = 26\nvalues = [\"1\", \"2\"]"), "has a single value"),
			step(block("option_id = 200\nvalues = [\"1\"]"), "needs a definition before it can have a value"),
			step(scope+block("scope_id = dhcp_scope.two.scope_id\noption_id = 3\nvalues = [\"10.2.0.1\"]"), "Managed twice"),
		},
	})
}

func TestRefusedConfigurations(t *testing.T) {
	p := acctest.NewProtocol(t)
	type config = map[string]any
	route := []any{map[string]any{"destination": "10.8.0.1/16", "router": "10.1.0.1"}}
	for want, c := range map[string]config{
		"lease_duration":    {"option_id": 51, "values": []any{"1"}},
		"dhcp_dns_settings": {"option_id": 81, "values": []any{"1"}},
		`("values")`:        {"option_id": 3},
		"Only the options":  {"option_id": 3, "routes": route},
		"host bits":         {"option_id": 121, "routes": route},
		`("option_id")`:     {"option_id": 256, "values": []any{"1"}},
		"reserved_address":  {"option_id": 3, "values": []any{"1"}, "scope_id": "10.1.0.0", "reserved_address": "10.1.0.5"},
		"user_class":        {"option_id": 3, "values": []any{"1"}, "policy_name": "a", "user_class": "b"},
	} {
		if got := acctest.Messages(p.Validate(t, "dhcp_option_value", c)); !strings.Contains(got, want) {
			t.Errorf("%v: %s", c, got)
		}
	}
	for _, c := range []config{
		{"option_id": 51, "vendor_class": "Phones", "values": []any{"1"}}, {"option_id": acctest.Unknown, "values": acctest.Unknown}, {"option_id": 249, "routes": acctest.Unknown},
	} {
		if got := acctest.Messages(p.Validate(t, "dhcp_option_value", c)); got != "" {
			t.Errorf("%v: %s", c, got)
		}
	}
	for want, c := range map[string]config{
		`("name")`: {"option_id": 150, "name": "", "type": "Byte"}, `("type")`: {"option_id": 150, "name": "x", "type": "Number"},
		`("default_value")`: {"option_id": 150, "name": "x", "type": "Byte", "default_value": []any{"256"}}, "single value": {"option_id": 150, "name": "x", "type": "Byte", "default_value": []any{"1", "2"}},
	} {
		if got := acctest.Messages(p.Validate(t, "dhcp_option_definition", c)); !strings.Contains(got, want) {
			t.Errorf("%v: %s", c, got)
		}
	}
	for want, c := range map[string]config{
		`("name")`: {"name": "", "type": "User", "data": "x"}, `("type")`: {"name": "x", "type": "user", "data": "x"}, `("data")`: {"name": "x", "type": "User", "data": strings.Repeat("x", 256)},
	} {
		if got := acctest.Messages(p.Validate(t, "dhcp_class", c)); !strings.Contains(got, want) {
			t.Errorf("%v: %s", c, got)
		}
	}
}

func TestOptionsDataSource(t *testing.T) {
	l := start(t)
	l.By("Set-DhcpServerv4OptionValue", model.Params{"ScopeId": scopeID, "OptionId": int64(121), "Value": []string{"0x08", "0x0a", "0x0a", "0x01", "0x00", "0x01"}})
	l.By("Set-DhcpServerv4OptionValue", model.Params{"ScopeId": scopeID, "OptionId": int64(1), "Value": []string{"1"}, "VendorClass": "Microsoft Options"})
	l.By("Set-DhcpServerv4OptionValue", model.Params{"ScopeId": scopeID, "OptionId": int64(3), "Value": []string{"10.1.0.1"}, "UserClass": "Default BOOTP Class"})
	l.By("Set-DhcpServerv4DnsSetting", model.Params{"ScopeId": scopeID, "NameProtection": true})
	p := l.Protocol()
	for name, c := range map[string]struct {
		config map[string]any
		want   int
	}{
		"server": {nil, 0}, "scope": {map[string]any{"scope_id": "10.1.0.0"}, 3}, "option": {map[string]any{"scope_id": "10.1.0.0", "option_id": 3}, 1},
		"vendor": {map[string]any{"scope_id": "10.1.0.0", "vendor_class": "microsoft options"}, 1}, "no class": {map[string]any{"scope_id": "10.1.0.0", "vendor_class": "", "user_class": ""}, 1},
	} {
		state, diags := p.ReadDataSource(t, "dhcp_options", c.config)
		if len(diags) > 0 {
			t.Fatalf("%s: %s", name, acctest.Messages(diags))
		}
		if got := len(state["options"].([]any)); got != c.want {
			t.Errorf("%s: %d values, want %d", name, got, c.want)
		}
		if name == "no class" {
			first := state["options"].([]any)[0].(map[string]any)
			if route := first["routes"].([]any)[0].(map[string]any); route["destination"] != "10.0.0.0/8" || route["router"] != "10.1.0.1" {
				t.Errorf("routes %v", first["routes"])
			}
		}
	}
	if _, diags := p.ReadDataSource(t, "dhcp_options", map[string]any{"scope_id": "10.9.0.0"}); !strings.Contains(acctest.Messages(diags), "DHCP 20005") {
		t.Errorf("an unknown scope: %s", acctest.Messages(diags))
	}
}
