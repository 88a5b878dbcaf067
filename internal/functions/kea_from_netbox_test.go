package functions_test

import (
	"context"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/functions"
)

func TestKeaFromNetbox(t *testing.T) {
	null, text := knownvalue.Null(), knownvalue.StringExact
	texts := func(s ...string) knownvalue.Check {
		var checks []knownvalue.Check
		for _, one := range s {
			checks = append(checks, text(one))
		}
		return knownvalue.ListExact(checks)
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config: `
locals {
  ranges = [{ id = 4, start_address = "10.2.0.10/24", end_address = "10.2.0.19/24", status = "active", description = "PCs & phones", tags = [] }]
  all = provider::dhcp::kea_from_netbox([
    <<-YAML
    apiVersion: dcops.microscaler.io/v1alpha1
    kind: NetBoxPrefix
    metadata: {name: p, namespace: ns}
    spec: {prefix: 10.1.0.0/24}
    ---
    apiVersion: dcops.microscaler.io/v1alpha1
    kind: NetBoxIPRange
    metadata: {name: r, namespace: ns}
    spec: {startAddress: 10.1.0.10/24, endAddress: 10.1.0.19/24}
    YAML
    ,
    {
      apiVersion = "dcops.microscaler.io/v1alpha1"
      kind       = "NetBoxIPAddress"
      metadata   = { name = "vm", namespace = "ns" }
      spec       = { status = "dhcp", macAddress = "52-54-00-00-00-01", ipRange = { name = "r" } }
    },
    { id = "x", prefixes = [{ id = 3, prefix = "10.2.0.0/24", status = "active" }, { id = 5, prefix = "2001:db8::/64", status = "active" }] },
    local.ranges,
    [{ id = 6, ip_address = "2001:db8::5/64", status = "dhcp", mac_address = "52:54:00:00:00:02", dns_name = "six.example.com" }],
  ], { require_ready = false })
  none = provider::dhcp::kea_from_netbox([])
}
output "all"  { value = local.all }
output "none" { value = local.none }
`,
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownOutputValueAtPath("all", path("subnets", "ns/p"), knownvalue.ObjectExact(map[string]knownvalue.Check{"subnet": text("10.1.0.0/24"), "user_context": null})),
				statecheck.ExpectKnownOutputValueAtPath("all", path("pools", "netbox/4"), knownvalue.ObjectExact(map[string]knownvalue.Check{
					"subnet_key": text("netbox/3"), "subnet": text("10.2.0.0/24"), "pool": text("10.2.0.10-10.2.0.19"), "user_context": text(`{"description":"PCs \u0026 phones"}`),
				})),
				statecheck.ExpectKnownOutputValueAtPath("all", path("reservations"), knownvalue.MapExact(map[string]knownvalue.Check{
					"ns/vm": knownvalue.ObjectExact(map[string]knownvalue.Check{
						"subnet_key": text("ns/p"), "subnet": text("10.1.0.0/24"), "hw_address": text("52:54:00:00:00:01"), "ip_address": null, "ip_addresses": null,
						"allocate_from": texts("10.1.0.10-10.1.0.19"), "hostname": null, "user_context": null,
					}),
					"netbox/6": knownvalue.ObjectExact(map[string]knownvalue.Check{
						"subnet_key": text("netbox/5"), "subnet": text("2001:db8::/64"), "hw_address": text("52:54:00:00:00:02"), "ip_address": null,
						"ip_addresses": texts("2001:db8::5"), "allocate_from": null, "hostname": text("six.example.com"), "user_context": null,
					}),
				})),
				statecheck.ExpectKnownOutputValueAtPath("all", path("warnings"), knownvalue.ListSizeExact(0)),
				statecheck.ExpectKnownOutputValueAtPath("none", path("subnets"), knownvalue.MapSizeExact(0)),
			},
		}},
	})
}

const planned = "apiVersion: dcops.microscaler.io/v1alpha1\nkind: NetBoxPrefix\nmetadata: {name: p}\nspec: {prefix: 10.1.0.0/24}\n"

// netbox calls the function with one text and options.
func netbox(text string, options ...attr.Value) (attr.Value, string) {
	dynamic := make([]attr.Value, 0, len(options))
	variadic := make([]attr.Type, 0, len(options))
	for _, o := range options {
		dynamic = append(dynamic, types.DynamicValue(o))
		variadic = append(variadic, types.DynamicType)
	}
	f := functions.NewKeaFromNetbox()
	result, err := call(f, types.DynamicValue(types.StringValue(text)), types.TupleValueMust(variadic, dynamic))
	if err != nil {
		return result, err.Text
	}
	return result, ""
}

func requireReady(value attr.Value) attr.Value {
	return types.ObjectValueMust(map[string]attr.Type{"require_ready": value.Type(context.Background())}, map[string]attr.Value{"require_ready": value})
}

func TestKeaFromNetboxOptions(t *testing.T) {
	for _, c := range []struct {
		name     string
		options  []attr.Value
		warnings int
	}{
		{"none", nil, 1},
		{"ready", []attr.Value{requireReady(types.BoolValue(true))}, 1},
		{"null", []attr.Value{requireReady(types.BoolNull())}, 1},
		{"specs alone", []attr.Value{requireReady(types.BoolValue(false))}, 0},
	} {
		result, message := netbox(planned, c.options...)
		if message != "" {
			t.Errorf("%s: %s", c.name, message)
			continue
		}
		plan := result.(types.Object).Attributes()
		subnets, warnings := len(plan["subnets"].(types.Map).Elements()), len(plan["warnings"].(types.List).Elements())
		if warnings != c.warnings || subnets != 1-c.warnings {
			t.Errorf("%s: %d subnets, %d warnings", c.name, subnets, warnings)
		}
	}
	for want, options := range map[string][]attr.Value{
		"one object of options at most":         {requireReady(types.BoolValue(true)), requireReady(types.BoolValue(true))},
		"have to be an object":                  {types.StringValue("x")},
		"require_ready has to be true or false": {requireReady(types.StringValue("no"))},
		`there is no option "ready"`:            {types.ObjectValueMust(map[string]attr.Type{"ready": types.BoolType}, map[string]attr.Value{"ready": types.BoolValue(true)})},
	} {
		if _, message := netbox(planned, options...); !strings.Contains(message, want) {
			t.Errorf("error %q, want %q", message, want)
		}
	}
}

func TestKeaFromNetboxNamesObjectAndField(t *testing.T) {
	_, message := netbox(strings.ReplaceAll(planned, "10.1.0.0/24", "10.1.0.0"), requireReady(types.BoolValue(false)))
	if !strings.Contains(message, `NetBoxPrefix default/p: spec.prefix: "10.1.0.0" is no prefix`) {
		t.Errorf("error %q", message)
	}
}
