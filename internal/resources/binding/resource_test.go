package binding_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

func planned(name string, action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}}
}

func TestAccServerBinding(t *testing.T) {
	t.Parallel()
	l := acctest.Windows(t, lab.Options{})
	block := func(bound string) string {
		return l.Config("resource \"dhcp_server_binding\" \"lan\" {\n interface_alias = \"Ethernet\"\n bound = " + bound + "\n}\n")
	}
	const name = "dhcp_server_binding.lan"
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: block("false"), ConfigPlanChecks: planned(name, plancheck.ResourceActionCreate), Check: resource.TestCheckResourceAttrSet(name, "ip_address")},
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateId: "Ethernet"},
			{
				PreConfig: func() {
					l.By("Set-DhcpServerv4Binding", model.Params{"InterfaceAlias": []string{"Ethernet"}, "BindingState": true})
				},
				Config: block("false"), ConfigPlanChecks: planned(name, plancheck.ResourceActionUpdate),
			},
		},
	})
	if rows := l.By("Get-DhcpServerv4Binding", nil); rows[0].Properties["BindingState"] != false {
		t.Errorf("the binding did not stay: %v", rows)
	}
}
