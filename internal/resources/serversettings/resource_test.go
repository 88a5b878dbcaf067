package serversettings_test

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

func TestAccServerSettings(t *testing.T) {
	t.Parallel()
	l := acctest.Windows(t, lab.Options{})
	block := func(attributes string) string {
		return l.Config("resource \"dhcp_server_settings\" \"this\" {\n" + attributes + "\n}\n")
	}
	const name = "dhcp_server_settings.this"
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{
				Config: block("conflict_detection_attempts = 3\nactivate_policies = false\naudit_log_max_size = 100\ndatabase_backup_interval = 15"), ConfigPlanChecks: planned(name, plancheck.ResourceActionCreate),
				Check: resource.ComposeAggregateTestCheckFunc(resource.TestCheckResourceAttr(name, "audit_log_enabled", "true"), resource.TestCheckResourceAttr(name, "database_cleanup_interval", "60")),
			},
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateId: "server"},
			{
				PreConfig: func() { l.By("Set-DhcpServerSetting", model.Params{"ConflictDetectionAttempts": int64(1)}) },
				Config:    block("conflict_detection_attempts = 3\naudit_log_enabled = false"), ConfigPlanChecks: planned(name, plancheck.ResourceActionUpdate),
				Check: resource.ComposeAggregateTestCheckFunc(resource.TestCheckResourceAttr(name, "audit_log_max_size", "100"), resource.TestCheckResourceAttr(name, "activate_policies", "false")),
			},
		},
	})
	// Destroying it has left the settings as they were.
	if rows := l.By("Get-DhcpServerSetting", nil); len(rows) != 1 || rows[0].Properties["ConflictDetectionAttempts"] != int64(3) {
		t.Errorf("%v", rows)
	}
}
