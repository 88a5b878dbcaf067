package class_test

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

const name = "dhcp_class.test"

func TestAccClass(t *testing.T) {
	t.Parallel()
	l := acctest.Target(t)
	step := func(attributes string, action plancheck.ResourceActionType) resource.TestStep {
		return resource.TestStep{
			Config:           l.Config("resource \"dhcp_class\" \"test\" {\n" + attributes + "\n}\n"),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}},
		}
	}
	used := resource.TestStep{
		// Somebody else defines an option for the class: it is not destroyed with it.
		PreConfig: func() {
			l.By("Add-DhcpServerv4OptionDefinition", model.Params{"OptionId": int64(1), "Name": "Server", "Type": "String", "VendorClass": "Phones"})
		},
		Config: l.Provider(), ExpectError: regexp.MustCompile(`(?s)would\s+remove\s+with\s+it.*force_destroy`),
	}
	full := "name = \"Phones\"\ntype = \"Vendor\"\ndata = \"Phone 'ä' 2\"\ndescription = \"desk\""
	first := step("name = \"Phones\"\ntype = \"Vendor\"\ndata = \"Phone\"", plancheck.ResourceActionCreate)
	first.ConfigStateChecks = []statecheck.StateCheck{statecheck.ExpectKnownValue(name, tfjsonpath.New("id"), knownvalue.StringExact("Vendor/Phones"))}
	gone := step(full, plancheck.ResourceActionCreate)
	gone.PreConfig = func() {
		l.By("Remove-DhcpServerv4Class", model.Params{"Name": []string{"Phones"}, "Type": "Vendor"})
	}
	taken := step("name = \"Other\"\ntype = \"User\"\ndata = \"MSFT 5.0\"", plancheck.ResourceActionReplace)
	taken.ConfigPlanChecks, taken.ExpectError = resource.ConfigPlanChecks{}, regexp.MustCompile(`(?s)its\s+data\s+is\s+that\s+of`)
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			first,
			{ResourceName: name, ImportState: true, ImportStateVerify: true},
			step(full, plancheck.ResourceActionUpdate),
			step("name = \"Phones\"\ntype = \"Vendor\"\ndata = \"Phone 'ä' 2\"", plancheck.ResourceActionUpdate),
			gone,
			used,
			step(full+"\nforce_destroy = true", plancheck.ResourceActionUpdate),
			{Config: l.Provider()},
			taken,
		},
	})
	for _, row := range l.By("Get-DhcpServerv4Class", model.Params{"Type": "Vendor"}) {
		if row.Properties["Name"] == "Phones" {
			t.Error("the class is left")
		}
	}
}
