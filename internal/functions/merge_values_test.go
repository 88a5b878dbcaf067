package functions_test

import (
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

func TestMergeValues(t *testing.T) {
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config: `
locals {
  merged = provider::dhcp::merge_values([
    "a: {b: 1, c: [1, two, {d: ~, e: null}], gone: x}\nsame: 0.1",
    "",
    "a: {b: {f: yes}, gone: ~}\nlarge: 9007199254740993",
  ])
}
output "merged" { value = local.merged }
output "tenth"  { value = local.merged.same == 0.1 && local.merged.large == 9007199254740993 }
output "keys"   { value = keys(local.merged.a) }
output "empty"  { value = provider::dhcp::merge_values([]) }
output "nulls"  { value = provider::dhcp::merge_values(["l: [~, 1]"]).l[0] == null }
`,
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownOutputValue("tenth", knownvalue.Bool(true)),
				statecheck.ExpectKnownOutputValue("nulls", knownvalue.Bool(true)),
				statecheck.ExpectKnownOutputValue("keys", knownvalue.ListExact([]knownvalue.Check{knownvalue.StringExact("b"), knownvalue.StringExact("c")})),
				statecheck.ExpectKnownOutputValue("empty", knownvalue.ObjectExact(map[string]knownvalue.Check{})),
				statecheck.ExpectKnownOutputValueAtPath("merged", path("a", "b", "f"), knownvalue.Bool(true)),
				statecheck.ExpectKnownOutputValueAtPath("merged", path("a", "c", 1), knownvalue.StringExact("two")),
			},
		}},
	})
}

func TestMergeValuesNamesEveryBrokenText(t *testing.T) {
	texts := types.ListValueMust(types.StringType, []attr.Value{
		types.StringValue("a: 1\na: 2"), types.StringValue("b: 1"), types.StringValue("- 1"),
	})
	_, err := call(functions.NewMergeValues(), texts)
	if err == nil || err.FunctionArgument == nil || *err.FunctionArgument != 0 {
		t.Fatalf("error %v, want one about the first argument", err)
	}
	for _, want := range []string{"text 1:2: YAML_DUPLICATE_KEY a: ", "text 3:1: YAML_NOT_A_MAP: "} {
		if !strings.Contains(err.Text, want) {
			t.Errorf("no %q in %s", want, err.Text)
		}
	}
}
