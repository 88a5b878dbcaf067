package multicast_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

func planned(name string, action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}}
}

func TestAccMulticastScope(t *testing.T) {
	t.Parallel()
	l := acctest.Target(t)
	block := func(attributes string) string {
		return l.Config("resource \"dhcp_multicast_scope\" \"video\" {\n" + attributes + "\n}\n")
	}
	const name = "dhcp_multicast_scope.video"
	least := `
  name        = "Cameras"
  start_range = "239.2.0.0"
  end_range   = "239.2.1.255"`
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{
				Config: block(`
  name           = "Video"
  description    = "Cameras"
  start_range    = "239.1.0.0"
  end_range      = "239.1.3.255"
  ttl            = 16
  lease_duration = "12h"
  state          = "Inactive"
  exclusions     = [{ start_address = "239.1.0.0", end_address = "239.1.0.15" }]`), ConfigPlanChecks: planned(name, plancheck.ResourceActionCreate),
			},
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateId: "Video"},
			{
				Config: block(least), ConfigPlanChecks: planned(name, plancheck.ResourceActionUpdate),
				Check: resource.ComposeAggregateTestCheckFunc(resource.TestCheckResourceAttr(name, "id", "Cameras"), resource.TestCheckResourceAttr(name, "lease_duration", "30d"), resource.TestCheckNoResourceAttr(name, "exclusions")),
			},
			{
				PreConfig: func() { l.By("Remove-DhcpServerv4MulticastScope", model.Params{"Name": []string{"Cameras"}}) },
				Config:    block(least), ConfigPlanChecks: planned(name, plancheck.ResourceActionCreate),
			},
		},
	})
}

func TestRefusedMulticastScopes(t *testing.T) {
	scope := func(start, end string, excluded ...string) map[string]any {
		var list any
		if len(excluded) > 0 {
			list = []any{map[string]any{"start_address": excluded[0], "end_address": excluded[1]}}
		}
		return map[string]any{"name": "Video", "start_range": start, "end_range": end, "exclusions": list}
	}
	for name, c := range map[string]struct {
		a    map[string]any
		want string
	}{
		"sound":             {scope("239.1.0.0", "239.1.3.255", "239.1.0.5", "239.1.0.9"), ""},
		"unicast":           {scope("10.1.0.0", "10.1.3.255"), "not a range of multicast addresses"},
		"reversed":          {scope("239.1.3.0", "239.1.0.255"), "start_range"},
		"small":             {scope("239.1.3.0", "239.1.3.10"), "at least 256 addresses"},
		"exclusion outside": {scope("239.1.0.0", "239.1.3.255", "239.2.0.5", "239.2.0.9"), "does not lie in the range"},
	} {
		got := acctest.Messages(acctest.NewProtocol(t).Validate(t, "dhcp_multicast_scope", c.a))
		if !strings.Contains(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("%s: %q", name, got)
		}
	}
}
