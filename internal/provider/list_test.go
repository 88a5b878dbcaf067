package provider_test

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

// onServer are the ids that each list resource finds on the server of fullServer.
var onServer = map[string][]string{
	"dhcp_class":                {"Vendor/Phones"},
	"dhcp_exclusion_range":      {"10.1.0.0/10.1.0.20-10.1.0.29"},
	"dhcp_exclusion_range_v6":   {"2001:db8:0:1::/2001:db8:0:1::10-2001:db8:0:1::1f"},
	"dhcp_failover":             {"dhcp1-dhcp2"},
	"dhcp_failover_scope":       {"dhcp1-dhcp2/10.2.0.0"},
	"dhcp_mac_filter":           {"AA-BB-CC-*"},
	"dhcp_multicast_scope":      {"Video"},
	"dhcp_option_definition":    {"252", "Phones/1"},
	"dhcp_option_value":         {"server/6", "scope/10.1.0.0/42", "scope/10.1.0.0/3?policy=Desk+phones", "reservation/10.1.0.50/12"},
	"dhcp_option_definition_v6": {"52"},
	"dhcp_option_value_v6":      {"server/24", "scope/2001:db8:0:1::/23", "reservation/2001:db8:0:1::50/31"},
	"dhcp_policy":               {"10.1.0.0/Desk phones"},
	"dhcp_reservation":          {"10.1.0.50"},
	"dhcp_reservation_set":      {"10.1.0.0"},
	"dhcp_reservation_v6":       {"2001:db8:0:1::50"},
	"dhcp_scope":                {"10.1.0.0", "10.2.0.0"},
	"dhcp_scope_v6":             {"2001:db8:0:1::"},
	"dhcp_server_authorization": {"dhcp1.lab.example/192.0.2.11", "dhcp2.lab.example/192.0.2.12"},
	"dhcp_server_binding":       {"Ethernet"},
	"dhcp_superscope":           {"Campus"},
}

