package authorization_test

import (
	"net/netip"
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

func TestAccServerAuthorization(t *testing.T) {
	t.Parallel()
	l := acctest.Windows(t, lab.Options{})
	block := l.Config(`
resource "dhcp_server_authorization" "other" {
  dns_name   = "dhcp9.lab.example"
  ip_address = "192.0.2.99"
}`)
	const name = "dhcp_server_authorization.other"
	before := len(l.By("Get-DhcpServerInDC", nil))
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: block, ConfigPlanChecks: planned(name, plancheck.ResourceActionCreate)},
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateId: "dhcp9.lab.example/192.0.2.99"},
			{
				PreConfig: func() {
					l.By("Remove-DhcpServerInDC", model.Params{"DnsName": "dhcp9.lab.example", "IPAddress": netip.MustParseAddr("192.0.2.99")})
				},
				Config: block, ConfigPlanChecks: planned(name, plancheck.ResourceActionCreate),
			},
		},
	})
	if after := len(l.By("Get-DhcpServerInDC", nil)); after != before {
		t.Errorf("%d entries, before %d", after, before)
	}
}
