package functions_test

import (
	"os"
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

func TestServiceCatalogFunctions(t *testing.T) {
	want, err := os.ReadFile("../catalog/vectors/testdata/minimal-container/expected.yaml")
	if err != nil {
		t.Fatal(err)
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config: `
locals {
  demo = "name: demo\nsource:\n  image: registry.example.com/demo/app:1.0.0\n"
  waves = provider::dhcp::service_waves({
    "a.yaml" = "name: a\ndependencies: [{to: b, port: 1}, {to: a-db, port: 5432}]"
    "b.yaml" = "name: b"
    "c.yaml" = "name: ["
  })
}
output "demo"     { value = provider::dhcp::render_service(local.demo, null) }
output "platform" { value = strcontains(provider::dhcp::render_service(local.demo, { label_domain = "x.example.org", oauth2_proxy_port = 4181, cluster_vars = ["A"] }), "x.example.org/app-namespace") }
output "waves"    { value = local.waves }
`,
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownOutputValue("demo", knownvalue.StringExact(string(want))),
				statecheck.ExpectKnownOutputValue("platform", knownvalue.Bool(true)),
				statecheck.ExpectKnownOutputValue("waves", knownvalue.MapExact(map[string]knownvalue.Check{
					"a": knownvalue.Int64Exact(1), "b": knownvalue.Int64Exact(0), "a-db": knownvalue.Int64Exact(0),
				})),
			},
		}},
	})
}

func TestRenderServiceRefuses(t *testing.T) {
	object := func(name string, v attr.Value) types.Dynamic {
		return types.DynamicValue(types.ObjectValueMust(map[string]attr.Type{name: v.Type(t.Context())}, map[string]attr.Value{name: v}))
	}
	good := "name: a\nsource: {image: x}\n"
	for name, c := range map[string]struct {
		definition string
		platform   types.Dynamic
		argument   int64
		want       string
	}{
		"definition":       {"name: a\nsource: {image: x}\nkind: pod\n", types.DynamicNull(), 0, "definition, line 3, field kind: unknown kind: 'pod'"},
		"text":             {"name: [", types.DynamicNull(), 0, "definition, line 2: "},
		"expansion":        {"name: a\nsource: {image: \"${X}\"}\n", types.DynamicNull(), 0, "definition: refusing to emit"},
		"unknown setting":  {good, object("gateway_nam", types.StringValue("x")), 1, `did you mean "gateway_name"?`},
		"type of setting":  {good, object("cluster_vars", types.StringValue("x")), 1, "Cluster_vars must be a list, not \"x\"."},
		"value of setting": {good, object("oauth2_proxy_port", types.NumberValue(nil)), -1, ""},
		"no object":        {good, types.DynamicValue(types.StringValue("x")), 1, "must be an object"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := call(functions.NewRenderService(), types.StringValue(c.definition), c.platform)
			switch {
			case c.argument < 0 && err != nil:
				t.Fatal(err)
			case c.argument < 0:
			case err == nil || err.FunctionArgument == nil || *err.FunctionArgument != c.argument || !strings.Contains(err.Text, c.want):
				t.Errorf("error %v, want one about argument %d with %q", err, c.argument, c.want)
			}
		})
	}
}

func TestServiceWavesRefusesCircle(t *testing.T) {
	definitions := types.MapValueMust(types.StringType, map[string]attr.Value{
		"a.yaml": types.StringValue("name: a\ndependencies: [{to: b, port: 1}]"), "b.yaml": types.StringValue("name: b\ndependencies: [{to: a, port: 1}]"),
	})
	_, err := call(functions.NewServiceWaves(), definitions)
	if err == nil || !strings.Contains(err.Text, "a -> b -> a") {
		t.Errorf("error %v, want one with the circle", err)
	}
}
