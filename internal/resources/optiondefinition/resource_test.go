package optiondefinition_test

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

const name = "dhcp_option_definition.test"

func TestAccOptionDefinition(t *testing.T) {
	t.Parallel()
	l := acctest.Target(t)
	step := func(attributes string, action plancheck.ResourceActionType, checks ...statecheck.StateCheck) resource.TestStep {
		return resource.TestStep{
			Config:            l.Config("resource \"dhcp_option_definition\" \"test\" {\n" + attributes + "\n}\n"),
			ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}},
			ConfigStateChecks: checks,
		}
	}
	is := func(attribute string, v knownvalue.Check) statecheck.StateCheck {
		return statecheck.ExpectKnownValue(name, tfjsonpath.New(attribute), v)
	}
	first := func(value string) knownvalue.Check {
		return knownvalue.ListExact([]knownvalue.Check{knownvalue.StringExact(value)})
	}
	gone := step("option_id = 200\nname = \"Again\"\ntype = \"Word\"", plancheck.ResourceActionCreate)
	gone.PreConfig = func() { l.By("Remove-DhcpServerv4OptionDefinition", model.Params{"OptionId": []int64{200}}) }
	taken := step("option_id = 3\nname = \"Router\"\ntype = \"IPv4Address\"", plancheck.ResourceActionReplace)
	taken.ConfigPlanChecks, taken.ExpectError = resource.ConfigPlanChecks{}, regexp.MustCompile(`(?s)defined\s+already,\s+under\s+the\s+name\s+"Router"`)
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			step("option_id = 200\nname = \"Size\"\ntype = \"DWord\"", plancheck.ResourceActionCreate, is("default_value", first("0")), is("id", knownvalue.StringExact("200"))),
			{ResourceName: name, ImportState: true, ImportStateVerify: true},
			step("option_id = 200\nname = \"Size 'x'\"\ntype = \"DWord\"\ndescription = \"bytes\"\ndefault_value = [\"0x10\"]", plancheck.ResourceActionUpdate, is("default_value", first("0x10"))),
			step("option_id = 200\nname = \"Size 'x'\"\ntype = \"DWord\"\ndescription = \"bytes\"\ndefault_value = [\"16\"]", plancheck.ResourceActionNoop),
			step("option_id = 200\nname = \"Size\"\ntype = \"DWord\"", plancheck.ResourceActionUpdate, is("description", knownvalue.StringExact(""))),
			step("option_id = 200\nname = \"Size\"\ntype = \"Word\"", plancheck.ResourceActionReplace),
			gone,
			taken,
		},
	})
}
