package sitevalues_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

const fleetScopes = `
resource "dhcp_scope" "fleet" {
  for_each = data.dhcp_site_values.this.scopes

  name           = each.value.name
  network        = each.value.network
  subnet_mask    = each.value.subnet_mask
  start_range    = each.value.start_range
  end_range      = each.value.end_range
  lease_duration = each.value.lease_duration
  description    = each.value.description
  gateway        = each.value.gateway
  dns_servers    = each.value.dns_servers
  dns_domain     = each.value.dns_domain
  exclusions     = each.value.exclusions
}
`

// fleet is a tree of 3 sites with 4 MCEs of 5 clusters each, and the keys by site.
func fleet() (files map[string]string, keys map[string][]string) {
	files, keys = map[string]string{}, map[string][]string{}
	for s := range 3 {
		site := fmt.Sprintf("dc-%d", s+1)
		files[site+"/values.yaml"] = siteValues(s, 8)
		for m := range 4 {
			for c := range 5 {
				key := fmt.Sprintf("%s/mce-%d/hc-%d", site, m+1, c+1)
				net := fmt.Sprintf("10.%d.%d", 100+s, m*16+c)
				files[key+".yaml"] = fmt.Sprintf(`dhcp_values:
  scopeName: %s
  network: %s.0
  startRange: %s.50
  endRange: %s.200
  gateway: %s.1
  exclusions: [{startAddress: %s.60, endAddress: %s.69}]
`, key, net, net, net, net, net, net)
				keys[site] = append(keys[site], key)
			}
		}
	}
	return files, keys
}

func siteValues(site, leaseDays int) string {
	return fmt.Sprintf(`dhcp_values:
  subnetMask: 255.255.255.0
  leaseDurationDays: %d
  description: ""
  dns: {servers: [10.%d.250.5, 10.%d.250.6], domain: dc-%d.example.com}
`, leaseDays, 100+site, 100+site, site+1)
}

func scopeAddress(key string) string { return fmt.Sprintf("dhcp_scope.fleet[%q]", key) }

// TestAccFleet manages 60 clusters from one tree in one apply. A change of one site's
// layer then changes the clusters below it and no other.
func TestAccFleet(t *testing.T) {
	files, keys := fleet()
	root := tree(t, files)
	l := acctest.Windows(t, lab.Options{})
	changed := map[string]bool{}
	for _, key := range keys["dc-2"] {
		changed[key] = true
	}
	var created, updated []plancheck.PlanCheck
	for _, site := range keys {
		for _, key := range site {
			created = append(created, plancheck.ExpectResourceAction(scopeAddress(key), plancheck.ResourceActionCreate))
			action := plancheck.ResourceActionNoop
			if changed[key] {
				action = plancheck.ResourceActionUpdate
			}
			updated = append(updated, plancheck.ExpectResourceAction(scopeAddress(key), action))
		}
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{
				Config:           l.Config(config(root) + fleetScopes),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: created},
				ConfigStateChecks: []statecheck.StateCheck{
					leases{l, 8 * 24 * time.Hour, map[string]int{"100": 20, "101": 20, "102": 20}},
				},
			},
			{
				PreConfig: func() {
					if err := os.WriteFile(filepath.Join(root, "dc-2", "values.yaml"), []byte(siteValues(1, 2)), 0o644); err != nil {
						t.Fatal(err)
					}
				},
				Config:           l.Config(config(root) + fleetScopes),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: updated},
				ConfigStateChecks: []statecheck.StateCheck{
					leases{l, 2 * 24 * time.Hour, map[string]int{"101": 20}},
					leases{l, 8 * 24 * time.Hour, map[string]int{"100": 20, "102": 20}},
				},
			},
			{
				// The framework's own destroy at the end cannot read a state with for_each.
				Config:            l.Provider(),
				ConfigStateChecks: []statecheck.StateCheck{leases{l, 8 * 24 * time.Hour, map[string]int{}}},
			},
		},
	})
}

// leases checks how many scopes the server has with a duration of leases, by the start
// of their network.
type leases struct {
	lab      *acctest.WindowsLab
	duration time.Duration
	want     map[string]int
}

// CheckState looks at the server, not at the state.
func (l leases) CheckState(_ context.Context, _ statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse) {
	got := map[string]int{}
	for _, row := range l.lab.By("Get-DhcpServerv4Scope", model.Params{}) {
		if row.Properties["LeaseDuration"] == l.duration {
			site, _, _ := strings.Cut(strings.TrimPrefix(fmt.Sprint(row.Properties["ScopeId"]), "10."), ".")
			got[site]++
		}
	}
	if !maps.Equal(got, l.want) {
		resp.Error = fmt.Errorf("scopes with leases of %s by site: %v, want %v", l.duration, got, l.want)
	}
}