// fullServer is a server with an object of every kind.
func fullServer(t *testing.T) *acctest.WindowsLab {
	t.Helper()
	l := acctest.Windows(t, lab.Options{Servers: 2, WinRM: acctest.Delegated})
	ip := netip.MustParseAddr
	scope1, v6 := ip("10.1.0.0"), ip("2001:db8:0:1::")
	for i, prefix := range []string{"10.1.0.", "10.2.0."} {
		l.By("Add-DhcpServerv4Scope", model.Params{"Name": fmt.Sprintf("Floor %d", i+1), "StartRange": ip(prefix + "10"), "EndRange": ip(prefix + "200"), "SubnetMask": ip("255.255.255.0")})
	}
	for _, call := range []struct {
		cmdlet string
		params model.Params
	}{
		{"Add-DhcpServerv4Class", model.Params{"Name": "Phones", "Type": "Vendor", "Data": "phone-1"}},
		{"Add-DhcpServerv4OptionDefinition", model.Params{"OptionId": int64(252), "Name": "WPAD", "Type": "String"}},
		{"Add-DhcpServerv4OptionDefinition", model.Params{"OptionId": int64(1), "Name": "Line", "Type": "String", "VendorClass": "Phones"}},
		{"Add-DhcpServerv4ExclusionRange", model.Params{"ScopeId": scope1, "StartRange": ip("10.1.0.20"), "EndRange": ip("10.1.0.29")}},
		{"Add-DhcpServerv4Reservation", model.Params{"ScopeId": scope1, "IPAddress": ip("10.1.0.50"), "ClientId": "00-11-22-33-44-55", "Name": "printer"}},
		{"Add-DhcpServerv4Policy", model.Params{"Name": "Desk phones", "ScopeId": scope1, "Condition": "Or", "MacAddress": []string{"EQ", "AABBCC*"}}},
		{"Set-DhcpServerv4OptionValue", model.Params{"OptionId": int64(6), "Value": []string{"10.0.0.53"}, "Force": true}},
		{"Set-DhcpServerv4OptionValue", model.Params{"ScopeId": scope1, "OptionId": int64(3), "Value": []string{"10.1.0.1"}}},
		{"Set-DhcpServerv4OptionValue", model.Params{"ScopeId": scope1, "OptionId": int64(42), "Value": []string{"10.0.0.123"}}},
		{"Set-DhcpServerv4OptionValue", model.Params{"ScopeId": scope1, "OptionId": int64(3), "Value": []string{"10.1.0.2"}, "PolicyName": "Desk phones"}},
		{"Set-DhcpServerv4OptionValue", model.Params{"ReservedIP": ip("10.1.0.50"), "OptionId": int64(12), "Value": []string{"printer"}}},
		{"Add-DhcpServerv4Filter", model.Params{"List": "Deny", "MacAddress": []string{"AA-BB-CC-*"}, "Description": "Toys"}},
		{"Add-DhcpServerv4MulticastScope", model.Params{"Name": "Video", "StartRange": ip("239.1.0.0"), "EndRange": ip("239.1.1.255")}},
		{"Add-DhcpServerv4Superscope", model.Params{"SuperscopeName": "Campus", "ScopeId": []netip.Addr{scope1}}},
		{"Add-DhcpServerv4Failover", model.Params{"Name": "dhcp1-dhcp2", "PartnerServer": "DHCP2", "ScopeId": []netip.Addr{ip("10.2.0.0")}}},
		{"Add-DhcpServerv6Scope", model.Params{"Name": "Lab", "Prefix": v6}},
		{"Add-DhcpServerv6ExclusionRange", model.Params{"Prefix": v6, "StartRange": ip("2001:db8:0:1::10"), "EndRange": ip("2001:db8:0:1::1f")}},
		{"Add-DhcpServerv6Reservation", model.Params{"Prefix": v6, "IPAddress": ip("2001:db8:0:1::50"), "ClientDuid": "00-03-00-01-00-15-5d-01-02-03", "Iaid": int64(7), "Name": "camera"}},
		{"Add-DhcpServerv6OptionDefinition", model.Params{"OptionId": int64(52), "Name": "Access controllers", "Type": "IPv6Address", "MultiValued": true}},
		{"Set-DhcpServerv6OptionValue", model.Params{"OptionId": int64(24), "Value": []string{"lab.example"}}},
		{"Set-DhcpServerv6OptionValue", model.Params{"Prefix": v6, "OptionId": int64(23), "Value": []string{"2001:db8::53"}, "Force": true}},
		{"Set-DhcpServerv6OptionValue", model.Params{"ReservedIP": ip("2001:db8:0:1::50"), "OptionId": int64(31), "Value": []string{"2001:db8::123"}}},
	} {
		l.By(call.cmdlet, call.params)
	}
	return l
}

// TestLists lists every kind of object, as terraform query does. The configuration that
// Terraform generates of each plans without a change.
func TestLists(t *testing.T) {
	t.Parallel()
	l := fullServer(t)
	for _, typeName := range typesOffered()["list-resources"] {
		want, isWindows := onServer[typeName]
		if !isWindows {
			if strings.HasPrefix(typeName, "dhcp_") {
				t.Errorf("%s is not in the table of this test", typeName)
			}
			continue
		}
		p := l.Protocol() // two types that manage the same object disagree within one run
		objects, diags := p.List(t, typeName, 100, nil)
		if got := acctest.Messages(diags); got != "" {
			t.Errorf("%s: %s", typeName, got)
		}
		got := []string{}
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

// TestListFilters narrows lists down, and says what a limit leaves out.
func TestListFilters(t *testing.T) {
	t.Parallel()
	l := fullServer(t)
	for _, c := range []struct {
		typeName string
		limit    int64
		config   map[string]any
		ids      []string
		says     string
	}{
		{"dhcp_scope", 100, map[string]any{"within": "10.2.0.0/16"}, []string{"10.2.0.0"}, ""},
		{"dhcp_scope", 100, map[string]any{"name_prefix": "Floor 1"}, []string{"10.1.0.0"}, ""},
		{"dhcp_scope", 100, map[string]any{"name_prefix": "10.1."}, nil, ""},
		{"dhcp_option_value", 100, map[string]any{"name_prefix": "server/"}, []string{"server/6"}, ""},
		{"dhcp_option_value", 100, map[string]any{"within": "10.1.0.48/28"}, []string{"reservation/10.1.0.50/12"}, ""},
		{"dhcp_scope", 1, nil, []string{"10.1.0.0"}, "warning: Only 1 of 2 DHCP scopes are listed: The rest is left out. Set limit in the list block to list more.\n"},
		{"dhcp_scope", 100, map[string]any{"within": "10.2.0.0"}, nil, "error at (\"within\"): Invalid IP CIDR String Value"},
	} {
		objects, diags := l.Protocol().List(t, c.typeName, c.limit, c.config)
		var ids []string
		for _, o := range objects {
			ids = append(ids, o.ID)
		}
		if got := acctest.Messages(diags); !slices.Equal(ids, c.ids) || !strings.HasPrefix(got, c.says) || (c.says == "" && got != "") {
			t.Errorf("%s %v: %q, want %q, and %q", c.typeName, c.config, ids, c.ids, got)
		}
	}
}

// TestUnreadableObjectIsLeftOut lists what can be read, and says of the rest why not.
func TestUnreadableObjectIsLeftOut(t *testing.T) {
	t.Parallel()
	l := fullServer(t)
	l.By("Add-DhcpServerv6Reservation", model.Params{
		"Prefix": netip.MustParseAddr("2001:db8:0:1::"), "IPAddress": netip.MustParseAddr("2001:db8:0:1::51"), "ClientDuid": "00-01-02-03", "Iaid": int64(1), "Name": "odd",
	})
	objects, diags := l.Protocol().List(t, "dhcp_reservation_v6", 100, nil)
	if got := acctest.Messages(diags); len(objects) != 1 || !strings.HasPrefix(got, "warning: odd (2001:db8:0:1::51) is left out: Invalid DUID: ") {
		t.Errorf("%d objects, and %q", len(objects), got)
	}
}

// TestListWithoutServer says which block the provider lacks.
func TestListWithoutServer(t *testing.T) {
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, nil)); got != "" {
		t.Fatal(got)
	}
	_, diags := p.List(t, "dhcp_scope", 100, nil)
	if got := acctest.Messages(diags); !strings.Contains(got, "The provider has no Windows DHCP server") {
		t.Error(got)
	}
}

// TestListExamples runs the example of every list resource of the server: its filters are
// those that the list has, and find something.
func TestListExamples(t *testing.T) {
	t.Parallel()
	windows, kea := fullServer(t).Protocol(), fullKea(t)
	for _, typeName := range typesOffered()["list-resources"] {
		p := windows
		if strings.HasPrefix(typeName, "kea_") {
			p = kea
		}
		file := examples + "/list-resources/" + typeName + "/list-resource.tfquery.hcl"
		parsed, diags := hclparse.NewParser().ParseHCLFile(file)
		if diags.HasErrors() {
			t.Error(diags)
			continue
		}
		block := parsed.Body.(*hclsyntax.Body).Blocks[0]
		if block.Labels[0] != typeName {
			t.Errorf("%s lists %s", file, block.Labels[0])
		}
		filters := map[string]any{}
		for name, attribute := range block.Body.Blocks[0].Body.Attributes {
			v, diags := attribute.Expr.Value(nil)
			if diags.HasErrors() {
				t.Error(diags)
			}
			filters[name] = v.AsString()
		}
		if objects, diags := p.List(t, typeName, 100, filters); len(diags) > 0 || len(objects) == 0 {
			t.Errorf("%s finds %d objects: %s", file, len(objects), acctest.Messages(diags))
		}
	}
}
